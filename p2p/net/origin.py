"""Where a connection comes from, and how long we wait for what is there."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

import trio

from p2p.net.address import Address

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
