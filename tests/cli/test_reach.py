"""How far a player wants to be reached: who is asked, when, and what follows for where their program listens."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
import trio

from cli.command import Failure
from cli.play import network
from cli.play.network import LOOPBACK, become_reachable, found_at, network_args, network_of, place_of, way_to
from cli.storage.profile import HOME, Reach, keep_reach, kept_reach
from p2p.net import iroh
from p2p.net.address import Address
from tests.cli.consoles import TypedConsole
from tests.p2p.iroh_endpoints import needs_iroh
from tests.p2p.relay import relay

KEY = bytes(range(32))
HERE = Address("192.168.0.7", 4242)
FAR = Address.at_relay(KEY, "https://relay.example.org")
NO_RELAY = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person at a terminal, on a machine with one address, whose endpoints stay on it."""
    by_library = iroh.endpoint

    def endpoint(
        key: bytes, relays: Sequence[str] | None, host: str | None, port: int
    ) -> AbstractAsyncContextManager[iroh.Endpoint]:
        return by_library(key, relays, LOOPBACK)

    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.setattr(network, "own_addresses", lambda port: [Address("192.168.0.7", port)])
    monkeypatch.setattr(network, "at_terminal", lambda: True)
    monkeypatch.setattr(iroh, "endpoint", endpoint)
    monkeypatch.setattr(iroh, "ROUTER", 0.0)


def args(**named: Any) -> Namespace:
    """The arguments of a command, with these."""
    return network_args(named)


async def reached(given: Namespace, console: TypedConsole, named: Sequence[Address] | None = None) -> str:
    """How far others can be to come where a program listens by these arguments, in a sentence."""
    async with place_of(given, console, named=named) as place:
        await become_reachable(place, console)
        assert place.addresses[0].host == "192.168.0.7"
        return place.told()


@needs_iroh
async def test_a_host_is_asked_once_and_the_answer_is_kept() -> None:
    console = TypedConsole()
    console.type("perhaps", "dir")
    assert "through your router" in await reached(args(), console)
    assert "relays that others run" in console.text
    assert "Choose “anywhere”, “direct” or “local”." in console.text
    assert kept_reach() is Reach.DIRECT
    assert (console.complete("lo"), console.complete("local ")) == ([*Reach], [])
    again = TypedConsole()
    assert "through your router" in await reached(args(), again)
    assert again.text == ""


@needs_iroh
async def test_what_is_advertised_is_told_of_iroh_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is left out: iroh looks none up."""
    monkeypatch.setattr(iroh, "ROUTER", 10.0)
    given = args(reach="direct", advertise=["203.0.113.7:5000", "table.example.org"])
    async with place_of(given, TypedConsole()) as place:
        await become_reachable(place, TypedConsole())
        assert place.endpoint is not None
        assert place.addresses[-1] == Address.at_socket(place.endpoint.key, Address("203.0.113.7", 5000))


async def test_a_name_that_this_machine_cannot_look_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = trio.socket.getaddrinfo

    async def looked_up(host: str | None, *rest: Any, **named: Any) -> Any:
        if host == "nowhere":
            raise OSError
        return await known(host, *rest, **named)

    monkeypatch.setattr("trio.socket.getaddrinfo", looked_up)
    console = TypedConsole()
    async with place_of(args(reach="local", advertise=["nowhere", "203.0.113.7"]), console) as place:
        assert place.addresses[0].host == "nowhere"
    told = "--advertise nowhere: this machine finds no address under this name; check how it is spelled."
    assert console.text.strip() == told


@needs_iroh
async def test_a_guest_is_asked_only_where_the_table_may_be_beyond_this_network() -> None:
    console = TypedConsole()
    assert "on your own network, and at the addresses" in await reached(args(), console, [HERE])
    assert console.text == ""
    console.type("local")
    assert "on your own network, and at the addresses" in await reached(args(), console, [HERE, FAR])
    assert kept_reach() is Reach.LOCAL


async def test_where_no_one_can_answer_no_one_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "at_terminal", lambda: False)
    console = TypedConsole()
    assert "on your own network, and at the addresses" in await reached(args(), console)
    assert console.text == ""
    assert kept_reach() is None


@needs_iroh
async def test_who_ends_the_input_has_not_answered() -> None:
    console = TypedConsole()
    console.end()
    await reached(args(), console)
    assert kept_reach() is None


@needs_iroh
async def test_an_argument_is_for_one_table() -> None:
    keep_reach(Reach.LOCAL)
    assert "through your router" in await reached(args(reach="direct"), TypedConsole())
    assert kept_reach() is Reach.LOCAL


@needs_iroh
async def test_a_relay_that_is_named_is_used_and_told() -> None:
    async with relay() as of:
        console = TypedConsole()
        async with place_of(args(relay=of.url), console) as place:
            await become_reachable(place, console)
            assert place.told() == f"You can be reached from anywhere, through the relay {of.url}."
            assert place.addresses[-1].relay == of.url
            assert place.way.relays == {of.url}


@needs_iroh
async def test_a_relay_that_does_not_answer_is_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iroh, "ONLINE", 0.2)
    console = TypedConsole()
    await reached(args(relay=NO_RELAY), console)
    assert "No relay answers, so friends can reach you at your own addresses only." in console.text


async def test_what_is_no_relay_is_one_sentence() -> None:
    with pytest.raises(Failure, match=r"--relay: 'example\.org' is no relay; write it like"):
        await reached(args(relay="example.org"), TypedConsole())


@needs_iroh
async def test_the_guests_of_a_table_with_a_relay_of_its_own_use_that_one() -> None:
    async with way_to(args(reach="anywhere"), TypedConsole(), [HERE, FAR]) as way:
        assert way.relays == {"https://relay.example.org"}
        assert way.may_dial(FAR)
        assert not way.may_dial(Address.at_relay(KEY, "https://other.example.org"))


@needs_iroh
async def test_who_stays_local_dials_no_relay() -> None:
    async with way_to(args(reach="local"), TypedConsole(), [HERE, FAR]) as way:
        assert way.may_dial(HERE)
        assert not way.may_dial(FAR)


async def test_on_one_machine_no_one_is_asked_anything() -> None:
    console = TypedConsole()
    async with place_of(args(bind=LOOPBACK), console) as place, way_to(args(), console, place.addresses) as way:
        assert place.told() == ""
        assert place.endpoint is None
        assert way.may_dial(place.addresses[0])
    assert console.text == ""


async def test_a_machine_without_the_library_plays_on_with_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iroh, "is_installed", lambda: False)
    console = TypedConsole()
    assert "on your own network, and at the addresses" in await reached(args(reach="anywhere"), console)
    assert console.text.startswith("There is no iroh for this machine, so ")


def test_a_kept_game_notes_what_was_asked_for() -> None:
    given = Namespace(bind=None, port=0, advertise=["192.0.2.1"], reach=Reach.DIRECT, relay=None, name="Ada")
    noted = network_of(given)
    assert noted == {"advertise": ["192.0.2.1"], "reach": Reach.DIRECT}
    again = network_args(noted | {"key": "00", "map_port": True})
    assert (again.bind, again.port, again.advertise, again.reach, again.key) == (None, 0, ["192.0.2.1"], "direct", "00")


def test_the_way_that_was_found_is_told() -> None:
    assert found_at(HERE) == "Found the table at 192.168.0.7:4242."
    assert found_at(FAR) == "Found the table through the relay https://relay.example.org."
    assert found_at(Address.at_socket(KEY, HERE)) == "Found the table at 192.168.0.7:4242/udp."
