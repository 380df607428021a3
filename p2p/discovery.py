"""Tables nearby: announced and found on a local network by DNS-SD (RFC 6763) over multicast DNS (RFC 6762).

An announcement says where a table is and what it is called, and nothing that opens it: whoever finds a table still
needs its secret. Anybody on the network can announce anything, so all of it is a hint, to be tried and not believed;
what is not shaped like an announcement of ours is passed over.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest
from typing import TypeAlias

import ifaddr
import trio
import zeroconf

from p2p.charter import MAX_NAME, MAX_SEATS, shown

SERVICE = "_marenostrum._tcp.local."

TABLE_ID_SIZE = 16

MAX_ADDRESSES = 8
"""The addresses of one table, or of this machine."""

MAX_TABLES = 64
"""The tables that are looked at while browsing; a network with more of them is playing tricks."""

RESOLVE = 1.0
"""Seconds that a table nearby has to say where it is."""

AT_ONCE = 8
"""Tables nearby that are asked at the same time."""

IPAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


class DiscoveryError(Exception):
    """Tables can be neither announced nor found here; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table says of itself, all of it public."""

    table: bytes
    """The table's public id, 16 bytes."""
    protocol: int
    name: str
    seats: int
    addresses: tuple[tuple[str, int], ...]
    """At most `MAX_ADDRESSES` hosts, as IP literals, and ports."""


@asynccontextmanager
async def announce(announcement: Announcement) -> AsyncIterator[None]:
    """Announce a table on all networks of this machine while the block runs; beginning takes about two seconds.

    Raises DiscoveryError where there is no network, or somebody announces the same table already.
    """
    info = _service_info(announcement)
    async with _zeroconf() as network:
        try:
            await trio.to_thread.run_sync(network.register_service, info)
        except zeroconf.NonUniqueNameException:
            raise DiscoveryError("Somebody else on this network announces this table already.") from None
        except (zeroconf.Error, OSError):
            raise DiscoveryError("The table cannot be announced on this network.") from None
        yield


async def browse(found: Callable[[Announcement], None]) -> None:
    """Call a function with every table that is announced nearby, once for each announcement, until cancelled.

    Raises DiscoveryError where there is no network.
    """
    reported: set[Announcement] = set()
    limiter = trio.CapacityLimiter(AT_ONCE)
    heard = _Heard()

    async def look_at(network: zeroconf.Zeroconf, name: str) -> None:
        announcement = await trio.to_thread.run_sync(_resolved, network, name, limiter=limiter)
        if announcement is not None and announcement not in reported and len(reported) < MAX_TABLES:
            reported.add(announcement)
            found(announcement)

    async with _zeroconf() as network:
        await trio.to_thread.run_sync(partial(zeroconf.ServiceBrowser, network, SERVICE, listener=heard))
        async with trio.open_nursery() as nursery:
            async for name in heard.names:
                nursery.start_soon(look_at, network, name)


async def tables_nearby(seconds: float) -> list[Announcement]:
    """The tables that are announced nearby, heard of in this time; raises DiscoveryError where there is no network."""
    tables: list[Announcement] = []
    with trio.move_on_after(seconds):
        await browse(tables.append)
    return tables


