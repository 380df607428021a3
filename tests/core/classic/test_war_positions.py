"""Positions in the middle of a war turn of 2003, written and read: what units did, battles, crossings."""

from __future__ import annotations

from typing import Any

import pytest

from core.classic.position.text import dump_position, load_position, load_state
from core.classic.revised import REVISED
from core.engine.errors import DataError
from tests.core.classic.tables import Position, Table, war_turn


def read_back(table: Table) -> None:
    """The position, written and read, is the same."""
    game: Any = table.game
    text = dump_position(game)
    assert load_position(REVISED, text).encode() == game.encode(), text


def test_what_units_did_is_written() -> None:
    position = Position().control("babylon", "syria").build("syria", "city").units("syria", rome=2, egypt=1)
    position.fleet("mare_cyprium", rome=2, egypt=1).fleet("mare_aegaeum", rome=1)
    table = war_turn(position.units("cilicia", rome=1), "rome")
    table.say("rome", "sail mare_aegaeum mare_cyprium 1", "attack egypt in mare_cyprium")
    table.dice(1, 1, 6, 1)
    read_back(table)
    table.say("rome", "fight egypt in syria")
    table.dice(3, 2, 1)
    table.say("rome", "march cilicia syria 1", "occupy syria city")
    read_back(table)


@pytest.mark.parametrize(
    ("did", "rule"),
    [
        ('ships = { mare_cyprium = "2 moved" }', "5.1c"),
        ('ships = { mare_cyprium = "supporting_fresh" }', "7.2b"),
        ('legions = { syria = "2 spent" }', "5.1c"),
        ('legions = { syria = "supporting_fresh" }', "7.2b"),
        ('posts = { syria = { city = "moved" } }', "5.8"),
        ("fortresses = { latium = 1 }", "5.1c"),
    ],
)
def test_units_did_nothing_that_they_cannot_have_done(did: str, rule: str) -> None:
    text = f"""
phase = "military"
turn = "rome"
did = {{ {did} }}
[provinces.syria]
controller = "babylon"
buildings = "city"
legions = {{ rome = 1 }}
[provinces.latium]
controller = "rome"
[seas]
mare_cyprium = {{ rome = 1 }}
"""
    with pytest.raises(DataError, match=f"did.*{rule}") as refusal:
        load_state(REVISED, text)
    assert refusal.value.key == "did"


@pytest.mark.parametrize(
    ("shipping", "rule"),
    [
        ('number = 3, seas = "mare_tyrrhenum"', "5.1c"),
        ('number = 1, which = "moved", seas = "mare_tyrrhenum"', "5.1c"),
        ('number = 1, which = "city", seas = "mare_tyrrhenum"', "5.1c"),
        ('number = 1, which = "thule", seas = "mare_tyrrhenum"', "K34"),
        ('number = 1, seas = "mare_aegaeum"', "8.1e"),
        ('number = 1, target = "babylonia"', "8.1e"),
        ('number = 1, seas = "mare_tyrrhenum", battles = { mare_tyrrhenum = "rome" }', "8.1a"),
        ('number = 1, seas = "mare_tyrrhenum", battles = { mare_tyrrhenum = "greece" }', "8.1a"),
        ('number = 1, seas = "mare_tyrrhenum", battles = { mare_aegaeum = "egypt" }', "8.1a"),
    ],
)
def test_only_legions_that_can_go_are_on_their_way_over_a_chain(shipping: str, rule: str) -> None:
    target = "" if "target" in shipping else 'target = "sicilia", '
    text = f"""
blockade = true
phase = "military"
turn = "rome"
doing = [{{ what = "shipping", source = "latium", {target}{shipping} }}]
[provinces]
latium = {{ legions = {{ rome = 1 }} }}
[seas]
mare_tyrrhenum = {{ rome = 1, egypt = 1 }}
mare_aegaeum = {{ egypt = 1 }}
"""
    with pytest.raises(DataError, match=f"doing.*{rule}"):
        load_position(REVISED, text)


def test_legions_on_their_way_without_seas_are_asked_for_them() -> None:
    text = """
blockade = true
phase = "military"
turn = "rome"
doing = [{ what = "shipping", source = "latium", target = "sicilia", number = 1 }]
[provinces]
latium = { legions = { rome = 1 } }
[seas]
mare_tyrrhenum = { rome = 1, egypt = 1 }
"""
    game = load_position(REVISED, text)
    # One chain only leads there, so Egypt is asked whether it blockades it.
    assert type(game.state.stack[-1]).__name__ == "Blockades"


BATTLE = """
phase = "military"
turn = "rome"
{rest}
doing = [{{ {doing} }}]
[provinces]
syria = {{ controller = "babylon", legions = {{ rome = 3, greece = 1, babylon = 1 }}, fortresses = 1 }}
[seas]
mare_cyprium = {{ rome = 2, greece = 3 }}
"""


def battle(doing: str, rest: str = "") -> Any:
    return load_state(REVISED, BATTLE.format(doing=doing, rest=rest))


ON_LAND = 'province = "syria", defender = "greece", '


@pytest.mark.parametrize(
    ("doing", "rule"),
    [
        (f'what = "land_battle", {ON_LAND} force = "4 fresh"', "K37"),
        (f'what = "land_dice", {ON_LAND} force = "fresh moved", support = 0', "K37"),
        (f'what = "land_dice", {ON_LAND} force = "fresh fortress", support = 0', "K37"),
        ('what = "after_land_battle", province = "syria", force = "4 fresh"', "K37"),
        ('what = "sea_dice", sea = "mare_cyprium", attacker = "rome", defender = "greece", force = "3 fresh"', "K37"),
        ('what = "after_sea_battle", sea = "mare_cyprium", attacker = "rome", force = "moved"', "K37"),
        ('what = "after_sea_battle", sea = "mare_cyprium", attacker = "greece", force = "fresh"', "K53"),
    ],
)
def test_a_force_is_of_units_that_are_there(doing: str, rule: str) -> None:
    with pytest.raises(DataError, match=f"doing.*{rule}"):
        battle(doing)


def test_a_force_is_of_units_that_have_not_attacked() -> None:
    after = 'what = "after_land_battle", province = "syria", force = "2 fresh"'
    battle(after, 'did = { legions = { syria = "attacked" } }')
    with pytest.raises(DataError, match=r"doing.*5\.1c"):
        battle(after, 'did = { legions = { syria = "2 attacked" } }')


def test_no_more_triremes_support_a_battle_than_have_supported() -> None:
    """7.2b: Greece has Pericles, Rome has not."""
    dice = f'what = "land_dice", {ON_LAND} support = 2'
    assert battle(dice, "supported = { mare_cyprium = 2 }").stack[-1].support == 2
    for rest in ("", "supported = { mare_cyprium = 1 }"):
        with pytest.raises(DataError, match=r"doing.*7\.2b"):
            battle(dice, rest)
    with pytest.raises(DataError, match=r"doing.*7\.2b"):
        battle(dice.replace("greece", "babylon"), "supported = { mare_cyprium = 2 }")


@pytest.mark.parametrize("force", ["2 fresh", "fresh fortress"])
def test_a_force_is_written(force: str) -> None:
    """K37: in a battle whose losses are yet to be taken."""
    position = Position().control("rome", "syria").fortress("syria").units("syria", rome=3, greece=2, babylon=2)
    table = war_turn(position, "rome")
    table.say("rome", f"fight greece in syria with {force}")
    read_back(table)
    table.dice(*[3] * len(table.awaits_chance()))
    assert table.asked() == "rome"
    read_back(table)
