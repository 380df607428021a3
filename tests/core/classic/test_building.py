"""Building in the editions of 2003: markers, buildings, units and the exchange of a marker (4.1 to 4.6, 4.8)."""

from __future__ import annotations

from itertools import combinations

import pytest

from core.classic.variant import ORIGINAL, Variant
from tests.core.classic.tables import VARIANTS, Position, Table
from tests.core.draws import all_draws

THREE = "coin coin coin"
WITH = f"with {THREE}"

both = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def coins(number: int) -> str:
    return "coin " * number


def places(table: Table, what: str) -> list[str]:
    """Where something can be built with coins only."""
    return [line.split()[2] for line in table.legal(f"build {what} ") if "with coin" in line]


# ---------------------------------------------------------------------- 4.1 turns


def test_the_political_leader_names_each_player_who_builds_4_1a() -> None:
    position = Position("greece babylon carthage").leaders(culture="babylon").give("greece", coins(6)).at_build()
    table = position.table()
    assert (table.asked(), table.rule()) == ("babylon", "4.1a")
    table.say("babylon", "name greece")
    table.say("greece", f"build legion achaia {WITH}", f"build trireme achaia {WITH}")
    assert sorted(table.legal()) == ["name babylon", "name carthage"]


@both
def test_cards_spent_lie_in_the_bank_at_once_4_2b(variant: Variant) -> None:
    position = Position(variant=variant).give("rome", coins(6)).at_build_turn("rome")
    table = position.table()
    table.say("rome", f"build legion latium {WITH}")
    assert table.banked("coin") == 35 - 3


# ---------------------------------------------------------------------- 4.2 sets


def test_example_10_a_hand_makes_sets_of_three_and_none_of_six() -> None:
    hand = "coin coin coin grain grain perfume livestock gold slaves"
    table = Position().give("rome", hand).at_build_turn("rome").table()
    table.refused("rome", "build temple latium with coin coin coin grain slaves gold", rule="4.2a")
    assert not table.legal("build temple")
    table.say("rome", f"build legion latium {WITH}", "build legion latium with grain livestock gold")
    table.say("rome", "build trireme latium with grain slaves perfume")


@pytest.mark.parametrize("payment", ["coin coin grain", "grain grain gold", "coin coin coin coin", "coin coin"])
def test_a_set_is_exactly_the_price_and_unmixed_4_2a_k26(payment: str) -> None:
    table = Position().give("rome", "coin coin coin coin grain grain gold").at_build_turn("rome").table()
    table.refused("rome", f"build legion latium with {payment}", rule="4.2a")


def test_every_set_of_goods_can_pay_4_2a() -> None:
    hand = "fish grain slaves oil wine"
    table = Position().give("rome", hand).at_build_turn("rome").table()
    sets = {" ".join(three) for three in combinations(hand.split(), 3)}
    assert set(table.legal("build legion")) == {f"build legion latium with {goods}" for goods in sets}


# ---------------------------------------------------------------------- 4.4 markers


def example_12() -> Position:
    position = Position().control("greece", "macedonia", "creta").give("greece", coins(12))
    return position.at_build_turn("greece", "rome")


def test_example_12_a_marker_needs_a_land_border_or_a_chain_of_ships_4_4a() -> None:
    table = example_12().fleet("mare_aegaeum", greece=1).table()
    assert places(table, "control") == ["dalmatia", "dacia", "thracia", "rhodus", "asia", "bithynia"]
    table.refused("greece", f"build control cyprus {WITH}", rule="4.4a")


def test_example_12_a_trireme_in_dock_connects_nothing_4_4a() -> None:
    table = example_12().dock("achaia", greece=1).table()
    assert places(table, "control") == ["dalmatia", "dacia", "thracia"]


def test_example_12_nothing_is_built_in_a_province_marked_this_turn_4_4d() -> None:
    table = example_12().table()
    table.say("greece", f"build control thracia {WITH}")
    table.refused("greece", f"build city thracia {WITH}", rule="4.4d")
    table.refused("greece", f"build legion thracia {WITH}", rule="4.4d")


