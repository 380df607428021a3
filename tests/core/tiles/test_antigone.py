"""Antigone: the number of resources that her owner offers (chapter 2, R8)."""

from __future__ import annotations

import pytest

from core import Simultaneous
from core.mare.actions import Offer
from tests.core.positions import Position, Table

HANDS = {
    "carthage": "coin coin wood grain oil",
    "rome": "grain grain oil sheep",
    "greece": "marble marble gold oil sheep wine",
}
"""Carthage is the Trade Leader; Babylon and Egypt own nothing and take no part (R7)."""


def antigone(owner: str = "greece", **hands: str) -> Position:
    """She is on the owner's mat; everybody has these hands, or those above."""
    position = Position().tiles(owner, "antigone")
    for empire, tokens in {**HANDS, **hands}.items():
        position.give(empire, tokens)
    return position


def announced(number: int, position: Position) -> Table:
    """The trade, once the Trade Leader has announced the number."""
    table = position.at_trade().table()
    table.say(table.leader("trade"), f"announce {number}")
    return table


def offering(table: Table) -> dict[str, int]:
    """Who is asked for an offer now, and of how many resources."""
    node = table.game.node
    assert isinstance(node, Simultaneous)
    sizes = {}
    for seat, empire in node.empires.items():
        offer = next(iter(node.answers[seat]))
        assert isinstance(offer, Offer)
        sizes[table.board.empires[empire]] = len(offer.tokens)
    return sizes


# ---------------------------------------------------------------------- the number


def test_her_owner_names_a_number_of_their_own() -> None:
    """Chapter 2: after the number is announced her owner names any number for himself; the others offer as many."""
    table = announced(2, antigone())
    assert (table.asked(), table.rule()) == ("greece", "R8")
    table.say("greece", "size 4")
    assert offering(table) == {"carthage": 2, "rome": 2, "greece": 4}


def test_the_number_is_named_openly_before_anybody_picks() -> None:
    """R8: openly, before anybody picks."""
    table = announced(2, antigone())
    assert table.asked_together() == set()
    table.say("greece", "size 1")
    assert "Greece will offer 1." in table.told
    assert table.asked_together() == {"carthage", "rome", "greece"}


def test_who_offers_another_number_is_told_so() -> None:
    """R8: all numbers are known when a player picks."""
    table = announced(2, antigone())
    table.say("greece", "size 4")
    assert isinstance(table.game.node, Simultaneous)
    assert "Rome 2, Greece 4, Carthage 2" in str(table.game.node.prompt.sentence)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5])
def test_any_number_from_0_to_5_may_be_named(number: int) -> None:
    """Chapter 2: any number from 0 to 5, whatever was announced."""
    table = announced(3, antigone())
    table.say("greece", f"size {number}")
    assert offering(table).get("greece", 0) == number


def test_no_more_than_5_may_be_named() -> None:
    """Chapter 2: from 0 to 5; Greece owns six."""
    announced(3, antigone()).refused("greece", "size 6", "R8")


def test_no_more_may_be_named_than_one_owns() -> None:
    """Chapter 2: not more than the player owns."""
    table = announced(3, antigone(greece="marble oil"))
    assert table.legal() == ["size 0", "size 1", "size 2"]
    table.refused("greece", "size 3", "R8")


def test_the_others_are_asked_for_no_number() -> None:
    """Chapter 2: *her owner*."""
    table = announced(3, antigone("egypt", egypt="coin oil wine"))
    assert table.asked() == "egypt"
    table.say("egypt", "size 3")
    assert offering(table) == {"carthage": 3, "rome": 3, "greece": 3}


def test_she_lets_her_owner_take_part_with_less_than_the_number() -> None:
    """R7, R8: a player who owns fewer than the number takes no part; her owner offers what the owner names."""
    table = announced(4, antigone(greece="marble oil"))
    table.say("greece", "size 1")
    assert offering(table) == {"carthage": 4, "greece": 1}


def test_she_lets_her_owner_stay_out() -> None:
    """Chapter 2: 0: her owner offers nothing, and nothing can be taken from them."""
    table = announced(1, antigone())
    table.say("greece", "size 0")
    table.offers(rome="sheep", carthage="wood")
    assert table.hand("greece") == HANDS["greece"]
    # Carthage takes Rome's and Rome Carthage's, the only ones there are.
    assert table.hand("carthage") == "coin coin grain oil sheep"


def test_her_owner_without_resources_is_not_asked() -> None:
    """The only number is 0."""
    table = announced(1, antigone("egypt"))
    assert table.asked_together() == {"carthage", "rome", "greece"}


