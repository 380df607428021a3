"""Games over real connections, on this machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import trio
import trio.testing

from p2p.game import IllegalAction
from p2p.log import messages
from p2p.log.changes import AGREEMENT
from p2p.log.charter import Charter
from p2p.log.messages import Message, Status
from p2p.log.statements import ABSENT, END, Change, SignedAck, SignedClosing
from p2p.log.steps import Kind, Refused, Step
from p2p.net.address import Address, Way, listen
from p2p.net.connection import Connection
from p2p.net.door import DialError, Door, dial
from p2p.net.tls import Credentials, TableSecret, WatchCredentials
from p2p.session import conversation
from p2p.session.conversation import TalkError
from p2p.session.events import (
    Asked,
    Completed,
    Event,
    Finished,
    MessageRefused,
    Missed,
    Moved,
    Output,
    Overdue,
    Reached,
    Requested,
    RolledBack,
    Said,
    Started,
    Stopped,
)
from p2p.session.session import Session
from p2p.session.state import Phase
from p2p.shell.mesh import Mesh, Window
from p2p.shell.table import Link, Table
from p2p.wire.frames import frame
from tests.p2p.ends import SECRET
from tests.p2p.tables import charter, game, identity, raised, session
from tests.p2p.wager import new_wager

LOCALHOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds that a program waits for a player who is on the way: more than a machine needs that does much else."""

IMPATIENT = 2.0
"""The same where the test waits until it has passed."""

Graph = dict[int, list[int]]
"""By player, whom they know where to dial."""


async def bound(players: int) -> tuple[list[list[trio.SocketListener]], list[Address]]:
    """A listener on a free port for each player, and where these listen."""
    listeners = [await listen([Address(LOCALHOST, 0)]) for _ in range(players)]
    return listeners, [Address(*own[0].socket.getsockname()[:2]) for own in listeners]


class Peer:
    """A player's program, which takes the first legal answer."""

    def __init__(self, of: Charter, player: int, secret: TableSecret = SECRET, patience: float = PATIENCE) -> None:
        self.session = session(of, player)
        self.table = Table(self.session, self.answer, self.show, patience)
        self.credentials = Credentials(secret, identity(player))
        self.events: list[Event] = []
        self.log: list[str] = []
        self.faults: list[BaseExceptionGroup[Exception]] = []
        self.end: Finished | Stopped | None = None
        self.scope = trio.CancelScope()
        self.ended = trio.Event()

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        return game(self.session).legal(seat)[0]

    def show(self, event: Event) -> None:
        self.events.append(event)

    def of(self, kind: type[Event]) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    async def play(self, listeners: list[trio.SocketListener], known: dict[int, list[Address]]) -> None:
        door = Door(listeners, self.credentials, lambda line: self.log.append(str(line)), self.faults.append)
        mesh = Mesh(self.session, door, self.credentials, known, way=Way(on_loopback=True))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(door.serve)
            with self.scope:
                self.end = await self.table.play(mesh)
            self.ended.set()
            nursery.cancel_scope.cancel()


class Thinker(Peer):
    """A player's program that thinks for ever about what it is asked."""

    def __init__(self, of: Charter, player: int) -> None:
        super().__init__(of, player)
        self.asked: list[int] = []
        self.thinks = trio.Event()

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        self.asked.append(seat)
        self.thinks.set()
        await trio.sleep_forever()
        raise AssertionError("this player thinks for ever")


async def run(*peers: Peer, graph: Graph | None = None) -> None:
    """Let peers play together, to the end of all."""
    listeners, where = await bound(len(peers))
    everybody = range(len(peers))
    graph = graph or {player: [other for other in everybody if other != player] for player in everybody}
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            for player, peer in enumerate(peers):
                known = {other: [where[other]] for other in graph.get(player, [])}
                nursery.start_soon(peer.play, listeners[player], known)


