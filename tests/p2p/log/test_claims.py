"""Claims: a player who has lost the key asks for the seat with another."""

from __future__ import annotations

from typing import Any

import pytest

from p2p.log import messages
from p2p.log.keys import Claim, sign_claim
from p2p.session.events import Claimed, Refused
from p2p.wire.codec import MessageError
from tests.p2p.changes import assert_finished
from tests.p2p.lost_keys import LOST, without
from tests.p2p.newcomers import claim_of, hand, key_of
from tests.p2p.tables import charter, seed


def test_a_claim_survives_its_encoding_and_is_signed_with_its_own_key() -> None:
    claim = claim_of(charter(), LOST, 12)
    signed = sign_claim(hand(12).identity, claim)
    assert messages.decode(messages.encode(signed)) == signed
    assert signed.is_signed
    for other in (claim._replace(player=1), claim._replace(game=bytes(32)), claim._replace(key=key_of(hand(13)))):
        assert not signed._replace(content=other).is_signed
    for weak in (claim.key._replace(identity=bytes([1] + [0] * 31)), claim.key._replace(chat=bytes(32))):
        with pytest.raises(MessageError):
            messages.decode(messages.encode(signed._replace(content=claim._replace(key=weak))))


def test_a_claim_is_handed_in_at_the_door_with_its_own_key_and_no_guest_sends_one() -> None:
    of = without().sessions[0]
    signed = messages.encode(sign_claim(hand(12).identity, claim_of(of.charter, LOST, 12)))
    of.connected(77, None)
    with pytest.raises(MessageError, match="only a player"):
        of.receive(77, signed)
    with pytest.raises(MessageError, match="another key than its own"):
        of.claimed(hand(13).identity.public, signed)
    assert of.claims == {}
    of.claimed(hand(12).identity.public, signed)
    assert of.claims == {LOST: (key_of(hand(12)),)}


@pytest.mark.parametrize(
    ("claim", "signer", "reason"),
    [
        (claim_of(charter(2), 1, 12), 12, "of another game, or about a player who is not at this table"),
        (claim_of(charter(3, rounds=3), 3, 12), 12, "of another game, or about a player who is not at this table"),
        (claim_of(charter(3, rounds=3), LOST, 12), 13, "not signed with its own key"),
        (claim_of(charter(3, rounds=3), LOST, 1), 1, "a player has or had"),
    ],
)
def test_a_claim_of_another_game_or_key_is_refused(claim: Any, signer: int, reason: str) -> None:
    of = without().sessions[0]
    shown = of.receive(1, messages.encode(sign_claim(hand(signer).identity, claim)))
    assert [reason in str(output.reason) for output in shown if isinstance(output, Refused)] == [True]
    assert of.claims.get(LOST, ()) == ()


def test_of_many_claims_of_a_seat_the_newest_few_are_known() -> None:
    of = without().sessions[0]
    for number in range(20, 40):
        of.receive(1, messages.encode(sign_claim(hand(number).identity, claim_of(of.charter, LOST, number))))
    assert of.claims == {LOST: tuple(key_of(hand(number)) for number in range(36, 40))}


def test_of_two_who_ask_for_a_seat_the_others_choose_and_the_second_asks_in_vain() -> None:
    table = without(players=4)
    liar, true = table.newcomer(LOST), table.newcomer(LOST)
    table.settle()
    assert len(table.sessions[0].claims[LOST]) == 2
    table.agree(table.asked_for(liar), [0])
    table.give(true, 1, 3)
    assert table.sessions[0].log.keys[LOST].key != table.hands[liar].identity.public, "one does not suffice"
    table.sessions[0].disagree(table.asked_for(liar))
    table.give(true, 0, 1, 3)
    assert table.sessions[0].log.keys[LOST].key == table.hands[true].identity.public
    assert key_of(table.hands[true]) not in table.sessions[0].claims.get(LOST, ())
    table.go(liar)
    table.go_on()
    assert_finished(table)
    assert table.sessions[liar].asks


def test_a_claim_that_newer_ones_have_replaced_is_not_taken_again() -> None:
    """Else more claims than are known at a time would go round between honest programs without end."""
    of = without().sessions[0]
    claims = [sign_claim(hand(number).identity, claim_of(of.charter, LOST, number)) for number in range(20, 25)]
    for signed in claims:
        of.receive(1, messages.encode(signed))
    assert of.receive(1, messages.encode(claims[0])) == []


def test_a_claim_that_newer_ones_have_replaced_is_known_again_once_its_owner_is_at_the_door_again() -> None:
    """Else a player could be shut out for good by four strangers with the invitation."""
    of = without().sessions[0]
    claims = [sign_claim(hand(number).identity, claim_of(of.charter, LOST, number)) for number in range(20, 25)]
    for signed in claims:
        of.receive(1, messages.encode(signed))
    said = of.claimed(hand(20).identity.public, messages.encode(claims[0]))
    assert said == [Claimed(LOST, key_of(hand(20)))]
    assert of.claims[LOST][-1] == key_of(hand(20))
    assert of.claimed(hand(20).identity.public, messages.encode(claims[0])) == []


@pytest.mark.parametrize("player", [0, LOST])
def test_a_key_asks_for_one_thing_alone_even_once_newer_claims_have_replaced_it(player: int) -> None:
    of = without().sessions[0]
    for number in range(20, 25):
        signed = sign_claim(hand(number).identity, claim_of(of.charter, LOST, number))
        of.receive(1, messages.encode(signed))
    key = key_of(hand(20))._replace(tip=seed("another tip"))
    other = sign_claim(hand(20).identity, Claim(of.charter.id, player, key))
    with pytest.raises(MessageError, match="a second claim with one key"):
        of.claimed(hand(20).identity.public, messages.encode(other))
