"""Records of games in which a player was given a key."""

from __future__ import annotations

import pytest

from crypto.digest import digest
from crypto.labels import Label
from p2p.log.keys import Keys, NewKey
from p2p.log.promises import sign_promise
from p2p.log.proposals import judge
from p2p.log.record import RecordError, verify_record
from p2p.log.steps import Kind, Refused
from tests.p2p.changes import away
from tests.p2p.hands import Hands
from tests.p2p.lost_keys import LOST, given
from tests.p2p.newcomers import Newcomers, change, hand, key_of
from tests.p2p.tables import charter, identity
from tests.p2p.wager import new_wager


def finished() -> tuple[Newcomers, int, bytes]:
    table, number = given()
    table.go_on()
    return table, number, table.sessions[0].record() or b""


def test_a_record_with_a_new_key_verifies() -> None:
    table, number, record = finished()
    verified = verify_record(record, new_wager)
    assert verified.missing == ()
    assert verified.log.keys[LOST].key == table.hands[number].identity.public


def test_a_record_in_which_the_key_was_changed_is_forged() -> None:
    table, number, record = finished()
    key, other = table.hands[number].identity.public.raw, hand(15).identity.public.raw
    head = record[:-32].replace(key, other)
    assert head != record[:-32]
    with pytest.raises(RecordError, match="a signature that is not its player's") as refused:
        verify_record(head + digest(Label.RECORD, head), new_wager)
    assert refused.value.offender is None


def test_a_key_is_no_ones_that_is_not_in_a_log() -> None:
    keys = Keys.of(charter(3))
    assert keys.player(identity(1).public) == 1
    assert keys.player(hand(12).identity.public) is None
    assert not keys.is_former(hand(12).identity.public)
    again = keys.given(1, key_of(hand(12)), 4)
    assert (again.player(identity(1).public), again.player(hand(12).identity.public)) == (None, 1)
    assert again.changed(keys) == keys.changed(again) == (1,)
    assert keys.objection(NewKey(*key_of(hand(13))[:3], 3), 1) == "a chain that begins too late"
    assert keys.objection(NewKey(*key_of(hand(13))[:3], 2), 1) is None


def test_a_chain_may_begin_at_a_later_link_of_the_game() -> None:
    key = key_of(hand(12), first=3)
    hand_given = Keys.of(charter(3)).given(1, key, 1)[1]
    assert hand_given.place_of(3) == 1
    assert hand_given.place_of(7) == 5


def test_a_proposal_is_judged_by_the_keys_at_its_base() -> None:
    """R9: below the epoch that gives a player another key, the one before signs for them, and it alone."""
    hands = Hands(charter(3, rounds=4))
    log = hands.to(Kind.COMMITMENTS)
    hands.change(log, away(LOST))
    base = log.height
    by_the_old = [hands.promise(log, player, term=5) for player in (0, LOST)]
    content = by_the_old[1].content
    by_the_new = [by_the_old[0], sign_promise(hand(12).identity, LOST, content)]
    hands.change(log, change(LOST, 12), players=(0, 1))
    hands.signers[LOST] = hand(12)
    signer = Hands(log.charter).signers[LOST].identity
    with pytest.raises(Refused, match="not its player's"):
        judge(log, hands.propose(log, (), tuple(by_the_new), base=base))
    old = hands.propose(log, (), tuple(by_the_old), base=base)
    proposal = old.signed._replace(signature=signer.sign(Label.SIGNED_EPOCH, old.epoch.id))
    judge(log, old._replace(signed=proposal))