class Trips(Peer):
    """A program with a fault: it trips over the first acknowledgement of each connection, ``times`` in all."""

    def __init__(self, of: Charter, player: int, times: int) -> None:
        super().__init__(of, player)
        self._times = times
        receive = self.session.receive

        def trip(link: int, data: bytes) -> list[Output]:
            if self._times and isinstance(messages.decode(data), SignedAck):
                self._times -= 1
                raise IndexError("tuple index out of range")
            return receive(link, data)

        self.session.receive = trip  # type: ignore[method-assign]


@pytest.mark.parametrize("player", [0, 2])
async def test_a_fault_in_one_connection_costs_that_connection_and_is_reported(player: int) -> None:
    """Player 0 is dialled by the others, player 2 dials them."""
    peers = [Peer(charter(3), number) for number in range(3)]
    peers[player] = Trips(charter(3), player, times=2)
    await run(*peers)
    assert {type(peer.end) for peer in peers} == {Finished}
    assert [len(peer.faults) for peer in peers] == [2 * (number == player) for number in range(3)]
    assert all(fault.subgroup(IndexError) for fault in peers[player].faults)


async def test_a_screen_that_is_gone_ends_the_game() -> None:
    def show(event: Event) -> None:
        if isinstance(event, Started):
            raise BrokenPipeError

    peers = [Peer(charter(2), player) for player in range(2)]
    peers[0].table = Table(peers[0].session, peers[0].answer, show, PATIENCE)
    with pytest.raises(BaseExceptionGroup) as gone:
        await run(*peers)
    assert gone.value.subgroup(BrokenPipeError) is not None


@pytest.mark.parametrize("players", [1, 2, 5])
async def test_peers_play_a_game_over_sockets(players: int) -> None:
    peers = [Peer(charter(players, (0, 0) if players == 1 else None), player) for player in range(players)]
    await run(*peers)
    assert [peer.faults for peer in peers] == [[]] * players
    assert {type(peer.end) for peer in peers} == {Finished}
    assert len({peer.session.record() for peer in peers}) == 1


@pytest.mark.parametrize(
    "graph",
    [{1: [0], 2: [0], 3: [0], 4: [0]}, {0: [4], 1: [4], 2: [4], 3: [4]}, {1: [0], 2: [1], 3: [2], 4: [3]}],
    ids=["the first is known", "the last is known", "each knows one"],
)
async def test_one_whom_others_can_dial_is_enough(graph: Graph) -> None:
    peers = [Peer(charter(5), player) for player in range(5)]
    await run(*peers, graph=graph)
    assert {type(peer.end) for peer in peers} == {Finished}
    assert len({peer.session.record() for peer in peers}) == 1


async def test_no_one_is_missed_for_leaving_first_at_the_end() -> None:
    for _ in range(10):
        peers = [Peer(charter(4, rounds=1), player) for player in range(4)]
        await run(*peers)
        assert [peer.end.missing for peer in peers if isinstance(peer.end, Finished)] == [()] * 4


class Leaves(Peer):
    """Leaves the table at its third step."""

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Completed) and event.step.number == 3:
            self.scope.cancel()


class Agrees(Peer):
    """Agrees to changes in a task of its own, since a dialogue that is shown something must not answer at once."""

    def __init__(self, of: Charter, player: int, patience: float = PATIENCE) -> None:
        super().__init__(of, player, patience=patience)
        self._wanted, self._changes = trio.open_memory_channel[Change](8)

    def want(self, change: Change) -> None:
        self._wanted.send_nowait(change)

    async def play(self, listeners: list[trio.SocketListener], known: dict[int, list[Address]]) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._agree)
            await super().play(listeners, known)
            nursery.cancel_scope.cancel()

    async def _agree(self) -> None:
        async for change in self._changes:
            with suppress(Refused):
                self.table.agree(change)


class GivesUp(Agrees):
    """Wants everybody to be absent who has left, or can't be reached for a while."""

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Missed):
            self.table.patience = IMPATIENT
        left = isinstance(event, Moved) and self.session.roster.status(event.player) is Status.LEFT
        if isinstance(event, Overdue) or (isinstance(event, Moved) and left):
            self.want(Change(ABSENT, event.player))


