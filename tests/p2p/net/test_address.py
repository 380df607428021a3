"""Addresses: one spelling, which may be dialled, and what is said where one cannot be bound."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.net.address import Address, AddressError, listen, may_dial

ports = st.integers(0, 65535)
hosts = st.one_of(st.ip_addresses().map(str), st.from_regex(r"[a-z][a-z0-9]{0,8}(\.[a-z]{2,4})?", fullmatch=True))


@given(hosts, ports)
def test_an_address_is_read_as_it_is_written(host: str, port: int) -> None:
    address = Address.of(host, port)
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("1.2.3.4:5", "1.2.3.4", 5),
        ("[::1]:5", "::1", 5),
        (" [FE80:0::1%eth0]:4242 ", "fe80::1%eth0", 4242),
        ("Table.Example:65535", "table.example", 65535),
    ],
)
def test_every_way_to_write_an_address(text: str, host: str, port: int) -> None:
    assert Address.parse(text) == (host, port)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no address with a port"),
        ("1.2.3.4", "no address with a port"),
        ("1.2.3.4:", "no address with a port"),
        ("1.2.3.4:٣", "no address with a port"),
        ("1.2.3.4:-1", "no address with a port"),
        ("1.2.3.4:70000", "no port"),
        ("::1:5", "needs brackets"),
        ("1.2.3:5", "neither an IP address"),
        ("1.2.3.256:5", "neither an IP address"),
        ("[::1%a b]:5", "neither an IP address"),
        ("a..b:5", "neither an IP address"),
        ("-a:5", "neither an IP address"),
        ("\x1b[31m:5", "neither an IP address"),
        ("a" * 64 + ":5", "neither an IP address"),
    ],
)
def test_what_is_no_address_is_refused_in_one_printable_sentence(text: str, reason: str) -> None:
    with pytest.raises(AddressError, match=reason) as refused:
        Address.parse(text)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "host", ["192.168.0.7", "10.0.0.1", "203.0.113.5", "2001:db8::7", "fd00::1", "200::7", "3ff::1"]
)
def test_addresses_of_single_machines_may_be_dialled(host: str) -> None:
    assert may_dial(Address(host, 4242), on_loopback=False)


@pytest.mark.parametrize(
    "host",
    [
        *("0.0.0.0", "0.0.0.1", "::"),
        *("224.0.0.251", "ff02::fb", "::ffff:224.0.0.1"),
        *("255.255.255.255", "240.0.0.1"),
        *("169.254.169.254", "fe80::1", "fe80::1%eth0", "::ffff:169.254.169.254"),
        *("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
        *("table.example", "localhost", "010.0.0.1", "2001:DB8::1"),
    ],
)
def test_gossip_makes_no_one_dial_what_is_no_single_machine_of_others(host: str) -> None:
    assert not may_dial(Address(host, 4242), on_loopback=False)


@pytest.mark.parametrize("port", [-1, 0, 22, 1023, 65536])
def test_gossip_makes_no_one_dial_the_ports_of_whole_machines(port: int) -> None:
    assert not may_dial(Address("203.0.113.5", port), on_loopback=False)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_table_on_one_machine_dials_loopback(host: str) -> None:
    assert may_dial(Address(host, 1024), on_loopback=True)


@given(st.ip_addresses(v=4), ports)
def test_an_ipv4_address_in_ipv6_clothes_is_judged_alike(ip: ipaddress.IPv4Address, port: int) -> None:
    mapped = str(ipaddress.IPv6Address(f"::ffff:{ip}"))
    assert may_dial(Address(mapped, port), on_loopback=False) == may_dial(Address(str(ip), port), on_loopback=False)


async def test_every_address_is_bound_and_a_free_port_found() -> None:
    listeners = await listen([Address("127.0.0.1", 0), Address("127.0.0.1", 0)])
    assert len({listener.socket.getsockname()[1] for listener in listeners} - {0}) == 2
    for listener in listeners:
        await listener.aclose()


async def test_a_port_in_use_is_named_and_nothing_stays_bound() -> None:
    [taken] = await listen([Address("127.0.0.1", 0)])
    [free] = await listen([Address("127.0.0.1", 0)])
    ports = [listener.socket.getsockname()[1] for listener in (free, taken)]
    await free.aclose()
    with pytest.raises(AddressError, match=rf"Port {ports[1]} of 127\.0\.0\.1 is in use by another program; choose"):
        await listen([Address("127.0.0.1", port) for port in ports])
    [again] = await listen([Address("127.0.0.1", ports[0])])
    await again.aclose()
    await taken.aclose()


@pytest.mark.parametrize("host", ["203.0.113.5", "no.such.name.invalid"])
async def test_an_address_of_another_machine_cannot_be_bound(host: str) -> None:
    with pytest.raises(AddressError, match=rf"{host} is not an address of this machine"):
        await listen([Address(host, 0)])


ENDPOINT = bytes(range(32))
SPELLED = "aaaqeayeaudaocajbifqydiob4ibceqtcqkrmfyydenbwha5dypq"


@pytest.mark.parametrize(
    ("url", "spelled", "port", "shown"),
    [
        ("https://relay.example.org", "https://relay.example.org", 443, "https://relay.example.org"),
        ("https://Relay.example.org./", "https://relay.example.org.", 443, "https://relay.example.org."),
        ("https://relay.example.org:8443", "https://relay.example.org", 8443, "https://relay.example.org:8443"),
        ("http://10.0.0.1:3340/", "http://10.0.0.1", 3340, "http://10.0.0.1:3340"),
        ("https://[2001:db8::1]", "https://2001:db8::1", 443, "https://[2001:db8::1]"),
    ],
)
def test_an_endpoint_at_a_relay_has_one_spelling(url: str, spelled: str, port: int, shown: str) -> None:
    address = Address.at_relay(ENDPOINT, url)
    assert address == Address(f"{SPELLED}@{spelled}", port)
    assert Address.of(*address) == address
    assert (address.key, address.relay, str(address)) == (ENDPOINT, shown, shown)
    assert not address.is_loopback


@pytest.mark.parametrize(
    ("host", "shown"), [("203.0.113.7", "203.0.113.7:5/udp"), ("2001:db8::7", "[2001:db8::7]:5/udp")]
)
def test_an_endpoint_at_an_ip_address_has_one_spelling(host: str, shown: str) -> None:
    address = Address.at_socket(ENDPOINT, Address(host, 5))
    assert address == Address(f"{SPELLED}@{host}", 5)
    assert Address.of(*address) == address
    assert (address.key, address.relay, address.direct) == (ENDPOINT, None, Address(host, 5))
    assert str(address) == shown


@pytest.mark.parametrize(
    "host",
    [
        *("@203.0.113.7", "short@203.0.113.7", f"{SPELLED.upper()}@203.0.113.7", f"{SPELLED[:-1]}r@203.0.113.7"),
        *(f"{SPELLED}@", f"{SPELLED}@table.example", f"{SPELLED}@ftp://relay.example.org"),
        *(f"{SPELLED}@{SPELLED}@203.0.113.7", f"{SPELLED}@https://", f"{SPELLED}@https://a b"),
    ],
)
def test_what_is_no_endpoint_is_refused(host: str) -> None:
    with pytest.raises(AddressError, match="is neither an IP address"):
        Address.of(host, 4242)


@pytest.mark.parametrize(
    "url", ["", "relay.example.org", "ftp://relay.example.org", "https://", "https://a b", "https://r/x"]
)
def test_what_is_no_relay_is_refused(url: str) -> None:
    with pytest.raises(AddressError, match="is no relay; write it like https://relay"):
        Address.at_relay(ENDPOINT, url)


def test_gossip_makes_no_one_visit_a_relay_that_they_have_not_chosen() -> None:
    address = Address.at_relay(ENDPOINT, "https://relay.example.org")
    assert not may_dial(address, on_loopback=True)
    assert not may_dial(address, on_loopback=True, relays=["https://other.example.org"])
    assert may_dial(address, on_loopback=False, relays=["https://relay.example.org"])


@pytest.mark.parametrize(("host", "may"), [("203.0.113.7", True), ("127.0.0.1", False), ("224.0.0.251", False)])
def test_gossip_makes_endpoints_dial_single_machines_only(host: str, may: bool) -> None:
    assert may_dial(Address.at_socket(ENDPOINT, Address(host, 4242)), on_loopback=False) is may


async def test_an_endpoint_is_no_place_to_listen_or_to_type() -> None:
    with pytest.raises(AddressError, match="is neither"):
        Address.parse(f"{SPELLED}@203.0.113.7:5")
