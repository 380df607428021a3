"""Pillage, occupation and assimilation by the rules of 2003 (5.8)."""

from __future__ import annotations

import pytest

from core.classic.variant import REVISED, Variant
from tests.core.classic.tables import VARIANTS, Position, Table, war_turn

BOTH = pytest.mark.parametrize("variant", VARIANTS)
CONQUESTS = ("pillage", "occupy", "assimilate")


def syria(variant: Variant = REVISED, **legions: int) -> Position:
    """Babylon's Syria with a city, a market and wine, and legions in it."""
    position = Position(variant=variant).control("babylon", "syria").build("syria", "city", "market", "caravan:wine")
    return position.units("syria", **legions)


def conquests(table: Table) -> list[str]:
    """The conquests that can be ordered now."""
    return [line for line in table.legal() if line.split()[0] in CONQUESTS]


@BOTH
def test_one_of_three_is_chosen_once_a_turn(variant: Variant) -> None:
    """5.8a, K41."""
    table = war_turn(syria(variant, rome=2), "rome")
    table.say("rome", "occupy syria city")
    assert not conquests(table)
    table.refused("rome", "pillage syria market", "K41")


def test_a_pillaged_building_goes_and_the_marker_stays() -> None:
    """5.8c."""
    table = war_turn(syria(rome=1), "rome")
    table.say("rome", "pillage syria city")
    assert (table.buildings("syria"), table.controller("syria")) == (["caravan:wine", "market"], "babylon")


def test_a_province_is_pillaged_again_only_once_it_is_restored() -> None:
    """5.8c, K42: for everybody."""
    table = war_turn(syria(rome=1).units("palaestina", egypt=1), "rome", "egypt")
    table.say("rome", "pillage syria city", "march syria cilicia 1", "done")
    table.say("egypt", "march palaestina syria 1")
    table.refused("egypt", "pillage syria market", "K42")
    assert "occupy syria market" in table.legal()


def test_fewer_buildings_may_be_occupied_than_there_are_legions() -> None:
    """5.8d, K43."""
    table = war_turn(syria(rome=2), "rome")
    table.refused("rome", "occupy syria caravan:wine market city", "5.8d")
    table.refused("rome", "occupy syria temple", "5.8d")
    table.say("rome", "occupy syria market")
    assert table.occupied("syria") == ["market"]


@BOTH
def test_a_new_decision_replaces_the_old_one(variant: Variant) -> None:
    """K41, K43: saying nothing keeps it."""
    position = syria(variant, rome=2).occupy("syria", "rome", "city", "market")
    table = war_turn(position, "rome")
    table.say("rome", "occupy syria caravan:wine")
    assert table.occupied("syria") == ["caravan:wine"]
    table = war_turn(position, "rome")
    table.say("rome", "pillage syria city")
    assert table.occupied("syria") == []
    table = war_turn(position, "rome")
    table.say("rome", "done")
    assert table.occupied("syria") == ["market", "city"]


@BOTH
def test_a_legion_is_put_on_the_marker(variant: Variant) -> None:
    """Example 25, 5.8e: till the exchange nothing else changes."""
    position = Position(variant=variant).control("egypt", "marmarica").build("marmarica", "city")
    table = war_turn(position.units("marmarica", rome=1), "rome")
    table.say("rome", "assimilate marmarica")
    assert (table.occupied("marmarica"), table.controller("marmarica")) == (["control"], "egypt")
    assert table.buildings("marmarica") == ["city"]


@BOTH
def test_capitals_are_never_assimilated(variant: Variant) -> None:
    """5.8f; example 30: a neutral one neither."""
    position = Position("greece babylon carthage", variant).control("neutral", "latium", "lombardia")
    position.build("babylonia", "city").units("babylonia", carthage=1).units("latium", carthage=1)
    table = war_turn(position.units("lombardia", carthage=1), "carthage", "greece")
    for capital in ("babylonia", "latium"):
        table.refused("carthage", f"assimilate {capital}", "5.8f")
    assert conquests(table) == ["pillage babylonia city", "occupy babylonia city", "assimilate lombardia"]