async def test_a_game_goes_on_without_a_peer_that_has_left_if_the_others_agree() -> None:
    of = charter(3)
    peers = [GivesUp(of, 0), Leaves(of, 1), GivesUp(of, 2)]
    await run(*peers)
    for peer in (peers[0], peers[2]):
        assert isinstance(peer.end, Finished)
        assert peer.end.missing == (1,)
        assert peer.session.log.absent == {1}
        assert Overdue(1) not in peer.events
    assert peers[0].session.record() == peers[2].session.record()


class KeepsTheEndUp(Peer):
    """Neither acknowledges the end of the game nor closes it."""

    def __init__(self, of: Charter, player: int) -> None:
        super().__init__(of, player)
        outbox = self.session._state.outbox
        broadcast = outbox.broadcast

        def hold(message: Message, *, guests: bool = True) -> None:
            if not (isinstance(message, SignedAck | SignedClosing) and self.session.log.kind is Kind.OVER):
                broadcast(message, guests=guests)

        vars(outbox)["broadcast"] = hold


class IsImpatientAtTheEnd(Peer):
    """Waits for others only a little while once the game is over."""

    def show(self, event: Event) -> None:
        super().show(event)
        if self.session.phase is Phase.CLOSING:
            self.table.patience = IMPATIENT


async def test_the_others_close_the_game_without_a_player_who_is_here_and_does_not() -> None:
    of = charter(3)
    peers = [IsImpatientAtTheEnd(of, 0), KeepsTheEndUp(of, 1), IsImpatientAtTheEnd(of, 2)]
    await run(*peers)
    for peer in (peers[0], peers[2]):
        assert isinstance(peer.end, Finished)
        assert peer.end.missing == (1,)


class Vanishes(Leaves):
    """Is gone at its third step without a word, as if killed."""

    def __init__(self, of: Charter, player: int) -> None:
        super().__init__(of, player)
        vars(self.session)["leave"] = list


async def test_a_peer_that_vanishes_is_missed_and_said_to_be_overdue_and_the_others_go_on_without_it() -> None:
    of = charter(3)
    peers = [GivesUp(of, 0), Vanishes(of, 1), GivesUp(of, 2)]
    await run(*peers)
    for peer in (peers[0], peers[2]):
        assert isinstance(peer.end, Finished)
        assert peer.events.index(Missed(1)) < peer.events.index(Overdue(1))
        assert peer.session.log.absent == {1}


class CutsOnce(Peer):
    """Loses all its connections at its third step, once."""

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Completed) and event.step.number == 3:
            for link in self.table._links.values():
                link.scope.cancel()


async def test_connections_that_break_are_made_again() -> None:
    of = charter(3)
    peers = [Peer(of, 0), CutsOnce(of, 1), Peer(of, 2)]
    await run(*peers)
    assert {type(peer.end) for peer in peers} == {Finished}
    assert len({peer.session.record() for peer in peers}) == 1


class Talks(Peer):
    """Says something to all, and something to the third player alone, once it reaches everybody."""

    said = False

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Completed) and not self.said:
            self.said = True
            self.table.say("Good evening!")
            self.table.say("Shall we ally?", 2)


async def test_talk_is_heard_by_whom_it_is_for() -> None:
    of = charter(3)
    peers = [Peer(of, 0), Talks(of, 1), Peer(of, 2)]
    await run(*peers, graph={1: [0], 2: [0]})
    assert peers[0].of(Said) == [Said(1, None, "Good evening!")]
    assert peers[2].of(Said) == [Said(1, None, "Good evening!"), Said(1, 2, "Shall we ally?")]


class SaysMoreThanItMay(Peer):
    """Says all that it may say at once, and a moment later one thing more."""

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Completed):
            with suppress(TalkError):
                while True:
                    self.table.say("And another thing!")


