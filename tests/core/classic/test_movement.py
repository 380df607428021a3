"""Triremes sail and legions march by the rules of 2003 (5.1 to 5.3)."""

from __future__ import annotations

import pytest

from core.classic.deeds import in_order
from core.classic.kinds import DEED_WORDS, LAND_FORCE, SEA_FORCE
from core.classic.rules import RULES
from core.classic.variant import REVISED, Variant
from tests.core.classic.tables import FIVE, VARIANTS, Position, board_of, war_turn

BOTH = pytest.mark.parametrize("variant", VARIANTS)


@BOTH
def test_a_ship_sails_and_a_legion_crosses_in_the_same_turn(variant: Variant) -> None:
    """Example 16."""
    table = war_turn(Position(variant=variant).units("achaia", greece=1).dock("achaia", greece=1), "greece")
    table.refused("greece", "march achaia sicilia 1", "5.3a")
    table.say("greece", "sail achaia mare_ionium 1", "march achaia sicilia 1")
    assert (table.triremes("mare_ionium"), table.docked("achaia")) == ({"greece": 1}, {})
    assert (table.legions("achaia"), table.legions("sicilia")) == ({}, {"greece": 1})


@BOTH
def test_ships_of_a_chain_of_seas_carry_any_number_of_legions(variant: Variant) -> None:
    """Examples 16 and 17; others' ships do not matter."""
    position = Position(variant=variant).units("achaia", greece=8)
    position.fleet("mare_aegaeum", greece=1).fleet("mare_aegyptum", greece=1, egypt=3)
    table = war_turn(position, "greece")
    assert "march achaia aegyptus_inferior 8" in table.legal("march achaia aegyptus")
    table.refused("greece", "march achaia latium 1", "5.3a")


def test_ships_in_dock_form_no_chain_and_must_put_out_to_sea() -> None:
    """0.5, 5.2b, K35."""
    table = war_turn(Position().units("achaia", greece=1).dock("achaia", greece=2), "greece", "rome")
    table.refused("greece", "march achaia creta 1", "5.3a")
    table.refused("greece", "done", "5.2b")
    table.say("greece", "sail achaia mare_aegaeum 1")
    table.refused("greece", "done", "5.2b")
    table.say("greece", "sail achaia mare_ionium 1", "done")


def test_a_ship_goes_to_the_sea_next_to_it_and_moves_once() -> None:
    table = war_turn(Position().fleet("mare_ionium", greece=1), "greece")
    table.refused("greece", "sail mare_ionium pontus_euxinus 1", "5.2a")
    table.refused("greece", "sail mare_aegyptum mare_cyprium 1", "5.1c")
    table.say("greece", "sail mare_ionium mare_aegaeum 1")
    table.refused("greece", "sail mare_aegaeum pontus_euxinus 1", "5.1c")


def test_a_legion_moves_once() -> None:
    table = war_turn(Position().units("achaia", greece=2), "greece")
    table.say("greece", "march achaia macedonia 1")
    table.refused("greece", "march macedonia thracia 1", "5.1c")
    table.refused("greece", "march achaia macedonia 2", "5.1c")


@BOTH
def test_legions_enter_a_province_without_land_units_and_fight_no_one(variant: Variant) -> None:
    """5.3e, 0.5: a dock hinders no one on land."""
    position = Position(variant=variant).control("egypt", "cyrenaica").dock("cyrenaica", egypt=1)
    table = war_turn(position.units("tripolitania", carthage=1), "carthage", "egypt")
    table.say("carthage", "march tripolitania cyrenaica 1")
    assert not table.legal("fight")
    table.say("carthage", "done")


def test_the_player_says_which_legions_march_where_they_differ() -> None:
    """K34: unsaid it is those that have attacked; deeds are said only where they would not be meant anyway."""
    position = Position().control("babylon", "syria").units("syria", rome=2, babylon=1, egypt=1)
    for order, fights in (("march syria cilicia 1", 2), ("march syria cilicia 1 from fresh", 0)):
        table = war_turn(position, "rome")
        table.say("rome", "fight babylon in syria with fresh")
        table.dice(1, 1)
        table.refused("rome", "march syria cilicia 1 from attacked", "K34")
        table.refused("rome", "march syria cilicia 2 from fresh", "K34")
        table.say("rome", order)
        assert len(table.legal("fight")) == fights


