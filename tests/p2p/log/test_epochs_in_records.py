"""Records of games with epochs: verified like all else, and whatever is tampered with is refused and blames no one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto.canonical import Value
from crypto.digest import digest
from crypto.labels import Label
from p2p.log.justify import head_of
from p2p.log.log import Log
from p2p.log.record import RecordError, verify_record, write_record
from p2p.log.statements import ABSENT, BACK, END, RESIGN, TAKE_BACK, Change, SignedAck, SignedProposal
from p2p.log.steps import Kind
from p2p.wire.codec import value
from tests.p2p.hands import Hands, generous, places
from tests.p2p.records import HEADER, contents, sealed
from tests.p2p.tables import charter, identity
from tests.p2p.wager import new_wager

OF = charter(3, rounds=2)
HANDS = Hands(OF)
SIGNATURES = {player: OF.sign(identity(player)) for player in range(3)}
AWAY = Change(ABSENT, 1)


@cache
def game() -> Log:
    """A game with epochs: one is declared absent at commitments and comes back, one resigns, dice are thrown anew."""
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.change(log, AWAY)
    HANDS.fill(log)
    HANDS.fill(log)
    HANDS.change(log, Change(BACK, 1), Change(RESIGN, 2))
    HANDS.to(Kind.BEACON, log)
    HANDS.change(log)
    HANDS.to(Kind.OVER, log)
    return log


def test_a_record_ends_with_the_game_whatever_epochs_follow() -> None:
    log = HANDS.to(Kind.OVER)
    end, written = log.closing(), write_record(log, SIGNATURES, {})
    HANDS.change(log)
    assert log.closing() == end
    assert write_record(log, SIGNATURES, {}) == written


@cache
def record() -> bytes:
    closings = {player: HANDS.signers[player].closing(game(), player).signature for player in range(2)}
    return write_record(game(), SIGNATURES, closings)


def epochs(data: bytes) -> list[tuple[Any, ...]]:
    """The steps of epochs in a record: term, changes, promises and signature."""
    return [step for step in contents(data)[2] if len(step) == 4]


def with_epoch(epoch: Any) -> bytes:
    """The record up to its first epoch, which is another one."""
    opened, signatures, steps, *_ = contents(record())
    place = next(number for number, step in enumerate(steps) if len(step) == 4)
    return sealed((opened, signatures, (*steps[:place], epoch), (), (), ()))


def test_a_record_with_epochs_is_verified_and_written_again_with_the_same_bytes() -> None:
    verification = verify_record(record(), new_wager)
    assert places(verification.log) == places(game())
    assert verification.log.steps == game().steps
    assert verification.missing == (2,)
    closings = {player: HANDS.signers[player].closing(game(), player).signature for player in range(2)}
    assert write_record(verification.log, SIGNATURES, closings) == record()


def ended(*changes: Change) -> Log:
    """A log whose last epoch makes these changes, after an action that gives the pot away."""
    hands = Hands(OF, generous)
    log = hands.to(Kind.ACTION)
    changes = tuple(change if change.kind != TAKE_BACK else Change(TAKE_BACK, log.height) for change in changes)
    hands.fill(log)
    hands.change(log, *changes)
    return log


@pytest.mark.parametrize(
    "changes",
    [
        (),
        (AWAY,),
        (Change(ABSENT, 2), Change(RESIGN, 1)),
        (Change(END, 0),),
        (Change(TAKE_BACK, 0),),
        (Change(RESIGN, 0),),
    ],
    ids=lambda changes: "-".join(change.kind for change in changes) or "nothing",
)
def test_every_change_can_be_written_down_and_verified(changes: tuple[Change, ...]) -> None:
    log = ended(*changes)
    data = write_record(log, SIGNATURES, {})
    verified = verify_record(data, new_wager)
    assert places(verified.log) == places(log)
    assert verified.open_step == log.height + 1
    assert len(epochs(data)) == 1


def before_the_epoch() -> Log:
    return HANDS.to(Kind.COMMITMENTS)


def signed(*changes: Change, height: int | None = None) -> bytes:
    """The signature of the first epoch's coordinator, if it were another one."""
    log = before_the_epoch()
    epoch = HANDS.proposed(log, *changes).epoch._replace(base=head_of(log, height))
    return SignedProposal.by(identity(1), 1, epoch).signature


def promises(*changes: Change, **more: Any) -> tuple[Value, ...]:
    return tuple(map(value, HANDS.proposed(before_the_epoch(), *changes, **more).promises))


def acked() -> Value:
    """An acknowledgement, as it stands in messages."""
    return value(SignedAck.by(identity(2), 2, before_the_epoch().ack(9)))


def tampered() -> dict[str, tuple[Any, str]]:
    term, changes, made, signature = epochs(record())[0]
    other = (("absent", 2),)
    unsigned = (*made[0][:3], bytes(64))
    return {
        "another change": ((term, other, made, signature), "not its player's"),
        "another change, signed": ((term, other, made, signed(Change(ABSENT, 2))), "other changes"),
        "no promises": ((term, changes, (), signature), "promises of a quorum"),
        "promises of less": ((term, changes, promises(AWAY, base=0), signature), "not the end of what"),
        "a promise that was not signed": (
            (term, changes, (unsigned, *made[1:]), signature),
            "not its player's",
        ),
        "a promise of no player": (
            (term, changes, (*made, ("promise", 9, *made[0][2:])), signature),
            "no player at this table",
        ),
        "another base": ((term, changes, made, signed(AWAY, height=0)), "not its player's"),
        "term 0": ((0, changes, made, signature), "a term that is over"),
        "to take back dice": (
            (term, (("take back", 0),), promises(Change(TAKE_BACK, 0)), signed(Change(TAKE_BACK, 0))),
            "other changes",
        ),
        "acks for promises": ((term, changes, (acked(),), signature), "does not have its fields"),
    }


TAMPERED = tampered()


@pytest.mark.parametrize("name", TAMPERED)
def test_an_epoch_that_was_tampered_with_is_refused_in_one_sentence_and_blames_no_one(name: str) -> None:
    epoch, says = TAMPERED[name]
    verify_record(with_epoch(epochs(record())[0]), new_wager)
    with pytest.raises(RecordError, match=rf"^The record is damaged or forged at step \d+: .*({says}).*\.$") as refused:
        verify_record(with_epoch(epoch), new_wager)
    assert refused.value.offender is None


def test_a_promise_more_than_needed_may_be_left_out() -> None:
    """Of the promises any quorum with the same outcome justifies an epoch; so two players' records may differ."""
    term, changes, made, signature = epochs(record())[0]
    verify_record(with_epoch((term, changes, made[:2], signature)), new_wager)


def test_an_epoch_cannot_stand_twice_nor_be_left_out() -> None:
    opened, signatures, steps, *rest = contents(record())
    place = next(number for number, step in enumerate(steps) if len(step) == 4)
    for others in ((*steps[:place], steps[place], *steps[place:]), (*steps[:place], *steps[place + 1 :])):
        with pytest.raises(RecordError):
            verify_record(sealed((opened, signatures, others, *rest)), new_wager)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_byte_of_a_record_with_epochs_can_be_changed_even_with_its_checksum_repaired(data: st.DataObject) -> None:
    place = data.draw(st.integers(HEADER, len(record()) - 33))
    head = bytearray(record()[:-32])
    head[place] = (head[place] + data.draw(st.integers(1, 255))) % 256
    with pytest.raises(RecordError) as refused:
        verify_record(bytes(head) + digest(Label.RECORD, bytes(head)), new_wager)
    assert refused.value.offender is None