async def test_what_a_person_may_say_grows_with_trio_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "SAID_AT_ONCE", 1)
    monkeypatch.setattr(conversation, "SAID_PER_SECOND", 1000)
    of = charter(2)
    peers = [SaysMoreThanItMay(of, 0), Peer(of, 1)]
    await run(*peers)
    assert len(peers[1].of(Said)) > 1


class Ponders(Peer):
    """Never comes to an answer."""

    cancelled = False

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        try:
            await trio.sleep_forever()
        except trio.Cancelled:
            self.cancelled = True
            raise


class EndsWhenAsked(Agrees):
    """Wants the game to end as soon as anybody is asked for anything."""

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        self.want(Change(END, 0))
        return await super().answer(seat, refused)


class PondersTheEnd(Ponders, Agrees):
    """Agrees to the end that others ask for, while it ponders."""

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Requested) and Change(END, 0) in event.changes:
            self.want(Change(END, 0))


async def test_a_prompt_is_cancelled_when_the_game_ends_meanwhile() -> None:
    of = charter(2)
    ponderer = PondersTheEnd(of, 0)
    await run(ponderer, EndsWhenAsked(of, 1))
    assert ponderer.cancelled
    assert isinstance(ponderer.end, Finished)
    assert (ponderer.end.winners, ponderer.end.victory) == ((), AGREEMENT)


class Tries(Peer):
    """Gives an illegal answer first, every time."""

    def __init__(self, of: Charter, player: int) -> None:
        super().__init__(of, player)
        self.refused: list[IllegalAction] = []

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        if refused is None:
            return "steal"
        self.refused.append(refused)
        return await super().answer(seat, refused)


async def test_who_gives_an_illegal_answer_is_asked_again_and_told_why() -> None:
    of = charter(2)
    tries = Tries(of, 0)
    await run(tries, Peer(of, 1))
    asked = [event for event in tries.events if isinstance(event, Asked)]
    assert len(asked) == len(tries.refused) > 0
    assert isinstance(tries.end, Finished)


async def test_who_does_not_come_is_named_with_their_address() -> None:
    of = charter(2)
    listeners, where = await bound(2)
    await listeners[0][0].aclose()
    peer = Peer(of, 1, patience=IMPATIENT)
    await peer.play(listeners[1], {0: [where[0]]})
    assert isinstance(peer.end, Stopped)
    assert peer.end.sentence == (
        f"Ada did not come to the table (No answer from {where[0]} (connection refused))."
        " The game ends before it begins."
    )


async def test_who_has_another_charter_is_told_so() -> None:
    host, guest = Peer(charter(2), 0), Peer(charter(2, rounds=5), 1, patience=IMPATIENT)
    listeners, where = await bound(2)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.play, listeners[0], {})
        await guest.play(listeners[1], {0: [where[0]]})
        nursery.cancel_scope.cancel()
    assert isinstance(guest.end, Stopped)
    assert "(Another game is being played here)." in str(guest.end.sentence)


class Beside:
    """Ada at her table, and a stranger who comes to it; then Bo comes, and they play."""

    def __init__(self) -> None:
        self.charter = charter(2)
        self.ada, self.bo = Peer(self.charter, 0), Peer(self.charter, 1)

    async def play(self, stranger: Stranger, player: int, secret: TableSecret = SECRET) -> None:
        listeners, where = await bound(2)
        credentials = Credentials(secret, identity(player))
        with trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.ada.play, listeners[0], {})
                await stranger(where[0], credentials, self.charter.id)
                nursery.start_soon(self.bo.play, listeners[1], {0: [where[0]]})
        assert isinstance(self.ada.end, Finished)
        assert isinstance(self.bo.end, Finished)


Stranger = Callable[[Address, Credentials, bytes], Awaitable[None]]


