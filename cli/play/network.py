"""Where this program listens, under which addresses others find it, how it reaches them and knocks once more."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import trio

from cli.args import asked, given_or_asked, seat_of
from cli.command import Failure
from cli.i18n.texts import count, marked, tr, translated
from cli.output.lines import at_terminal
from cli.storage.profile import Reach, keep_reach, kept_reach
from cli.ui.text.console import Console
from p2p import (
    BY_TCP,
    GREETING,
    MAX_ADDRESSES,
    Address,
    AddressError,
    Announcement,
    DiscoveryError,
    Invitation,
    Way,
    iroh,
    listen,
    may_dial,
    own_addresses,
    tables_nearby,
)

LOOPBACK = "127.0.0.1"
LOOKING_UP = 5.0
"""Seconds in which a name is looked up."""
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - a table is there to be reached, and its door takes the invited only

_NOTED = ("bind", "port", "advertise", "reach", "relay")
"""What a kept game notes of the arguments."""

_QUESTION = marked(
    "Friends on other networks can reach you through relays that others run: these see which addresses talk, when and"
    " how much, but not what you say. “anywhere” uses them, “direct” asks only your own router to let"
    " friends in, and “local” asks no one."
)


@dataclass(frozen=True, slots=True)
class Listening:
    """Where this program listens: the sockets, and where it can be reached by TCP, the likeliest address first."""

    listeners: Sequence[trio.SocketListener]
    by_tcp: tuple[Address, ...]
    way: Way = BY_TCP
    """How this program reaches others."""
    endpoint: iroh.Endpoint | None = None
    """Where others find it through their routers, and ours."""
    key: str = field(default="", repr=False)
    """The private key of the endpoint, in hex."""

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses that are told to others, the nearest first; a relay, once one knows us, is the last of them."""
        far = () if self.endpoint is None else self.endpoint.addresses
        return (*self.by_tcp[: MAX_ADDRESSES - len(far)], *far)

    @property
    def nearby(self) -> tuple[Address, ...]:
        """The addresses that can be announced on this network: those of TCP with the port that is listened at."""
        port = self.listeners[0].socket.getsockname()[1]
        return tuple(address for address in self.by_tcp if address.port == port)

    @property
    def on_loopback(self) -> bool:
        """Whether only programs on this machine can come here."""
        return are_loopback(self.by_tcp)

    def told(self) -> str:
        """Return how far others can be to come here, in a sentence; empty on this machine alone (see `limit_of`)."""
        relay = None if self.endpoint is None else self.endpoint.relay
        if self.on_loopback:
            return ""
        if relay is not None:
            return tr("You can be reached from anywhere, through the relay {relay}.", relay=relay)
        if self.endpoint is None:
            return tr("You can be reached on your own network, and at the addresses that you advertise.")
        if through_router := self.endpoint.addresses:
            return tr(
                "You can be reached on your own network, and through your router, which lets friends in at {address}.",
                address=through_router[0],
            )
        return tr("You can be reached on your own network, and through your router if it lets friends in.")


def add_network_arguments(parser: ArgumentParser) -> None:
    """Declare where to listen, where others find this machine, and whom it may ask."""
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
    add_reach_arguments(parser)


def add_reach_arguments(parser: ArgumentParser) -> None:
    """Declare whom this program may ask on the way to others."""
    parser.add_argument(
        "--reach",
        choices=[one.value for one in Reach],
        help=tr("whom to ask on the way to others: relays, your own router only, or no one (default: as you answered)"),
    )
    parser.add_argument("--relay", metavar="URL", help=tr("use this relay, and no other"))


def network_of(args: Namespace) -> dict[str, Any]:
    """Return what the arguments say of where to listen and whom to ask, for the notes of a game."""
    return {name: value for name in _NOTED if (value := getattr(args, name, None))}


def network_args(network: dict[str, Any]) -> Namespace:
    """Return the arguments that were noted; what was not has its default."""
    known = {name: value for name, value in network.items() if name in (*_NOTED, "key")}
    return Namespace(**{"bind": None, "port": 0, "advertise": [], "reach": None, "relay": None, "key": ""} | known)


def new_key() -> str:
    """Return the private key of a new endpoint, in hex: one for each table, so that relays can't tell who is who."""
    return secrets.token_hex(32)


