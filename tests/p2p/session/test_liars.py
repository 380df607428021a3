"""Every kind of liar at the table: the liar gains nothing, and a proof names the liar wherever one is possible."""

from __future__ import annotations

import pytest

from p2p.log import messages
from p2p.log.changes import ABSENT, Change
from p2p.log.evidence import Promised
from p2p.log.promises import Head, Promise, sign_promise
from p2p.log.proof import Proof, Violation, verify_proof
from p2p.log.record import verify_record
from p2p.log.statements import Ack, Equivocation, SignedEntry, sign_ack
from p2p.log.steps import Kind
from p2p.session.events import Differs, Faulted, Finished, Proven, RolledBack, Stopped
from p2p.session.state import Phase
from tests.p2p import liars
from tests.p2p.absences import Absences
from tests.p2p.liars import HOLDERS, LIAR, TwoVersions
from tests.p2p.lies import GARBAGE
from tests.p2p.tables import Liar, Table, charter, identity
from tests.p2p.wager import new_wager

SEEDS = range(3)


def play(liar: type[Liar], run: int) -> Table:
    """A game with a liar in it, who once decides alone."""
    table = Table(charter(4, HOLDERS, rounds=4), seed=run, answers=run)
    table.lie(liar, LIAR)
    table.play()
    return table


def assert_named(table: Table, *kinds: type[Proof]) -> None:
    """Every honest person has such a proof against the liar, which convinces anybody, and goes on without the liar."""
    for person in table.honest:
        session = table.sessions[person]
        assert [proven.person for proven in table.of(person, Proven)] == [LIAR]
        assert session.proofs.keys() == {LIAR}
        proof = session.proofs[LIAR]
        assert type(proof) in kinds
        assert session.log.absent <= {LIAR}
        record = verify_record(session.record() or b"", new_wager)
        assert " signed " in str(verify_proof(table.charter, proof, record.log))
    assert_finished_without_him(table)


def declare_absent_if_needed(table: Table) -> None:
    """Let the honest persons give up on the liar, if the game cannot go on with one."""
    if any(table.sessions[person].phase is Phase.PLAYING for person in table.honest):
        table.agree(Change(ABSENT, LIAR))
        table.go_on()


def assert_finished_without_him(table: Table) -> None:
    """The honest persons have all come to the same end, and the autopilot has played for the liar."""
    assert {table.sessions[person].phase for person in table.honest} == {Phase.FINISHED}
    assert len({table.sessions[person].log.head for person in table.honest}) == 1
    for person in table.honest:
        (finished,) = table.of(person, Finished)
        # Who has promised signs no closing, and is not waited for.
        assert {other for other in finished.missing if not table.of(other, RolledBack)} <= {LIAR}
        assert not table.of(person, Stopped)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize(
    "liar",
    [
        liars.ActsIllegally,
        liars.OpensWrongly,
        liars.OpensAnotherSalt,
        liars.CommitsToAnIllegalAnswer,
        liars.RevealsNoLink,
        liars.RevealsALaterLink,
        liars.CountsWrongly,
        liars.ActsInsteadOfCommitting,
        liars.ActsOutOfTurn,
        liars.Copies,
    ],
)
def test_who_signs_what_is_not_allowed_is_named(liar: type[Liar], run: int) -> None:
    table = play(liar, run)
    assert_named(table, Violation)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [liars.TwoActions, liars.TwoCommitments, liars.TwoLinks, liars.TwoOpenings])
def test_who_signs_two_versions_of_an_entry_is_named(liar: type[TwoVersions], run: int) -> None:
    table = play(liar, run)
    assert_named(table, Equivocation, Violation)


@pytest.mark.parametrize("run", SEEDS)
def test_who_vouches_for_two_logs_is_named(run: int) -> None:
    table = play(liars.TwoLogs, run)
    assert_named(table, Equivocation)


@pytest.mark.parametrize("run", SEEDS)
def test_who_goes_on_when_the_game_is_over_is_named_and_the_others_close_it(run: int) -> None:
    table = play(liars.GoesOn, run)
    for person in table.honest:
        session = table.sessions[person]
        (finished,) = table.of(person, Finished)
        assert finished.missing in ((), (LIAR,))
        assert session.proofs.keys() == {LIAR}
        assert verify_record(session.record() or b"", new_wager).result is not None