@pytest.mark.parametrize(
    ("player", "secret", "sentence"),
    [
        (1, TableSecret(bytes(16)), "is not the table of this invitation"),
        (2, SECRET, "This game has begun, and only its players may come in."),
        (0, SECRET, "This is your own seat."),
    ],
    ids=["with another invitation", "who is not in the charter", "with the host's own key"],
)
async def test_no_one_but_the_players_gets_in(player: int, secret: TableSecret, sentence: str) -> None:
    async def knock(where: Address, credentials: Credentials, subject: bytes) -> None:
        with pytest.raises(DialError, match=sentence):
            await dial(where, credentials, "game", subject, None)

    table = Beside()
    await table.play(knock, player, secret)
    assert len(table.ada.log) == 1


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"garbage", "sent what is no canonical encoding"),
        (b"\x91" * 200_000, "sent what is no canonical encoding"),
        (b"\x91\xa3foo", "sent a message that is none of this protocol"),
    ],
)
async def test_a_player_s_program_that_breaks_the_protocol_is_disconnected_and_may_come_back(
    said: bytes, reason: str
) -> None:
    async def break_it(where: Address, credentials: Credentials, subject: bytes) -> None:
        connection = await dial(where, credentials, "game", subject, None)
        await connection.send(said)
        await drained(connection)

    table = Beside()
    await table.play(break_it, 1)
    (refused,) = table.ada.of(MessageRefused)
    assert isinstance(refused, MessageRefused)
    assert str(refused.reason).startswith(reason)


async def test_a_player_s_program_that_says_nothing_for_long_is_disconnected_and_may_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p2p.net.connection.IDLE_TIMEOUT", 0.4)
    monkeypatch.setattr("p2p.shell.table.KEEPALIVE", 0.1)
    monkeypatch.setattr("p2p.shell.table.WATCH_EVERY", 0.02)

    async def say_nothing(where: Address, credentials: Credentials, subject: bytes) -> None:
        await drained(await dial(where, credentials, "game", subject, None))

    table = Beside()
    await table.play(say_nothing, 1)
    met = [event for event in table.ada.events if isinstance(event, Missed | Reached)]
    assert met[:3] == [Reached(1), Missed(1), Reached(1)]


async def test_who_says_much_still_says_every_few_seconds_what_they_have(autojump_clock: object) -> None:
    class Wire:
        idle_timeout = 20.0
        waiting = 0

        def __init__(self) -> None:
            self.framed: list[bytes] = []

        def send_now(self, framed: bytes) -> None:
            self.framed.append(framed)

    wire: Any = Wire()
    link = Link(1, wire)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.watch, lambda: b"have")
        for _ in range(21):
            link.send(frame(b"news"))
            link.heard()
            await trio.sleep(1)
        nursery.cancel_scope.cancel()
    assert wire.framed.count(frame(b"have")) == 4


async def test_a_game_in_which_a_player_thinks_for_long_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.net.connection.IDLE_TIMEOUT", 1.0)
    monkeypatch.setattr("p2p.shell.table.KEEPALIVE", 0.1)
    monkeypatch.setattr("p2p.shell.table.WATCH_EVERY", 0.02)

    class Thinks(Peer):
        async def answer(self, seat: int, refused: IllegalAction | None) -> str:
            if not self.of(Completed):
                await trio.sleep(1.5)
            return await super().answer(seat, refused)

    of = charter(2, rounds=1)
    peers = [Thinks(of, 0), Thinks(of, 1)]
    await run(*peers)
    assert {type(peer.end) for peer in peers} == {Finished}
    for peer in peers:
        assert Missed not in map(type, peer.events[: peer.events.index(peer.of(Completed)[-1])])


async def drained(connection: Connection) -> None:
    """Read until the other end hangs up."""
    with suppress(trio.BrokenResourceError):
        while await connection.receive() is not None:
            pass
    await connection.aclose()


class Expects(Peer):
    """Answers only once there is a spectator."""

    def __init__(self, of: Charter, player: int) -> None:
        super().__init__(of, player)
        self.started, self.watched = trio.Event(), trio.Event()

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Started):
            self.started.set()

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        await self.watched.wait()
        return await super().answer(seat, refused)