def test_example_13_a_province_marked_this_turn_is_no_basis_for_another_4_4c() -> None:
    position = Position().control("rome", "lombardia").give("rome", coins(6)).at_build_turn("rome")
    table = position.table()
    table.say("rome", f"build control dalmatia {WITH}")
    table.refused("rome", f"build control dacia {WITH}", rule="4.4c")


def test_example_13_an_older_province_is_4_4c() -> None:
    position = Position().control("rome", "lombardia", "pannonia").give("rome", coins(6)).at_build_turn("rome")
    table = position.table()
    table.say("rome", f"build control dalmatia {WITH}", f"build control dacia {WITH}")
    assert table.controller("dacia") == "rome"


@pytest.mark.parametrize("side", ["rome", "egypt", "neutral"])
def test_no_marker_goes_where_one_lies_4_4b(side: str) -> None:
    position = Position("rome greece egypt").control("rome", "lombardia").control(side, "dalmatia")
    table = position.give("rome", THREE).at_build_turn("rome").table()
    table.refused("rome", f"build control dalmatia {WITH}", rule="4.4b")


def test_foreign_legions_hinder_no_marker_but_what_would_be_built_k27() -> None:
    position = Position().control("rome", "lombardia").units("dalmatia", egypt=2).give("rome", coins(6))
    table = position.at_build_turn("rome").table()
    table.say("rome", f"build control dalmatia {WITH}")
    assert table.controller("dalmatia") == "rome"


def test_without_markers_in_supply_none_is_placed_0_4a() -> None:
    owned = ("lombardia", "pannonia", "dacia", "macedonia", "thracia", "asia", "syria", "creta", "cyprus", "arabia")
    position = Position().control("rome", *owned, "rhodus").give("rome", THREE).at_build_turn("rome")
    table = position.table()
    assert table.supply("rome", "markers") == 0
    table.refused("rome", f"build control dalmatia {WITH}", rule="0.4a")


# ---------------------------------------------------------------------- 4.5, 4.6 buildings and units


def test_nothing_is_built_in_a_province_of_another_4_5a() -> None:
    position = Position().control("egypt", "creta").units("creta", rome=2).units("cyprus", rome=1)
    table = position.give("rome", THREE).at_build_turn("rome").table()
    table.refused("rome", f"build city creta {WITH}", rule="4.5a")
    table.refused("rome", f"build legion cyprus {WITH}", rule="4.5a")


def test_one_building_stands_on_an_icon_4_5b() -> None:
    position = Position().build("latium", "city").give("rome", THREE).at_build_turn("rome")
    table = position.table()
    table.refused("rome", f"build city latium {WITH}", rule="4.5b")


def test_a_market_needs_no_caravan_and_a_temple_no_city_k28() -> None:
    position = Position().give("rome", coins(12)).at_build_turn("rome")
    table = position.table()
    table.say("rome", f"build market latium with {coins(6)}".strip(), f"build temple latium with {coins(6)}".strip())
    assert table.buildings("latium") == ["market", "temple"]


@pytest.mark.parametrize("building", ["market", "temple"])
def test_a_province_holds_one_market_and_one_temple_4_5c(building: str) -> None:
    position = Position().build("latium", building).give("rome", coins(6)).at_build_turn("rome")
    position.table().refused("rome", f"build {building} latium with {coins(6)}".strip(), rule="4.5c")


def test_a_province_holds_one_fortress_and_any_number_of_legions_4_5c() -> None:
    position = Position().fortress("latium").units("latium", rome=6).give("rome", coins(6)).at_build_turn("rome")
    table = position.table()
    table.refused("rome", f"build fortress latium {WITH}", rule="4.5c")
    table.say("rome", f"build legion latium {WITH}")
    assert table.legions("latium") == {"rome": 7}


def test_a_trireme_stands_in_the_dock_of_a_province_with_a_coast_4_5d() -> None:
    position = Position().control("babylon", "syria").give("babylon", coins(6)).at_build_turn("babylon")
    table = position.table()
    table.refused("babylon", f"build trireme babylonia {WITH}", rule="4.5d")
    table.say("babylon", f"build trireme syria {WITH}")
    assert table.docked("syria") == {"babylon": 1}


