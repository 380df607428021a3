"""Several addresses dialled at once: the nearest that answers is taken, and no other hears what we want."""

from __future__ import annotations

import pytest
import trio

from crypto.identity import PublicKey
from p2p.net import door
from p2p.net.address import Address, listen
from p2p.net.connection import Connection
from p2p.net.door import DialError, Door, dial_any
from p2p.net.tls import Credentials
from tests.p2p.ends import GUEST, SECRET
from tests.p2p.tables import identity, raised

NOWHERE = Address("127.0.0.1", 1)
KEYED = Address.at_relay(bytes(range(32)), "https://relay.example.org")


class Host:
    """A host with a door at one address or several."""

    def __init__(self, listeners: list[trio.SocketListener], player: int = 0) -> None:
        self.addresses = [Address(*listener.socket.getsockname()[:2]) for listener in listeners]
        self.log: list[str] = []
        self.entered: list[PublicKey] = []
        self.door = Door(
            listeners, Credentials(SECRET, identity(player)), lambda line: self.log.append(str(line)), raised
        )
        self.door.open("lobby", lambda key, subject: None, self.enter)

    async def enter(self, connection: Connection, subject: bytes) -> None:
        """Let a guest in, and wait until they leave."""
        self.entered.append(connection.peer)
        await connection.receive()


async def reached(
    hosts: list[Host], addresses: list[Address], failures: list[Address] | None = None
) -> tuple[Address, PublicKey]:
    """Dial these addresses, and return which answered, and who was there."""

    def failed(address: Address, error: DialError) -> None:
        if failures is not None:
            failures.append(address)

    async with trio.open_nursery() as nursery:
        for host in hosts:
            nursery.start_soon(host.door.serve)
        with trio.fail_after(60):
            connection, where = await dial_any(addresses, GUEST, "lobby", b"", identity(0).public, failed=failed)
        await connection.aclose()
        await trio.sleep(0.05)
        nursery.cancel_scope.cancel()
    return where, connection.peer


async def open_host(number: int, player: int = 0) -> Host:
    """A host who listens at so many addresses."""
    return Host(await listen([Address("127.0.0.1", 0)] * number), player)


async def test_the_first_address_that_answers_is_taken_and_named() -> None:
    host = await open_host(1)
    failures: list[Address] = []
    where, who = await reached([host], [NOWHERE, *host.addresses], failures)
    assert (where, who) == (host.addresses[0], identity(0).public)
    assert failures == [NOWHERE]


async def test_a_host_with_several_addresses_is_entered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "STAGGER", 0.0)
    host = await open_host(4)
    await reached([host], host.addresses)
    assert host.entered == [identity(1).public]


async def test_an_address_that_never_answers_holds_no_one_up() -> None:
    [silent] = await listen([Address("127.0.0.1", 0)])
    host = await open_host(1)
    began = trio.current_time()
    where, _ = await reached([host], [Address(*silent.socket.getsockname()[:2]), *host.addresses])
    await silent.aclose()
    assert where == host.addresses[0]
    assert trio.current_time() - began < 5


async def test_another_player_at_a_nearer_address_is_passed_over() -> None:
    other, host = await open_host(1, player=2), await open_host(1)
    failures: list[Address] = []
    where, _ = await reached([other, host], [*other.addresses, *host.addresses], failures)
    assert where == host.addresses[0]
    assert failures == other.addresses
    assert other.entered == []


async def test_where_no_address_answers_all_of_them_are_named() -> None:
    with pytest.raises(DialError, match=r"No answer at any of 127\.0\.0\.1:1, 127\.0\.0\.1:2\.") as error:
        await dial_any([NOWHERE, Address("127.0.0.1", 2)], GUEST, "lobby", b"", None)
    assert error.value.unanswered


async def test_without_iroh_an_endpoint_is_said_to_need_it() -> None:
    with pytest.raises(DialError, match=r"The table at https://relay\.example\.org can't be dialled without iroh\."):
        await dial_any([KEYED], GUEST, "lobby", b"", None)


async def test_without_any_address_there_is_nothing_to_dial() -> None:
    with pytest.raises(DialError, match="names no address"):
        await dial_any([], GUEST, "lobby", b"", None)
