"""A player who missed something gets it from one who has it, and no one can make us fetch or hold without end."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from p2p.log import messages
from p2p.log.log import Log
from p2p.log.messages import CHUNK, Chunk, Fetch, Message
from p2p.log.statements import SignedAck, SignedEntry
from p2p.log.steps import Kind
from p2p.session import sync
from p2p.session.events import CatchingUp, CaughtUp, MessageRefused
from p2p.session.session import Session
from p2p.session.state import Phase
from p2p.session.sync import HELD, SERVED, SPARE, chunk
from p2p.wire.codec import MessageError
from p2p.wire.frames import MAX_MESSAGE
from tests.p2p.tables import Liar, Table, beside, charter, follow, identity, sent, session
from tests.p2p.wager import new_wager

QUIET = 1


class TellsOne(Liar):
    """Sends entries to one player only, and shows no one the log."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if to == 0 or not isinstance(message, SignedEntry | Chunk):
            yield message


class Boasts(TellsOne):
    """Acknowledges besides what no one has, and never shows it."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield from super().says(to, message)
        if isinstance(message, SignedEntry):
            ack = self.session.log.ack(0)
            yield SignedAck.by(self.identity, self.player, ack._replace(height=10**6 + ack.height))


@pytest.mark.parametrize("run", range(2))
@pytest.mark.parametrize("liar", [TellsOne, Boasts])
def test_what_is_sent_to_one_reaches_all(liar: type[Liar], run: int) -> None:
    table = Table(charter(4), run, run)
    table.lie(liar, QUIET)
    table.play()
    assert {table.sessions[player].phase for player in table.honest} == {Phase.FINISHED}
    assert len({table.sessions[player].record() for player in table.honest}) == 1


def long_log(rounds: int = 250) -> Log:
    """The log of a player who plays against themselves."""
    table = Table(charter(1, (0, 0), rounds))
    table.play()
    return table.sessions[0].log


def test_a_long_log_comes_in_chunks_of_whole_steps_that_fit_into_messages() -> None:
    log = long_log()
    copy = Log(log.charter, new_wager(log.charter.setup))
    chunks = 0
    while copy.height < log.height:
        part = chunk(log, copy.height + 1)
        assert sum(map(len, part.entries)) >= CHUNK or part.entries[-1] == messages.encode(log.steps[-1].entries[-1])
        assert len(messages.encode(part)) <= MAX_MESSAGE
        for packet in part.entries:
            entry = messages.decode(packet)
            assert isinstance(entry, SignedEntry)
            copy.accept(entry)
        assert copy.kind is not Kind.OPENINGS or copy.given == {}
        chunks += 1
    assert copy.head == log.head
    assert chunks > 2


def test_a_chunk_from_beyond_the_end_is_empty() -> None:
    log = long_log(1)
    assert chunk(log, log.height + 1) == Chunk(log.height + 1, 0, log.height, ())
    assert chunk(log, log.height + 7).entries == ()


def test_who_fetches_the_log_many_times_over_is_not_served() -> None:
    of = session(charter(1), 0)
    state, log = of._state, long_log(20)
    state.log = log
    entries = sum(len(step.entries) for step in log.steps)
    served = 0
    while True:
        sync.on_fetch(state, 0, Fetch(1))
        (output,) = state.outbox.take()
        if isinstance(output, MessageRefused):
            break
        served += entries
    assert SERVED * entries <= served <= SERVED * entries + SPARE
    counted = state.served[0]
    sync.on_fetch(state, 0, Fetch(1))
    assert state.served[0] == counted, "What is refused must not be worked out again."


def test_entries_before_their_time_are_held_in_small_number() -> None:
    log = long_log(1)
    state = session(log.charter, 0)._state
    entry = log.steps[0].entries[0].entry
    for step in range(1, HELD + 50):
        sync.hold(state, 0, SignedEntry.by(identity(0), entry._replace(step=step)))
    assert [signed.entry.step for _, signed in sync.take_held(state)] == [1]
    assert len(state.held[0]) == HELD - 1


def test_entries_that_no_one_asked_for_are_refused() -> None:
    of = charter(2)
    outputs = beside(session(of, 0), 1).receive(1, messages.encode(Chunk(1, 0, 9, ())))
    assert outputs == [MessageRefused(1, "entries that were not asked for")]


@pytest.mark.parametrize("packet", [messages.encode(Fetch(1)), b"garbage"])
def test_a_chunk_of_something_else_than_entries_is_no_message(packet: bytes) -> None:
    asking = beside(session(charter(2), 0), 1)
    sync.claim(asking._state, 1, 0, 5)
    assert Fetch(1) in sent(asking.flush())
    with pytest.raises(MessageError):
        asking.receive(1, messages.encode(Chunk(1, 0, 9, (packet,))))


def test_a_player_who_fetches_a_long_log_is_told_how_far_they_are() -> None:
    table = Table(charter(1, (0, 0), 250))
    table.play()
    player, guest = table.sessions[0], Session(table.charter, new_wager, None)
    told = [event for event in follow(guest, player) if isinstance(event, CatchingUp | CaughtUp)]
    *on_the_way, end = told
    goal = player.log.height
    heights = [event.height for event in on_the_way if isinstance(event, CatchingUp) and event.goal == goal]
    assert len(heights) == len(on_the_way) > 2
    assert heights == sorted(set(heights))
    assert (heights[0], end) == (0, CaughtUp(goal))


def test_a_connection_that_ends_ends_what_is_fetched_over_it() -> None:
    asking = beside(session(charter(2), 0), 1)
    sync.claim(asking._state, 1, 0, 5)
    asking.flush()
    assert CaughtUp(0) in asking.disconnected(1)