def test_buildings_end_with_the_supply_0_4a() -> None:
    cities = ["latium", "sicilia", "achaia", "thracia", "creta", "asia", "syria", "palaestina"]
    position = Position("greece babylon carthage").control("greece", "sicilia", "thracia", "creta", "asia")
    for province in cities:
        position.build(province, "city")
    table = position.give("carthage", THREE).at_build_turn("carthage").table()
    table.refused("carthage", f"build city africa {WITH}", rule="0.4a")


@pytest.mark.parametrize("thing", ["city", "legion", "fortress", "trireme"])
def test_enemy_legions_keep_everything_from_being_built_k29(thing: str) -> None:
    position = Position().control("rome", "sicilia").units("sicilia", egypt=1, rome=1).give("rome", THREE)
    position.at_build_turn("rome").table().refused("rome", f"build {thing} sicilia {WITH}", rule="4.6a")


def test_in_the_capital_everything_is_built_with_any_units_there_4_6b_k30() -> None:
    position = Position().build("latium", "city").units("latium", egypt=2).occupy("latium", "egypt", "city")
    table = position.give("rome", coins(12)).at_build_turn("rome").table()
    for thing in ("legion", "fortress", "trireme", "caravan:wine"):
        table.say("rome", f"build {thing} latium {WITH}")
    assert table.occupied("latium") == ["city"]


def test_a_building_restores_a_pillaged_province_k42() -> None:
    position = Position().give("rome", THREE).at_build_turn("rome", "greece")
    latium = position.board.provinces.index("latium")
    position.state.provinces[latium].pillaged = True
    table = position.table()
    table.say("rome", f"build city latium {WITH}")
    assert not table.state.provinces[latium].pillaged


# ---------------------------------------------------------------------- 4.8 exchange of a marker


def example_25(variant: Variant) -> Position:
    position = Position(variant=variant).control("egypt", "marmarica").build("marmarica", "city")
    position.units("marmarica", rome=2).occupy("marmarica", "rome", "control")
    return position.give("rome", coins(6)).at_build_turn("rome", "greece")


@both
def test_example_25_the_marker_under_a_legion_is_replaced_for_3_4_8a(variant: Variant) -> None:
    table = example_25(variant).table()
    markers = table.supply("egypt", "markers")
    table.say("rome", f"convert marmarica {WITH}")
    assert (table.controller("marmarica"), table.buildings("marmarica")) == ("rome", ["city"])
    assert table.supply("egypt", "markers") == markers + 1
    assert (table.occupied("marmarica"), table.legions("marmarica")) == ([], {"rome": 2})


def test_example_25_a_province_so_won_serves_for_nothing_in_that_turn_k32() -> None:
    table = example_25(ORIGINAL).table()
    table.say("rome", f"convert marmarica {WITH}")
    table.refused("rome", f"build legion marmarica {WITH}", rule="4.4d")
    table.refused("rome", f"build control cyrenaica {WITH}", rule="4.4c")


def test_a_legion_that_does_not_stand_on_the_marker_replaces_none_4_8a() -> None:
    table = example_25(ORIGINAL).occupy("marmarica", "rome", "city").table()
    table.refused("rome", f"convert marmarica {WITH}", rule="4.8a")


@pytest.mark.parametrize("capital", ["aegyptus_inferior", "africa"])
def test_the_marker_of_a_capital_stays_even_a_neutral_one_4_8b_k31(capital: str) -> None:
    position = Position("rome greece egypt").units(capital, rome=1).occupy(capital, "rome", "control")
    if capital == "africa":
        position.control("neutral", capital)
    table = position.give("rome", THREE).at_build_turn("rome").table()
    table.refused("rome", f"convert {capital} {WITH}", rule="4.8b")


def test_a_marker_at_war_is_not_replaced_5_7b() -> None:
    table = example_25(ORIGINAL).units("marmarica", rome=1, carthage=1).table()
    table.refused("rome", f"convert marmarica {WITH}", rule="5.7b")


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
