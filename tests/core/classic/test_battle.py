"""Battles by the rules of 2003: who fights whom, dice, losses, and what becomes of occupiers (5.4 to 5.7)."""

from __future__ import annotations

from typing import Any

import pytest

from core.classic.kinds import SEA_FORCE
from core.classic.position import load_position
from core.classic.variant import REVISED, Variant
from tests.core.classic.tables import VARIANTS, Position, Table, war_turn

BOTH = pytest.mark.parametrize("variant", VARIANTS)


def syria(variant: Variant = REVISED, **legions: int) -> Position:
    """Babylon's Syria with legions in it."""
    return Position(variant=variant).control("babylon", "syria").units("syria", **legions)


# ---------------------------------------------------------------------- on land


@BOTH
def test_each_side_loses_a_unit_for_every_full_five_points_of_the_other(variant: Variant) -> None:
    """Example 18: both totals are known before anything is removed, and a fortress is one unit."""
    position = Position(variant=variant).control("babylon", "palaestina").build("palaestina", "city")
    position.units("palaestina", babylon=1).fortress("palaestina").units("aegyptus_inferior", egypt=3)
    table = war_turn(position, "egypt")
    table.say("egypt", "march aegyptus_inferior palaestina 3", "fight babylon in palaestina")
    table.dice(4, 2, 5, 5)
    assert (table.legions("palaestina"), table.fortresses("palaestina")) == ({"egypt": 1}, 0)
    table.say("egypt", "pillage palaestina city")
    assert table.buildings("palaestina") == []


@BOTH
def test_a_fortress_alone_scores_six(variant: Variant) -> None:
    """Example 19; with Zeus two fortresses score twelve."""
    for fortresses, left in ((1, 2), (2, 1)):
        position = Position(variant=variant).control("babylon", "syria").fortress("syria", fortresses)
        table = war_turn(position.units("syria", rome=3), "rome")
        table.say("rome", "fight babylon in syria")
        table.dice(1, 2, 1)
        assert (table.legions("syria"), table.fortresses("syria")) == ({"rome": left}, fortresses)
        lost = "1 legion" if left == 2 else "2 legions"
        assert f"Rome loses {lost} in Syria." in table.told


# ---------------------------------------------------------------------- losses


def test_hannibal_adds_to_dice_and_not_to_fortresses() -> None:
    """Example 27, 7.2e."""
    position = Position().tiles("carthage", "hannibal").control("carthage", "numidia").fortress("numidia")
    table = war_turn(position.units("numidia", carthage=3, rome=5), "carthage")
    table.say("carthage", "fight rome in numidia")
    table.dice(2, 2, 4, 1, 1, 1, 1, 1)
    assert "Carthage in Numidia: ⚁2 ⚁2 ⚃4 +9 = 17, hits 3." in table.told


# ---------------------------------------------------------------------- at sea


@BOTH
def test_a_battle_at_sea_is_voluntary_and_ships_may_move_after_it(variant: Variant) -> None:
    table = war_turn(Position(variant=variant).fleet("mare_ionium", greece=2, rome=1), "greece")
    assert "done" in table.legal()
    table.say("greece", "attack rome in mare_ionium")
    table.dice(3, 3, 1)
    assert table.triremes("mare_ionium") == {"greece": 2}
    table.say("greece", "sail mare_ionium mare_aegaeum 2")


def test_no_sea_battle_begins_after_a_march_in_the_revised_edition() -> None:
    """5.2d, K36."""
    for variant in VARIANTS:
        position = Position(variant=variant).fleet("mare_ionium", greece=1, rome=1).units("achaia", greece=1)
        table = war_turn(position, "greece")
        table.say("greece", "march achaia macedonia 1")
        if variant is REVISED:
            table.refused("greece", "attack rome in mare_ionium", "K36")
        else:
            assert table.legal("attack") == ["attack rome in mare_ionium"]


# ---------------------------------------------------------------------- what a force leaves out, and what is left of it


