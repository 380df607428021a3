"""Requests, promises and proposals: their shapes, their signatures, and which of them no honest player signs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto.digest import digest
from crypto.labels import Label
from p2p.log.justify import head_of, is_supported
from p2p.log.log import Log
from p2p.log.record import ProofError, verify_proof
from p2p.log.statements import (
    ABSENT,
    BACK,
    END,
    MAX_LISTED,
    RESIGN,
    STUCK,
    TAKE_BACK,
    Change,
    Epoch,
    Equivocation,
    Head,
    Promise,
    Request,
    SignedAck,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Statement,
    common_changes,
    contradict,
    coordinator,
)
from p2p.log.steps import Kind
from p2p.wire.codec import Codec, MessageError, value
from tests.p2p.hands import Hands
from tests.p2p.tables import Table, charter, identity, seed

OF = charter(3)
H, GARBAGE = seed("some hash"), seed("garbage")
AWAY, STUCK_HERE = Change(ABSENT, 1), Change(STUCK, 0)
HEAD = Head(2, H, 6, H, H)
REQUEST = Request(H, 3, 4, (AWAY, Change(BACK, 0), Change(END, 0), STUCK_HERE))
PROMISE = Promise(H, 4, HEAD, (AWAY, Change(END, 0)), (0, 2))
EPOCH = Epoch(H, 4, HEAD, (AWAY, Change(BACK, 0)))

REQUESTS: Codec[Request] = Codec(Request)
PROMISES: Codec[Promise] = Codec(Promise)
EPOCHS: Codec[Epoch] = Codec(Epoch)

numbers = st.integers(0, 2**62 - 1)
players = st.integers(0, 7)
of_players = st.builds(Change, st.sampled_from([ABSENT, BACK, RESIGN]), players)
of_all = st.just(Change(END, 0)) | numbers.map(lambda height: Change(TAKE_BACK, height))


def in_order(elements: st.SearchStrategy[Any], most: int = 8) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(elements, unique=True, max_size=most).map(lambda some: tuple(sorted(some)))


heads = st.builds(Head, st.integers(0, 3), st.just(H), numbers, st.just(H), st.just(H))
requests = st.builds(
    Request, st.just(H), st.integers(1, 2**62 - 1), numbers, in_order(of_players | of_all | st.just(STUCK_HERE))
)
promises = st.builds(
    Promise,
    st.just(H),
    st.integers(4, 2**62 - 1),
    heads,
    in_order(of_players | of_all),
    in_order(players),
)
one_of_all = st.builds(lambda change: (change,), of_all)
epochs = st.builds(Epoch, st.just(H), st.integers(4, 2**62 - 1), heads, in_order(of_players) | one_of_all)


# Shapes


@given(requests)
def test_a_request_survives_its_encoding(request_: Request) -> None:
    assert REQUESTS.decode(REQUESTS.encode(request_)) == request_


@given(promises)
def test_a_promise_survives_its_encoding(promise: Promise) -> None:
    assert PROMISES.decode(PROMISES.encode(promise)) == promise


@given(epochs)
def test_an_epoch_survives_its_encoding_and_its_id_is_the_hash_of_it(epoch: Epoch) -> None:
    again = EPOCHS.decode(EPOCHS.encode(epoch))
    assert again == epoch
    assert again.id == epoch.id == digest(Label.EPOCH, *value(epoch))


READERS: dict[str, tuple[Codec[Any], tuple[Any, ...]]] = {
    "request": (REQUESTS, value(REQUEST)),
    "promise": (PROMISES, value(PROMISE)),
    "epoch": (EPOCHS, value(EPOCH)),
}


@pytest.mark.parametrize(
    ("name", "place", "other"),
    [
        ("request", 0, b"short"),
        ("request", 1, 0),
        ("request", 1, True),
        ("request", 2, -1),
        ("request", 2, 2**62),
        ("promise", 0, H[1:]),
        ("promise", 1, "4"),
        ("promise", 1, HEAD.term),
        ("promise", 2, HEAD[:-1]),
        ("promise", 2, (*HEAD[:2], -1, *HEAD[3:])),
        ("promise", 2, (*HEAD[:4], b"")),
        ("promise", 3, (("stuck", 0),)),
        ("promise", 4, (2, 0)),
        ("promise", 4, (1, 1)),
        ("promise", 4, (8,)),
        ("promise", 4, (True,)),
        ("promise", 5, None),
        ("epoch", 1, HEAD.term),
        ("epoch", 2, None),
        ("epoch", 3, (("stuck", 0),)),
    ],
)
def test_a_field_of_another_shape_is_refused(name: str, place: int, other: Any) -> None:
    codec, good = READERS[name]
    with pytest.raises(MessageError):
        codec.read((*good[:place], other, *good[place + 1 :]))


NO_CHANGES: list[Any] = [
    (("back", 0), ("absent", 1)),
    (("absent", 1), ("absent", 1)),
    (("absent", 2), ("absent", 1)),
    (("end", 1),),
    (("stuck", 1),),
    (("pause", 0),),
    (("absent", 8),),
    (("back", -1),),
    (("take back", 2**62),),
    (("away", 1),),
    (("absent", True),),
    ((b"absent", 1),),
    (("absent",),),
    (("absent", 1, 1),),
    (("key", 1),),
    (("absent", 1, bytes(32), bytes(32), bytes(32), 1),),
    ("absent",),
    None,
]


@pytest.mark.parametrize("changes", NO_CHANGES)
@pytest.mark.parametrize(("name", "place"), [("request", 3), ("promise", 3), ("epoch", 3)])
def test_changes_have_one_spelling_and_every_other_one_is_refused(name: str, place: int, changes: Any) -> None:
    codec, good = READERS[name]
    with pytest.raises(MessageError):
        codec.read((*good[:place], changes, *good[place + 1 :]))


def test_an_epoch_changes_players_or_makes_one_change_of_all() -> None:
    for changes in ((AWAY, Change(END, 0)), (Change(END, 0), Change(TAKE_BACK, 0))):
        REQUESTS.decode(REQUESTS.encode(REQUEST._replace(changes=changes)))
        with pytest.raises(MessageError):
            EPOCHS.decode(EPOCHS.encode(EPOCH._replace(changes=changes)))


def test_no_one_lists_more_changes_than_a_table_may_need() -> None:
    many = tuple(Change(TAKE_BACK, height) for height in range(MAX_LISTED + 1))
    REQUESTS.decode(REQUESTS.encode(REQUEST._replace(changes=many[1:])))
    with pytest.raises(MessageError):
        REQUESTS.decode(REQUESTS.encode(REQUEST._replace(changes=many)))


# Signatures


def test_each_is_signed_under_a_label_of_its_own() -> None:
    key = identity(1).public
    request_, promise = SignedRequest.by(identity(1), 1, REQUEST), SignedPromise.by(identity(1), 1, PROMISE)
    proposal = SignedProposal.by(identity(1), 1, EPOCH)
    assert request_.is_signed(OF)
    assert promise.is_signed(OF)
    assert proposal.is_signed(OF)
    key.verify(request_.signature, Label.REQUEST, *value(REQUEST))
    key.verify(promise.signature, Label.PROMISE, *value(PROMISE))
    key.verify(proposal.signature, Label.SIGNED_EPOCH, EPOCH.id)


@pytest.mark.parametrize("changed", [{"player": 0}, {"signature": bytes(64)}, {"content": None}])
@pytest.mark.parametrize("kind", [SignedRequest, SignedPromise, SignedProposal])
def test_what_was_not_signed_so_is_refused(kind: type[Any], changed: dict[str, Any]) -> None:
    made: dict[type[Any], tuple[Any, Any]] = {
        SignedRequest: (SignedRequest.by(identity(1), 1, REQUEST), REQUEST._replace(counter=4)),
        SignedPromise: (SignedPromise.by(identity(1), 1, PROMISE), PROMISE._replace(secrets=())),
        SignedProposal: (SignedProposal.by(identity(1), 1, EPOCH), EPOCH._replace(changes=())),
    }
    signed, other = made[kind]
    changed = {"content": other} if "content" in changed else changed
    assert not signed._replace(**changed).is_signed(OF)


# Who coordinates, and what it takes


def test_players_coordinate_in_turns() -> None:
    assert [coordinator(term, OF) for term in range(1, 8)] == [1, 2, 0, 1, 2, 0, 1]


def asking(players: Any, term: int, *changes: Change) -> list[SignedRequest]:
    content = Request(OF.id, 1, term, tuple(sorted(changes)))
    return [SignedRequest(player, content, bytes(64)) for player in players]


@pytest.mark.parametrize("number", range(2, 6))
def test_evidence_is_a_strict_majority_of_all_that_names_the_term_for_one_change(number: int) -> None:
    quorum = charter(number).quorum
    for size in range(number + 1):
        for some in combinations(range(number), size):
            found = common_changes(asking(some, 3, AWAY), 3, quorum)
            assert found == ({AWAY} if 2 * size > number else frozenset())


def test_requests_that_name_another_term_or_none_are_no_evidence() -> None:
    requests_ = asking([0], 3, AWAY) + asking([1], 2, AWAY) + asking([2], 0, AWAY)
    assert common_changes(requests_, 3, 2) == frozenset()


def test_one_player_s_request_counts_once_however_often_it_is_shown() -> None:
    assert common_changes(asking([0], 3, AWAY) * 3, 3, 2) == frozenset()


def supported(log: Log, change: Change, players: Any) -> bool:
    return is_supported(change, log, {player: Request(log.charter.id, 1, 0, (change,)) for player in players})


@pytest.mark.parametrize("change", [Change(END, 0), Change(TAKE_BACK, 1)])
def test_what_concerns_all_needs_all_who_are_not_absent(change: Change) -> None:
    hands = Hands(charter(5))
    log = hands.empty()
    assert supported(log, change, range(5))
    assert not any(supported(log, change, set(range(5)) - {one}) for one in range(5))
    hands.change(log, Change(ABSENT, 1), Change(ABSENT, 4))
    assert supported(log, change, (0, 2, 3))
    assert not any(supported(log, change, set(range(5)) - {one}) for one in (0, 2, 3))


def test_a_majority_is_of_all_who_signed_the_charter_however_many_are_absent() -> None:
    hands = Hands(charter(5))
    log = hands.empty()
    hands.change(log, *(Change(ABSENT, player) for player in (1, 2, 3, 4)))
    assert not supported(log, Change(BACK, 1), (0, 1))
    assert supported(log, Change(BACK, 1), (0, 1, 2))


def test_no_one_resigns_without_agreeing() -> None:
    log = Hands(OF).empty()
    assert not supported(log, Change(RESIGN, 1), (0, 2))
    assert supported(log, Change(RESIGN, 1), (0, 1))


# What no honest player signs


def finished() -> Log:
    table = Table(OF, seed=1)
    table.play()
    return table.sessions[0].log


LOG = finished()
ACTION = next(signed for step in LOG.steps for signed in step.entries if type(signed.entry.body) is str)
ACTOR, STEP = ACTION.entry.seat, ACTION.entry.step
OTHER = (ACTOR + 1) % 3


def promise(height: int, term: int = 1, by: int = ACTOR, **changed: Any) -> SignedPromise:
    """A promise with the finished log up to a height as its head."""
    head = head_of(LOG, height)._replace(**changed.pop("head", {}))
    return SignedPromise.by(identity(by), by, Promise(OF.id, term, head)._replace(**changed))


def proposal(height: int, term: int = 1, by: int = ACTOR, **changed: Any) -> SignedProposal:
    return SignedProposal.by(identity(by), by, Epoch(OF.id, term, head_of(LOG, height), ())._replace(**changed))


def ack(height: int, player: int = ACTOR, **changed: Any) -> SignedAck:
    content = LOG.ack(1)._replace(height=height, log=LOG.log_at(height), state=LOG.state_at(height))
    return SignedAck.by(identity(player), player, content._replace(**changed))


EQUIVOCATIONS: dict[str, tuple[Statement, Statement, str]] = {
    "two promises of a term": (promise(2), promise(2, changes=(AWAY,)), "two versions of a promise of term 1"),
    "with two heads": (promise(2), promise(3), "two versions of a promise of term 1"),
    "with other secrets": (promise(2), promise(2, secrets=(0,)), "two versions of a promise of term 1"),
    "two proposals of a term": (proposal(2), proposal(2, changes=(AWAY,)), "two versions of a proposal of term 1"),
    "with two bases": (proposal(2), proposal(3), "two versions of a proposal of term 1"),
    "a promise below an ack": (promise(STEP - 2), ack(STEP), f"as if the log ended at step {STEP - 2}"),
    "a promise below an action": (promise(STEP - 1), ACTION, f"as if the log ended at step {STEP - 1}"),
    "a promise below a promise": (promise(3, 2), promise(4, 1), "as if the log ended at step 3"),
    "a promise below an epoch": (promise(9, 3), ack(2, term=1, epoch=H), "as if the log ended at step 9"),
    "a promise on another log": (promise(4, head={"log": GARBAGE}), ack(4), "two versions of the log at step 4"),
    "two promises on two logs": (promise(4), promise(4, 2, head={"log": GARBAGE}), "two versions of the log at step 4"),
}


@pytest.mark.parametrize("name", EQUIVOCATIONS)
def test_equivocation_convicts_by_the_keys_alone(name: str) -> None:
    one, other, deed = EQUIVOCATIONS[name]
    for proof in (Equivocation(one, other), Equivocation(other, one)):
        assert deed in str(verify_proof(OF, proof))


@pytest.mark.parametrize("name", EQUIVOCATIONS)
def test_equivocation_that_another_has_signed_proves_nothing(name: str) -> None:
    one, other, _ = EQUIVOCATIONS[name]
    forged = other._replace(signature=identity(OTHER).sign(Label.PROMISE, 1))
    with pytest.raises(ProofError, match="not signed by the player accused"):
        verify_proof(OF, Equivocation(one, forged))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(promise(2), promise(2), id="a promise twice"),
        pytest.param(proposal(2), proposal(2), id="a proposal twice"),
        pytest.param(promise(2), promise(2, 2), id="promises of two terms"),
        pytest.param(promise(2), promise(5, 2), id="a later promise with more"),
        pytest.param(proposal(2), proposal(2, 4, changes=(AWAY,)), id="proposals of two terms"),
        pytest.param(promise(2), promise(3, by=OTHER), id="promises of two players"),
        pytest.param(promise(2), promise(3, game=GARBAGE), id="promises of two games"),
        pytest.param(promise(STEP), ack(STEP), id="a promise at what was attested"),
        pytest.param(promise(STEP), ACTION, id="a promise with the action"),
        pytest.param(promise(STEP + 1), ACTION, id="a promise above the action"),
        pytest.param(promise(2), ack(STEP, term=1, epoch=H), id="an ack of the promised term"),
        pytest.param(promise(2), ack(STEP, term=2, epoch=H), id="an ack of a higher term"),
        pytest.param(
            promise(2, 5, head={"term": 3, "epoch": H}), ack(STEP, term=2, epoch=H), id="an ack of an older epoch"
        ),
        pytest.param(promise(2), ack(STEP, player=OTHER), id="an ack of another player"),
        pytest.param(promise(2), proposal(5), id="a promise and a proposal"),
        pytest.param(ack(5), proposal(2), id="an ack and a proposal"),
    ],
)
def test_what_a_correct_program_may_sign_is_no_equivocation(one: Statement, other: Statement) -> None:
    assert not contradict(OF, one, other)
    assert not contradict(OF, other, one)
    with pytest.raises(ProofError):
        verify_proof(OF, Equivocation(one, other))


@given(st.integers(0, LOG.height), st.integers(0, LOG.height), st.integers(1, 3), st.integers(0, 4))
def test_a_promise_contradicts_just_what_is_of_a_lower_term_and_beyond_its_head(
    height: int, attested: int, term: int, acked: int
) -> None:
    """Heads are compared by their terms first (R1)."""
    found = contradict(OF, promise(height, term), ack(attested, term=acked, epoch=OF.id if acked == 0 else H))
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
    assert contradict(OF, *signed)
    assert " signed two versions of" in str(verify_proof(OF, Equivocation(signed[0], signed[1])))
