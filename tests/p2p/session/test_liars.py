"""Every kind of liar at the table: the liar gains nothing, and a proof names the liar wherever one is possible."""

from __future__ import annotations

import pytest

from p2p.log import messages
from p2p.log.record import verify_record
from p2p.log.statements import (
    ABSENT,
    Ack,
    Change,
    Equivocation,
    Head,
    Promise,
    Promised,
    Proof,
    SignedAck,
    SignedEntry,
    SignedPromise,
    Violation,
)
from p2p.session.events import Desync, Differs, Finished, Proven, RolledBack, Send, Stopped, decode_item
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p import liars, lies
from tests.p2p.changes import quiet
from tests.p2p.liars import HOLDERS, LIAR, Lies, once, to_some
from tests.p2p.lies import GARBAGE
from tests.p2p.tables import Table, charter, identity, signer
from tests.p2p.wager import new_wager

SEEDS = range(2)


def play(liar: Lies, run: int) -> Table:
    """A game with a liar in it, who once decides alone."""
    table = Table(charter(4, HOLDERS, rounds=4), seed=run, answers=run)
    table.lie(liar, LIAR)
    table.play()
    return table


def assert_named(table: Table, *kinds: type[Proof]) -> None:
    """Every honest player has stopped with such a proof against the liar, which convinces anybody.

    All have one log up to the step from which they can go on without the liar.
    """
    for player in table.honest:
        session = table.sessions[player]
        assert [proven.player for proven in table.of(player, Proven)] == [LIAR]
        assert [(end.player, end.is_proven) for end in table.of(player, Stopped)] == [(LIAR, True)]
        assert session.phase is Phase.STOPPED
        assert type(session.proofs[LIAR]) in kinds
        recorded = verify_record(session.record() or b"", new_wager)
        (convicted,) = recorded.proven
        assert convicted.player == LIAR
        assert " signed " in str(convicted.sentence)
        assert (session.rest or 0) <= (recorded.rest or 0)
    rest = min(table.sessions[player].rest or 0 for player in table.honest)
    assert len({table.sessions[player].log.log_at(rest) for player in table.honest}) == 1


def declare_absent_if_needed(table: Table) -> None:
    """Let the honest players give up on the liar, if the game cannot go on with one."""
    if any(table.sessions[player].phase is Phase.PLAYING for player in table.honest):
        table.agree(Change(ABSENT, LIAR))
        table.go_on()


def assert_finished_without_him(table: Table) -> None:
    """The honest players have all come to the same end, and the autopilot has played for the liar."""
    assert {table.sessions[player].phase for player in table.honest} == {Phase.FINISHED}
    assert len({table.sessions[player].log.head for player in table.honest}) == 1
    for player in table.honest:
        (finished,) = table.of(player, Finished)
        # Who has promised signs no closing, and is not waited for.
        assert {other for other in finished.missing if not table.of(other, RolledBack)} <= {LIAR}
        assert not table.of(player, Stopped)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize(
    "liar",
    [
        once(lies.illegal_action),
        once(lies.wrong_opening),
        once(lies.another_salt),
        liars.CommitsToAnIllegalAnswer,
        once(lies.no_link),
        once(lies.later_link),
        once(lies.wrong_counter),
        once(lies.action_for_a_commitment),
        liars.ActsOutOfTurn,
        liars.Copies,
    ],
)
def test_who_signs_what_is_not_allowed_is_named(liar: Lies, run: int) -> None:
    table = play(liar, run)
    assert_named(table, Violation)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize(
    "liar",
    [
        to_some(liars.another_action),
        to_some(lies.another_commitment),
        to_some(lies.no_link),
        to_some(lies.wrong_opening),
    ],
)
def test_who_signs_two_versions_of_an_entry_is_named(liar: Lies, run: int) -> None:
    table = play(liar, run)
    assert_named(table, Equivocation, Violation)


@pytest.mark.parametrize("run", SEEDS)
def test_who_attests_two_logs_is_named(run: int) -> None:
    table = play(to_some(lies.another_log_acknowledged), run)
    assert_named(table, Equivocation)


@pytest.mark.parametrize("run", SEEDS)
def test_who_goes_on_when_the_game_is_over_is_named(run: int) -> None:
    assert_named(play(liars.GoesOn, run), Violation)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("liar", [once(lies.another_log_closed), once(lies.another_state_closed)])
def test_a_closing_of_another_end_is_none_so_its_player_is_given_up(liar: Lies, players: int) -> None:
    """Of two players, the other one alone cannot close the game."""
    table = Table(charter(players))
    table.lie(liar, LIAR)
    table.play()
    for player in table.honest:
        session = table.sessions[player]
        assert (session.phase, session.awaited) == (Phase.CLOSING, (LIAR,))
        table._take(player, session.lost(LIAR, "does not close the game"))
        (finished,) = table.of(player, Finished)
        assert (finished.missing, session.proofs) == ((LIAR,), {})
        assert (verify_record(session.record() or b"", new_wager).result is None) == (players == 2)


