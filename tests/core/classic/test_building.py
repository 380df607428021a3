"""Building in the editions of 2003: markers, buildings, units and the exchange of a marker (4.1 to 4.6, 4.8)."""

from __future__ import annotations

import pytest

from core.classic.variant import Variant
from tests.core.classic.tables import VARIANTS, Position
from tests.core.draws import all_draws

THREE = "coin coin coin"
WITH = f"with {THREE}"

both = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def coins(number: int) -> str:
    return "coin " * number


# ---------------------------------------------------------------------- 4.5, 4.6 buildings and units


def test_one_building_stands_on_an_icon_4_5b() -> None:
    position = Position().build("latium", "city").give("rome", THREE).at_build_turn("rome")
    table = position.table()
    table.refused("rome", f"build city latium {WITH}", rule="4.5b")


def test_buildings_end_with_the_supply_0_4a() -> None:
    cities = ["latium", "sicilia", "achaia", "thracia", "creta", "asia", "syria", "palaestina"]
    position = Position("greece babylon carthage").control("greece", "sicilia", "thracia", "creta", "asia")
    for province in cities:
        position.build(province, "city")
    table = position.give("carthage", THREE).at_build_turn("carthage").table()
    table.refused("carthage", f"build city africa {WITH}", rule="0.4a")


# ---------------------------------------------------------------------- 4.8 exchange of a marker


def example_25(variant: Variant) -> Position:
    position = Position(variant=variant).control("egypt", "marmarica").build("marmarica", "city")
    position.units("marmarica", rome=2).occupy("marmarica", "rome", "control")
    return position.give("rome", coins(6)).at_build_turn("rome", "greece")


@pytest.mark.parametrize("capital", ["aegyptus_inferior", "africa"])
def test_the_marker_of_a_capital_stays_even_a_neutral_one_4_8b_k31(capital: str) -> None:
    position = Position("rome greece egypt").units(capital, rome=1).occupy(capital, "rome", "control")
    if capital == "africa":
        position.control("neutral", capital)
    table = position.give("rome", THREE).at_build_turn("rome").table()
    table.refused("rome", f"convert {capital} {WITH}", rule="4.8b")


# ---------------------------------------------------------------------- answers


@both
def test_all_answers_are_legal_and_all_are_drawn(variant: Variant) -> None:
    position = example_25(variant).tiles("rome", "hammurabi", "cleopatra").control("rome", "lombardia")
    table = position.give("rome", "gold fish").table()
    answers = table._decision().answers
    listed = {answers.text(action) for action in answers}
    assert all(action in answers for action in answers)
    assert {answers.text(action) for action in all_draws(answers.draw)} == listed


def test_words_of_a_line_lead_on_to_its_answers() -> None:
    table = Position().give("rome", "coin coin coin grain gold fish").at_build_turn("rome").table()
    answers = table._decision().answers
    assert answers.next_words([]) == ["build", "done"]
    assert answers.next_words(["build", "legion"]) == ["latium"]
    assert answers.next_words(["build", "legion", "latium", "with", "coin", "coin"]) == ["coin"]
    assert answers.next_words(["build", "legion", "latium", "with"]) == ["coin", "fish"]


@pytest.mark.parametrize("side", ["rome", "egypt", "neutral"])
def test_a_refusal_says_whose_a_province_is(side: str) -> None:
    """4.4b, 4.5a: of a player before the one who builds, of one after them, and of neutrals."""
    position = Position("rome greece egypt").control("greece", "macedonia").control(side, "dalmatia")
    table = position.give("greece", THREE).at_build_turn("greece").table()
    owner = "neutral" if side == "neutral" else f"controlled by {side.title()}"
    assert table.refused("greece", f"build control dalmatia {WITH}", rule="4.4b") == f"Dalmatia is {owner}."
    assert table.refused("greece", f"build legion dalmatia {WITH}", rule="4.5a") == f"Dalmatia is {owner}."
    refusal = table.refused("greece", f"build control macedonia {WITH}", rule="4.4b")
    assert refusal == "You already control Macedonia."
    refusal = table.refused("greece", f"build legion thracia {WITH}", rule="4.5a")
    assert refusal == "Thracia is uncontrolled; build only in provinces you control."


@pytest.mark.parametrize("owner", ["rome", "greece", "egypt"])
def test_a_refusal_says_whose_a_tile_is_4_7a(owner: str) -> None:
    position = Position("rome greece egypt").tiles(owner, "helen").give("greece", coins(9)).at_build_turn("greece")
    refusal = position.table().refused("greece", f"build helen with {coins(9)}".strip(), rule="4.7a")
    whose = "You already own Helen of Troy." if owner == "greece" else f"Helen of Troy belongs to {owner.title()}."
    assert refusal == whose


@pytest.mark.parametrize("owner", ["rome", "greece", "egypt"])
def test_a_marker_is_replaced_under_a_legion_on_it_only_4_8a(owner: str) -> None:
    position = Position("rome greece egypt").control(owner, "dalmatia").units("dalmatia", greece=1)
    table = position.give("greece", THREE).at_build_turn("greece").table()
    refusal = table.refused("greece", f"convert dalmatia {WITH}", rule="4.8a")
    assert refusal == (
        "You already control Dalmatia."
        if owner == "greece"
        else "No legion of yours stands on the control marker in Dalmatia."
    )
