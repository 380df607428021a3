"""Where a program listens, and what others are told of it."""

from __future__ import annotations

import pytest
import trio

from cli.command import Failure
from cli.play import network
from cli.play.company import invitations
from cli.play.network import LOOPBACK, Listening, are_loopback, limit_of, listening
from cli.storage.games import Notes
from p2p.net.address import Address
from p2p.net.invitation import Invitation
from p2p.net.tls import TableSecret
from tests.p2p.tables import identity

OUTSIDE = Address("203.0.113.7", 5000)
HOST = identity(0).public


async def test_who_listens_on_loopback_is_told_of_there_only() -> None:
    async with listening(LOOPBACK) as place:
        port = place.listeners[0].socket.getsockname()[1]
        assert place.addresses == (Address(LOOPBACK, port),)
        assert place.on_loopback
    with pytest.raises(OSError, match="failed"):
        await trio.open_tcp_stream(LOOPBACK, port)


async def test_who_listens_everywhere_tells_the_addresses_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda port: [Address("192.168.0.7", port)])
    async with listening() as place:
        port = place.listeners[0].socket.getsockname()[1]
        assert place.addresses == (Address("192.168.0.7", port),)
        assert not place.on_loopback
        assert {listener.socket.getsockname()[1] for listener in place.listeners} == {port}


async def test_a_machine_without_a_network_is_found_on_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda port: [])
    async with listening() as place:
        assert [address.host for address in place.addresses] == [LOOPBACK]


async def test_what_is_advertised_is_what_others_are_told() -> None:
    async with listening(LOOPBACK, advertised=["203.0.113.7:5000", "table.example.org", "2001:db8::7"]) as place:
        port = place.listeners[0].socket.getsockname()[1]
        assert place.addresses == (OUTSIDE, Address("table.example.org", port), Address("2001:db8::7", port))


async def test_who_is_on_the_same_network_is_told_of_its_addresses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda port: [Address("192.168.0.7", port)])
    async with listening(advertised=["203.0.113.7:5000"]) as place:
        port = place.listeners[0].socket.getsockname()[1]
        assert place.addresses == (OUTSIDE, Address("192.168.0.7", port))


async def test_on_this_network_a_table_is_announced_at_the_port_where_it_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither at another port that a router forwards, nor where iroh finds it."""
    monkeypatch.setattr(network, "own_addresses", lambda port: [Address("192.168.0.7", port)])
    async with listening(advertised=["203.0.113.7:5000"]) as place:
        port = place.listeners[0].socket.getsockname()[1]
        assert place.nearby == (Address("192.168.0.7", port),)


async def test_no_more_addresses_are_told_than_one_person_may_have() -> None:
    async with listening(LOOPBACK, advertised=[f"192.0.2.{number}" for number in range(1, 12)]) as place:
        assert len(place.addresses) == 8


@pytest.mark.parametrize(
    ("host", "advertised", "sentence"),
    [
        ("a b", [], "'a b' is neither an IP address"),
        ("192.0.2.1", [], "192.0.2.1 is not an address of this machine"),
        (LOOPBACK, ["192.0.2.1:x"], "'192.0.2.1:x' is neither an IP address"),
    ],
)
async def test_an_address_that_cannot_be_is_one_sentence(host: str, advertised: list[str], sentence: str) -> None:
    with pytest.raises(Failure, match=sentence):
        async with listening(host, advertised=advertised):
            pass


def test_the_key_of_an_endpoint_does_not_show() -> None:
    key = network.new_key()
    notes = Notes("person", network={"key": key})
    assert key not in repr(Listening((), (), key=key)) + repr(notes)


def test_addresses_of_one_machine_are_told_from_others() -> None:
    assert are_loopback([Address("127.0.0.1", 1), Address("::1", 1)])
    assert not are_loopback([Address("127.0.0.1", 1), OUTSIDE])


async def test_where_there_is_no_network_the_invitation_says_that_no_one_else_can_use_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda port: [])
    secret = TableSecret(bytes(16))
    async with listening() as place:
        shown = invitations(
            Invitation("table", secret, HOST, place.addresses),
            Invitation("watch", secret.watch(), HOST, place.addresses),
        )
    for text in (shown.join, shown.watch):
        assert "No player on another machine can use it" in text
        assert "--advertise" in text


async def test_an_invitation_that_others_can_use_says_no_such_thing() -> None:
    async with listening(LOOPBACK, advertised=["203.0.113.7:5000"]) as place:
        assert limit_of(place.addresses) == ""
    secret = TableSecret(bytes(16))
    shown = invitations(Invitation("table", secret, HOST, (OUTSIDE,)), Invitation("watch", secret, HOST, (OUTSIDE,)))
    assert "another machine" not in shown.join + shown.watch