class Spectator(Peer):
    """Watches through a window, and lets the test know that it does; it is asked nothing."""

    def __init__(self, of: Charter, where: Address, expected_by: Expects) -> None:
        self.window = Window([where], WatchCredentials(SECRET.watch(), identity(4)), identity(0).public, raised)
        self.session = Session(of, new_wager, None)
        self.table = Table(self.session, self.answer, self.show, patience=10)
        self.expected_by = expected_by
        self.end = None

    def show(self, event: Event) -> None:
        if isinstance(event, Reached):
            self.expected_by.watched.set()

    async def watch(self) -> None:
        self.end = await self.table.play(self.window)


async def test_a_guest_sees_the_whole_game_and_has_its_record() -> None:
    of = charter(2)
    ada, bo = Peer(of, 0), Expects(of, 1)
    listeners, where = await bound(2)
    guest = Spectator(of, where[0], bo)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.play, listeners[0], {})
            nursery.start_soon(bo.play, listeners[1], {0: [where[0]]})
            await bo.started.wait()
            assert await guest.window.charter() == of
            nursery.start_soon(guest.watch)
    assert isinstance(guest.end, Finished)
    assert guest.session.record() == ada.session.record()


@pytest.mark.parametrize("player", [0, 1])
async def test_no_player_s_program_lets_anybody_watch_where_the_charter_does_not(player: int) -> None:
    of = charter(2, watch=False)
    peers = [Thinker(of, 0), Thinker(of, 1)]
    listeners, where = await bound(2)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            for number, peer in enumerate(peers):
                nursery.start_soon(peer.play, listeners[number], {1 - number: [where[1 - number]]})
            for peer in peers:
                await peer.thinks.wait()
            window = Window([where[player]], WatchCredentials(SECRET.watch(), identity(4)), None, raised)
            with pytest.raises(DialError, match="You cannot watch at this table now"):
                await window.charter()
            nursery.cancel_scope.cancel()


async def test_a_question_is_asked_anew_once_the_one_before_has_ended() -> None:
    """Else what the one before does in its end would be done to the new one."""
    running: list[int] = []
    most: list[int] = []

    async def answer(seat: int, refused: IllegalAction | None) -> str:
        running.append(seat)
        most.append(len(running))
        try:
            await trio.sleep_forever()
        finally:
            await trio.lowlevel.cancel_shielded_checkpoint()
            running.remove(seat)
        raise AssertionError("no one answers")

    table = Table(session(charter(3), 0), answer, lambda event: None, PATIENCE)
    async with trio.open_nursery() as nursery:
        table._answering = nursery
        for changed in (RolledBack(()), Completed(Step(1, Kind.EPOCH, (), (), None, None, b"", b"", 0))) * 10:
            table._note(Asked(0, None))
            await trio.testing.wait_all_tasks_blocked()
            assert running == [0]
            table._note(changed)
            table._note(Asked(0, None))
            await trio.testing.wait_all_tasks_blocked()
            assert running == [0]
            table._note(changed)
            await trio.testing.wait_all_tasks_blocked()
            assert running == []
        nursery.cancel_scope.cancel()
    assert set(most) == {1}


@pytest.mark.parametrize("changed", [RolledBack(()), Completed(Step(1, Kind.EPOCH, (), (), None, None, b"", b"", 0))])
async def test_what_is_no_question_any_more_before_anyone_heard_it_is_not_asked(changed: Event) -> None:
    """So it is for a player whose machine has slept: the others went on without them, and all that arrives at once."""
    asked: list[int] = []

    async def answer(seat: int, refused: IllegalAction | None) -> str:
        asked.append(seat)
        return await trio.sleep_forever()

    table = Table(session(charter(3), 0), answer, lambda event: None, PATIENCE)
    async with trio.open_nursery() as nursery:
        table._answering = nursery
        for _ in range(10):
            table._note(Asked(0, None))
            table._note(changed)
        await trio.testing.wait_all_tasks_blocked()
        assert asked == []
        assert not nursery.child_tasks
