"""Records of games in which somebody was given a key."""

from __future__ import annotations

from typing import Any

import pytest

from crypto.digest import digest
from crypto.labels import Label
from p2p.log.ballots import Passed, Proposal, SignedBallot, sign_ballot
from p2p.log.keys import Keys, NewKey
from p2p.log.record import REKEYED, VERSION, RecordError, verify_record
from p2p.log.steps import Forged
from tests.p2p.lost_keys import LOST, given, voted, without
from tests.p2p.newcomers import Newcomers, change, hand, key_of
from tests.p2p.tables import charter, identity
from tests.p2p.wager import new_wager


def finished() -> tuple[Newcomers, int, bytes]:
    table, number = given()
    table.go_on()
    return table, number, table.sessions[0].record() or b""


def changed(record: bytes, version: int, old: bytes = b"", new: bytes = b"") -> bytes:
    """A record of another version, with bytes in place of others, and a checksum that fits."""
    assert old in record
    head = (record[:12] + bytes([version]) + record[13:-32]).replace(old, new, 1)
    return head + digest(Label.RECORD, head)


def test_a_record_with_a_new_key_is_of_the_next_version_and_verifies() -> None:
    table, number, record = finished()
    assert record[12] == REKEYED
    verified = verify_record(record, new_wager)
    assert verified.missing == ()
    assert verified.log.keys[LOST].key == table.hands[number].identity.public
    with pytest.raises(RecordError, match=f"makes it one of version {REKEYED}"):
        verify_record(changed(record, VERSION), new_wager)


def test_a_record_without_one_is_of_the_version_before() -> None:
    table = Newcomers(charter(3))
    table.play()
    record = table.sessions[0].record() or b""
    assert record[12] == VERSION
    verify_record(record, new_wager)
    with pytest.raises(RecordError, match=f"makes it one of version {VERSION}"):
        verify_record(changed(record, REKEYED), new_wager)


def test_a_record_in_which_the_key_was_changed_is_forged() -> None:
    table, number, record = finished()
    key = table.hands[number].identity.public.raw
    with pytest.raises(RecordError, match="ballot whose signature"):
        verify_record(changed(record, REKEYED, old=key, new=hand(15).identity.public.raw), new_wager)


def test_a_key_is_nobodys_that_is_not_in_a_log() -> None:
    keys = Keys.of(charter(3))
    assert keys.person(identity(1).public) == 1
    assert keys.person(hand(12).identity.public) is None
    assert not keys.is_former(hand(12).identity.public)
    again = keys.given(1, key_of(hand(12)), 4)
    assert (again.person(identity(1).public), again.person(hand(12).identity.public)) == (None, 1)
    assert again.changed(keys) == keys.changed(again) == (1,)
    assert keys.objection(NewKey(*key_of(hand(13))[:3], 3), 1) == "a chain that begins too late"
    assert keys.objection(NewKey(*key_of(hand(13))[:3], 2), 1) is None


def test_a_chain_may_begin_at_a_later_link_of_the_game() -> None:
    key = key_of(hand(12), first=3)
    hand_given = Keys.of(charter(3)).given(1, key, 1)[1]
    assert hand_given.place_of(3) == 1
    assert hand_given.place_of(7) == 5


def test_a_ballot_is_judged_by_the_keys_of_the_epoch_upon_which_it_stands() -> None:
    table = without()
    log = table.sessions[0].log
    before = log.proposal(log.term + 2, ())
    log.adopt(voted(log, change(LOST, 12), 0, 1))
    with pytest.raises(Forged):
        log.adopt(Passed(before, ballots((0, identity(0)), (LOST, hand(12).identity), of=before)))
    log.adopt(Passed(before, ballots((0, identity(0)), (LOST, identity(LOST)), of=before)))


def ballots(*signers: tuple[int, Any], of: Proposal) -> tuple[tuple[int, bytes], ...]:
    made: list[SignedBallot] = [sign_ballot(key, person, of) for person, key in signers]
    return tuple((ballot.person, ballot.signature) for ballot in made)
