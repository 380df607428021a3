"""Whole games among honest players, however the network delays and mixes what they say."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.game import Over
from p2p.log import messages, statements
from p2p.log.charter import Charter
from p2p.log.messages import Chunk
from p2p.log.statements import SignedAck, SignedEntry
from p2p.log.steps import Kind
from p2p.session.events import (
    Committed,
    Completed,
    Diverged,
    Final,
    Finished,
    MessageRefused,
    Output,
    Revealed,
    Send,
    Signed,
    Started,
)
from p2p.session.state import Phase
from tests.p2p.tables import Table, charter, game

HOLDERS = {1: (0, 0), 2: (0, 1), 3: (0, 1, 1, 2, 0), 4: (0, 1, 2, 3), 5: (4, 3, 2, 1, 0)}
PERSONS = tuple(HOLDERS)


@cache
def played(players: int, seed: int, answers: int = 0) -> Table:
    """A game that was played to its end: no test changes it."""
    table = Table(charter(players, HOLDERS[players]), seed, answers)
    table.play()
    return table


@pytest.mark.parametrize("players", PERSONS)
@pytest.mark.parametrize("seed", range(2))
def test_all_finish_with_the_same_record_and_no_one_is_suspected(players: int, seed: int) -> None:
    table = played(players, seed)
    assert {session.phase for session in table.sessions} == {Phase.FINISHED}
    assert all(session.ended for session in table.sessions)
    assert len({session.record() for session in table.sessions}) == 1
    for player in range(players):
        assert [*table.of(player, MessageRefused), *table.of(player, Diverged)] == []
        assert table.sessions[player].proofs == {}


@pytest.mark.parametrize("players", PERSONS)
def test_everybody_is_told_the_whole_game_in_order(players: int) -> None:
    table = played(players, 1)
    log = table.sessions[0].log
    for player in range(players):
        assert sorted(signed.player for signed in table.of(player, Signed)) == list(range(players))
        assert len(table.of(player, Started)) == 1
        assert [completed.step for completed in table.of(player, Completed)] == log.steps
        finals = [final.height for final in table.of(player, Final)]
        assert finals == sorted(set(finals))
        assert finals[-1] == log.height
        over = game(table.sessions[player]).node
        assert isinstance(over, Over)
        assert table.of(player, Finished) == [Finished(over.winners, over.victory, ())]
        committed = Counter(event.seat for event in table.of(player, Committed))
        revealed = Counter(event.seat for event in table.of(player, Revealed))
        assert committed == revealed == Counter(dict.fromkeys(range(len(table.charter.seats)), 2))


@settings(max_examples=25)
@given(st.integers())
def test_the_log_does_not_depend_on_who_was_quicker(seed: int) -> None:
    table = Table(charter(3, HOLDERS[3]), seed)
    table.play()
    assert table.sessions[0].log.head == played(3, 0).sessions[0].log.head


class Watched(Table):
    """Notes what each player has heard, and whether a secret left a machine too early."""

    def __init__(self, of: Charter, seed: int) -> None:
        super().__init__(of, seed)
        self.heard: list[set[tuple[int | None, int, bytes]]] = [set() for _ in of.players]
        self.secrets = 0
        self.early = 0

    def hear(self, player: int, data: bytes) -> None:
        message = messages.decode(data)
        if isinstance(message, Chunk):
            for packet in message.entries:
                self.hear(player, packet)
        if isinstance(message, SignedEntry | SignedAck):
            author = statements.author(self.charter, message)
            for height, log in statements.attested(message):
                self.heard[player].add((author, height, log))

    def _take(self, player: int, outputs: list[Output]) -> None:
        for output in outputs:
            message = messages.decode(output.data) if isinstance(output, Send) else None
            if not isinstance(message, SignedEntry) or statements.author(self.charter, message) != player:
                continue  # what is passed on has left its author's machine already
            if type(message.entry.body) is tuple and message.entry.step > 1:
                others = set(range(len(self.sessions))) - {player}
                heard = {(other, message.entry.step - 1, message.entry.log) for other in others}
                self.secrets += 1
                self.early += not heard <= self.heard[player]
        super()._take(player, outputs)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("seed", range(2))
def test_no_secret_leaves_before_everybody_attested_the_log_below_it(players: int, seed: int) -> None:
    table = Watched(charter(players, HOLDERS[players]), seed)
    table.play()
    assert table.secrets > 0
    assert table.early == 0


@pytest.mark.parametrize("players", PERSONS)
def test_steps_follow_the_nodes_of_the_game(players: int) -> None:
    log = played(players, 0).sessions[0].log
    kinds = [step.kind for step in log.steps]
    assert {Kind.ACTION, Kind.COMMITMENTS, Kind.OPENINGS, Kind.BEACON} == set(kinds)
    for before, step in zip(log.steps, log.steps[1:], strict=False):
        assert (step.kind is Kind.OPENINGS) == (before.kind is Kind.COMMITMENTS)
        assert (step.outcome is not None) == (step.kind is Kind.BEACON)
        if step.kind is Kind.COMMITMENTS:
            assert step.state == before.state


@pytest.mark.parametrize("players", PERSONS)
def test_counters_count_a_person_s_entries_in_the_order_of_the_log(players: int) -> None:
    log = played(players, 0).sessions[0].log
    counters: dict[int | None, list[int]] = {}
    for step in log.steps:
        for signed in step.entries:
            counters.setdefault(statements.author(log.charter, signed), []).append(signed.entry.counter)
    assert all(counted == list(range(1, len(counted) + 1)) for counted in counters.values())
