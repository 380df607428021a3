"""Ballots: what may be voted on, whose signatures it needs, and which ballots nobody honest signs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import canonical
from crypto.digest import digest
from crypto.errors import SignatureError
from crypto.labels import Label
from p2p.game import Decision, Node
from p2p.log.ballots import (
    Passed,
    Proposal,
    SignedBallot,
    Wish,
    passed_from,
    proposal_from,
    sign_ballot,
    sign_wish,
    verify_ballot,
    verify_wish,
    wish_from,
)
from p2p.log.changes import ABSENT, BACK, END, RESIGN, TAKE_BACK, Change
from p2p.log.keys import Keys
from p2p.log.log import Log
from p2p.log.proof import Equivocation, ProofError, verify_proof
from p2p.log.statements import SignedAck, SignedEntry, contradict, sign_ack, sign_entry
from p2p.log.steps import Kind, Refused
from tests.p2p.hands import Hands
from tests.p2p.tables import Table, charter, identity, seed
from tests.p2p.wager import Wager, new_wager

OF = charter(3)
H, GARBAGE = seed("some hash"), seed("garbage")
GOOD = Proposal(H, 4, 2, H, 6, H, H, (Change(ABSENT, 1), Change(BACK, 0)))
SIGNATURE = bytes(64)

persons = st.integers(0, 7)
of_persons = st.lists(
    st.builds(Change, st.sampled_from([ABSENT, BACK, RESIGN]), persons, st.just(())), unique=True, max_size=8
)
changes = of_persons.map(lambda some: tuple(sorted(some))) | st.one_of(
    st.just((Change(END, 0),)),
    st.integers(0, 2**62 - 1).map(lambda height: (Change(TAKE_BACK, height),)),
)


# Shapes


@given(changes)
def test_a_proposal_survives_its_encoding_and_its_id_is_the_hash_of_it(some: tuple[Change, ...]) -> None:
    proposal = replace(GOOD, changes=some)
    again = proposal_from(canonical.decode(canonical.encode(proposal.value)))
    assert again == proposal
    assert again is not None
    assert again.id == proposal.id == digest(Label.PROPOSAL, *proposal.value)


@pytest.mark.parametrize(
    "some",
    [
        (Change(BACK, 0), Change(ABSENT, 1)),
        (Change(ABSENT, 1), Change(ABSENT, 1)),
        (Change(ABSENT, 2), Change(ABSENT, 1)),
        (Change(END, 0), Change(TAKE_BACK, 0)),
        (Change(ABSENT, 1), Change(END, 0)),
        (Change(END, 1),),
        (Change("pause", 0),),
        (Change(ABSENT, 8),),
        (Change(BACK, -1),),
        (Change(TAKE_BACK, 2**62),),
        (Change("away", 1),),
        (Change("", 1),),
        (("absent", True),),
        (("absent", "1"),),
        ((b"absent", 1),),
        (("absent",),),
        (("absent", 1, 1),),
        ("absent",),
        None,
    ],
)
def test_changes_have_one_spelling_and_every_other_one_is_refused(some: Any) -> None:
    assert proposal_from((*GOOD.value[:-1], some)) is None


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, b"short"), (1, 0), (1, True), (1, -1), (2, -1), (2, "2"), (3, None), (4, -1), (4, 2**62), (5, b""), (6, 7)],
)
def test_a_proposal_whose_fields_have_another_shape_is_none(place: int, value: Any) -> None:
    assert proposal_from((*GOOD.value[:place], value, *GOOD.value[place + 1 :])) is None


def test_a_proposal_with_too_few_or_too_many_fields_is_none() -> None:
    assert proposal_from(GOOD.value[:-1]) is None
    assert proposal_from((*GOOD.value, 0)) is None
    assert proposal_from(list(GOOD.value)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [
        (H, 0, 3, None),
        (H, 1, -1, None),
        (b"", 1, 3, None),
        (H, 1, 3, ()),
        (H, 1, 3, GOOD.value[:-1]),
        (H, 1, 3),
        None,
    ],
)
def test_a_wish_of_another_shape_is_none(value: Any) -> None:
    assert wish_from(value) is None


@pytest.mark.parametrize("proposal", [None, GOOD])
def test_a_wish_survives_its_encoding(proposal: Proposal | None) -> None:
    wish = Wish(H, 1, 3, proposal)
    assert wish_from(canonical.decode(canonical.encode(wish.value))) == wish


@pytest.mark.parametrize(
    "signatures",
    [
        ((1, SIGNATURE), (0, SIGNATURE)),
        ((1, SIGNATURE), (1, SIGNATURE)),
        ((0, SIGNATURE[1:]),),
        ((True, SIGNATURE),),
        ((-1, SIGNATURE),),
        ((0,),),
        (0, SIGNATURE),
        None,
    ],
)
def test_the_ballots_of_what_has_passed_stand_in_rising_order_of_persons_each_once(signatures: Any) -> None:
    assert passed_from(GOOD.value, signatures) is None
    assert passed_from(GOOD.value, ((0, SIGNATURE), (3, SIGNATURE))) == Passed(GOOD, ((0, SIGNATURE), (3, SIGNATURE)))


# Signatures


def test_a_ballot_is_its_persons_signature_of_the_proposals_id() -> None:
    ballot = sign_ballot(identity(1), 1, GOOD)
    verify_ballot(Keys.of(OF), ballot)
    identity(1).public.verify(ballot.signature, Label.BALLOT, GOOD.id)


@pytest.mark.parametrize(
    "changed",
    [
        {"person": 0},
        {"proposal": replace(GOOD, term=5)},
        {"proposal": replace(GOOD, base=7)},
        {"proposal": replace(GOOD, changes=())},
        {"signature": SIGNATURE},
        {"signature": identity(1).sign(Label.WISH, GOOD.id)},
    ],
)
def test_a_ballot_that_was_not_signed_so_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(SignatureError):
        verify_ballot(Keys.of(OF), sign_ballot(identity(1), 1, GOOD)._replace(**changed))


def test_a_wish_is_no_ballot_and_says_nothing_but_what_its_person_signed() -> None:
    signed = sign_wish(identity(1), 1, Wish(H, 1, 3, GOOD))
    verify_wish(Keys.of(OF), signed)
    for other in (signed._replace(person=0), signed._replace(content=Wish(H, 2, 3, GOOD))):
        with pytest.raises(SignatureError):
            verify_wish(Keys.of(OF), other)
    with pytest.raises(SignatureError):
        verify_ballot(Keys.of(OF), SignedBallot(1, GOOD, signed.signature))


# Enough ballots


def empty(number: int) -> Log:
    of = charter(number)
    return Log(of, new_wager(of.setup))


@pytest.mark.parametrize("number", range(2, 6))
def test_a_vote_passes_exactly_with_the_ballots_of_a_strict_majority_of_all(number: int) -> None:
    log = empty(number)
    proposal = log.proposal(1, (Change(ABSENT, 0),))
    for size in range(number + 1):
        for signed in combinations(range(number), size):
            assert log.passes(proposal, signed) == (2 * size > number)


@pytest.mark.parametrize("number", range(2, 6))
def test_the_majority_is_of_all_who_signed_the_charter_however_many_are_absent(number: int) -> None:
    log = empty(number)
    away = tuple(Change(ABSENT, person) for person in range(1, number))
    adopt(log, away, range(number))
    proposal = log.proposal(2, (Change(BACK, 1),))
    for size in range(number + 1):
        assert log.passes(proposal, range(size)) == (2 * size > number)


def adopt(log: Log, some: tuple[Change, ...], persons: Any) -> Proposal:
    """Let a vote of these persons pass upon a log."""
    proposal = log.proposal(log.term + 1, some)
    ballots = [sign_ballot(identity(person), person, proposal) for person in persons]
    log.adopt(Passed(proposal, tuple((ballot.person, ballot.signature) for ballot in ballots)))
    return proposal


@pytest.mark.parametrize("change", [Change(END, 0), Change(TAKE_BACK, 1)])
def test_what_concerns_all_needs_the_ballots_of_all_who_are_not_absent(change: Change) -> None:
    log = empty(5)
    proposal = log.proposal(1, (change,))
    assert log.passes(proposal, range(5))
    for without in range(5):
        assert not log.passes(proposal, set(range(5)) - {without})
    adopt(log, (Change(ABSENT, 1), Change(ABSENT, 4)), (0, 2, 3))
    proposal = log.proposal(2, (change,))
    assert log.passes(proposal, (0, 2, 3))
    for without in (0, 2, 3):
        assert not log.passes(proposal, set(range(5)) - {without})


def test_nobody_resigns_but_by_his_own_ballot() -> None:
    log = empty(3)
    proposal = log.proposal(1, (Change(RESIGN, 1),))
    assert not log.passes(proposal, (0, 2))
    assert log.passes(proposal, (0, 1))
    both = log.proposal(1, (Change(RESIGN, 1), Change(RESIGN, 2)))
    assert not log.passes(both, (0, 1))
    assert log.passes(both, (1, 2))


# What nobody honest signs


def finished() -> Log:
    table = Table(OF, seed=1)
    table.play()
    return table.sessions[0].log


LOG = finished()
ACTION = next(signed for step in LOG.steps for signed in step.entries if type(signed.entry.body) is str)
ACTOR, STEP = ACTION.entry.seat, ACTION.entry.step


def upon(base: int, term: int = 1, **changed: Any) -> Proposal:
    """A proposal upon the finished log at a height, to bring nothing about."""
    log = changed.pop("log", LOG.log_at(base))
    return replace(Proposal(OF.id, term, 0, OF.id, base, log, LOG.state_at(base), ()), **changed)


def ballot(proposal: Proposal, person: int = ACTOR) -> SignedBallot:
    return sign_ballot(identity(person), person, proposal)


def ack(height: int, person: int = ACTOR, **changed: Any) -> SignedAck:
    content = LOG.ack(1)._replace(height=height, log=LOG.log_at(height), state=LOG.state_at(height))
    return sign_ack(identity(person), person, content._replace(**changed))


TWO = ballot(upon(2)), ballot(upon(2, changes=(Change(ABSENT, (ACTOR + 1) % 3),)))


@pytest.mark.parametrize(
    ("one", "other"), [TWO, (ballot(upon(2)), ballot(upon(3))), (ballot(upon(2)), ballot(upon(2, log=GARBAGE)))]
)
def test_two_ballots_in_a_term_convict_whatever_the_log(one: SignedBallot, other: SignedBallot) -> None:
    for proof in (Equivocation(one, other), Equivocation(other, one)):
        assert " signed two versions of a ballot of term 1: a cheat, a restored" in str(verify_proof(OF, proof))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TWO[0], TWO[0]),
        (TWO[0], ballot(upon(2, term=2))),
        (TWO[0], ballot(TWO[1].proposal, (ACTOR + 1) % 3)),
        (TWO[0], ballot(upon(2, game=GARBAGE))),
    ],
)
def test_ballots_of_several_terms_persons_or_games_do_not_contradict_each_other(
    one: SignedBallot, other: SignedBallot
) -> None:
    assert not contradict(OF, one, other)
    assert not contradict(OF, other, one)
    with pytest.raises(ProofError):
        verify_proof(OF, Equivocation(one, other))


def test_two_ballots_one_of_which_somebody_else_signed_prove_nothing() -> None:
    forged = TWO[1]._replace(signature=ballot(TWO[1].proposal, (ACTOR + 1) % 3).signature)
    with pytest.raises(ProofError, match="not signed by the person accused"):
        verify_proof(OF, Equivocation(TWO[0], forged))


@pytest.mark.parametrize("known", [ack(STEP), ack(STEP, counter=9), ACTION, sign_entry(identity(ACTOR), ACTION.entry)])
def test_a_ballot_below_what_one_has_vouched_for_convicts_with_the_log_of_both(known: SignedAck | SignedEntry) -> None:
    below = ballot(upon(STEP - 2))
    assert contradict(OF, below, known)
    assert contradict(OF, known, below)
    for proof in (Equivocation(below, known), Equivocation(known, below)):
        with pytest.raises(ProofError, match="only with the record up to step"):
            verify_proof(OF, proof)
        assert f" voted as if the log ended at step {STEP - 2}, and had more" in str(verify_proof(OF, proof, LOG))


@pytest.mark.parametrize(
    ("proposal", "known"),
    [
        (upon(STEP), ack(STEP)),
        (upon(STEP), ack(STEP - 1)),
        (upon(STEP), ACTION),
        (upon(STEP + 1), ACTION),
        (upon(2), ack(STEP, term=1)),
        (upon(2), ack(STEP, term=2)),
        (upon(2, term=5, parent_term=3), ack(STEP, term=2)),
        (upon(2), ack(STEP, game=GARBAGE)),
        (upon(2), ack(STEP, person=(ACTOR + 1) % 3)),
    ],
)
def test_a_ballot_is_no_offence_at_or_above_what_one_has_vouched_for_or_beside_a_later_epoch(
    proposal: Proposal, known: SignedAck | SignedEntry
) -> None:
    assert not contradict(OF, ballot(proposal), known)
    assert not contradict(OF, known, ballot(proposal))


@pytest.mark.parametrize(
    ("below", "known"),
    [
        (ballot(upon(STEP - 2, log=GARBAGE)), ack(STEP)),
        (ballot(upon(STEP - 2)), ack(STEP, log=GARBAGE)),
    ],
)
def test_who_left_one_log_for_another_has_not_voted_below_what_he_had_of_it(
    below: SignedBallot, known: SignedAck
) -> None:
    assert contradict(OF, below, known)
    with pytest.raises(ProofError, match="no offence"):
        verify_proof(OF, Equivocation(below, known), LOG)


@given(st.integers(0, LOG.height), st.integers(0, LOG.height), st.integers(1, 3), st.integers(0, 4))
def test_a_ballot_contradicts_just_what_is_of_a_lower_term_and_beyond_its_base(
    base: int, height: int, term: int, acked: int
) -> None:
    proposal = upon(base, term)
    assert contradict(OF, ballot(proposal), ack(height, term=acked)) == (acked < term and (0, base) < (acked, height))


class Announced(Wager):
    """The game with an action before the secret bids, as editions with an announced number of cards have it."""

    @property
    def node(self) -> Node:
        return Decision(self.decider) if self.phase == "announce" else super().node

    def legal(self, seat: int) -> list[str]:
        return ["announce"] if self.phase == "announce" else super().legal(seat)

    def chance(self, outcome: tuple[int, ...]) -> None:
        super().chance(outcome)
        if self.phase == "bids":
            self.phase = "announce"

    def act(self, body: str) -> None:
        if self.phase == "announce":
            self.check(self.decider, body)
            self.phase = "bids"
        else:
            super().act(body)


def test_nothing_is_taken_back_while_openings_are_due() -> None:
    """Who has seen what others offer could offer anew: the model's *taken-back-at-openings*."""
    hands = Hands(charter(3))
    log = hands.to(Kind.ACTION, Log(hands.charter, Announced(3, 2)))
    before = log.height
    hands.fill(log)
    assert log.may_take_back(before)
    hands.fill(log)
    hands.fill(log, [0])
    with pytest.raises(Refused, match="take back"):
        hands.vote(log, Change(TAKE_BACK, before))
