"""Lobbies over real connections: a host's door, and guests who dial it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import trio

from crypto.identity import Identity
from p2p.errors import Text
from p2p.lobby import room
from p2p.lobby.guest import GONE, GuestLobby
from p2p.lobby.host import SENT_AWAY, HostLobby
from p2p.lobby.model import Denied, Dismissed, Join, LobbyEvent, Renewed, encode
from p2p.lobby.room import GuestRoom, HostRoom, LobbyEnded, table_at
from p2p.log.charter import Charter
from p2p.net import visitors
from p2p.net.address import Address, listen
from p2p.net.connection import Connection
from p2p.net.door import DialError, Door, dial
from p2p.net.tls import Credentials, TableSecret
from tests.p2p.ends import SECRET
from tests.p2p.lobbies import RULES, entrant, offer
from tests.p2p.tables import identity, raised


class Bell:
    """Rings whenever something has happened, so that tests wait for what they want to see and no longer."""

    def __init__(self) -> None:
        self._rung = trio.Event()

    def ring(self) -> None:
        self._rung.set()
        self._rung = trio.Event()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something has come true, which must be in good time."""
        with trio.fail_after(60):
            while not true():
                await self._rung.wait()


class Table:
    """A host with a lobby behind a door."""

    def __init__(self, seats: int, listeners: list[trio.SocketListener], nursery: trio.Nursery) -> None:
        self.nursery = nursery
        self.bell = Bell()
        self.log: list[str] = []
        self.address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
        self.shown: list[LobbyEvent] = []
        self.room = HostRoom(HostLobby(offer(seats), entrant(0)), self.show)
        self.door = Door(listeners, Credentials(SECRET, identity(0)), self.note, raised)
        self.door.open("lobby", self.room.admit, self.room.receive)

    def show(self, event: LobbyEvent) -> None:
        self.shown.append(event)
        if isinstance(event, Renewed):
            self.door.renew(Credentials(event.secret, identity(0)))
        self.bell.ring()

    def note(self, line: Text) -> None:
        self.log.append(str(line))
        self.bell.ring()

    async def dial(self, player: int) -> Connection:
        """A connection of a player's, in the lobby but not joined."""
        credentials = Credentials(SECRET, identity(player))
        return await dial(self.address, credentials, "lobby", b"", identity(0).public)

    async def seat(self, player: int) -> Guest:
        """A guest who has sat down, and stays as long as the table."""
        people = len(self.room.picture.members)
        guest = Guest(player, await self.dial(player))
        self.nursery.start_soon(guest.run)
        await self.until_there_are(people + 1)
        return guest

    async def until_there_are(self, people: int) -> None:
        await self.bell.until(lambda: len(self.room.picture.members) == people)


@asynccontextmanager
async def table(seats: int = 3) -> AsyncIterator[Table]:
    async with trio.open_nursery() as nursery:
        host = Table(seats, await listen([Address("127.0.0.1", 0)]), nursery)
        nursery.start_soon(host.door.serve)
        yield host
        nursery.cancel_scope.cancel()


class Guest:
    """A guest in the lobby, and how their time there ended."""

    def __init__(self, player: int, connection: Connection) -> None:
        self.bell = Bell()
        self._connection = connection
        self.room = GuestRoom(GuestLobby(RULES, entrant(player)), connection, self.show)
        self.secret: TableSecret | None = None
        self.charter: Charter | None = None
        self.sentence = ""

    async def run(self) -> None:
        try:
            assert await table_at(self._connection) == RULES
            self.charter = await self.room.run()
        except LobbyEnded as ended:
            self.sentence = str(ended)
        self.bell.ring()

    def show(self, event: LobbyEvent) -> None:
        if isinstance(event, Renewed):
            self.secret = event.secret
        self.bell.ring()

    async def be_ready(self) -> None:
        """Wait until every seat is taken, then be ready."""
        await self.bell.until(lambda: (seen := self.room.picture) is not None and seen.taken == seen.seats)
        self.room.ready(True)

    async def until_ended(self) -> None:
        await self.bell.until(lambda: self.charter is not None or self.sentence != "")


async def test_people_meet_in_the_lobby_and_leave_it_with_one_charter() -> None:
    async with table() as host:
        guests = [await host.seat(player) for player in (1, 2)]
        for guest in guests:
            await guest.be_ready()
        host.room.ready(True)
        with trio.fail_after(60):
            charter = await host.room.run()
        for guest in guests:
            await guest.until_ended()
    assert [guest.charter and guest.charter.id for guest in guests] == [charter.id] * 2
    assert [player.key for player in charter.players] == [identity(player).public for player in range(3)]


async def test_a_guest_who_hangs_up_has_left() -> None:
    async with table() as host:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Guest(1, await host.dial(1)).run)
            await host.until_there_are(2)
            nursery.cancel_scope.cancel()
        await host.until_there_are(1)


async def test_a_guest_whose_host_goes_away_is_told_so() -> None:
    async with trio.open_nursery() as nursery:
        async with table() as host:
            guest = Guest(1, await host.dial(1))
            nursery.start_soon(guest.run)
            await host.until_there_are(2)
        await guest.until_ended()
    assert guest.sentence == str(GONE)


async def test_a_guest_hears_why_the_host_closes_the_table() -> None:
    async with table() as host:
        guest = await host.seat(1)
        await host.room.close()
        await guest.until_ended()
    assert guest.sentence == "The host has closed the table."


