"""Cleopatra and Hannibal in payments of every price: 3, 6, 7 to 10 and 12 (3.0a, 3.0b)."""

from __future__ import annotations

import pytest

from core.empires.rules import standard_map
from tests.core.positions import Position, Table

KINDS = [name for name, _ in standard_map().commodities]
PRICES = (3, 6, 7, 8, 9, 10, 12)
TILES = ("colossus", "lighthouse", "temple_of_artemis")
THINGS = {
    "rome": {3: "legion latium", 6: "temple latium"},
    "egypt": {3: "legion aegyptus", 6: "market aegyptus"},
    "carthage": {3: "legion africa", 6: "temple africa"},
}
"""What costs 3 and 6 at the start of a game; heroes cost 7 to 10, the Pyramids 12."""

RICH = " ".join(["coin"] * 14 + KINDS + KINDS[:5])
"""Coins for every price, every kind of commodity, and five kinds twice."""


def turn(empire: str, price: int, hand: str = RICH) -> Table:
    """The build turn of an empire for which the next hero costs the price, if that is a hero's price."""
    position = Position().tiles(empire, *TILES[: max(min(price, 10) - 7, 0)]).give(empire, hand)
    return position.at_build_turn(empire, "greece").table()


def line(empire: str, price: int, payment: list[str]) -> str:
    """The line that builds something of this price, its payment in the one order that lines have."""
    thing = "pyramids" if price == 12 else THINGS[empire].get(price, "hercules")
    ordered = sorted(payment, key=["coin", *KINDS].index)
    return f"build {thing} with {' '.join(ordered)}"


def allowed(empire: str, price: int, payment: list[str]) -> bool:
    """Whether an empire that has everything may pay the price so; what it may not is refused by 3.0a."""
    assert len(payment) == price
    table = turn(empire, price)
    spoken = line(empire, price, payment)
    if table.allows(spoken):
        return True
    table.refused(empire, spoken, "3.0a")
    return False


def coins(number: int) -> list[str]:
    """So many coins."""
    return ["coin"] * number


# ---------------------------------------------------------------------- without either


@pytest.mark.parametrize("price", PRICES)
@pytest.mark.parametrize("empire", ["rome", "egypt", "carthage"])
def test_coins_alone_or_different_commodities_alone_pay_every_price(empire: str, price: int) -> None:
    """3.0a: only coins, or only different commodities; heroes add ways to pay and take none away."""
    assert allowed(empire, price, coins(price))
    assert allowed(empire, price, KINDS[:price])


@pytest.mark.parametrize("price", PRICES)
def test_others_pay_in_none_of_these_ways(price: int) -> None:
    """3.0a: what Cleopatra and Hannibal allow is theirs."""
    assert not allowed("rome", price, coins(1) + KINDS[: price - 1])
    assert not allowed("rome", price, coins(price - 1) + KINDS[:1])
    assert not allowed("rome", price, KINDS[:1] + KINDS[: price - 1])


# ---------------------------------------------------------------------- Cleopatra


@pytest.mark.parametrize("price", PRICES)
def test_cleopatra_replaces_1_commodity_by_a_coin(price: int) -> None:
    """3.0b: in each commodity set 1 commodity may be replaced by a coin."""
    assert allowed("egypt", price, coins(1) + KINDS[: price - 1])


@pytest.mark.parametrize("price", PRICES)
def test_cleopatra_replaces_1_coin_by_a_commodity(price: int) -> None:
    """3.0b: in each coin set 1 coin may be replaced by a commodity."""
    assert allowed("egypt", price, coins(price - 1) + KINDS[:1])


@pytest.mark.parametrize("price", [price for price in PRICES if price > 3])
def test_cleopatra_replaces_no_more_than_1(price: int) -> None:
    """3.0b: *1* commodity by a coin, *1* coin by a commodity. (Of 3, either replacement leaves the other set.)"""
    assert not allowed("egypt", price, coins(2) + KINDS[: price - 2])
    assert not allowed("egypt", price, coins(price - 2) + KINDS[:2])


@pytest.mark.parametrize("price", PRICES)
def test_cleopatra_repeats_no_kind(price: int) -> None:
    """3.0a: no two of a kind, with a coin among them or without."""
    assert not allowed("egypt", price, KINDS[:1] + KINDS[: price - 1])
    assert not allowed("egypt", price, coins(1) + KINDS[:1] + KINDS[: price - 2])


