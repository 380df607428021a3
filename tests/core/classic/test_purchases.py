"""Heroes and wonders in the building phase of 2003: their sale, their prices, and what they give (4.3, 4.7, 7)."""

from __future__ import annotations

import pytest

from core.classic.variant import ORIGINAL, REVISED, Variant
from core.mare.graph import bits
from tests.core.classic.tables import VARIANTS, Position, Table
from tests.core.draws import all_draws

both = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)

NINE_GOODS = "fish grain slaves oil wine livestock fruit iron perfume"
ALL_GOODS = NINE_GOODS + " papyrus gold gems"


def coins(number: int) -> str:
    return " ".join(["coin"] * number)


def turn(empire: str, cards: str, variant: Variant = REVISED, tiles: str = "") -> Position:
    """A player's turn with some cards and tiles, after which another one builds."""
    other = "rome" if empire == "greece" else "greece"
    position = Position(variant=variant).tiles(empire, *tiles.split()).give(empire, cards).give(other, coins(3))
    return position.at_build_turn(empire, other)


def price(table: Table, what: str, where: str) -> int:
    """How many coins something costs."""
    return next(line.count("coin") for line in table.legal(f"build {what} {where}") if "with coin" in line)


# ---------------------------------------------------------------------- 4.3, 4.7 the sale


@both
def test_example_11_a_hero_costs_one_set_of_nine_and_the_pyramids_one_of_twelve(variant: Variant) -> None:
    table = turn("rome", f"{coins(8)} {ALL_GOODS}", variant).table()
    table.refused("rome", f"build helen with {coins(8)} fish", rule="4.2a")
    table.say("rome", f"build helen with {NINE_GOODS}")
    table.refused("rome", f"build pyramids with {coins(8)}", rule="4.2a")
    table = turn("rome", ALL_GOODS, variant).table()
    assert table.legal("build pyramids") == [f"build pyramids with {ALL_GOODS}"]


def test_every_tile_costs_the_same_however_many_a_player_owns_4_3c() -> None:
    table = turn("rome", coins(9), tiles="caesar helen").table()
    assert price(table, "solomon", "") == 9


def test_the_hero_of_a_civilization_is_sold_to_that_one_only_4_7b() -> None:
    table = turn("greece", coins(9)).table()
    table.refused("greece", f"build hannibal with {coins(9)}", rule="4.7b")
    assert "pericles" in {line.split()[1] for line in table.legal("build ")}


def test_nothing_is_sold_twice_4_7a() -> None:
    position = turn("greece", coins(9)).tiles("rome", "helen")
    position.table().refused("greece", f"build helen with {coins(9)}", rule="4.7a")


# ---------------------------------------------------------------------- 7.2, 7.4 prices

PRICES = {
    ("original", "caesar"): {"legion": 2, "fortress": 2, "trireme": 3, "city": 3, "control": 3},
    ("revised", "caesar"): {"legion": 3, "fortress": 2},
    ("original", "pericles"): {"trireme": 2, "legion": 3},
    ("revised", "pericles"): {"trireme": 3},
    ("original", "mausoleum"): {"caravan:wine": 2, "city": 2, "market": 5, "temple": 5, "legion": 3, "control": 3},
    ("revised", "mausoleum"): {"caravan:wine": 2, "city": 2, "market": 5, "temple": 5, "fortress": 3, "control": 2},
}


@both
@pytest.mark.parametrize("tile", ["caesar", "pericles", "mausoleum"])
def test_example_14_tiles_lower_the_prices_that_they_name_7_2a_7_2b_7_4d(variant: Variant, tile: str) -> None:
    table = turn("rome", coins(9), variant, tile).table()
    for thing, cost in PRICES[variant.id, tile].items():
        assert price(table, thing, "lombardia" if thing == "control" else "latium") == cost, thing


@pytest.mark.parametrize(("variant", "cost"), [(ORIGINAL, 3), (REVISED, 2)], ids=["original", "revised"])
def test_example_14_the_mausoleum_lowers_an_exchange_with_the_marker_7_4d(variant: Variant, cost: int) -> None:
    position = turn("rome", coins(9), variant, "mausoleum").control("egypt", "creta").units("creta", rome=1)
    table = position.occupy("creta", "rome", "control").table()
    assert table.legal("convert") == [f"convert creta with {coins(cost)}"]


def test_a_tile_helps_from_the_moment_it_is_bought_k25() -> None:
    table = turn("rome", coins(11)).table()
    table.say("rome", f"build mausoleum with {coins(9)}", f"build city latium with {coins(2)}")
    assert table.buildings("latium") == ["city"]


# ---------------------------------------------------------------------- 7.1a what is free when bought


def zeus(variant: Variant) -> Table:
    position = turn("rome", coins(12), variant).control("rome", "lombardia", "sicilia").units("sicilia", egypt=1)
    table = position.fortress("latium").table()
    table.say("rome", f"build control dalmatia with {coins(3)}", f"build statue_of_zeus with {coins(9)}")
    return table


def test_the_statue_of_zeus_gives_a_fortress_where_one_could_be_raised_7_4e() -> None:
    table = zeus(REVISED)
    assert table.rule() == "7.1a"
    assert sorted(table.legal()) == ["build fortress latium free", "build fortress lombardia free", "done"]
    table.refused("rome", "build fortress dalmatia free", rule="4.4d")
    table.refused("rome", "build fortress sicilia free", rule="4.6a")
    table.say("rome", "build fortress latium free")
    assert (table.fortresses("latium"), table.supply("rome", "fortresses")) == (2, 8 - 2)


