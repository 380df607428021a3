"""Addresses: how to write them, listen at them and open streams to them; which ones named by others we may dial.

There are two kinds. At a host and port a program listens by TCP. An address of iroh begins with the key of an
endpoint: ``KEY@203.0.113.7`` and a port of UDP, or ``KEY@https://relay.example.org`` and the port of that relay.
"""

from __future__ import annotations

import base64
import errno
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Container, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import trio

from p2p.errors import TableError

MAX_ADDRESSES = 8
"""The most addresses that one player may name."""

MAX_HOST = 253
"""The most characters of a host's name (RFC 1035, section 2.3.4, as text)."""

LOWEST_PORT = 1024
"""Lower ports belong to system services, and no table may make us dial those."""

KEY_SIZE = 32
"""Bytes of an endpoint's key (Ed25519)."""

OVERLAY = ipaddress.ip_network("200::/7")
"""Reserved by the IETF, and used by Yggdrasil: friends in such a network reach each other there."""

_Ip: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

# The characters that parts of a name may have (RFC 1123, section 2.1), and underscores, which some networks use.
_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9_-]{1,63}(?<!-))*\.?", re.ASCII)
_ZONE = re.compile(r"[A-Za-z0-9._~-]{1,32}", re.ASCII)
_KEY = re.compile(r"[a-z2-7]{52}", re.ASCII)
_RELAY = re.compile(r"(https?)://(.+)", re.ASCII)


class AddressError(TableError):
    """An address can't be understood, bound or dialled; the message is one sentence."""


class Address(NamedTuple):
    """A place to dial: an IP address in its shortest spelling, or a name; and a port from 0 to 65535.

    If a key and ``@`` stand before the host, it is the address of an endpoint of iroh.
    """

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read ``1.2.3.4:5``, ``[::1]:5`` or ``name:5``; raise AddressError if that fails."""
        host, colon, port = text.strip().rpartition(":")
        if not colon or not (port.isascii() and port.isdigit() and len(port) <= 5):
            raise AddressError(
                "{text} is no address with a port; write it like 192.168.0.7:4242 or [fe80::1]:4242.", text=_shown(text)
            )
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        elif ":" in host:
            raise AddressError("{text} needs brackets around its IPv6 address, like [fe80::1]:4242.", text=_shown(text))
        if "@" in host:
            raise _no_host(host)
        return cls.of(host, int(port))

    @classmethod
    def of(cls, host: str, port: int) -> Address:
        """Return the address of a host in its canonical spelling; raise AddressError if there is none."""
        if not 0 <= port <= 65535:
            raise AddressError("{port} is no port: ports go from 0 to 65535.", port=port)
        if "@" in host:
            return cls(_of_endpoint(host, port), port)
        ip = _ip(host)
        if ip is not None:
            return cls(str(ip), port)
        if len(host) > MAX_HOST or not _NAME.fullmatch(host) or host.replace(".", "").isdigit():
            raise _no_host(host)
        return cls(host.lower(), port)

    @classmethod
    def at_relay(cls, key: bytes, url: str) -> Address:
        """Return the address of an endpoint at the relay with this URL; raise AddressError for what is no such URL."""
        scheme, authority = relay_parts(url)
        return cls.of(f"{_spelled(key)}@{scheme}://{authority.host}", authority.port)

    @classmethod
    def at_socket(cls, key: bytes, ip: Address) -> Address:
        """Return the address of an endpoint that can be found at an IP address and a port of UDP."""
        return cls.of(f"{_spelled(key)}@{ip.host}", ip.port)

    def __str__(self) -> str:
        if self.relay is not None:
            return self.relay
        host = self.host.partition("@")[2] or self.host
        named = f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"
        return named if self.key is None else f"{named}/udp"

    @property
    def key(self) -> bytes | None:
        """Return the key of the endpoint of iroh; None if this is an address for TCP."""
        key, at, _ = self.host.partition("@")
        return base64.b32decode(f"{key.upper()}====") if at else None

    @property
    def relay(self) -> str | None:
        """Return the URL of the relay at which the endpoint waits; None if that needs no relay."""
        _, _, route = self.host.partition("@")
        if (match := _RELAY.fullmatch(route)) is None:
            return None
        scheme, host = match.groups()
        default = {"https": 443, "http": 80}[scheme]
        named = f"[{host}]" if ":" in host else host
        return f"{scheme}://{named}" if self.port == default else f"{scheme}://{named}:{self.port}"

    @property
    def direct(self) -> Address:
        """Return where packets go if no relay carries them."""
        return Address(self.host.partition("@")[2] or self.host, self.port)

    @property
    def is_loopback(self) -> bool:
        """Return whether the address is only valid on this machine."""
        ip = _ip(self.direct.host)
        return ip is not None and _plain(ip).is_loopback


def relay_parts(url: str) -> tuple[str, Address]:
    """Return the scheme of a relay's URL, and its host and port; raise AddressError for what is no such URL."""
    match = _RELAY.fullmatch(url.strip().rstrip("/"))
    if match is not None:
        scheme, authority = match.groups()
        with suppress(AddressError):
            if re.search(r":\d+$", authority):
                return scheme, Address.parse(authority)
            return scheme, Address.of(authority.strip("[]"), {"https": 443, "http": 80}[scheme])
    raise AddressError("{url} is no relay; write it like https://relay.example.org.", url=_shown(url))


