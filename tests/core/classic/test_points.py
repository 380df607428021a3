"""The setup with 36 points (1.4)."""

from __future__ import annotations

from typing import Any

import pytest

from core.classic.rules import new_game
from core.classic.state import Options
from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.core.classic.tables import FIVE, VARIANTS, Table

EITHER = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def setting_up(first: str, variant: Variant = REVISED, line_up: str = FIVE) -> Table:
    """A table that sets up with points, one player first."""
    empires = tuple(line_up.split())
    game: Any = new_game(Options(len(empires), empires, "points", empires), variant)
    table = Table(game)
    assert table.awaits_chance() == (len(empires),)
    table.chance(empires.index(first))
    return table


def placed(table: Table, empire: str, lines: str) -> None:
    for line in lines.split(", "):
        table.say(empire, f"place {line}")


def finish(table: Table, *empires: str) -> None:
    for empire in empires:
        table.say(empire, "done")


# ---------------------------------------------------------------------- 1.4b the order


def test_players_set_up_in_seat_order_from_one_drawn_by_lot_k7() -> None:
    table = setting_up("egypt")
    assert table.told[-1].startswith("Egypt ")
    for empire in ("egypt", "carthage", "rome", "greece", "babylon"):
        assert table.asked() == empire
        table.say(empire, "done")


def test_the_capital_s_marker_is_there_and_paid_k8() -> None:
    """0.1d: it is one of the player's twelve."""
    table = setting_up("rome")
    assert (table.controller("latium"), table.supply("rome", "markers")) == ("rome", 11)
    node: Any = table.game.node
    assert "You have 33 points" in str(node.prompt.sentence)


def test_all_see_what_is_placed_1_4b() -> None:
    table = setting_up("rome")
    placed(table, "rome", "caesar, control lombardia, caravan:grain lombardia, legion latium")
    assert table.told[-4:] == [
        "Rome begins with Julius Caesar.",
        "Rome places a control marker in Lombardia.",
        "Rome places a caravan of grain in Lombardia.",
        "Rome places a legion in Latium.",
    ]


def test_chance_may_place_anything_or_be_done_k7() -> None:
    """The built-in players and the tests draw answers so."""
    table = setting_up("rome")
    node: Any = table.game.node
    bounds: list[int] = []

    def last(bound: int) -> int:
        bounds.append(bound)
        return bound - 1

    things = {line.split()[1] for line in table.legal("place")}
    assert table.game.text(node.answers.draw(last)) == "done"
    assert bounds == [len(things) + 1]
    assert table.game.text(node.answers.draw(lambda bound: 0)) == table.legal("place")[0]
    assert table.game.text(node.answers.draw(lambda bound: bound - 2 if bound > 2 else 0)) == "place caesar"


def test_what_costs_more_than_is_left_is_refused_1_4a() -> None:
    table = setting_up("rome")
    placed(table, "rome", "caesar, market latium, " + ", ".join(["legion latium"] * 5))
    table.refused("rome", "place temple latium", rule="1.4a")


# ---------------------------------------------------------------------- 1.4a heroes


def test_only_one_s_own_hero_is_for_sale_1_4a() -> None:
    table = setting_up("rome")
    for tile in ("pericles", "helen", "colossus", "pyramids"):
        table.refused("rome", f"place {tile}", rule="1.4a")
    table.say("rome", "place caesar")
    table.refused("rome", "place caesar", rule="1.4a")


def test_a_hero_who_was_not_bought_may_be_bought_later_1_4a() -> None:
    table = setting_up("rome")
    finish(table, *FIVE.split())
    assert table.board.tile_of["caesar"] in table.state.display
    assert table.legions("africa") == {}


# ---------------------------------------------------------------------- 1.4c, 1.4d markers and buildings


def test_markers_lie_around_the_capital_1_4c() -> None:
    table = setting_up("rome")
    assert table.legal("place control") == ["place control lombardia", "place control magna_graecia"]
    table.refused("rome", "place control sicilia", rule="1.4c")
    table.refused("rome", "place control latium", rule="1.4c")


