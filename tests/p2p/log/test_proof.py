"""Proofs: what convinces a third party, and what does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.log import messages
from p2p.log.justify import head_of
from p2p.log.log import Log
from p2p.log.record import ProofError, verify_proof
from p2p.log.statements import (
    ABSENT,
    Change,
    Epoch,
    Equivocation,
    Promise,
    Proof,
    SignedAck,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    Statement,
    Violation,
    contradict,
)
from p2p.log.steps import Kind
from p2p.session.events import Keep, MessageRefused, Proven, Send, Stopped
from p2p.session.state import Phase
from tests.p2p.hands import Hands
from tests.p2p.tables import Table, beside, charter, identity, seed, sent, session

GARBAGE = seed("garbage")
OF = charter(3)
AWAY = Change(ABSENT, 1)


def finished() -> Log:
    table = Table(OF, seed=1)
    table.play()
    return table.sessions[0].log


LOG = finished()
ACTION = next(signed for step in LOG.steps for signed in step.entries if type(signed.entry.body) is str)
ACTOR = ACTION.entry.seat
STEP = ACTION.entry.step
OTHER = (ACTOR + 1) % 3


def entry(**changes: Any) -> SignedEntry:
    return SignedEntry.by(identity(ACTOR), ACTION.entry._replace(**changes))


def ack(height: int, by: int = ACTOR, **changed: Any) -> SignedAck:
    """An acknowledgement of the finished log up to a height."""
    content = LOG.ack(1)._replace(height=height, log=LOG.log_at(height), state=LOG.state_at(height))
    return SignedAck.by(identity(by), by, content._replace(**changed))


def promise(height: int, term: int = 1, by: int = ACTOR, **changed: Any) -> SignedPromise:
    """A promise with the finished log up to a height as its head."""
    head = head_of(LOG, height)._replace(**changed.pop("head", {}))
    return SignedPromise.by(identity(by), by, Promise(OF.id, term, head)._replace(**changed))


def proposal(height: int, term: int = 1, **changed: Any) -> SignedProposal:
    return SignedProposal.by(identity(ACTOR), ACTOR, Epoch(OF.id, term, head_of(LOG, height), ())._replace(**changed))


def unsigned(statement: Statement) -> Statement:
    """The statement with a signature that is none."""
    return statement._replace(signature=bytes(64))


EQUIVOCATIONS: dict[str, tuple[Statement, Statement, str]] = {
    "two actions": (ACTION, entry(body="steal"), "two versions of an entry"),
    "on two states": (ACTION, entry(state=GARBAGE), "two versions of an entry"),
    "in two epochs": (ACTION, entry(epoch=GARBAGE), "two versions of an entry"),
    "an action and a beacon value": (ACTION, entry(body=(1, GARBAGE)), "two versions of an entry"),
    "an action on another log": (ACTION, ack(STEP - 1, log=GARBAGE), "two versions of the log"),
    "an ack of another log than the action gives": (ACTION, ack(STEP, log=GARBAGE), "two versions of the log"),
    "the next entry on another log": (
        ACTION,
        entry(step=STEP + 1, log=GARBAGE, body=(GARBAGE, "bid 0")),
        "two versions of the log",
    ),
    "acks of two logs": (ack(3), ack(3, log=GARBAGE), "two versions of the log at step 3"),
    "two promises of a term": (promise(2), promise(2, changes=(AWAY,)), "two versions of a promise of term 1"),
    "with two heads": (promise(2), promise(3), "two versions of a promise of term 1"),
    "with other secrets": (promise(2), promise(2, secrets=(0,)), "two versions of a promise of term 1"),
    "two proposals of a term": (proposal(2), proposal(2, changes=(AWAY,)), "two versions of a proposal of term 1"),
    "with two bases": (proposal(2), proposal(3), "two versions of a proposal of term 1"),
    "a promise below an ack": (promise(STEP - 2), ack(STEP), f"as if the log ended at step {STEP - 2}"),
    "a promise below an action": (promise(STEP - 1), ACTION, f"as if the log ended at step {STEP - 1}"),
    "a promise below a promise": (promise(3, 2), promise(4, 1), "as if the log ended at step 3"),
    "a promise below an epoch": (promise(9, 3), ack(2, term=1, epoch=GARBAGE), "as if the log ended at step 9"),
    "a promise on another log": (promise(4, head={"log": GARBAGE}), ack(4), "two versions of the log at step 4"),
    "two promises on two logs": (promise(4), promise(4, 2, head={"log": GARBAGE}), "two versions of the log at step 4"),
}
AGREEMENTS: dict[str, tuple[Statement, Statement]] = {
    "an action twice": (ACTION, ACTION),
    "an action signed twice": (ACTION, unsigned(ACTION)),
    "an ack below the action": (ACTION, ack(STEP - 1)),
    "an ack of the action": (ACTION, ack(STEP)),
    "an ack beyond the action": (ACTION, ack(STEP + 1, log=GARBAGE)),
    "the next entry": (ACTION, entry(step=STEP + 1, log=LOG.log_at(STEP))),
    "another action in another term": (ACTION, entry(term=1, epoch=GARBAGE, body="steal")),
    "acks of two states": (ack(3, log=GARBAGE), ack(3, log=GARBAGE, state=GARBAGE)),
    "acks of two heights": (ack(3), ack(4, log=GARBAGE)),
    "acks of two players": (ack(3), ack(3, OTHER, log=GARBAGE)),
    "a promise twice": (promise(2), promise(2)),
    "a proposal twice": (proposal(2), proposal(2)),
    "promises of two terms": (promise(2), promise(2, 2)),
    "a later promise with more": (promise(2), promise(5, 2)),
    "proposals of two terms": (proposal(2), proposal(2, 4, changes=(AWAY,))),
    "promises of two players": (promise(2), promise(3, by=OTHER)),
    "promises of two games": (promise(2), promise(3, game=GARBAGE)),
    "a promise at what was attested": (promise(STEP), ack(STEP)),
    "a promise with the action": (promise(STEP), ACTION),
    "a promise above the action": (promise(STEP + 1), ACTION),
    "an ack of the promised term": (promise(2), ack(STEP, term=1, epoch=GARBAGE)),
    "an ack of a higher term": (promise(2), ack(STEP, term=2, epoch=GARBAGE)),
    "an ack of an older epoch": (
        promise(2, 5, head={"term": 3, "epoch": GARBAGE}),
        ack(STEP, term=2, epoch=GARBAGE),
    ),
    "an ack of another player": (promise(2), ack(STEP, OTHER)),
    "a promise and a proposal": (promise(2), proposal(5)),
    "an ack and a proposal": (ack(5), proposal(2)),
}


@pytest.mark.parametrize("name", EQUIVOCATIONS)
def test_two_statements_that_no_one_honest_signs_both_are_a_proof(name: str) -> None:
    one, other, deed = EQUIVOCATIONS[name]
    for proof in (Equivocation(one, other), Equivocation(other, one)):
        assert deed in str(verify_proof(OF, proof))


@pytest.mark.parametrize("name", AGREEMENTS)
def test_statements_that_an_honest_player_may_sign_are_no_proof(name: str) -> None:
    one, other = AGREEMENTS[name]
    for proof in (Equivocation(one, other), Equivocation(other, one)):
        with pytest.raises(ProofError):
            verify_proof(OF, proof)


@pytest.mark.parametrize("name", EQUIVOCATIONS)
def test_equivocation_that_one_person_did_not_sign_is_no_proof(name: str) -> None:
    one, other, _ = EQUIVOCATIONS[name]
    with pytest.raises(ProofError, match="not signed by the player accused"):
        verify_proof(OF, Equivocation(one, unsigned(other)))


@given(st.integers(0, LOG.height), st.integers(0, LOG.height), st.integers(1, 3), st.integers(0, 4))
def test_a_promise_contradicts_just_what_is_of_a_lower_term_and_beyond_its_head(
    height: int, attested: int, term: int, acked: int
) -> None:
    """Heads are compared by their terms first (R1)."""
    found = contradict(OF, promise(height, term), ack(attested, term=acked, epoch=GARBAGE if acked else OF.id))
    assert found == (acked < term and (0, height) < (acked, attested))


@pytest.mark.parametrize("kind", [SignedEntry, SignedAck])
def test_two_logs_of_one_term_are_equivocation_though_their_epochs_have_two_ids(kind: type[Statement]) -> None:
    """An epoch of a term is one for all: who has entered two of them has signed two logs."""
    hands = Hands(OF)
    one, other = hands.to(Kind.COMMITMENTS), hands.to(Kind.COMMITMENTS)
    hands.change(one, AWAY)
    hands.change(other)
    if kind is SignedAck:
        signed: list[Statement] = [hands.signers[0].ack(log, 0, 1) for log in (one, other)]
    else:
        signed = [hands.sign(log, 0) for log in (one, other)]
    assert " signed two versions of" in str(verify_proof(OF, Equivocation(signed[0], signed[1])))


def test_equivocation_in_another_game_is_no_proof_in_this_one() -> None:
    with pytest.raises(ProofError, match="another game"):
        verify_proof(OF, Equivocation(ack(3, game=GARBAGE), ack(3, game=GARBAGE, log=GARBAGE)))


@pytest.mark.parametrize("violation", [entry(body="steal"), entry(counter=77), entry(body=GARBAGE)])
def test_a_violation_is_proven_only_with_the_record_up_to_it(violation: SignedEntry) -> None:
    for before in (None, *map(LOG.at_height, range(STEP - 1))):
        with pytest.raises(ProofError, match="only with the record up to step"):
            verify_proof(OF, Violation(violation), before)
    assert " signed " in str(verify_proof(OF, Violation(violation), LOG.at_height(STEP - 1)))


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
    with pytest.raises(ProofError, match=r"no offence|not signed by"):
        verify_proof(OF, Violation(violation), LOG.at_height(STEP - 1))


def test_a_proof_against_no_one_of_this_table_proves_nothing() -> None:
    stranger = ack(3)._replace(player=9)
    with pytest.raises(ProofError, match="not all of one player at this table"):
        verify_proof(OF, Equivocation(stranger, stranger))


@pytest.mark.parametrize("player", [OTHER, 99])
def test_equivocation_between_two_persons_statements_proves_nothing(player: int) -> None:
    own, others = ack(3), promise(3)._replace(player=player)
    for proof in (Equivocation(own, others), Equivocation(others, own)):
        with pytest.raises(ProofError, match="not all of one player at this table"):
            verify_proof(OF, proof)


@pytest.mark.parametrize(
    "proof", [Equivocation(ACTION, ACTION), Equivocation(ACTION, unsigned(ack(STEP, log=GARBAGE)))]
)
def test_a_false_accusation_is_refused_and_stops_nothing(proof: Proof) -> None:
    ada = beside(session(OF, 0), 1)
    (refused,) = ada.receive(1, messages.encode(proof))
    assert isinstance(refused, MessageRefused)
    assert ada.phase is Phase.SIGNING
    assert ada.proofs == {}


def test_a_proof_is_passed_on_once_and_stops_the_table_where_it_is() -> None:
    ada = beside(session(OF, 0), 1, 2)
    proof = Equivocation(ack(3), ack(3, log=GARBAGE))
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
