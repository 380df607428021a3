"""Where this program listens, and under which addresses others find it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace

import trio

from cli.command import Failure
from cli.i18n.texts import tr, translated
from p2p.net.address import MAX_ADDRESSES, Address, AddressError, listen
from p2p.net.discovery import own_addresses
from p2p.net.port_mapping import mapped_port

LOOPBACK = "127.0.0.1"
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - a table is there to be reached, and its door takes the invited only


@dataclass(frozen=True, slots=True)
class Place:
    """Where this program listens: the sockets, and the addresses that are told to others, the likeliest first."""

    listeners: Sequence[trio.SocketListener]
    addresses: tuple[Address, ...]

    @property
    def on_loopback(self) -> bool:
        """Whether only programs on this machine can come here."""
        return are_loopback(self.addresses)


def add_network_arguments(parser: ArgumentParser) -> None:
    """Declare where to listen, and where others find this machine."""
    parser.add_argument(
        "--bind", metavar="ADDR", help=tr("the address to listen on (default: all that this machine has)")
    )
    parser.add_argument("--port", type=int, default=0, help=tr("the port to listen on (default: any free port)"))
    parser.add_argument(
        "--advertise",
        metavar="ADDR",
        action="append",
        default=[],
        help=tr("an address where others reach this machine, with :PORT if their port differs; may be repeated"),
    )
    parser.add_argument(
        "--map-port",
        action="store_true",
        help=tr("ask your router to forward the port; this needs the extra upnp"),
    )


@asynccontextmanager
async def place_of(args: Namespace, say: Callable[[str], None], host: str | None = None) -> AsyncIterator[Place]:
    """Listen where the arguments say, by default at ``host``, and ask the router to forward the port if they say so.

    Raises Failure.
    """
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(listening(args.bind or host, args.port, args.advertise))
        if args.map_port:
            place = await stack.enter_async_context(mapped(place, say))
        yield place


@asynccontextmanager
async def listening(host: str | None = None, port: int = 0, advertised: Sequence[str] = ()) -> AsyncIterator[Place]:
    """Listen at a host, everywhere by default, and port, any free one by default, until the block ends.

    Others are told the advertised addresses, which may lack the port, and then the host or whatever this machine has.
    If any address is advertised, they are told none of loopback. Raises Failure.
    """
    listeners: list[trio.SocketListener] = []
    try:
        addresses = await _bind(listeners, host, port, advertised)
        yield Place(listeners, tuple(addresses[:MAX_ADDRESSES]))
    except AddressError as error:
        raise Failure(translated(error), status=2) from None
    finally:
        for listener in listeners:
            listener.socket.close()


async def _bind(
    listeners: list[trio.SocketListener], host: str | None, port: int, advertised: Sequence[str]
) -> list[Address]:
    """Add the listeners, and return the addresses to tell; raises AddressError."""
    first, *others = _EVERYWHERE if host is None else (host,)
    listeners += await listen([Address.of(first, port)])
    bound: int = listeners[0].socket.getsockname()[1]
    for other in others:
        # A machine may have IPv4 only.
        with suppress(AddressError):
            listeners += await listen([Address.of(other, bound)])
    everywhere = host in (None, *_EVERYWHERE)
    own = (own_addresses(bound) or [Address(LOOPBACK, bound)]) if everywhere else [Address.of(first, bound)]
    if not advertised:
        return own
    named = [_advertised(text, bound) for text in advertised]
    # Who is on the same network may not get to the router's outer side and in again.
    return [*named, *(address for address in own if address not in named and not address.is_loopback)]


@asynccontextmanager
async def mapped(place: Place, say: Callable[[str], None]) -> AsyncIterator[Place]:
    """Give the place with the address at which the internet reaches it; the router maps a port until the block ends.

    Where it does not, that is said, with what else to try.
    """
    say(tr("Asking the router to forward the port …"))
    port: int = place.listeners[0].socket.getsockname()[1]
    async with mapped_port(port) as found:
        if isinstance(found, str):
            say(found)
            yield place
        else:
            yield replace(place, addresses=(found, *place.addresses)[:MAX_ADDRESSES])


def are_loopback(addresses: Iterable[Address]) -> bool:
    """Return whether all of them are of one machine only."""
    return all(address.is_loopback for address in addresses)


def limit_of(addresses: Sequence[Address]) -> str:
    """Return that no player on another machine can use an invitation to these addresses; empty if others can."""
    if not are_loopback(addresses):
        return ""
    return tr(
        "No player on another machine can use it: it names no address on a network. Connect this machine to a network"
        " and begin again, or give an address with --advertise."
    )


def _advertised(text: str, port: int) -> Address:
    try:
        return Address.parse(text)
    except AddressError:
        return Address.of(text, port)
