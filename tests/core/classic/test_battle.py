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


# ---------------------------------------------------------------------- at sea


@BOTH
def test_a_battle_at_sea_is_voluntary_and_ships_may_move_after_it(variant: Variant) -> None:
    table = war_turn(Position(variant=variant).fleet("mare_ionium", greece=2, rome=1), "greece")
    assert "done" in table.legal()
    table.say("greece", "attack rome in mare_ionium")
    table.dice(3, 3, 1)
    assert table.triremes("mare_ionium") == {"greece": 2}
    table.say("greece", "sail mare_ionium mare_aegaeum 2")


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
