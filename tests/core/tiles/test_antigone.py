"""Antigone: the number of resources that her owner offers (chapter 2, R8)."""

from __future__ import annotations

from core import Simultaneous
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


# ---------------------------------------------------------------------- the number


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


# ---------------------------------------------------------------------- number 0


def test_at_number_0_she_may_offer_nothing() -> None:
    """Chapter 2: with all offers empty there is no trade."""
    table = announced(0, antigone())
    table.say("greece", "size 0")
    assert "There is no trade: fewer than two players make an offer." in table.told
    assert table.rule() == "3.0"


# ---------------------------------------------------------------------- the Leader himself


def test_without_a_number_that_the_leader_can_announce_no_one_is_asked() -> None:
    """R6: if no side still available fits, the leader plays one and there is no trade, for Antigone neither."""
    table = antigone(carthage="coin coin").exchange("4/3").at_trade().table()
    assert table.rule() == "3.0"
    assert table.hand("greece") == HANDS["greece"]