def test_a_legion_leaves_what_it_stands_on_when_it_is_named() -> None:
    """K34, 5.8d."""
    position = Position().control("babylon", "syria").build("syria", "city", "market").units("syria", rome=3)
    table = war_turn(position.occupy("syria", "rome", "city", "market"), "rome", "babylon")
    table.refused("rome", "march syria cilicia 2", "K34")
    table.refused("rome", "march syria cilicia 2 from market", "K34")
    table.refused("rome", "march syria cilicia 1 from temple", "K34")
    table.say("rome", "march syria cilicia 1 from market")
    assert table.occupied("syria") == ["city"]
    table.say("rome", "march syria cilicia 1", "march syria cilicia 1 from city")
    assert (table.occupied("syria"), table.legions("cilicia")) == ([], {"rome": 3})


def test_the_leader_names_the_players_one_after_the_other() -> None:
    """5.1a; who has nothing to do is not asked."""
    position = Position().leaders(military="egypt").units("achaia", greece=1)
    table = position.at_war().table()
    assert (table.asked(), table.rule()) == ("egypt", "5.1a")
    table.say("egypt", "name rome")
    assert table.asked() == "egypt", "Rome has nothing to move"
    table.say("egypt", "name greece")
    table.say("greece", "done")


def test_the_longest_orders_complete_word_by_word() -> None:
    table = war_turn(Position(variant=REVISED).units("achaia", greece=2).fleet("mare_ionium", greece=1), "greece")
    words: list[str] = []
    for word in ("march", "achaia", "sicilia", "2"):
        assert word in table.game.node.answers.next_words(words)  # type: ignore[union-attr]
        words.append(word)


def test_units_of_which_nothing_is_said_go_in_one_order_k34() -> None:
    """Those first that can do least."""
    pairs = [(f"supporting_{word}", word) for word in ("spent", "moved", "attacked", "fresh")]
    order = [word for pair in pairs for word in pair]
    for number in range(len(order) + 1):
        going = in_order([1] * len(order), number)
        assert {word for word, one in zip(DEED_WORDS, going, strict=True) if one} == set(order[:number])


@pytest.mark.parametrize(
    ("begun", "named"),
    [
        ("sail mare_ionium mare_aegaeum 1 from", set(DEED_WORDS)),
        ("march creta rhodus 1 from", {"control", "temple", "city", *DEED_WORDS}),
        ("fight egypt in creta with", set(LAND_FORCE)),
        ("attack egypt in mare_ionium with", set(SEA_FORCE)),
    ],
)
def test_which_units_are_meant_is_said_in_words_of_the_place_k34_k37(begun: str, named: set[str]) -> None:
    found = RULES["revised"].notation.options(board_of(FIVE, REVISED), begun.split())
    assert set(found) == named


def test_triremes_sail_from_seas_and_docks() -> None:
    board = board_of(FIVE, REVISED)
    assert RULES["revised"].notation.options(board, ["sail"]) == [*board.seas, *board.provinces]


@BOTH
def test_a_sail_that_is_refused_is_told_with_where_the_ships_are(variant: Variant) -> None:
    """5.2a: a sea is called by its name, the first one too, and a dock by that of its province."""
    first, far = "mare_sardum", "pontus_euxinus"
    table = war_turn(Position(variant=variant).fleet(first, rome=1).dock("latium", rome=1), "rome")
    assert table.board.seas.index(first) == 0
    assert "to Mare Sardum" in table.refused("rome", f"sail {first} {far} 1", "5.2a")
    assert "to Latium" in table.refused("rome", f"sail latium {far} 1", "5.2a")
    assert "lie in dock" not in table.refused("rome", f"sail {first} mare_tyrrhenum 2", "5.1c")
    assert "lie in dock" in table.refused("rome", "sail latium mare_tyrrhenum 2", "5.2a")