@pytest.mark.parametrize(
    ("dice", "lost"),
    [
        ((1, 1, 1), []),
        ((2, 2, 1), ["lose legion syria from fresh"]),
        ((2, 2, 1), ["lose legion syria"]),
        ((2, 2, 1), ["lose fortress syria"]),
        ((5, 5, 5), ["lose legion syria", "lose legion syria from fresh", "lose legion syria"]),
        ((5, 5, 5), ["lose legion syria from fresh", "lose legion syria from fresh", "lose fortress syria"]),
    ],
)
def test_whatever_a_force_loses_those_left_out_can_attack(dice: tuple[int, ...], lost: list[str]) -> None:
    """5.1c, K37: of each sort one unit more stands there than fights Rome."""
    position = syria(babylon=4, rome=3, egypt=1).units("palaestina", babylon=4)
    position.fortress("syria", 2).tiles("babylon", "statue_of_zeus")
    table = position.at_war_turn("babylon", "rome").table()
    table.say("babylon", "march palaestina syria 4", "fight rome in syria with 3 fresh 3 moved fortress")
    table.dice(1, 1, 1, 1, 1, 1, *dice)
    table.say("babylon", *lost)
    forces = ["fortress", "moved", "moved fortress", "fresh", "fresh fortress", "fresh moved"]
    assert table.legal("fight egypt") == [
        "fight egypt in syria",
        *(f"fight egypt in syria with {force}" for force in forces),
    ]
    table.say("babylon", "fight egypt in syria")
    table.dice(1, 1, 1)
    assert "Babylon in Syria: ⚀1 ⚀1 +6 = 8, hits 1." in table.told
    assert not table.legal("fight")


@pytest.mark.parametrize("sort", SEA_FORCE)
def test_whatever_a_force_loses_at_sea_those_left_out_can_attack(sort: str) -> None:
    """5.1c, K37: of four ships of one sort three fight Rome, with a ship of another sort."""
    other = "moved" if sort == "fresh" else "fresh"
    text = f"""
phase = "military"
turn = "greece"
did = {{ ships = {{ mare_ionium = "{other if sort == "fresh" else f"4 {sort}"}" }} }}
empires = {{ greece = {{ tiles = "pericles" }} }}
seas = {{ mare_ionium = {{ greece = 5, rome = 2, egypt = 1 }} }}
"""
    for lost in (sort, other):
        game: Any = load_position(REVISED, text)
        table = Table(game)
        force = "3 fresh moved" if sort == "fresh" else f"fresh 3 {sort}"
        table.say("greece", f"attack rome in mare_ionium with {force}")
        table.dice(1, 1, 1, 1, 4, 2)
        named = f"lose trireme mare_ionium from {lost}"
        table.say("greece", named if named in table.legal() else "lose trireme mare_ionium")
        assert table.legal("attack rome") == ["attack rome in mare_ionium"]
        table.say("greece", "attack egypt in mare_ionium")
        assert table.awaits_chance() == (6, 6)


def test_one_hit_on_two_sorts_of_legions_and_a_fortress_is_a_choice() -> None:
    """5.5c."""
    table = war_turn(syria(babylon=1, rome=1).fortress("syria").units("palaestina", babylon=1), "babylon")
    table.say("babylon", "march palaestina syria 1", "fight rome in syria")
    table.dice(1, 1, 5)
    assert table.legal() == ["lose legion syria", "lose legion syria from fresh", "lose fortress syria"]


def test_a_word_for_units_names_some_that_are_there_and_not_meant_anyway() -> None:
    """K34, on land and at sea."""
    position = syria(rome=1, babylon=1).units("cilicia", rome=1).fleet("mare_ionium", rome=1, egypt=1)
    table = war_turn(position.fleet("mare_tyrrhenum", rome=1), "rome")
    table.say("rome", "sail mare_tyrrhenum mare_ionium 1", "attack egypt in mare_ionium")
    table.dice(1, 1, 5)
    for place, line in (("mare_ionium", "lose trireme"), ("syria", "lose legion")):
        if place == "syria":
            table.say("rome", "march cilicia syria 1", "fight babylon in syria")
            table.dice(1, 1, 5)
        assert "leave" in table.refused("rome", f"{line} {place} from moved", "K34")
        assert "leave" not in table.refused("rome", f"{line} {place} from spent", "K34")
        table.say("rome", f"{line} {place} from fresh")