# ---------------------------------------------------------------------- number 0


def test_at_number_0_she_offers_all_the_same() -> None:
    """Chapter 2: the Leader offers nothing while Antigone offers: 2.2 runs as written."""
    table = announced(0, antigone())
    table.say("greece", "size 2")
    assert offering(table) == {"greece": 2}
    table.offers(greece="gold wine")
    assert (table.asked(), table.rule()) == ("carthage", "2.2")
    table.say("carthage", "take gold from greece")
    # Greece finds nothing to take but its own wine: the trade is over, and it is one short.
    assert (table.asked(), table.rule()) == ("carthage", "2.2.1")
    table.say("carthage", "give coin to greece")
    assert table.hand("greece") == "coin marble marble oil sheep wine"
    assert table.hand("carthage") == "coin wood gold grain oil"


def test_at_number_0_she_may_offer_nothing() -> None:
    """Chapter 2: with all offers empty there is no trade."""
    table = announced(0, antigone())
    table.say("greece", "size 0")
    assert "There is no trade: fewer than two players make an offer." in table.told
    assert table.rule() == "3.0"


def test_at_number_0_two_owners_trade_with_each_other() -> None:
    """2.2, 2.2a: the Leader takes one; then the two take from each other until they may not."""
    table = announced(0, antigone().copied("rome", "antigone"))
    table.say("rome", "size 2")
    table.say("greece", "size 2")
    table.offers(rome="oil sheep", greece="gold wine")
    table.say("carthage", "take wine from greece")
    table.say("greece", "take sheep from rome")
    # Rome takes the last of Greece's without a choice; Greece may not take back, and is one short.
    assert table.asked() == "carthage"
    table.say("carthage", "give wood to greece")
    assert table.hand("rome") == "gold grain grain oil"
    assert table.hand("greece") == "marble marble wood oil sheep sheep"


# ---------------------------------------------------------------------- the Leader himself


def test_the_leader_may_announce_one_number_and_name_another() -> None:
    """R6, R8: the leader may not announce more than they own, but offer any number."""
    table = announced(4, antigone("carthage"))
    assert table.asked() == "carthage"
    table.say("carthage", "size 1")
    # Rome owns four and offers them unasked.
    assert offering(table) == {"carthage": 1, "greece": 4}


def test_a_leader_who_offers_nothing_takes_first() -> None:
    """2.2: the Trade Leader takes first, whatever they offer, and compensates in the end (2.2.1)."""
    table = announced(1, antigone("carthage"))
    table.say("carthage", "size 0")
    table.offers(rome="sheep", greece="gold")
    table.say("carthage", "take sheep from rome")
    # Rome takes Greece's, the last; Greece has nothing to take and gets one from Carthage.
    table.say("carthage", "give wood to greece")
    assert table.hand("carthage") == "coin coin grain oil sheep"
    assert table.hand("rome") == "gold grain grain oil"
    assert table.size("greece") == 6


def test_a_leader_who_alone_offers_finds_nothing_to_take() -> None:
    """2.2b: the trade ends when the one to take has nothing to take: no player is asked, all stays."""
    table = announced(0, antigone("carthage"))
    table.say("carthage", "size 3")
    assert table.rule() == "3.0"
    assert table.hand("carthage") == HANDS["carthage"]


def test_without_a_number_that_the_leader_can_announce_no_one_is_asked() -> None:
    """R6: if no side still available fits, the leader plays one and there is no trade, for Antigone neither."""
    table = antigone(carthage="coin coin").exchange("4/3").at_trade().table()
    assert table.rule() == "3.0"
    assert table.hand("greece") == HANDS["greece"]


# ---------------------------------------------------------------------- several owners


@pytest.mark.parametrize(
    ("leader", "order"),
    [("carthage", ["rome", "greece"]), ("greece", ["greece", "rome"]), ("rome", ["rome", "greece"])],
)
def test_several_owners_name_in_seat_order_from_the_leader(leader: str, order: list[str]) -> None:
    """R8: several owners, by Castor and Pollux, in seat order from the Trade Leader."""
    table = announced(2, antigone().copied("rome", "antigone").leaders(trade=leader))
    for empire in order:
        table.say(empire, "size 1")
    assert offering(table) == {"carthage": 2, "rome": 1, "greece": 1}


def test_each_owner_names_for_themselves() -> None:
    """R8: the number of each is their own."""
    table = announced(2, antigone().copied("rome", "antigone"))
    table.say("rome", "size 3")
    table.say("greece", "size 0")
    assert offering(table) == {"carthage": 2, "rome": 3}
