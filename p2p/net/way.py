"""How this program reaches others, and where a stream comes from or leads to."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import trio

from p2p.errors import TableError
from p2p.net.address import Address, may_dial

RELAYED = b"relay"
"""The network of all who come through a relay: keys are free to make, so they count as one caller among the others."""


class Origin(NamedTuple):
    """Where a connection comes from, or leads to."""

    name: str
    network: bytes
    """The IPv4 address, or the first 64 bits of the IPv6 address: what one subscriber has. Or `RELAYED`."""
    is_iroh: bool = False
    """Whether iroh carries it: then a way round may have to be found first, and answers may take longer."""


NOWHERE = Origin("", b"")


class Opened(NamedTuple):
    """A stream that has just begun, and where it comes from or leads to."""

    stream: trio.SocketStream
    """A socket; for a stream of iroh, a local one that is joined to it."""
    origin: Origin


def accepted(stream: trio.SocketStream) -> Opened:
    """Return a stream that was accepted by TCP, with its origin."""
    try:
        host, port = stream.socket.getpeername()[:2]
    except OSError:
        return Opened(stream, Origin("a caller who is gone", b""))
    return Opened(stream, Origin(str(Address(host, port)), network_of(host)))


def network_of(ip: str) -> bytes:
    """Return what one subscriber has: the IPv4 address, or the first 64 bits of the IPv6 address."""
    return ipaddress.ip_address(ip).packed[:8]


Opener: TypeAlias = Callable[[Address], Awaitable[Opened]]
"""Opens a stream to an address; raises OSError, or NoWayError if it can't dial an address of that kind."""


class NoWayError(TableError):
    """This program can't dial an address in that way; the message is a sentence that says why."""


async def open_tcp(address: Address) -> Opened:
    """Open a stream by TCP. It is an `Opener` without iroh."""
    if address.key is not None:
        raise NoWayError("The table at {address} can't be dialled without iroh.", address=address)
    return Opened(await trio.open_tcp_stream(*address), NOWHERE)


@dataclass(frozen=True, slots=True)
class Way:
    """What opens streams, and what limits where they lead if others name the addresses."""

    open: Opener = open_tcp
    on_loopback: bool = False
    """Whether the table is on this machine."""
    relays: frozenset[str] = frozenset()
    """The relays that we have chosen ourselves: no player can make us visit another one."""

    def may_dial(self, address: Address) -> bool:
        """Return whether we may dial an address that another player named."""
        return may_dial(address, on_loopback=self.on_loopback, relays=self.relays)


BY_TCP = Way()