def own_addresses(port: int) -> list[tuple[str, int]]:
    """The addresses, with this port, at which other machines may reach this one: at most `MAX_ADDRESSES`, best first.

    IPv4 and IPv6 take turns. Loopback addresses and those that hold on one link only are left out.
    """
    hosts = [_literal(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    usable = [host for host in dict.fromkeys(hosts) if host is not None and _is_usable(host)]
    by_version = ([str(host) for host in usable if host.version == version] for version in (4, 6))
    turns = chain.from_iterable(zip_longest(*by_version))
    return [(host, port) for host in turns if host is not None][:MAX_ADDRESSES]


class _Heard(zeroconf.ServiceListener):
    """Hands the names that zeroconf's thread hears of to Trio; no more of them than are worth looking at."""

    def __init__(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._left = 4 * MAX_TABLES
        self._names, self.names = trio.open_memory_channel[str](self._left)

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        if self._left > 0:
            self._left -= 1
            # Trio may be gone before zeroconf's thread has noticed that it is closed.
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._names.send_nowait, name)

    def update_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self.add_service(zc, type_, name)

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        """A table that is announced no more may still be there."""


@asynccontextmanager
async def _zeroconf() -> AsyncIterator[zeroconf.Zeroconf]:
    """Zeroconf's engine, which runs in threads of its own, on all networks of this machine."""
    try:
        network = await trio.to_thread.run_sync(_start)
    except (zeroconf.Error, OSError):
        raise DiscoveryError("There is no network here on which tables could be announced or found.") from None
    try:
        yield network
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(network.close)


def _start() -> zeroconf.Zeroconf:
    try:
        return zeroconf.Zeroconf(ip_version=zeroconf.IPVersion.All)
    except OSError:
        # A machine without IPv6.
        return zeroconf.Zeroconf(ip_version=zeroconf.IPVersion.V4Only)


def _service_info(announcement: Announcement) -> zeroconf.ServiceInfo:
    """The records of an announcement. Their names are made of the table's id: the machine's own name is not told."""
    if not announcement.addresses:
        raise DiscoveryError("This machine has no network address at which others could find the table.")
    identifier = announcement.table.hex()
    return zeroconf.ServiceInfo(
        SERVICE,
        f"{identifier}.{SERVICE}",
        parsed_addresses=[host for host, _ in announcement.addresses[:MAX_ADDRESSES]],
        port=announcement.addresses[0][1],
        properties={
            "v": str(announcement.protocol),
            "id": identifier,
            "name": announcement.name.encode("utf-8", "replace")[:MAX_NAME].decode("utf-8", "ignore"),
            "seats": str(announcement.seats),
        },
        server=f"{identifier}.local.",
    )


def _resolved(network: zeroconf.Zeroconf, name: str) -> Announcement | None:
    """The announcement of this name; None if nobody answers for it, or in another shape. Blocks up to `RESOLVE`."""
    try:
        info = network.get_service_info(SERVICE, name, timeout=round(RESOLVE * 1000))
    except (zeroconf.Error, OSError):
        return None
    return None if info is None else _announcement(info)


def _announcement(info: zeroconf.ServiceInfo) -> Announcement | None:
    """What stands in records that anybody may have sent."""
    try:
        texts = {key: (info.properties.get(key) or b"").decode("utf-8", "replace") for key in (b"v", b"id", b"seats")}
        literals = info.parsed_scoped_addresses(zeroconf.IPVersion.All)
    except (zeroconf.Error, ValueError):
        return None
    protocol, seats = (_number(texts[key]) for key in (b"v", b"seats"))
    hosts = _usable(literals)
    if (
        protocol is None
        or seats is None
        or not 1 <= seats <= MAX_SEATS
        or not re.fullmatch(f"[0-9a-f]{{{2 * TABLE_ID_SIZE}}}", texts[b"id"])
        or info.port is None
        or not 1024 <= info.port <= 65535
        or not hosts
    ):
        return None
    name = shown((info.properties.get(b"name") or b"")[:MAX_NAME])
    addresses = tuple((host, info.port) for host in hosts[:MAX_ADDRESSES])
    return Announcement(bytes.fromhex(texts[b"id"]), protocol, name, seats, addresses)


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("0|[1-9][0-9]{0,8}", text) else None


def _usable(literals: Iterable[str]) -> list[str]:
    hosts = [_literal(text) for text in literals]
    return [str(host) for host in dict.fromkeys(hosts) if host is not None and _is_usable(host)]


def _literal(text: str | tuple[str, int, int]) -> IPAddress | None:
    """An address as ifaddr and zeroconf give it, IPv6 with a zone or with flow and scope."""
    try:
        return ipaddress.ip_address(text if isinstance(text, str) else text[0])
    except ValueError:
        return None


def _is_usable(host: IPAddress) -> bool:
    """Whether a host means the same to every machine around: not itself, not one link, not many at once."""
    zone = isinstance(host, ipaddress.IPv6Address) and host.scope_id is not None
    return not (zone or host.is_loopback or host.is_link_local or host.is_multicast or host.is_unspecified)
