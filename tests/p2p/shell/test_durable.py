"""Games over real connections whose peers keep a journal: durable first, silent where it fails, back after a kill."""

from __future__ import annotations

import pytest
import trio

from p2p.errors import JournalError
from p2p.log import messages
from p2p.log.charter import Charter
from p2p.log.statements import SignedAck, SignedEntry
from p2p.net.address import Address, listen
from p2p.session.events import Completed, Event, Finished, MessageRefused, Progress, Returned, Send, Stopped
from p2p.shell.table import Table
from tests.p2p.shell.test_table import LOCALHOST, GivesUp, Peer, bound, run
from tests.p2p.tables import charter, session


class Notebook:
    """A journal in memory, which takes so many commits and no more."""

    def __init__(self, most: int = 10_000) -> None:
        self.durable: list[bytes] = []
        self.left = most
        self._items: list[bytes] = []

    def append(self, item: bytes) -> None:
        self._items.append(item)

    def commit(self, progress: Progress) -> None:
        if not self.left:
            raise JournalError("The disk is full.")
        self.left -= 1
        self.durable += self._items
        self._items.clear()


class Keeps(Peer):
    """Keeps a journal, and notes what it sends while it does."""

    def __init__(self, of: Charter, player: int, journal: Notebook, patience: float = 10) -> None:
        super().__init__(of, player, patience=patience)
        self.journal = journal
        self.table = Table(self.session, self.answer, self.show, patience, journal)
        self.failure: JournalError | None = None
        self.unkept: list[bytes] = []
        sending = self.table._send

        def send(output: Send) -> None:
            sending(output)
            message = messages.decode(output.data)
            own = isinstance(message, SignedAck) and message.player == player
            own |= isinstance(message, SignedEntry) and message.entry.seat == player
            if own and self.table._failure is None and output.data not in journal.durable:
                self.unkept.append(output.data)

        vars(self.table)["_send"] = send

    async def play(self, listeners: list[trio.SocketListener], known: dict[int, list[Address]]) -> None:
        try:
            await super().play(listeners, known)
        except* JournalError as errors:
            (self.failure,) = errors.exceptions  # type: ignore[assignment]


async def test_what_a_peer_has_signed_is_durable_before_it_is_sent() -> None:
    of = charter(3)
    peers = [Keeps(of, player, Notebook()) for player in range(3)]
    await run(*peers)
    assert {type(peer.end) for peer in peers} == {Finished}
    assert [peer.unkept for peer in peers] == [[], [], []]
    for peer in peers:
        again = session(of, peer.session.me or 0)
        again.restore(peer.journal.durable)
        assert again.record() == peer.session.record()


@pytest.mark.parametrize("most", [0, 7])
async def test_a_peer_that_cannot_keep_what_it_signs_sends_nothing_more_and_says_so(most: int) -> None:
    of = charter(3)
    poor = Keeps(of, 1, Notebook(most))
    others = [GivesUp(of, 0, 10), GivesUp(of, 2, 10)]
    await run(others[0], poor, others[1])
    assert "The disk is full." in repr(poor.failure)
    assert poor.unkept == []
    assert poor.end is None
    for other in others:
        if isinstance(other.end, Stopped):
            assert str(other.end.sentence).startswith("Bo ")
        else:
            assert isinstance(other.end, Finished)
            assert other.session.log.absent == {1}
        assert not other.of(MessageRefused)


async def test_a_peer_that_is_killed_comes_back_into_the_running_game() -> None:
    of = charter(3, rounds=3)
    listeners, where = await bound(3)
    everybody = {player: {other: [where[other]] for other in range(3) if other != player} for player in range(3)}
    others = [Peer(of, 0, patience=20), Peer(of, 2, patience=20)]
    journal = Notebook()
    first = Keeps(of, 1, journal)
    vars(first.session)["leave"] = list

    def die(event: Event) -> None:
        first.events.append(event)
        if isinstance(event, Completed) and event.step.number == 5:
            first.scope.cancel()

    first.table._show = die
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(others[0].play, listeners[0], everybody[0])
            nursery.start_soon(others[1].play, listeners[2], everybody[2])
            await first.play(listeners[1], everybody[1])
            again = Keeps(of, 1, Notebook())
            again.session.restore(journal.durable)
            await again.play(await listen([Address(LOCALHOST, where[1].port)]), everybody[1])
    assert Returned() in again.events
    assert {type(peer.end) for peer in (*others, again)} == {Finished}
    assert len({peer.session.record() for peer in (*others, again)}) == 1


async def test_who_comes_back_waits_for_the_others_beyond_all_patience() -> None:
    of = charter(2)
    listeners, where = await bound(2)
    alone = Peer(of, 0, patience=0.1)
    alone.session.restore([])
    other = Peer(of, 1, patience=20)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(alone.play, listeners[0], {})
            await trio.sleep(0.6)
            assert alone.end is None
            alone.table.patience = 20
            await other.play(listeners[1], {0: [where[0]]})
    assert isinstance(alone.end, Finished)
