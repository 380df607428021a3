"""Hamilcar: what a pillage gains (4.3.1)."""

from __future__ import annotations

import pytest

from tests.core.positions import Position, Table


def pillaging(province: str, position: Position | None = None) -> Table:
    """Rome's turn with Hamilcar and a legion in a province of Egypt, of which it is conqueror."""
    position = position or Position()
    index = position.province(province)
    position.disarm().control(province, "egypt").build(province, *[icon.name for icon in position.board.icons[index]])
    position.tiles("rome", "hamilcar").units(province, rome=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    assert table.rule() == "4.3"
    return table


@pytest.mark.parametrize(
    ("province", "icon", "gain"),
    [
        ("cyrenaica", "city", "coin coin"),
        ("aegyptus", "capital", "coin coin"),
        ("cyrenaica", "caravan:papyrus", "papyrus papyrus"),
        ("cyrenaica", "market", ""),
        ("cyrenaica", "temple", ""),
    ],
)
def test_hamilcar_gains_2_of_what_others_gain_1_of(province: str, icon: str, gain: str) -> None:
    """4.3.1: city or capital 2 coins; caravan 2 of its commodity; market and temple nothing."""
    table = pillaging(province)
    table.say("rome", f"pillage {province} {icon}")
    assert table.hand("rome") == gain
    assert table.occupied(province) == [icon]
    assert icon not in table.buildings(province)


def test_hamilcar_at_a_legendary_city_gains_both() -> None:
    """4.3.1: 1 coin *and* 1 legendary commodity, drawn from the pile; the owner is asked for no choice."""
    table = pillaging("judea")
    table.say("rome", "pillage judea legendary_city")
    assert table.awaits_chance() == (13,)
    table.chance(2)
    assert table.hand("rome") == "coin *papyrus"
    assert table.rule() == "4.0"


def test_hamilcar_at_a_legendary_city_with_an_empty_pile() -> None:
    """1.2: the discard pile becomes the new pile when a draw finds the pile empty."""
    position = Position()
    kinds = [name for name, _ in position.board.map.commodities]
    position.give("greece", " ".join("*" + kind for kind in kinds[2:])).discard("*pottery *gems")
    table = pillaging("judea", position)
    table.say("rome", "pillage judea legendary_city")
    assert table.awaits_chance() == (2,)
    table.chance(1)
    assert table.hand("rome") == "coin *gems"


def test_hamilcar_draws_nothing_where_nothing_legendary_is_left() -> None:
    """1.2: both piles empty: nothing is drawn, and there is no second coin for it."""
    position = Position()
    kinds = [name for name, _ in position.board.map.commodities]
    table = pillaging("judea", position.give("greece", " ".join("*" + kind for kind in kinds)))
    table.say("rome", "pillage judea legendary_city")
    assert table.hand("rome") == "coin"
    assert table.rule() == "4.0"


def test_hamilcar_gets_no_coin_that_the_reserve_does_not_hold() -> None:
    """0.5: who comes short gets nothing more; the legendary commodity is drawn all the same."""
    table = pillaging("judea", Position().give("greece", " ".join(["coin"] * 44)))
    table.say("rome", "pillage judea legendary_city")
    table.chance(0)
    assert table.hand("rome") == "*pottery"


@pytest.mark.parametrize("left", [0, 1])
def test_hamilcar_gets_as_many_coins_as_the_reserve_holds(left: int) -> None:
    """0.5: of 2 coins the one that is there."""
    table = pillaging("cyrenaica", Position().give("greece", " ".join(["coin"] * (44 - left))))
    table.say("rome", "pillage cyrenaica city")
    assert table.hand("rome").split() == ["coin"] * left


@pytest.mark.parametrize("left", [0, 1])
def test_hamilcar_gets_as_many_commodities_as_the_reserve_holds(left: int) -> None:
    """0.5: of 2 commodities the one that is there."""
    table = pillaging("cyrenaica", Position().give("greece", " ".join(["papyrus"] * (5 - left))))
    table.say("rome", "pillage cyrenaica caravan:papyrus")
    assert table.hand("rome").split() == ["papyrus"] * left


def test_hamilcar_pillages_one_building_like_everybody() -> None:
    """4.3: pillage *one* building; the owner gains more, and does no more."""
    table = pillaging("cyrenaica")
    table.say("rome", "pillage cyrenaica city")
    assert table.rule() == "4.0"
    assert table.buildings("cyrenaica") == ["caravan:papyrus", "market", "temple"]


def test_hamilcar_pillages_for_the_owner_alone() -> None:
    """4.3.1: the gain of others is what it was."""
    position = Position().disarm().tiles("greece", "hamilcar").units("cyrenaica", rome=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "pillage cyrenaica city")
    assert table.hand("rome") == "coin"


def test_hamilcar_raises_no_income() -> None:
    """4.3.1: the gain is by pillage; an occupied city pays what it pays to all."""
    position = Position().clear().give("carthage", "coin").tiles("rome", "hamilcar").control("cyrenaica", "egypt")
    position.build("cyrenaica", "city").units("cyrenaica", rome=1).occupy("cyrenaica", "rome", "city")
    assert position.at_collect().table().hand("rome") == "coin"