def may_dial(address: Address, *, on_loopback: bool, relays: Container[str] = ()) -> bool:
    """Return whether we may dial an address that another player named: one machine, on a port from `LOWEST_PORT` on.

    An endpoint at a relay is allowed if that is one of our own ``relays``.

    Not allowed are names, since a lookup would reveal us to a stranger's server. So are broadcast, multicast,
    unspecified and reserved addresses, and link-local ones, which mean something else on every machine. Loopback is
    only allowed for a table that listens there itself (``on_loopback``). So gossip can't make us knock where no table
    is.
    """
    if address.relay is not None:
        return address.relay in relays
    host, port = address.direct
    ip = _ip(host)
    if ip is None or str(ip) != host or not LOWEST_PORT <= port <= 65535:
        return False
    ip = _plain(ip)
    if ip.is_loopback:
        return on_loopback
    if isinstance(ip, ipaddress.IPv4Address) and ip.packed[0] == 0:
        return False
    if ip in OVERLAY:
        return True
    return not (ip.is_multicast or ip.is_unspecified or ip.is_link_local or ip.is_reserved)


async def listen(addresses: Sequence[Address]) -> list[trio.SocketListener]:
    """Bind every address, port 0 for any free one. If one fails, bind none and raise AddressError."""
    listeners: list[trio.SocketListener] = []
    try:
        for address in addresses:
            listeners += await _bind(address)
    except AddressError:
        for listener in listeners:
            listener.socket.close()
        raise
    return listeners


async def _bind(address: Address) -> list[trio.SocketListener]:
    host, port = address
    try:
        return list(await trio.open_tcp_listeners(port, host=host))
    except socket.gaierror:
        raise AddressError("{host} is not an address of this machine: the name is unknown.", host=host) from None
    except OSError as error:
        raise _unusable(error, host, port) from None


def _unusable(error: OSError, host: str, port: int) -> AddressError:
    """Return why the system refuses to listen there."""
    match error.errno:
        case errno.EADDRINUSE:
            return AddressError(
                "Port {port} of {host} is in use by another program; choose another port.", port=port, host=host
            )
        case errno.EADDRNOTAVAIL:
            return AddressError(
                "{host} is not an address of this machine; choose one that it has, or 0.0.0.0 for all.", host=host
            )
        case errno.EACCES:
            return AddressError(
                "Port {port} of {host} is reserved by the system; choose one from {lowest} on.",
                port=port,
                host=host,
                lowest=LOWEST_PORT,
            )
    return AddressError(
        "Port {port} of {host} cannot be used: {reason}.", port=port, host=host, reason=error.strerror or error
    )


def _of_endpoint(host: str, port: int) -> str:
    """Return the host of an endpoint's address in its canonical spelling; raise AddressError if it has none."""
    key, _, route = host.partition("@")
    relay = _RELAY.fullmatch(route)
    where = Address.of(route if relay is None else relay.group(2), port).host if "@" not in route else ""
    if not _KEY.fullmatch(key) or _spelled(base64.b32decode(f"{key.upper()}====")) != key or not where:
        raise _no_host(host)
    if relay is None and _ip(where) is None:
        raise _no_host(host)
    return f"{key}@{where}" if relay is None else f"{key}@{relay.group(1)}://{where}"


def _spelled(key: bytes) -> str:
    """Return a key as addresses have it (RFC 4648, section 6, in lower case and unpadded)."""
    return base64.b32encode(key).decode("ascii").rstrip("=").lower()


def _no_host(host: str) -> AddressError:
    return AddressError("{host} is neither an IP address such as 192.168.0.7 nor a host's name.", host=_shown(host))


def _ip(host: str) -> _Ip | None:
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv6Address) and ip.scope_id is not None and not _ZONE.fullmatch(ip.scope_id):
        return None
    return ip


def _plain(ip: _Ip) -> _Ip:
    """Return the IPv4 address that an IPv6 address stands for (RFC 4291, section 2.5.5.2), or the address itself."""
    return (ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None) or ip


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 80 else f"{text[:79]}…")


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