@pytest.mark.parametrize("price", PRICES)
def test_cleopatra_makes_one_coin_close_the_gap(price: int) -> None:
    """3.0b: with one kind too few and one coin there is just this one way to pay."""
    hand = coins(1) + KINDS[: price - 1]
    table = turn("egypt", price, " ".join(hand))
    prefix = line("egypt", price, hand).split(" with ")[0]
    assert table.legal(prefix) == [line("egypt", price, hand)]


def test_cleopatra_replaces_in_each_set() -> None:
    """3.0b: in *each* set."""
    table = turn("egypt", 3, "coin coin grain oil sheep wine")
    table.say("egypt", "build legion aegyptus with coin grain oil", "build legion aegyptus with coin sheep wine")
    assert table.hand("egypt") == ""


# ---------------------------------------------------------------------- Hannibal


@pytest.mark.parametrize("price", PRICES)
def test_hannibal_uses_one_kind_twice(price: int) -> None:
    """3.0b: in each commodity set one kind may appear twice."""
    assert allowed("carthage", price, KINDS[:1] + KINDS[: price - 1])
    assert allowed("carthage", price, KINDS[1:2] + KINDS[: price - 1])


@pytest.mark.parametrize("price", [price for price in PRICES if price > 3])
def test_hannibal_uses_no_two_kinds_twice(price: int) -> None:
    """3.0b: *one* kind."""
    assert not allowed("carthage", price, KINDS[:2] + KINDS[: price - 2])


def test_hannibal_uses_no_kind_three_times() -> None:
    """3.0b: *twice*."""
    turn("carthage", 3, "grain grain grain sheep").refused(
        "carthage", "build legion africa with grain grain grain", "3.0a"
    )


@pytest.mark.parametrize("price", PRICES)
def test_hannibal_mixes_in_no_coin(price: int) -> None:
    """3.0a: only commodities, one of them twice or not."""
    assert not allowed("carthage", price, coins(1) + KINDS[: price - 1])
    assert not allowed("carthage", price, coins(1) + KINDS[:1] + KINDS[: price - 2])


@pytest.mark.parametrize("price", PRICES)
def test_hannibal_makes_a_second_token_of_a_kind_close_the_gap(price: int) -> None:
    """3.0b: with one kind too few and one kind twice there is just this one way to pay."""
    hand = KINDS[:1] + KINDS[: price - 1]
    table = turn("carthage", price, " ".join(hand))
    prefix = line("carthage", price, hand).split(" with ")[0]
    assert table.legal(prefix) == [line("carthage", price, hand)]


def test_hannibal_doubles_in_each_set() -> None:
    """3.0b: in *each* commodity set."""
    table = turn("carthage", 3, "grain grain oil sheep sheep wine")
    table.say("carthage", "build legion africa with grain grain oil", "build legion africa with sheep sheep wine")
    assert table.hand("carthage") == ""


def test_hannibal_may_double_with_a_legendary_token() -> None:
    """0.2: a legendary sheep and a sheep are a kind, which appears twice."""
    table = turn("carthage", 3, "sheep *sheep wine")
    assert table.legal("build legion africa") == ["build legion africa with sheep *sheep wine"]


# ---------------------------------------------------------------------- prices that are no sets


def test_cleopatra_does_not_touch_prices_that_are_no_sets() -> None:
    """3.0b: prices of the form “1 coin or 1 marble” are not sets: no other commodity replaces the coin."""
    position = Position().tiles("egypt", "gilgamesh").give("egypt", "coin marble grain")
    table = position.at_build_turn("egypt", "greece").table()
    assert table.legal("build fortress aethiopia") == [
        "build fortress aethiopia with coin",
        "build fortress aethiopia with marble",
        "build fortress aethiopia with coin marble grain",
    ]
    table.refused("egypt", "build fortress aethiopia with grain", "3.0a")


def test_hannibal_does_not_touch_prices_that_are_no_sets() -> None:
    """3.0b: nor do two commodities of a kind pay where one does."""
    position = Position().tiles("carthage", "gilgamesh").give("carthage", "marble marble")
    table = position.at_build_turn("carthage", "greece").table()
    assert table.legal("build fortress libya") == ["build fortress libya with marble"]
    table.refused("carthage", "build fortress libya with marble marble", "3.0a")