def test_where_another_marker_lies_none_is_placed_4_4b() -> None:
    """1.5c, K12: neutral pieces are placed before anybody's; Palaestina is neutral Egypt's."""
    table = setting_up("babylon", line_up="greece babylon carthage")
    table.refused("babylon", "place control palaestina", rule="4.4b")


def test_buildings_stand_on_free_icons_of_marked_provinces_1_4d() -> None:
    table = setting_up("rome")
    table.refused("rome", "place caravan:grain lombardia", rule="1.4d")
    placed(table, "rome", "control lombardia, caravan:grain lombardia")
    table.refused("rome", "place caravan:grain lombardia", rule="4.5b")


@EITHER
def test_greece_may_begin_across_the_sea_k10(variant: Variant) -> None:
    table = setting_up("greece", variant)
    markable = {line.split()[-1] for line in table.legal("place control")}
    assert markable == {"macedonia", "asia", "thracia", "rhodus", "creta"}


# ---------------------------------------------------------------------- 1.4e, 1.4f units


def test_legions_and_triremes_begin_in_the_capital_1_4e() -> None:
    table = setting_up("rome")
    placed(table, "rome", "control lombardia, trireme latium")
    for unit in ("legion", "trireme"):
        table.refused("rome", f"place {unit} lombardia", rule="1.4e")
    assert table.docked("latium") == {"rome": 1}


def test_babylon_begins_without_a_trireme_4_5d() -> None:
    table = setting_up("babylon")
    assert table.legal("place trireme") == []
    table.refused("babylon", "place trireme babylonia", rule="4.5d")


def test_fortresses_of_the_original_edition_stand_in_marked_provinces_too_1_4f() -> None:
    for variant in VARIANTS:
        table = setting_up("rome", variant)
        placed(table, "rome", "control lombardia, fortress latium")
        table.refused("rome", "place fortress latium", rule="4.5c")
        if variant is ORIGINAL:
            table.say("rome", "place fortress lombardia")
        else:
            table.refused("rome", "place fortress lombardia", rule="1.4f")


def test_greece_sets_up_units_outside_its_capital_in_the_revised_edition_only_k10() -> None:
    for unit in ("legion", "trireme"):
        revised, original = setting_up("greece", REVISED), setting_up("greece", ORIGINAL)
        placed(revised, "greece", f"control creta, {unit} creta")
        placed(original, "greece", "control creta")
        original.refused("greece", f"place {unit} creta", rule="1.4e")
        revised.refused("greece", f"place {unit} asia", rule="1.4e")


def test_a_hero_brings_nothing_that_is_not_in_supply_k6() -> None:
    """Carthage has set up all its eight legions, and bought Hannibal."""
    table = setting_up("carthage")
    placed(table, "carthage", "hannibal, " + ", ".join(["legion africa"] * 8))
    finish(table, "rome", "greece", "babylon", "egypt")
    assert table.legions("africa") == {"carthage": 8}


# ---------------------------------------------------------------------- 1.6 first titles


def test_the_sheets_give_titles_of_the_original_edition_1_6a() -> None:
    table = setting_up("rome", ORIGINAL)
    finish(table, *FIVE.split())
    assert [table.leader(track) for track in ("trade", "culture", "military")] == ["carthage", "egypt", "rome"]


def test_the_count_gives_titles_of_the_revised_edition_1_6a() -> None:
    """K14: Rome counts most in everything and gets the first title; Greece is next in cities; then the lot."""
    table = setting_up("rome", REVISED)
    placed(table, "rome", "caravan:wine latium, city latium, legion latium")
    table.say("rome", "done")
    placed(table, "greece", "city achaia")
    finish(table, "greece", "babylon", "egypt", "carthage")
    assert table.awaits_chance() == (3,)
    table.chance(2)
    assert [table.leader(track) for track in ("trade", "culture", "military")] == ["rome", "greece", "carthage"]
