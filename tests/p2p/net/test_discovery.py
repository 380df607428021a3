"""Tables nearby are found by what they announce; what others announce does no harm."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import ifaddr
import pytest
import trio
import trio.testing
import zeroconf

from p2p.net.address import Address
from p2p.net.discovery import (
    SERVICE,
    Announcement,
    DiscoveryError,
    _announcement,
    _Heard,
    _service_info,
    announce,
    browse,
    own_addresses,
    tables_nearby,
)

ADDRESSES = (Address("192.0.2.2", 4242), Address("fd00::2", 4242))
TABLE = Announcement(bytes(range(16)), 2, "Anna's table", 4, ADDRESSES)
TEXTS = {b"v": b"2", b"id": TABLE.table.hex().encode(), b"name": b"Anna's table", b"seats": b"4"}


def records(
    texts: dict[bytes, Any] = TEXTS, hosts: tuple[str, ...] = ("192.0.2.2", "fd00::2"), port: int | None = 4242
) -> zeroconf.ServiceInfo:
    """The records of a table, as anybody can send them."""
    name = f"{TABLE.table.hex()}.{SERVICE}"
    return zeroconf.ServiceInfo(SERVICE, name, port, parsed_addresses=list(hosts), properties=dict(texts))


def require_multicast() -> None:
    """Skip where no packet to a group comes back to this machine, as in many containers."""
    group = socket.inet_aton("239.255.83.7")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.settimeout(1)
        try:
            receiver.bind(("", 0))
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + bytes(4))
            receiver.sendto(b"mare", ("239.255.83.7", receiver.getsockname()[1]))
            receiver.recv(4)
        except OSError as error:
            pytest.skip(f"multicast does not work here: {error}")
    if not own_addresses(4242):
        pytest.skip("this machine has no address that others could use")


async def test_a_table_that_is_announced_is_found_with_all_it_says() -> None:
    require_multicast()
    table = replace(TABLE, table=os.urandom(16), addresses=tuple(own_addresses(4242)))
    send, receive = trio.open_memory_channel[Announcement](100)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browse, send.send_nowait)
        async with announce(table):
            with trio.fail_after(60):
                async for found in receive:
                    if found.table == table.table:
                        break
        nursery.cancel_scope.cancel()
    assert found == replace(table, addresses=found.addresses)
    assert set(found.addresses) == set(table.addresses)


async def test_a_table_is_announced_by_one_only() -> None:
    require_multicast()
    table = replace(TABLE, table=os.urandom(16))
    async with announce(table):
        with trio.fail_after(60), pytest.raises(DiscoveryError, match="announces this table already"):
            await announce_repeatedly(table)


async def announce_once(table: Announcement = TABLE) -> None:
    async with announce(table):
        pass


async def announce_repeatedly(table: Announcement) -> NoReturn:
    """Announce a table again and again: on a busy machine another program may answer too late that it is taken."""
    while True:
        await announce_once(table)


@pytest.mark.parametrize("error", [OSError(101, "Network is unreachable"), RuntimeError("No interfaces to listen on")])
@pytest.mark.parametrize("use", [announce_once, partial(browse, print), partial(tables_nearby, 5)])
async def test_without_a_network_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, use: Callable[[], Awaitable[None]], error: Exception
) -> None:
    def no_network(ip_version: zeroconf.IPVersion) -> NoReturn:
        raise error

    monkeypatch.setattr(zeroconf, "Zeroconf", no_network)
    with pytest.raises(DiscoveryError, match="There is no network here"):
        await use()


async def test_a_machine_without_ipv6_uses_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = []

    def fail_first(ip_version: zeroconf.IPVersion) -> NoReturn:
        versions.append(ip_version)
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(zeroconf, "Zeroconf", fail_first)
    with pytest.raises(DiscoveryError):
        await browse(print)
    assert versions == [zeroconf.IPVersion.All, zeroconf.IPVersion.V4Only]


@pytest.mark.parametrize("hosts", [(), ("127.0.0.1", "::1"), ("mare.example",)])
async def test_a_table_without_address_for_others_cannot_be_announced(hosts: tuple[str, ...]) -> None:
    with pytest.raises(DiscoveryError, match="no network address"):
        await announce_once(replace(TABLE, addresses=tuple(Address(host, 4242) for host in hosts)))


def test_an_announcement_comes_back_from_its_records() -> None:
    assert _announcement(_service_info(TABLE)) == TABLE


def test_the_records_name_nothing_but_the_table() -> None:
    info = _service_info(TABLE)
    identifier = TABLE.table.hex()
    assert (info.name, info.server) == (f"{identifier}.{SERVICE}", f"{identifier}.local.")
    assert info.properties == TEXTS


def test_a_long_name_is_cut_between_letters() -> None:
    found = _announcement(_service_info(replace(TABLE, name="a" + "ä" * 40)))
    assert found is not None
    assert found.name == "a" + "ä" * 31


@pytest.mark.parametrize(
    "wrong",
    [
        {b"v": None},
        {b"v": b""},
        {b"v": b"02"},
        {b"v": b"-2"},
        {b"v": "٢".encode()},
        {b"v": b"9" * 200},
        {b"id": None},
        {b"id": b"00" * 15},
        {b"id": b"00" * 17},
        {b"id": b"zz" * 16},
        {b"id": TABLE.table.hex().upper().encode()},
        {b"id": TEXTS[b"id"] + b"\n"},
        {b"seats": b"0"},
        {b"seats": b"17"},
        {b"seats": b"four"},
        {b"seats": b"\xff"},
    ],
)
def test_what_is_not_shaped_like_an_announcement_is_passed_over(wrong: dict[bytes, Any]) -> None:
    assert _announcement(records({**TEXTS, **wrong})) is None


@pytest.mark.parametrize("port", [None, 0, 22, 1023, 65536])
def test_a_port_of_the_system_is_not_announced_by_a_table(port: int | None) -> None:
    assert _announcement(records(port=port)) is None


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "::1", "0.0.0.0", "::", "224.0.0.251", "ff02::fb", "169.254.1.1", "fe80::1"]
)
def test_an_address_that_is_none_to_others_is_passed_over(host: str) -> None:
    found = _announcement(records(hosts=(host, "192.0.2.2")))
    assert found is not None
    assert found.addresses == (("192.0.2.2", 4242),)
    assert _announcement(records(hosts=(host,))) is None


def test_no_more_than_eight_addresses_are_taken() -> None:
    found = _announcement(records(hosts=tuple(f"192.0.2.{number}" for number in range(1, 40))))
    assert found is not None
    assert len(found.addresses) == 8


def test_a_name_cannot_drive_a_terminal() -> None:
    found = _announcement(records({**TEXTS, b"name": b"\x1b[2JAnna\r\n\xe2\x80\xae" + b"a" * 180}))
    assert found is not None
    assert found.name.isprintable()
    assert len(found.name) <= 64


async def test_a_network_full_of_tables_is_not_listened_to_for_ever() -> None:
    heard = _Heard()
    network: Any = None
    for number in range(5000):
        heard.add_service(network, SERVICE, f"{number}.{SERVICE}")
    await trio.testing.wait_all_tasks_blocked()
    assert heard.names.statistics().current_buffer_used == 256


def adapters(*hosts: str | tuple[str, int, int]) -> list[ifaddr.Adapter]:
    ips = [ifaddr.IP(host, 24 if isinstance(host, str) else 64, "eth0") for host in hosts]
    return [ifaddr.Adapter("eth0", "eth0", ips)]


def test_own_addresses_are_those_that_others_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    found = adapters(
        *("127.0.0.1", ("::1", 0, 0), "169.254.7.7", ("fe80::1", 0, 2), ("fe80::1%eth0", 0, 2), "192.0.2.2"),
        *("192.168.1.5", ("2001:db8::5", 0, 0), ("fd00::2", 0, 0), "192.0.2.2"),
    )
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    hosts = ["192.0.2.2", "2001:db8::5", "192.168.1.5", "fd00::2"]
    assert own_addresses(4242) == [(host, 4242) for host in hosts]


def test_own_addresses_are_at_most_eight_of_both_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = adapters(*(f"10.0.{n}.1" for n in range(20)), *((f"fd00::{n}", 0, 0) for n in range(1, 20)))
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    assert [":" in host for host, _ in own_addresses(4242)] == [False, True] * 4


def test_a_machine_of_its_own_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters("127.0.0.1", ("::1", 0, 0)))
    assert own_addresses(4242) == []
