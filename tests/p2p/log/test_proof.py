"""Proofs: what convinces a third party, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from p2p.log import messages
from p2p.log.justify import head_of
from p2p.log.log import Log
from p2p.log.record import ProofError, verify_proof
from p2p.log.statements import (
    Equivocation,
    Promise,
    Proof,
    SignedAck,
    SignedEntry,
    SignedPromise,
    Statement,
    Violation,
    contradict,
)
from p2p.session.events import Keep, MessageRefused, Proven, Send, Stopped
from p2p.session.state import Phase
from tests.p2p.tables import Table, beside, charter, identity, seed, sent, session
from tests.p2p.wager import new_wager

GARBAGE = seed("garbage")
OF = charter(3)


def finished() -> Log:
    table = Table(OF, seed=1)
    table.play()
    return table.sessions[0].log


LOG = finished()
ACTION = next(signed for step in LOG.steps for signed in step.entries if type(signed.entry.body) is str)
ACTOR = ACTION.entry.seat
STEP = ACTION.entry.step


def entry(**changes: Any) -> SignedEntry:
    return SignedEntry.by(identity(ACTOR), ACTION.entry._replace(**changes))


def ack(height: int, log: bytes, player: int = ACTOR, state: bytes = GARBAGE) -> SignedAck:
    content = LOG.ack(1)._replace(height=height, log=log, state=state)
    return SignedAck.by(identity(player), player, content)


def unsigned(statement: Statement) -> Statement:
    """The statement with a signature that is none."""
    return statement._replace(signature=bytes(64))


EQUIVOCATIONS: list[tuple[Statement, Statement]] = [
    (ACTION, entry(body="steal")),
    (ACTION, entry(state=GARBAGE)),
    (ACTION, entry(epoch=GARBAGE)),
    (ACTION, entry(body=(1, GARBAGE))),
    (ACTION, ack(STEP - 1, GARBAGE)),
    (ACTION, ack(STEP, GARBAGE)),
    (ACTION, entry(step=STEP + 1, log=GARBAGE, body=(GARBAGE, "bid 0"))),
    (ack(3, LOG.log_at(3)), ack(3, GARBAGE)),
]
AGREEMENTS: list[tuple[Statement, Statement]] = [
    (ACTION, ACTION),
    (ACTION, unsigned(ACTION)),
    (ACTION, ack(STEP - 1, LOG.log_at(STEP - 1))),
    (ACTION, ack(STEP, LOG.log_at(STEP))),
    (ACTION, ack(STEP + 1, GARBAGE)),
    (ACTION, entry(step=STEP + 1, log=LOG.log_at(STEP))),
    (ACTION, entry(term=1, epoch=GARBAGE, body="steal")),
    (ack(3, GARBAGE), ack(3, GARBAGE, state=LOG.state)),
    (ack(3, LOG.log_at(3)), ack(4, GARBAGE)),
    (ack(3, LOG.log_at(3)), ack(3, GARBAGE, player=(ACTOR + 1) % 3)),
]


@pytest.mark.parametrize(("one", "other"), EQUIVOCATIONS)
def test_two_statements_that_no_one_honest_signs_both_are_a_proof(one: Statement, other: Statement) -> None:
    for proof in (Equivocation(one, other), Equivocation(other, one)):
        assert "a cheat, a restored backup or a copied profile" in str(verify_proof(OF, proof))


@pytest.mark.parametrize(("one", "other"), AGREEMENTS)
def test_statements_that_an_honest_player_may_sign_are_no_proof(one: Statement, other: Statement) -> None:
    assert not contradict(OF, one, other)
    assert not contradict(OF, other, one)
    with pytest.raises(ProofError):
        verify_proof(OF, Equivocation(one, other))


@pytest.mark.parametrize(("one", "other"), EQUIVOCATIONS)
def test_equivocation_that_one_person_did_not_sign_is_no_proof(one: Statement, other: Statement) -> None:
    with pytest.raises(ProofError, match="not signed by the player accused"):
        verify_proof(OF, Equivocation(one, unsigned(other)))


def test_equivocation_in_another_game_is_no_proof_in_this_one() -> None:
    two = [ack(3, log)._replace(content=ack(3, log).content._replace(game=GARBAGE)) for log in (GARBAGE, LOG.head)]
    signed = [SignedAck.by(identity(ACTOR), ACTOR, statement.content) for statement in two]
    with pytest.raises(ProofError, match="another game"):
        verify_proof(OF, Equivocation(*signed))


@pytest.mark.parametrize("violation", [entry(body="steal"), entry(counter=77), entry(body=GARBAGE)])
def test_a_violation_is_proven_only_with_the_record_up_to_it(violation: SignedEntry) -> None:
    before = Log(OF, new_wager(OF.setup))
    with pytest.raises(ProofError, match="only with the record up to step"):
        verify_proof(OF, Violation(violation))
    for step in LOG.steps[: STEP - 1]:
        with pytest.raises(ProofError, match="only with the record up to step"):
            verify_proof(OF, Violation(violation), before)
        for signed in step.entries:
            before.accept(signed)
    assert " signed " in str(verify_proof(OF, Violation(violation), before))


@pytest.mark.parametrize(
    "violation",
    [
        ACTION,
        entry(body="steal", log=GARBAGE),
        entry(body="steal", state=GARBAGE),
        entry(body="steal")._replace(signature=bytes(64)),
    ],
)
def test_what_is_legal_or_on_another_log_or_not_signed_is_no_violation(violation: SignedEntry) -> None:
    before = Log(OF, new_wager(OF.setup))
    for step in LOG.steps[: STEP - 1]:
        for signed in step.entries:
            before.accept(signed)
    with pytest.raises(ProofError, match=r"no offence|not signed by"):
        verify_proof(OF, Violation(violation), before)


def test_a_proof_against_no_one_of_this_table_proves_nothing() -> None:
    stranger = ack(3, GARBAGE)._replace(player=9)
    with pytest.raises(ProofError, match="not all of one player at this table"):
        verify_proof(OF, Equivocation(stranger, stranger))


@pytest.mark.parametrize("player", [(ACTOR + 1) % 3, 99])
def test_equivocation_between_two_persons_statements_proves_nothing(player: int) -> None:
    own = ack(3, GARBAGE)
    promise = SignedPromise(player, Promise(OF.id, LOG.term + 1, head_of(LOG)), bytes(64))
    for proof in (Equivocation(own, promise), Equivocation(promise, own)):
        with pytest.raises(ProofError, match="not all of one player at this table"):
            verify_proof(OF, proof)


@pytest.mark.parametrize("proof", [Equivocation(ACTION, ACTION), Equivocation(ACTION, unsigned(ack(STEP, GARBAGE)))])
def test_a_false_accusation_is_refused_and_stops_nothing(proof: Proof) -> None:
    ada = beside(session(OF, 0), 1)
    (refused,) = ada.receive(1, messages.encode(proof))
    assert isinstance(refused, MessageRefused)
    assert ada.phase is Phase.SIGNING
    assert ada.proofs == {}


def test_a_proof_is_passed_on_once_and_stops_the_table_where_it_is() -> None:
    ada = beside(session(OF, 0), 1, 2)
    proof = Equivocation(ack(3, LOG.head), ack(3, GARBAGE))
    outputs = ada.receive(1, messages.encode(proof))
    assert sent(outputs)[0] == proof
    assert [type(output) for output in outputs if not isinstance(output, Send | Keep)] == [Proven, Stopped]
    assert ada.receive(2, messages.encode(proof)) == []
    assert (ada.log.height, ada.phase) == (0, Phase.STOPPED)


def test_a_violation_beyond_our_log_waits_until_we_get_there() -> None:
    table = Table(OF, seed=1)
    table.send(2, 1, Violation(entry(body="steal")))
    table.send(2, 0, Violation(ACTION))
    table.play()
    proven = [table.of(player, Proven) for player in range(3)]
    assert [[event.player for event in events] for events in proven] == [[ACTOR]] * 3