async def test_whom_the_host_sends_away_hears_so_and_may_come_again() -> None:
    async with table() as host:
        guest = await host.seat(1)
        host.room.dismiss(1)
        await guest.until_ended()
        await host.seat(1)
    assert guest.sentence == str(SENT_AWAY)


async def test_a_guest_sends_no_one_away() -> None:
    async with table() as host:
        guest = await host.seat(1)
        with pytest.raises(Denied, match="Only the host"):
            guest.room.dismiss(0)
        with pytest.raises(Denied, match="Only the host"):
            guest.room.change(3, ())
        with pytest.raises(Denied, match="Only the host can make a new invitation"):
            guest.room.renew()


async def test_silent_callers_keep_none_of_the_friends_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eighty connections of keys made for it, in one network with the friends, and all of them say nothing."""
    async with table(5) as host, AsyncExitStack() as stack:
        for _ in range(80):
            credentials = Credentials(SECRET, Identity.generate())
            silent = await dial(host.address, credentials, "lobby", b"", identity(0).public)
            stack.push_async_callback(silent.aclose)
        assert len(host.room.strangers) >= 16
        assert all(origin.startswith("127.0.0.1:") for origin in host.room.strangers)
        friends = [await host.seat(player) for player in range(1, 5)]
        assert [friend.sentence for friend in friends] == [""] * 4


@pytest.mark.parametrize(
    ("seats", "says", "told"),
    [
        (1, [], "The table is full: all of its 1 seats are taken."),
        (3, [b"\xc1"], "Your program sent what is no canonical encoding: "),
    ],
    ids=["refused", "sent away for what they send"],
)
async def test_those_who_join_and_have_to_go_are_a_line_and_not_a_flood(
    seats: int, says: list[bytes], told: str
) -> None:
    async with table(seats) as host:
        for number in range(8):
            me = entrant(1, b"Eve %d" % number)
            connection = await dial(host.address, Credentials(SECRET, Identity.generate()), "lobby", b"", None)
            for data in (encode(Join(me.name, me.chat, me.tip, me.addresses)), *says):
                await connection.send(data)
            while await connection.receive() is not None:
                pass
            await connection.aclose()
            await host.until_there_are(1)
        await host.bell.until(lambda: bool(host.log))
        assert [event for event in host.shown if isinstance(event, Dismissed)] == []
        [line] = host.log
        assert line.startswith("Eve 0, 127.0.0.1:")
        assert f", and told: “{told}" in line


async def test_a_new_invitation_leaves_members_seated_and_opens_nothing_to_holders_of_the_old_one() -> None:
    async with table() as host:
        guest = await host.seat(1)
        host.room.renew()
        await guest.bell.until(lambda: guest.secret is not None)
        with pytest.raises(DialError, match="is not the table of this invitation"):
            await host.dial(2)
        assert guest.secret is not None
        renewed = Credentials(guest.secret, identity(2))
        host.nursery.start_soon(Guest(2, await dial(host.address, renewed, "lobby", b"", identity(0).public)).run)
        await host.until_there_are(3)
        assert guest.sentence == ""


async def test_a_lobby_that_is_over_lets_no_one_in() -> None:
    async with table() as host:
        await host.room.close()
        with pytest.raises(DialError, match="This lobby is closed"):
            await host.dial(1)


async def test_who_says_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "PATIENCE", 0.5)
    async with table() as host:
        connection = await host.dial(1)
        with trio.fail_after(60):
            await table_at(connection)
            assert await connection.receive() is None
        await connection.aclose()


async def test_a_guest_who_falls_silent_loses_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.net.connection.IDLE_TIMEOUT", 0.1)
    async with table() as host:
        connection = await join_by_hand(host)
        await host.until_there_are(1)
        await connection.aclose()


async def test_a_guest_whose_host_falls_silent_does_not_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.net.connection.IDLE_TIMEOUT", 0.1)

    async def says_nothing(connection: Connection, subject: bytes) -> None:
        await trio.sleep_forever()

    async with table() as host:
        host.door.open("lobby", lambda peer, subject: None, says_nothing)
        guest = Guest(1, await host.dial(1))
        with trio.fail_after(60):
            await guest.run()
    assert guest.sentence == str(GONE)


async def test_who_says_nothing_for_long_sends_a_keepalive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "KEEPALIVE", 0.05)
    monkeypatch.setattr("p2p.net.connection.IDLE_TIMEOUT", 0.5)
    async with table() as host:
        guest = await host.seat(1)
        await trio.sleep(1)
        assert len(host.room.picture.members) == 2
        assert not guest.sentence


async def join_by_hand(host: Table) -> Connection:
    """The connection of a guest who has joined and does nothing by himself."""
    connection, me = await host.dial(1), entrant(1)
    await connection.send(encode(Join(me.name, me.chat, me.tip, me.addresses)))
    await host.until_there_are(2)
    return connection


async def test_who_breaks_a_limit_loses_their_place_and_the_log_says_why() -> None:
    async with table() as host:
        connection = await join_by_hand(host)
        await connection._stream.send_all(b"\xff\xff\xff\xff")
        await host.until_there_are(1)
        await host.bell.until(lambda: bool(host.log))
        await connection.aclose()
        assert "was disconnected, because that program sent a frame of 4294967295 bytes" in host.log[0]


async def test_who_does_not_read_loses_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "QUEUE", 4)
    async with table() as host:
        connection = await join_by_hand(host)
        for _ in range(6):
            host.room.say(b"hello")
        await host.until_there_are(1)
        await connection.aclose()