def test_in_the_original_edition_nothing_is_given_7_1a() -> None:
    table = zeus(ORIGINAL)
    assert table.asked() == "greece"


def test_a_gift_may_be_declined_but_not_saved_k46() -> None:
    table = zeus(REVISED)
    table.say("rome", "done")
    assert table.asked() == "greece"


@both
def test_with_zeus_two_fortresses_stand_in_a_province_and_no_third_7_4e(variant: Variant) -> None:
    table = turn("rome", coins(6), variant, "statue_of_zeus").fortress("latium").table()
    table.say("rome", f"build fortress latium with {coins(3)}")
    table.refused("rome", f"build fortress latium with {coins(3)}", rule="4.5c")


def test_the_lighthouse_gives_a_marker_anywhere_but_no_exchange_7_4c_k46() -> None:
    position = turn("rome", coins(15)).control("egypt", "creta").units("creta", rome=1)
    table = position.occupy("creta", "rome", "control").table()
    table.say("rome", f"build lighthouse with {coins(9)}")
    table.refused("rome", "build control creta free", rule="4.4b")
    table.refused("rome", f"convert creta with {coins(3)}", rule="7.1a")
    table.say("rome", "build control armenia free")
    assert table.controller("armenia") == "rome"
    table.refused("rome", f"build caravan:gems armenia with {coins(3)}", rule="4.4d")
    table.say("rome", f"build control numidia with {coins(3)}")


@both
def test_with_the_lighthouse_markers_need_no_reach_4_4f(variant: Variant) -> None:
    table = turn("rome", coins(3), variant, "lighthouse").control("egypt", "arabia").table()
    table.refused("rome", f"build control arabia with {coins(3)}", rule="4.4b")
    table.say("rome", f"build control armenia with {coins(3)}")
    assert table.controller("armenia") == "rome"


# ---------------------------------------------------------------------- 7.2c Hammurabi


@both
def test_hammurabi_gives_one_marker_free_in_a_turn_7_2c(variant: Variant) -> None:
    table = turn("babylon", coins(3), variant, "hammurabi").table()
    table.say("babylon", "build control syria free")
    table.refused("babylon", "build control arabia free", rule="4.2a")
    table.say("babylon", f"build control arabia with {coins(3)}")


@both
def test_hammurabi_reaches_over_a_chain_of_ships_7_2c(variant: Variant) -> None:
    position = turn("babylon", "", variant, "hammurabi").control("babylon", "syria")
    table = position.fleet("mare_cyprium", babylon=1).table()
    assert "build control rhodus free" in table.legal()


def test_with_the_lighthouse_the_free_marker_goes_anywhere_in_the_original_only_k48() -> None:
    table = turn("babylon", coins(3), ORIGINAL, "hammurabi lighthouse").table()
    assert table.allows("build control numidia free")
    table = turn("babylon", coins(3), REVISED, "hammurabi lighthouse").table()
    table.refused("babylon", "build control numidia free", rule="7.2c")
    assert table.allows(f"build control numidia with {coins(3)}")
    free = [line for line in table.legal("build control") if line.endswith("free")]
    around = table.board.land[table.board.provinces.index("babylonia")]
    assert free == [f"build control {table.board.provinces[index]} free" for index in bits(around)]


def occupied_creta(variant: Variant) -> Position:
    position = turn("babylon", coins(3), variant, "hammurabi").control("egypt", "creta").units("creta", babylon=1)
    return position.occupy("creta", "babylon", "control")


def test_the_free_marker_pays_an_exchange_in_the_original_only_k48() -> None:
    table = occupied_creta(ORIGINAL).table()
    table.say("babylon", "convert creta free")
    table.refused("babylon", "build control syria free", rule="4.2a")
    table = occupied_creta(REVISED).table()
    assert "never replaces" in table.refused("babylon", "convert creta free", rule="7.2c")


@both
def test_the_free_marker_is_drawn_and_listed_with_the_paid_ones(variant: Variant) -> None:
    table = occupied_creta(variant).table()
    answers = table._decision().answers
    assert {answers.text(action) for action in all_draws(answers.draw)} == set(table.legal())
    assert answers.next_words(["build", "control", "syria"]) == ["free", "with"]


# ---------------------------------------------------------------------- 7.2d Cleopatra


def test_cleopatra_exchanges_one_card_with_the_bank_in_a_phase_7_2d() -> None:
    table = turn("egypt", "coin coin gold gold", tiles="cleopatra").table()
    table.say("egypt", "exchange gold for coin")
    assert (table.hand("egypt"), table.banked("gold")) == ("coin coin coin gold", 5 - 1)
    table.refused("egypt", "exchange gold for coin", rule="7.2d")
    table.say("egypt", f"build legion aegyptus_inferior with {coins(3)}")


def test_a_coin_becomes_any_good_7_2d() -> None:
    table = turn("egypt", "coin", tiles="cleopatra").table()
    assert len(table.legal("exchange coin for")) == 12
    table.refused("egypt", "exchange coin for coin", rule="7.2d")
    table.refused("egypt", "exchange gold for coin", rule="7.2d")


def test_the_bank_must_hold_the_card_wanted_k49() -> None:
    position = turn("egypt", "coin fish", tiles="cleopatra").give("rome", "gems " * 5 + "coin " * 31)
    table = position.table()
    table.refused("egypt", "exchange coin for gems", rule="K49")
    table.refused("egypt", "exchange fish for coin", rule="K49")


def test_without_cleopatra_nothing_is_exchanged_7_2d() -> None:
    turn("egypt", coins(3)).table().refused("egypt", "exchange coin for gems", rule="7.2d")
