"""Tables nearby: announced and found on a local network by DNS-SD (RFC 6763) over multicast DNS (RFC 6762).

An announcement says where a table is and what it is called, and nothing that opens it: whoever finds a table still
needs its secret. Anybody on the network can announce anything, so all of it is a hint, to be tried and not believed;
what is not shaped like an announcement of ours is passed over.
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
"""The tables that are looked at while browsing; a network with more of them is playing tricks."""

RESOLVE = 1.0
"""Seconds that a table nearby has to say where it is."""

AT_ONCE = 8
"""Tables nearby that are asked at the same time."""


class DiscoveryError(TableError):
    """Tables can be neither announced nor found here; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table says of itself, all of it public."""

    table: bytes
    """The table's public id, 16 bytes."""
    protocol: int
    name: str
    seats: int
    addresses: tuple[Address, ...]
    """At most `MAX_ADDRESSES`, of one port; those that only this machine or a name server knows are not announced."""


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


def own_addresses(port: int) -> list[Address]:
    """The addresses, with this port, at which other machines may reach this one: at most `MAX_ADDRESSES`, best first.

    IPv4 and IPv6 take turns. Loopback addresses and those that hold on one link only are left out.
    """
    ips = [ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    ipv4 = _reachable([ip.ip for ip in ips if isinstance(ip.ip, str)], LOWEST_PORT)
    ipv6 = _reachable([ip.ip[0] for ip in ips if isinstance(ip.ip, tuple)], LOWEST_PORT)
    turns = chain.from_iterable(zip_longest(ipv4, ipv6))
    return [Address(address.host, port) for address in turns if address is not None][:MAX_ADDRESSES]


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
        # A machine without IPv6.
        return zeroconf.Zeroconf(ip_version=zeroconf.IPVersion.V4Only)


def _service_info(announcement: Announcement) -> zeroconf.ServiceInfo:
    """The records of an announcement. Their names are made of the table's id: the machine's own name is not told."""
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
    """The hosts, each once, that mean the same to every machine around; with this port."""
    addresses = []
    for host in dict.fromkeys(hosts):
        with suppress(AddressError):
            addresses.append(Address.of(host, port))
    return [address for address in addresses if may_dial(address, on_loopback=False)]