@BOTH
def test_who_has_no_legion_alone_there_decides_nothing(variant: Variant) -> None:
    """5.8a, 5.7b."""
    position = syria(variant, rome=1, egypt=1).units("cilicia", rome=1).control("rome", "asia").units("asia", rome=1)
    table = war_turn(position, "rome")
    table.refused("rome", "occupy syria city", "5.7b")
    table.refused("rome", "assimilate cilicia", "5.8a")
    table.refused("rome", "assimilate asia", "5.8a")
    table.refused("rome", "assimilate galatia", "5.8a")
    assert not conquests(table)


@BOTH
def test_ships_in_dock_do_not_matter(variant: Variant) -> None:
    """Example 20: the ship can't be hurt, and sails in its owner's turn."""
    position = Position(variant=variant).control("egypt", "cyrenaica").build("cyrenaica", "city")
    position.units("cyrenaica", rome=2, egypt=1).dock("cyrenaica", egypt=1)
    table = war_turn(position, "rome", "egypt")
    table.say("rome", "fight egypt in cyrenaica")
    table.dice(3, 2, 1)
    assert conquests(table) == ["pillage cyrenaica city", "occupy cyrenaica city", "assimilate cyrenaica"]
    table.say("rome", "occupy cyrenaica city", "done")
    assert (table.docked("cyrenaica"), table.triremes("mare_africum")) == ({}, {"egypt": 1})


def test_occupation_ended_by_a_battle_does_not_revive() -> None:
    """K40: the occupier decides anew in a turn of their own."""
    position = syria(rome=2).occupy("syria", "rome", "city").units("palaestina", babylon=1)
    table = war_turn(position, "babylon", "rome")
    table.say("babylon", "march palaestina syria 1", "fight rome in syria")
    table.dice(1, 1, 1)
    table.say("babylon", "done")
    table.say("rome", "fight babylon in syria")
    table.dice(3, 2, 1)
    assert table.occupied("syria") == []
    assert "occupy syria city" in table.legal()


def test_legions_that_can_do_least_are_posted_first() -> None:
    """K34: what they did goes with them."""
    table = war_turn(syria(rome=1).units("cilicia", rome=1), "rome")
    table.say("rome", "march cilicia syria 1", "occupy syria city")
    table.refused("rome", "march syria cilicia 1 from city", "5.1c")
    table.say("rome", "march syria cilicia 1")
    assert table.occupied("syria") == ["city"]


def test_a_posted_legion_that_leaves_gives_the_building_back() -> None:
    """5.8d; a battle elsewhere finds it free."""
    table = war_turn(syria(rome=2).occupy("syria", "rome", "city", "market"), "rome")
    table.say("rome", "march syria cilicia 1 from city")
    assert (table.occupied("syria"), table.legions("syria")) == (["market"], {"rome": 1})


def test_a_decision_is_about_one_province() -> None:
    """K41."""
    position = syria(rome=1).control("egypt", "palaestina").units("palaestina", rome=1)
    table = war_turn(position, "rome")
    table.say("rome", "pillage syria market")
    table.refused("rome", "assimilate syria", "K41")
    table.refused("rome", "pillage palaestina city", "5.8c")
    table.refused("rome", "occupy palaestina city", "5.8d")
    assert conquests(table) == ["assimilate palaestina"]
    table.say("rome", "assimilate palaestina")


def test_only_a_building_that_stands_is_pillaged() -> None:
    """5.8c."""
    table = war_turn(syria(rome=1), "rome")
    table.refused("rome", "pillage syria temple", "5.8c")
    assert table.legal("pillage") == [f"pillage syria {icon}" for icon in ("caravan:wine", "market", "city")]
