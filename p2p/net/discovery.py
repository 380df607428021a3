"""Tables nearby: announced and found on a local network by DNS-SD (RFC 6763) over multicast DNS (RFC 6762).

An announcement says where a table is and what it is called. To enter you still need the table's secret. Anyone on the
network can announce anything, so an announcement is only a hint to try. Those of another shape are ignored.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest

import ifaddr
import trio
import zeroconf

from p2p.errors import TableError
from p2p.log.charter import MAX_NAME, MAX_SEATS
from p2p.net.address import LOWEST_PORT, MAX_ADDRESSES, Address, AddressError, may_dial
from p2p.wire.text import shown

SERVICE = "_marenostrum._tcp.local."

TABLE_ID_SIZE = 16

MAX_TABLES = 64
"""The most tables that browsing looks at; a network with more is playing tricks."""

RESOLVE = 1.0
"""Seconds that a table nearby has to say where it is."""

AT_ONCE = 8
"""How many tables nearby are asked at the same time."""


class DiscoveryError(TableError):
    """Tables can't be announced or found here; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table announces; all of it is public."""

    table: bytes
    """The table's public id, 16 bytes."""
    protocol: int
    name: str
    seats: int
    addresses: tuple[Address, ...]
    """At most `MAX_ADDRESSES`, all with one port. Loopback and link-local addresses and names are not announced."""


@asynccontextmanager
async def announce(announcement: Announcement) -> AsyncIterator[None]:
    """Announce a table on all networks of this machine while the block runs; to begin takes about two seconds.

    Raises DiscoveryError if there is no network, or another program already announces the same table.
    """
    info = _service_info(announcement)
    async with _zeroconf() as network:
        try:
            await trio.to_thread.run_sync(network.register_service, info)
        except zeroconf.NonUniqueNameException:
            raise DiscoveryError("Another program on this network announces this table already.") from None
        except (zeroconf.Error, OSError):
            raise DiscoveryError("The table cannot be announced on this network.") from None
        yield


async def browse(found: Callable[[Announcement], None]) -> None:
    """Call a function with each announcement of a table nearby, once each, until cancelled.

    Raises DiscoveryError if there is no network.
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
    """Return the tables nearby whose announcements arrive in this time; raise DiscoveryError if there is no network."""
    tables: list[Announcement] = []
    with trio.move_on_after(seconds):
        await browse(tables.append)
    return tables


def own_addresses(port: int) -> list[Address]:
    """Return the addresses at which other machines may reach this port: at most `MAX_ADDRESSES`, best first.

    IPv4 and IPv6 alternate. Loopback and link-local addresses are left out.
    """
    ips = [ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    ipv4 = _reachable([ip.ip for ip in ips if isinstance(ip.ip, str)], LOWEST_PORT)
    ipv6 = _reachable([ip.ip[0] for ip in ips if isinstance(ip.ip, tuple)], LOWEST_PORT)
    turns = chain.from_iterable(zip_longest(ipv4, ipv6))
    return [Address(address.host, port) for address in turns if address is not None][:MAX_ADDRESSES]


class _Heard(zeroconf.ServiceListener):
    """Passes the names that zeroconf's thread finds to Trio, up to a limit."""

    def __init__(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._left = 4 * MAX_TABLES
        self._names, self.names = trio.open_memory_channel[str](self._left)

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        if self._left > 0:
            self._left -= 1
            # Trio may have ended before zeroconf's thread notices that it is closed.
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._names.send_nowait, name)

    def update_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self.add_service(zc, type_, name)

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        """Do nothing: a table that is no longer announced may still be there."""


@asynccontextmanager
async def _zeroconf() -> AsyncIterator[zeroconf.Zeroconf]:
    """Run zeroconf's engine, in threads of its own, on all networks of this machine."""
    try:
        network = await trio.to_thread.run_sync(_start)
    except (zeroconf.Error, OSError, RuntimeError):
        # A RuntimeError says that no interface has an address.
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
        # The machine has no IPv6.
        return zeroconf.Zeroconf(ip_version=zeroconf.IPVersion.V4Only)


def _service_info(announcement: Announcement) -> zeroconf.ServiceInfo:
    """Return the records of an announcement. Their names contain the table's id, not the machine's own name."""
    usable = _reachable([address.host for address in announcement.addresses], LOWEST_PORT)
    if not usable:
        raise DiscoveryError("This machine has no network address at which others could find the table.")
    identifier = announcement.table.hex()
    return zeroconf.ServiceInfo(
        SERVICE,
        f"{identifier}.{SERVICE}",
        parsed_addresses=[address.host for address in usable[:MAX_ADDRESSES]],
        port=announcement.addresses[0].port,
        properties={
            "v": str(announcement.protocol),
            "id": identifier,
            "name": announcement.name.encode("utf-8", "replace")[:MAX_NAME].decode("utf-8", "ignore"),
            "seats": str(announcement.seats),
        },
        server=f"{identifier}.local.",
    )


def _resolved(network: zeroconf.Zeroconf, name: str) -> Announcement | None:
    """Return the announcement of this name; None without an answer or for another shape. Blocks up to `RESOLVE`."""
    try:
        info = network.get_service_info(SERVICE, name, timeout=round(RESOLVE * 1000))
    except (zeroconf.Error, OSError):
        return None
    return None if info is None else _announcement(info)


def _announcement(info: zeroconf.ServiceInfo) -> Announcement | None:
    """Return the announcement in records that anyone may have sent; None for another shape."""
    try:
        texts = {key: (info.properties.get(key) or b"").decode("utf-8", "replace") for key in (b"v", b"id", b"seats")}
        hosts = info.parsed_addresses(zeroconf.IPVersion.All)
    except (zeroconf.Error, ValueError):
        return None
    protocol, seats = (_number(texts[key]) for key in (b"v", b"seats"))
    addresses = _reachable(hosts, info.port or 0)[:MAX_ADDRESSES]
    if (
        protocol is None
        or seats is None
        or not 1 <= seats <= MAX_SEATS
        or not re.fullmatch(f"[0-9a-f]{{{2 * TABLE_ID_SIZE}}}", texts[b"id"])
        or not addresses
    ):
        return None
    name = shown((info.properties.get(b"name") or b"")[:MAX_NAME])
    return Announcement(bytes.fromhex(texts[b"id"]), protocol, name, seats, tuple(addresses))


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("0|[1-9][0-9]{0,8}", text) else None


def _reachable(hosts: list[str], port: int) -> list[Address]:
    """Return those hosts, each once and with this port, that mean the same to every machine nearby."""
    addresses = []
    for host in dict.fromkeys(hosts):
        with suppress(AddressError):
            addresses.append(Address.of(host, port))
    return [address for address in addresses if may_dial(address, on_loopback=False)]