@asynccontextmanager
async def place_of(
    args: Namespace, console: Console, host: str | None = None, named: Iterable[Address] | None = None
) -> AsyncIterator[Listening]:
    """Listen where the arguments say, by default at ``host``, and be found as far away as the player wants.

    ``named`` are the addresses where the table is, None if this program opens it. Raises Failure.
    """
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(listening(args.bind or host, args.port, args.advertise))
        await _look_up(args.advertise, console)
        if place.on_loopback:
            yield replace(place, way=Way(on_loopback=True))
            return
        reach = await _reach(args, console, is_beyond=named is None or any(address.key for address in named))
        key: str = getattr(args, "key", "") or new_key()
        port: int = place.listeners[0].socket.getsockname()[1]
        bind = None if args.bind in (None, *_EVERYWHERE) else args.bind
        endpoint, way = await stack.enter_async_context(_endpoint(args, console, reach, named or (), key, bind, port))
        if endpoint is not None:
            # What the router forwards is UDP, too, or it translates to the same port. Names stay for those who dial.
            told = (_advertised(text, port) for text in args.advertise)
            await endpoint.advertise(address for address in told if may_dial(address, on_loopback=False))
        yield replace(place, way=way, endpoint=endpoint, key=key)


async def _look_up(advertised: Sequence[str], console: Console) -> None:
    """Say which of these addresses have a name that this machine does not know: it may be mistyped."""
    for address in (_advertised(text, 0) for text in advertised):
        try:
            with trio.move_on_after(LOOKING_UP):
                await trio.socket.getaddrinfo(address.host, address.port)
        except OSError:
            console.say(
                tr(
                    "--advertise {name}: this machine finds no address under this name; check how it is spelled.",
                    name=address.host,
                )
            )


async def become_reachable(place: Listening, console: Console) -> None:
    """Wait a while until a relay knows this program, if it may ask any, or else until the router lets friends in."""
    if place.endpoint is None:
        return
    if place.endpoint.relays:
        console.say(tr("Asking a relay to let friends find you …"))
    await place.endpoint.online()
    if place.endpoint.relays and place.endpoint.relay is None:
        console.say(tr("No relay answers, so friends can reach you at your own addresses only."))


@asynccontextmanager
async def way_to(args: Namespace, console: Console, named: Sequence[Address]) -> AsyncIterator[Way]:
    """Give a way to dial the addresses where a table is, as far away as the player wants; raises Failure."""
    if are_loopback(named):
        yield Way(on_loopback=True)
        return
    reach = await _reach(args, console, is_beyond=any(address.key for address in named))
    async with _endpoint(args, console, reach, named, new_key(), None, 0) as (_, way):
        yield way


async def _reach(args: Namespace, console: Console, *, is_beyond: bool) -> Reach:
    """Return whom the program may ask; the first time that others are beyond this network, the player is asked."""
    if args.relay is not None:
        return Reach.ANYWHERE
    if (chosen := args.reach or kept_reach()) is not None:
        return Reach(chosen)
    if not is_beyond or not iroh.is_installed() or not at_terminal():
        return Reach.LOCAL
    console.say(tr(_QUESTION))

    def words(begun: str) -> list[str]:
        return [] if " " in begun else [*Reach]

    while (line := await console.line(tr("Reach: "), words)) is not None:
        begun = [reach for reach in Reach if line.strip() and reach.startswith(line.strip().lower())]
        if len(begun) == 1:
            keep_reach(begun[0])
            console.say(tr("You have chosen “{reach}”. `mare whoami --reach` changes that.", reach=begun[0]))
            return begun[0]
        console.say(tr("Choose “anywhere”, “direct” or “local”."))
    return Reach.LOCAL


@asynccontextmanager
async def _endpoint(
    args: Namespace, console: Console, reach: Reach, named: Iterable[Address], key: str, bind: str | None, port: int
) -> AsyncIterator[tuple[iroh.Endpoint | None, Way]]:
    """Give an endpoint of iroh and a way to others by it; if there can be none, say so, and give the way without."""
    if reach is Reach.LOCAL:
        yield None, BY_TCP
        return
    async with AsyncExitStack() as stack:
        try:
            relays = _relays(args, named) if reach is Reach.ANYWHERE else ()
            bytes_of = bytes.fromhex(key)
            endpoint = await stack.enter_async_context(iroh.endpoint(bytes_of, relays, bind, port))
        except iroh.IrohError as error:
            console.say(translated(error))
            yield None, BY_TCP
            return
        yield endpoint, Way(endpoint.open, relays=frozenset(endpoint.relays))


def _relays(args: Namespace, named: Iterable[Address]) -> Sequence[str] | None:
    """Return the relays to use, None for those that the library names: those of the table, if it has one of its own.

    So a table with a relay of its own has all its players there, and no other relay hears of them.
    """
    try:
        chosen = [] if args.relay is None else [iroh.canonical(args.relay)]
    except AddressError as error:
        raise Failure(f"--relay: {translated(error)}", status=2) from None
    if chosen:
        return chosen
    of_table = list(dict.fromkeys(address.relay for address in named if address.relay is not None))
    return of_table if set(of_table) - iroh.usual_relays() else None