def test_who_keeps_up_the_end_is_given_up_alone_and_the_others_close_it() -> None:
    """Each of the others waits for the liar, too, and so has not closed either when patience is over."""
    table = Table(charter(4), 1, 1)
    table.lie(liars.KeepsTheEndUp, LIAR)
    table.play()
    assert {table.sessions[player].awaited for player in table.honest} == {(LIAR,)}
    for player in table.honest:
        table._take(player, table.sessions[player].lost(LIAR, "does not close the game"))
    table.go_on()
    for player in table.honest:
        (finished,) = table.of(player, Finished)
        assert finished.missing == (LIAR,)
        assert verify_record(table.sessions[player].record() or b"", new_wager).result is not None


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [to_some(liars.another_action), to_some(lies.another_commitment)])
def test_who_signs_two_versions_sees_no_secret_above_them(liar: Lies, run: int) -> None:
    """No one shows a secret unless all honest players have the same log below it, so nothing can be chosen after it."""
    table = play(liar, run)
    for player in table.honest:
        for said in table.sent[player]:
            if isinstance(said, SignedEntry) and type(said.entry.body) is tuple:
                logs = {table.sessions[other].log.log_at(said.entry.step - 1) for other in table.honest}
                assert logs == {said.entry.log}


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [liars.Forges, liars.Repeats, liars.SpeaksOfAnotherGame])
def test_what_was_not_signed_for_this_step_changes_nothing_and_blames_no_one(liar: Lies, run: int) -> None:
    table = play(liar, run)
    assert {table.sessions[player].phase for player in table.honest} == {Phase.FINISHED}
    assert [table.sessions[player].proofs for player in table.honest] == [{}] * 3
    assert len({table.sessions[player].record() for player in table.honest}) == 1


@pytest.mark.parametrize("run", SEEDS)
def test_who_signs_another_log_too_is_named(run: int) -> None:
    assert_named(play(liars.SignsAnotherLog, run), Equivocation)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [liars.HasAFaultyProgram, once(lies.another_state_acknowledged)])
def test_another_state_of_the_same_log_is_a_program_fault_and_no_proof(liar: Lies, run: int) -> None:
    table = play(liar, run)
    for player in table.honest:
        (differs,) = table.of(player, Differs)
        (fault,) = table.of(player, Desync)
        session = table.sessions[player]
        assert (differs.player, fault.player, fault.theirs) == (LIAR, LIAR, GARBAGE)
        assert "a program fault, not a cheat" in str(differs.sentence)
        assert fault.ours == session.log.state_at(fault.height)
        assert session.proofs == {}
    declare_absent_if_needed(table)
    assert_finished_without_him(table)


@pytest.mark.parametrize("run", range(8))
def test_who_was_shown_another_end_of_the_game_is_not_waited_for_without_end(run: int) -> None:
    """A lie about the last action may end the game for one honest player at another height than for the others.

    Here the liar may be in two majorities: then two groups can finish apart, and the liar is proven. Who has gone over
    to the others' end may have promised and cannot close it; the programs give up those who do not close.
    """
    table = Table(charter(5, rounds=1 + run % 4), run, run, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)))
    table.lie(to_some(liars.another_action), 4)
    table.play()
    for player in table.honest:
        session = table.sessions[player]
        for silent in session.awaited if session.phase is Phase.CLOSING else ():
            table._take(player, session.lost(silent, "does not close the game"))
    table.go_on()
    assert {table.sessions[player].ended for player in table.honest} == {True}


def test_a_promise_on_a_height_that_no_log_has_proves_nothing() -> None:
    table = quiet(4)
    of, hand = table.sessions[0], identity(2)
    game = of.charter.id
    head = Head(0, game, 10**9, bytes([2] * 32), bytes([3] * 32))
    promise = SignedPromise.by(hand, 2, Promise(game, 9, head))
    ack = SignedAck.by(hand, 2, Ack(game, 0, game, 0, game, of.log.state_at(0), 1))
    of.receive(2, messages.encode(Promised(promise, ())))
    of.receive(2, messages.encode(Equivocation(ack, promise)))
    assert of.proofs == {}


def test_who_was_away_gets_the_proof_from_one_who_resumes_the_game_and_stops_too() -> None:
    table = play(to_some(liars.another_action), 0)
    there, late = (Session(table.charter, new_wager, signer(player)) for player in (0, 2))
    there.restore(table.kept[0])
    assert [end.player for end in there.start() if isinstance(end, Stopped) and end.is_proven] == [LIAR]
    late.restore(item for item in table.kept[2] if not isinstance(decode_item(item), Equivocation))
    late.start()
    late.connected(0, 0)
    assert late.phase is Phase.PLAYING
    for sent in there.connected(2, 2):
        if isinstance(sent, Send):
            late.receive(0, sent.data)
    assert (late.phase, late.proofs) == (Phase.STOPPED, there.proofs)
