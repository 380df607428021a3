"""Logs and records of games that continue others: what goes over into them, and what no one can forge."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from crypto import canonical
from crypto.canonical import Value
from p2p.game import Over
from p2p.log.charter import After, Charter, CharterError, decode_charter, encode_charter
from p2p.log.log import Log
from p2p.log.record import RecordError, verify_record
from p2p.log.statements import ABSENT, BACK, TAKE_BACK, Change, SignedEntry
from p2p.log.steps import Kind, Refused
from tests.p2p.continued import after, going_on, middle, record_of
from tests.p2p.hands import Hands
from tests.p2p.records import contents, sealed
from tests.p2p.tables import charter, identity
from tests.p2p.wager import new_wager


def continued(past: Log, of: Charter) -> Log:
    """The log of a charter that continues another log."""
    log = Log(of, new_wager(of.setup))
    log.follow(past, ())
    return log


def test_a_charter_that_begins_anew_has_the_bytes_that_it_always_had() -> None:
    of = charter(3)
    assert len(canonical.elements(encode_charter(of))) == 9
    assert decode_charter(encode_charter(after(middle()))) == after(middle())


@pytest.mark.parametrize("own", [(0, 1), (0, 1, 3), (0, 1, 9), (0, 1, 2, 2)])
def test_a_players_own_seat_is_one_of_theirs(own: tuple[int, ...]) -> None:
    of = after(middle())
    assert of.after
    with pytest.raises(CharterError, match="own"):
        Charter(*of.setup[:-1], of.watch, of.players, of.seats, of.after._replace(own=own))


def test_a_players_own_seat_comes_first_wherever_it_stands() -> None:
    of = after(middle())
    assert isinstance(of.after, After)
    of = Charter(*of.setup[:-1], of.watch, of.players, of.seats, of.after._replace(own=(0, 3, 2)))
    assert of.seats_of(1) == (3, 1)


# ---------------------------------------------------------------------- what goes over


def held_back() -> Log:
    """A game of three in which player 2 has kept back their part of a throw, and is out."""
    hands = Hands(charter(3, rounds=6))
    log = hands.to(Kind.BEACON, after=4)
    hands.fill(log, (0, 1))
    hands.change(log, Change(ABSENT, 2), players=(0, 1))
    assert log.barred.keys() == {2}
    while log.kind is not Kind.ACTION:
        hands.fill(log)
    return log


def test_a_player_who_is_out_stays_out_in_another_seat_and_so_does_their_seat() -> None:
    past = held_back()
    log = continued(past, after(past, (0, 2, 1), (0, 1, 2)))
    assert log.barred == dict.fromkeys((1, 2), past.barred[2])
    assert log.absent == {1, 2}
    assert not {1, 2} & {log.holder(slot) for slot in log.slots}


def test_who_takes_the_seat_of_a_player_who_is_out_is_out_with_it() -> None:
    past = held_back()
    log = continued(past, after(past, (0, 1, 3), (0, 1, 2)))
    assert log.barred == {2: past.barred[2]}
    assert log.absent == {2}
    hands = Hands(log.charter)
    with pytest.raises(Refused):
        hands.change(log, Change(BACK, 2), players=(0, 1))


def test_if_all_were_out_all_play() -> None:
    past = held_back()
    log = continued(past, after(past, (2,), (0, 0, 0)))
    assert log.absent == set()


# ---------------------------------------------------------------------- what belongs to the old game alone


def test_no_epoch_and_no_entry_reaches_below_the_beginning_of_the_game() -> None:
    past = middle()
    log = continued(past, after(past))
    hands = Hands(log.charter)
    for base in (0, past.height - 1, past.height):
        with pytest.raises(Refused, match="a proposal on a log that is not here"):
            hands.change(log, Change(ABSENT, 2), base=base)
    with pytest.raises(Refused):
        hands.change(log, Change(TAKE_BACK, past.height - 1))
    entry = hands.sign(log, log.slots[0]).entry
    below = entry._replace(step=2, log=log.log_at(1), state=log.state_at(1))
    with pytest.raises(Refused, match="an entry of another game"):
        log.accept(SignedEntry.by(identity(log.holder(entry.seat)), below))


def test_a_new_chain_begins_with_its_first_value() -> None:
    past = middle()
    assert past.attempts > 0
    log = continued(past, after(past))
    hands = Hands(log.charter)
    hands.to(Kind.BEACON, log)
    hands.fill(log)
    assert log.attempts == 1


# ---------------------------------------------------------------------- records


@cache
def record() -> bytes:
    """The record of a finished game that continues another one."""
    past = middle()
    table = going_on(after(past), record_of(past))
    table.play()
    return table.sessions[0].record() or b""


def with_past(change: Callable[[Any], Value]) -> bytes:
    """The record with another game before it."""
    *own, (stretch,), proofs = contents(record())
    return sealed((*own, (change(stretch),), proofs))


def test_what_is_written_of_both_games_is_verified() -> None:
    verified = verify_record(record(), new_wager)
    assert isinstance(verified.result, Over)
    assert sealed(contents(record())) == record()
    assert verify_record(verified.up_to(verified.log.height - 2), new_wager).log.height == verified.log.height - 2


@pytest.mark.parametrize(
    ("forged", "sentence"),
    [
        (lambda: sealed(contents(record())[:4]), "does not have its parts"),
        (lambda: sealed((*contents(record())[:4], (), ())), "the game that its charter continues is not in it"),
        (
            lambda: sealed((*contents(record())[:4], contents(record())[4] * 2, ())),
            "more or less of it, than the charter continues",
        ),
        (lambda: with_past(lambda past: (past[0], past[1])), "does not have its parts"),
        (lambda: with_past(lambda past: (*past[:2], past[2][:-1])), "more or less of it, than the charter"),
        (lambda: with_past(lambda past: (*past[:2], past[2][1:])), "at step 1"),
        (lambda: with_past(lambda past: (past[0], past[1][::-1], past[2])), "did not sign its charter"),
        (lambda: with_past(lambda past: (past[0], past[1], contents(record())[2])), "at step 1"),
    ],
)
def test_a_record_whose_past_was_changed_is_refused(forged: Callable[[], bytes], sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence) as refused:
        verify_record(forged(), new_wager)
    assert refused.value.offender is None