@pytest.mark.parametrize("persons", [2, 3])
@pytest.mark.parametrize("liar", [liars.ClosesAnotherLog, liars.ClosesAnotherState])
def test_a_closing_of_another_end_is_none_so_its_player_is_given_up(liar: type[Liar], persons: int) -> None:
    """Of two players, the other one alone cannot close the game."""
    table = Table(charter(persons))
    table.lie(liar, LIAR)
    table.play()
    for person in table.honest:
        session = table.sessions[person]
        assert (session.phase, session.awaited) == (Phase.CLOSING, (LIAR,))
        table._take(person, session.lost(LIAR, "does not close the game"))
        (finished,) = table.of(person, Finished)
        assert (finished.missing, session.proofs) == ((LIAR,), {})
        assert (verify_record(session.record() or b"", new_wager).result is None) == (persons == 2)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [liars.TwoActions, liars.TwoCommitments])
def test_who_signs_two_versions_sees_no_secret_above_them(liar: type[TwoVersions], run: int) -> None:
    """No one shows a secret unless all honest persons have the same log below it, so nothing can be chosen after it."""
    table = play(liar, run)
    for person in table.honest:
        for said in table.sent[person]:
            if isinstance(said, SignedEntry) and type(said.entry.body) is tuple:
                logs = {table.sessions[other].log.log_at(said.entry.step - 1) for other in table.honest}
                assert logs == {said.entry.log}


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [liars.Forges, liars.Repeats, liars.SpeaksOfAnotherGame])
def test_what_was_not_signed_for_this_step_changes_nothing_and_blames_no_one(liar: type[Liar], run: int) -> None:
    table = play(liar, run)
    assert {table.sessions[person].phase for person in table.honest} == {Phase.FINISHED}
    assert [table.sessions[person].proofs for person in table.honest] == [{}] * 3
    assert len({table.sessions[person].record() for person in table.honest}) == 1


@pytest.mark.parametrize("run", SEEDS)
def test_who_holds_to_a_log_that_no_one_has_is_told_of_and_can_be_declared_absent(run: int) -> None:
    table = play(liars.SignsAnotherLog, run)
    declare_absent_if_needed(table)
    for person in table.honest:
        assert {differs.person for differs in table.of(person, Differs)} | table.sessions[person].proofs.keys() == {
            LIAR
        }
    assert_finished_without_him(table)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [liars.HasAFaultyProgram, liars.AcknowledgesAnotherState])
def test_another_state_of_the_same_log_is_a_program_fault_and_no_proof(liar: type[Liar], run: int) -> None:
    table = play(liar, run)
    for person in table.honest:
        (differs,) = table.of(person, Differs)
        (fault,) = table.of(person, Faulted)
        session = table.sessions[person]
        assert (differs.person, fault.person, fault.theirs) == (LIAR, LIAR, GARBAGE)
        assert "a program fault, not a cheat" in str(differs.sentence)
        assert fault.ours == session.log.state_at(fault.height)
        assert session.proofs == {}
    declare_absent_if_needed(table)
    assert_finished_without_him(table)


@pytest.mark.parametrize("run", range(8))
def test_who_was_shown_another_end_of_the_game_is_not_waited_for_without_end(run: int) -> None:
    """A lie about the last action may end the game for one honest person at another height than for the others.

    Here the liar may be in two majorities: then two groups can finish apart, and the liar is proven. Who has gone over
    to the others' end may have promised and cannot close it; the programs give up those who do not close.
    """
    table = Table(charter(5, rounds=1 + run % 4), run, run, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)))
    table.lie(liars.TwoActions, 4)
    table.play()
    for person in table.honest:
        session = table.sessions[person]
        for silent in session.awaited if session.phase is Phase.CLOSING else ():
            table._take(person, session.lost(silent, "does not close the game"))
    table.go_on()
    assert {table.sessions[person].ended for person in table.honest} == {True}


def test_a_promise_on_a_height_that_no_log_has_proves_nothing() -> None:
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    of, hand = table.sessions[0], identity(2)
    game = of.charter.id
    head = Head(0, game, 10**9, bytes([2] * 32), bytes([3] * 32))
    promise = sign_promise(hand, 2, Promise(game, 9, head))
    ack = sign_ack(hand, 2, Ack(game, 0, game, 0, game, of.log.state_at(0), 1))
    of.receive(2, messages.encode(Promised(promise, ())))
    of.receive(2, messages.encode(Equivocation(ack, promise)))
    assert of.proofs == {}