@asynccontextmanager
async def listening(host: str | None = None, port: int = 0, advertised: Sequence[str] = ()) -> AsyncIterator[Listening]:
    """Listen at a host, everywhere by default, and port, any free one by default, until the block ends.

    Others are told the advertised addresses, which may lack the port, and then the host or whatever this machine has.
    If any address is advertised, they are told none of loopback. Raises Failure.
    """
    listeners: list[trio.SocketListener] = []
    try:
        addresses = await _bind(listeners, host, port, advertised)
        yield Listening(listeners, tuple(addresses[:MAX_ADDRESSES]))
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


def found_at(address: Address) -> str:
    """Return a sentence about which way a table was found."""
    if address.relay is not None:
        return tr("Found the table through the relay {relay}.", relay=address.relay)
    return tr("Found the table at {address}.", address=address)


def _advertised(text: str, port: int) -> Address:
    try:
        return Address.parse(text)
    except AddressError:
        return Address.of(text, port)


T = TypeVar("T")

AGAIN = 5.0
"""Seconds until we try again."""

PATIENCE = 120.0
"""Seconds until we give up: longer than a flood from our own address can use up what the door grants to it."""


class Full(Failure):
    """There is no room at the moment; the message says why, in a sentence."""


async def until_let_in(console: Console, knock: Callable[[], Awaitable[T]]) -> T:
    """Return what ``knock`` returns, once it no longer raises Full; raise Full if it does so for too long."""
    deadline = trio.current_time() + PATIENCE
    told = ""
    while True:
        try:
            return await knock()
        except Full as full:
            if trio.current_time() >= deadline:
                raise
            if str(full) != told:
                told = str(full)
                console.say(tr("{reason} Trying again …", reason=told))
        await trio.sleep(AGAIN)


LOOKING = 4.0
"""Seconds for tables nearby to be heard of."""


async def _tables(console: Console) -> list[Announcement]:
    console.say(tr("Looking for tables on this network …"))
    try:
        return await tables_nearby(LOOKING)
    except DiscoveryError as error:
        raise Failure(tr("{error} Give the whole invitation, or --at.", error=translated(error))) from None


async def find(console: Console, invitation: Invitation) -> tuple[Address, ...]:
    """Return where the table of these words is; raises Failure if it is not announced."""
    name = invitation.secret.table()
    for table in await _tables(console):
        if table.table == name:
            console.say(tr("The table of {name} has these words.", name=table.name or tr("an unnamed player")))
            return table.addresses
    raise Failure(
        tr(
            "no table with these words is announced on this network; ask for the whole invitation, or"
            " for the host's address and port, and give these with --at."
        )
    )


async def look_around(console: Console) -> tuple[Invitation, tuple[Address, ...]]:
    """Return the invitation for which the person is asked, and where its table is if that is nearby; raises Failure."""
    tables = await _tables(console)
    if not tables:
        console.say(tr("No table is announced on this network."))
        return await given_or_asked(console, None, seat_of), ()
    for number, table in enumerate(tables, start=1):
        protocol = (
            ""
            if table.protocol == GREETING
            else tr(", which speaks another protocol ({protocol})", protocol=table.protocol)
        )
        told = tr(
            "the table of {name} at {address}, {seats}{protocol}",
            name=table.name or tr("an unnamed player"),
            address=table.addresses[0] if table.addresses else tr("an unknown address"),
            seats=count(table.seats, "seat"),
            protocol=protocol,
        )
        console.say(f"  {number}. {told}")

    def chosen_by(number: str) -> Announcement | Invitation:
        if " " in number or "://" in number:
            return seat_of(number)
        if not (number.isascii() and number.isdecimal() and len(number) < 4 and 1 <= int(number) <= len(tables)):
            raise Failure(tr("there is no table {chosen!r} in the list.", chosen=number))
        return tables[int(number) - 1]

    chosen = await asked(console, tr("Which table, or what twelve words? "), chosen_by)
    if isinstance(chosen, Invitation):
        known = [table.addresses for table in tables if table.table == chosen.secret.table()]
        return chosen, known[0] if known else ()
    table = chosen

    def invitation_to_it(text: str) -> Invitation:
        invitation = seat_of(text)
        if invitation.secret.table() != table.table:
            name = table.name or tr("an unnamed player")
            raise Failure(tr("this is the invitation to another table, not to that of {name}.", name=name))
        return invitation

    invitation = await asked(console, tr("Its twelve words, or the invitation: "), invitation_to_it)
    return invitation, table.addresses
