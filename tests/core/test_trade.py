"""Phase 2, trade: the number that is announced and the secret offers (2.1)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import RuleError, Simultaneous
from core.engine.action import Action
from core.mare.actions import Done, Offer
from core.mare.resources import Hand, plus, spread
from core.mare.trade import OfferAnswers
from tests.core.draws import all_draws
from tests.core.positions import Position, Table

EVERYBODY = ("rome", "greece", "carthage")


def trade(leader: str = "rome", **hands: str) -> Position:
    """A trade of three that is about to begin; who is not named holds five coins."""
    position = Position(3).leaders(trade=leader).at_trade()
    for empire in EVERYBODY:
        position.give(empire, hands.get(empire, "coin coin coin coin coin"))
    return position


def markers(table: Table) -> list[str]:
    """The exchange markers that are available."""
    sides = table.board.map.exchange
    return ["/".join(map(str, sides[marker])) for marker in table.game.state.exchange]


# ---------------------------------------------------------------------- 2.1 the number


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_player_must_offer_the_number_2_1(number: int) -> None:
    """2.1."""
    hand = "pottery gems papyrus metal spices marble"
    table = trade(rome=hand, greece="wood gold oil sheep wine grain", carthage="coin coin coin coin coin oil").table()
    table.say("rome", f"announce {number}")
    node = table.game.node
    assert isinstance(node, Simultaneous)
    assert table.asked_together() == set(EVERYBODY)
    for answers in node.answers.values():
        assert all(isinstance(action, Offer) and len(action.tokens) == number for action in answers)


# ---------------------------------------------------------------------- R6


def test_a_leader_with_a_side_they_can_afford_may_not_waste_a_marker_r6() -> None:
    """R6."""
    table = trade(rome="coin", greece="oil wood", carthage="oil wood").exchange("2/1", "4/3").table()
    # 1 is the only number that fits, so it is announced without asking.
    assert markers(table) == ["4/3"]
    assert table.asked_together() == {"greece", "carthage"}


# ---------------------------------------------------------------------- 2.1a offers


def test_offers_are_told_when_they_are_revealed_2_1a() -> None:
    """2.1a."""
    table = trade(rome="coin oil", greece="coin oil", carthage="coin oil").table()
    table.say("rome", "announce 1")
    table.offers(rome="coin", greece="coin", carthage="coin")
    assert [line for line in table.told if "offers" in line] == [
        "Rome offers coin.",
        "Greece offers coin.",
        "Carthage offers coin.",
    ]


def test_an_offer_without_a_choice_is_told_to_be_so_2_1a() -> None:
    """2.1a: who can offer in one way only is not asked."""
    table = trade(rome="coin oil", greece="coin coin", carthage="coin oil").table()
    table.say("rome", "announce 1")
    table.offers(rome="coin", carthage="coin")
    assert "Greece offers coin, having no choice." in table.told
    assert "Rome offers coin." in table.told


@pytest.mark.parametrize(
    "offer",
    ["offer coin", "offer coin oil wood", "offer", "offer oil oil", "offer coin gold", "offer coin *oil", "done"],
)
def test_an_offer_is_exactly_that_many_of_ones_own_resources_2_1a(offer: str) -> None:
    """2.1a."""
    table = trade(rome="coin coin oil wood").table()
    table.say("rome", "announce 2")
    node = table.game.node
    assert isinstance(node, Simultaneous)
    rome = table.game.state.seats[0]
    action = Offer(()) if offer == "offer" else table.game.parse(offer)
    assert action not in node.answers[rome]
    with pytest.raises(RuleError) as refusal:
        node.answers[rome].check(action)
    assert refusal.value.rule == "2.1a"


# ---------------------------------------------------------------------- what always holds of offers

BOARD = trade().board
hands = st.lists(st.integers(0, 6), max_size=7).map(lambda tokens: plus(Hand(len(BOARD.tokens)), tokens))


@given(hands, st.integers(1, 5))
def test_offers_are_exactly_the_ways_to_pick_from_a_hand(hand: Hand, size: int) -> None:
    """2.1a."""
    assert sorted(action.tokens for action in offers(hand, size)) == sorted(set(combinations(spread(hand), size)))


@given(hands, st.integers(1, 5), st.lists(st.integers(0, 8), max_size=6))
def test_an_offer_is_legal_if_and_only_if_it_is_listed(hand: Hand, size: int, tried: list[int]) -> None:
    """2.1a."""
    answers = OfferAnswers(BOARD, hand, size, "2.1a")
    listed = set(offers(hand, size))
    candidates: list[Action] = [Done(), Offer(tuple(tried)), Offer(tuple(sorted(tried)))]
    candidates += [Offer(offer.tokens[::-1]) for offer in listed]
    candidates += map(Offer, combinations(spread(hand), size))
    candidates += map(Offer, combinations(spread(hand), size - 1))
    assert all((action in answers) == (action in listed) for action in candidates)


@given(hands, st.integers(1, 4))
def test_exactly_the_offers_can_be_drawn(hand: Hand, size: int) -> None:
    """2.1a."""
    if size <= sum(hand):
        assert set(all_draws(OfferAnswers(BOARD, hand, size, "2.1a").draw)) == set(offers(hand, size))


@given(hands, st.integers(1, 5))
def test_a_single_possible_offer_is_known_as_such(hand: Hand, size: int) -> None:
    """2.1a."""
    if size <= sum(hand):
        listed = offers(hand, size)
        assert OfferAnswers(BOARD, hand, size, "2.1a").sole() == (listed[0] if len(listed) == 1 else None)


def offers(hand: Hand, size: int) -> list[Offer]:
    """All offers that are listed."""
    listed = list(OfferAnswers(BOARD, hand, size, "2.1a"))
    assert all(isinstance(action, Offer) for action in listed)
    return [action for action in listed if isinstance(action, Offer)]
