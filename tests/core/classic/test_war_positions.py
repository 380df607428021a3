"""Positions in the middle of a war turn of 2003, written and read: what units did, battles, crossings."""

from __future__ import annotations

from typing import Any

import pytest

from core.classic.position import dump_position, load_position, load_state
from core.classic.variant import ORIGINAL, REVISED
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


def test_a_force_may_be_of_all_units_there() -> None:
    """Once others of them are lost."""
    land: Any = battle('what = "after_land_battle", province = "syria", force = "3 fresh"').stack[-1]
    sea: Any = battle('what = "after_sea_battle", sea = "mare_cyprium", attacker = "rome", force = "2 fresh"').stack[-1]
    assert (land.force, sea.force) == ((3, 0, 0), (2, 0, 0, 0))


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


@pytest.mark.parametrize(
    ("deeds", "rule"),
    [
        ('ships = { mare_cyprium = "2 attacked" }', "5.1c"),
        ('ships = { mare_cyprium = "2 supporting_fresh" }', "5.1c"),
        ('ships = { mare_cyprium = "moved attacked" }', "5.1c"),
        ("fortresses = { syria = 1 }", "5.1c"),
        ("fortresses = { latium = 1 }", "5.1c"),
        ("fortresses = { achaia = 2 }", "5.1c"),
        ('ships = { mare_cyprium = "supporting_spent" }', ""),
        ('legions = { syria = "spent" }', ""),
        ("fortresses = { achaia = 1 }", ""),
    ],
)
def test_no_more_units_did_something_than_there_are(deeds: str, rule: str) -> None:
    text = f"""
phase = "military"
turn = "greece"
did = {{ {deeds} }}
[empires.greece]
tiles = "pericles"
[provinces]
syria = {{ controller = "babylon", legions = {{ greece = 1 }}, fortresses = 1 }}
achaia = {{ controller = "greece", fortresses = 1 }}
latium = {{ controller = "rome", fortresses = 1 }}
[seas]
mare_cyprium = {{ greece = 1 }}
"""
    judged(text, "did", rule)


def judged(text: str, key: str, rule: str) -> None:
    """The position is refused by a rule, at a key; or read and written, for no rule."""
    if not rule:
        game = load_position(REVISED, text)
        assert load_position(REVISED, dump_position(game)).encode() == game.encode()
        return
    with pytest.raises(DataError, match=f"{key}.*{rule}"):
        load_position(REVISED, text)


LOSSES_ON_LAND = '{ what = "after_land_battle", province = "syria" }, '
"""Rome's 3 legions fight Babylon's 2 and a fortress."""
PART_LOSES_ON_LAND = '{ what = "after_land_battle", province = "syria", force = "2 fresh" }, '
LOSSES_AT_SEA = '{ what = "after_sea_battle", sea = "mare_cyprium", attacker = "rome" }, '
"""Rome's 3 triremes, one of which has moved, fight Egypt's 3, which differ in nothing."""
PART_LOSES_AT_SEA = '{ what = "after_sea_battle", sea = "mare_cyprium", attacker = "rome", force = "fresh moved" }, '


def land_losses(empire: str, hits: int, province: str = "syria") -> str:
    return f'{{ what = "land_losses", province = "{province}", empire = "{empire}", hits = {hits} }}, '


def sea_losses(empire: str, hits: int, sea: str = "mare_cyprium") -> str:
    return f'{{ what = "sea_losses", sea = "{sea}", empire = "{empire}", hits = {hits} }}, '


@pytest.mark.parametrize(
    ("doing", "rule"),
    [
        ('{ what = "land_battle", province = "syria", defender = "rome" }', "5.4"),
        ('{ what = "land_battle", province = "syria", defender = "egypt" }', "5.4"),
        ('{ what = "land_battle", province = "cilicia", defender = "egypt" }', "5.4"),
        ('{ what = "land_battle", province = "syria", defender = "babylon" }', ""),
        ('{ what = "land_dice", province = "syria", defender = "rome", support = 0 }', "5.4"),
        ('{ what = "land_dice", province = "syria", defender = "babylon", support = 0 }', ""),
        ('{ what = "sea_dice", sea = "mare_cyprium", attacker = "rome", defender = "rome" }', "5.4"),
        ('{ what = "sea_dice", sea = "mare_cyprium", attacker = "rome", defender = "greece" }', "5.4"),
        ('{ what = "sea_dice", sea = "mare_aegaeum", attacker = "rome", defender = "greece" }', "5.4"),
        ('{ what = "sea_dice", sea = "mare_cyprium", attacker = "rome", defender = "egypt" }', ""),
        (LOSSES_ON_LAND + land_losses("rome", 0), "5.5c"),
        (LOSSES_ON_LAND + land_losses("rome", 1), ""),
        (LOSSES_ON_LAND + land_losses("rome", 2), ""),
        (LOSSES_ON_LAND + land_losses("rome", 3), "5.5c"),
        (LOSSES_ON_LAND + land_losses("rome", 4), "5.5c"),
        (PART_LOSES_ON_LAND + land_losses("rome", 1), ""),
        (PART_LOSES_ON_LAND + land_losses("rome", 2), "5.5c"),
        (LOSSES_ON_LAND + land_losses("babylon", 2), ""),
        (LOSSES_ON_LAND + land_losses("babylon", 3), "5.5c"),
        (LOSSES_ON_LAND + land_losses("greece", 1), "5.5c"),
        (LOSSES_ON_LAND + land_losses("egypt", 1, "galatia"), "5.5c"),
        (LOSSES_ON_LAND + land_losses("rome", 1) + land_losses("babylon", 1), ""),
        (LOSSES_ON_LAND + land_losses("babylon", 1) + land_losses("babylon", 1), "5.5c"),
        (LOSSES_AT_SEA + sea_losses("rome", 0), "5.5c"),
        (LOSSES_AT_SEA + sea_losses("rome", 1), ""),
        (LOSSES_AT_SEA + sea_losses("rome", 2), ""),
        (LOSSES_AT_SEA + sea_losses("rome", 3), "5.5c"),
        (LOSSES_AT_SEA + sea_losses("rome", 4), "5.5c"),
        (PART_LOSES_AT_SEA + sea_losses("rome", 1), ""),
        (PART_LOSES_AT_SEA + sea_losses("rome", 2), "5.5c"),
        (LOSSES_AT_SEA + sea_losses("greece", 1), "5.5c"),
        (LOSSES_AT_SEA + sea_losses("egypt", 1, "mare_aegyptum"), "5.5c"),
        (LOSSES_AT_SEA + sea_losses("rome", 1) + sea_losses("egypt", 1), ""),
        (LOSSES_AT_SEA + sea_losses("egypt", 1) + sea_losses("egypt", 1), "5.5c"),
    ],
)
def test_each_side_of_a_battle_loses_some_units_and_not_all_once(doing: str, rule: str) -> None:
    text = f"""
phase = "military"
turn = "rome"
doing = [{doing}]
[did]
legions = {{ cilicia = "attacked", syria = "moved" }}
ships = {{ mare_cyprium = "moved", mare_aegaeum = "attacked" }}
[provinces]
syria = {{ controller = "babylon", legions = {{ rome = 3, babylon = 2 }}, fortresses = 1 }}
cilicia = {{ legions = {{ rome = 1, egypt = 2 }} }}
galatia = {{ legions = {{ egypt = 2 }} }}
[seas]
mare_cyprium = {{ rome = 3, egypt = 3 }}
mare_aegaeum = {{ rome = 1, greece = 2 }}
mare_aegyptum = {{ egypt = 2 }}
"""
    judged(text, "doing", rule)


def test_units_of_later_names_fight_those_of_earlier_ones() -> None:
    text = """
phase = "military"
turn = "carthage"
doing = [{ what = "land_battle", province = "syria", defender = "rome" }]
[provinces]
syria = { legions = { rome = 1, carthage = 1 } }
"""
    judged(text, "doing", "")


def shipping(extra: str = "") -> str:
    return f'{{ what = "shipping", source = "latium", target = "sicilia", number = 1{extra} }}, '


NAMED = shipping(', seas = "mare_tyrrhenum"')


@pytest.mark.parametrize(
    ("doing", "rule"),
    [
        (NAMED + '{ what = "route" }', "8.1e"),
        (shipping() + '{ what = "route" }', ""),
        (shipping() + '{ what = "blockades", waiting = "egypt" }', "8.1e"),
        (NAMED + '{ what = "blockades", waiting = "rome" }', "8.1a"),
        (NAMED + '{ what = "blockades", waiting = "egypt rome" }', "8.1a"),
        (NAMED + '{ what = "blockades", waiting = "" }', "8.1a"),
        (NAMED + '{ what = "blockades", waiting = "egypt" }', ""),
    ],
)
def test_a_crossing_is_blockaded_once_its_seas_are_named(doing: str, rule: str) -> None:
    text = f"""
blockade = true
phase = "military"
turn = "rome"
doing = [{doing}]
[provinces]
latium = {{ legions = {{ rome = 1 }} }}
[seas]
mare_tyrrhenum = {{ rome = 1, egypt = 1 }}
mare_ionium = {{ rome = 1 }}
mare_hadriaticum = {{ rome = 1 }}
"""
    judged(text, "doing", rule)


FIGHT = '{ what = "land_battle", province = "syria", defender = "babylon" }, '


@pytest.mark.parametrize(
    ("doing", "rule"),
    [
        ('{ what = "helen", province = "syria" }', "7.3c"),
        ('{ what = "helen", province = "syria", coming = "" }', "7.3c"),
        ('{ what = "helen", province = "syria", coming = "moved" }', ""),
        ('{ what = "helen", province = "syria", coming = "fresh moved" }', ""),
        ('{ what = "helen", province = "syria", coming = "3 moved" }', "7.3c"),
        ('{ what = "helen", province = "cilicia", coming = "moved" }', "7.3c"),
        ('{ what = "helen", province = "asia", coming = "moved" }', "7.3c"),
        ('{ what = "helen", province = "galatia", coming = "moved" }', "7.3c"),
        (FIGHT + '{ what = "helen", province = "syria" }', ""),
        (FIGHT + '{ what = "helen", province = "palaestina" }', "7.3c"),
        (FIGHT + '{ what = "helen", province = "syria", coming = "moved" }', "7.3c"),
    ],
)
def test_helen_acts_where_legions_come_or_fight(doing: str, rule: str) -> None:
    text = f"""
phase = "military"
turn = "rome"
doing = [{doing}]
[empires.babylon]
tiles = "helen"
[provinces]
syria = {{ controller = "babylon", legions = {{ rome = 2, babylon = 1 }} }}
palaestina = {{ controller = "babylon", legions = {{ rome = 1 }} }}
cilicia = {{ legions = {{ rome = 1 }} }}
asia = {{ controller = "greece", legions = {{ rome = 1 }} }}
galatia = {{ controller = "rome", legions = {{ rome = 1 }} }}
"""
    judged(text, "doing", rule)


def test_a_battle_is_nothing_to_helen_in_the_original_edition() -> None:
    text = f"""
phase = "military"
turn = "rome"
doing = [{FIGHT}{{ what = "helen", province = "syria" }}]
[empires.babylon]
tiles = "helen"
[provinces]
syria = {{ controller = "babylon", legions = {{ rome = 2, babylon = 1 }} }}
"""
    judged(text, "doing", "")
    with pytest.raises(DataError, match=r"doing.*7\.3c"):
        load_position(ORIGINAL, text)


@pytest.mark.parametrize(
    ("attacked", "supporting", "rule"),
    [
        ("asia", '{ what = "supporting", province = "asia", empire = "greece" }', ""),
        ("asia", '{ what = "supporting", province = "asia", empire = "babylon" }', "7.2b"),
        ("asia", '{ what = "supporting", province = "asia", empire = "rome" }', "7.2b"),
        ("asia", '{ what = "supporting", province = "rhodus", empire = "greece" }', "7.2b"),
        ("rhodus", '{ what = "supporting", province = "rhodus", empire = "greece" }', "K47"),
        ("creta", '{ what = "supporting", province = "creta", empire = "greece" }', "7.2b"),
    ],
)
def test_ships_support_legions_that_take_part(attacked: str, supporting: str, rule: str) -> None:
    defender = "babylon" if attacked == "creta" else "greece"
    dice = f'{{ what = "land_dice", province = "{attacked}", defender = "{defender}", support = 0 }}'
    text = f"""
phase = "military"
turn = "rome"
doing = [{dice}, {supporting}]
[empires.greece]
tiles = "pericles"
[provinces]
asia = {{ controller = "greece", legions = {{ rome = 1, greece = 1 }} }}
rhodus = {{ controller = "greece", legions = {{ rome = 1 }}, fortresses = 1 }}
creta = {{ legions = {{ rome = 1, babylon = 1, greece = 1 }} }}
[seas]
mare_aegaeum = {{ greece = 2 }}
"""
    judged(text, "doing", rule)


@pytest.mark.parametrize(
    ("shipping", "rule"),
    [
        ('target = "sicilia", seas = "mare_tyrrhenum"', ""),
        ('target = "sicilia", seas = "mare_tyrrhenum", which = "caravan:livestock"', ""),
        ('target = "sicilia", seas = "mare_tyrrhenum", which = "market"', "5.1c"),
        ('target = "sicilia", seas = "mare_tyrrhenum", which = "caravan:livestock", number = 2', "5.1c"),
        ('target = "sicilia", seas = "mare_tyrrhenum", which = "attacked"', ""),
        ('target = "sicilia", seas = "mare_tyrrhenum", which = "attacked", number = 2', "5.1c"),
        ('target = "sicilia", seas = "mare_tyrrhenum", number = 0', "5.1c"),
        ('target = "sicilia", seas = "mare_tyrrhenum", number = 2', "5.1c"),
        ('target = "achaia", seas = "mare_tyrrhenum mare_ionium"', ""),
        ('target = "achaia", seas = "mare_tyrrhenum"', "8.1e"),
        ('target = "achaia", seas = "mare_ionium"', "8.1e"),
        ('target = "achaia", seas = "mare_tyrrhenum mare_aegaeum"', "8.1e"),
    ],
)
def test_legions_of_any_kind_are_shipped_from_coast_to_coast(shipping: str, rule: str) -> None:
    number = "" if "number" in shipping else ", number = 1"
    text = f"""
blockade = true
phase = "military"
turn = "rome"
doing = [{{ what = "shipping", source = "sardinia", {shipping}{number} }}]
[did]
legions = {{ sardinia = "attacked moved" }}
posts = {{ sardinia = {{ market = "moved" }} }}
[provinces.sardinia]
controller = "carthage"
buildings = "caravan:livestock market"
occupied = {{ rome = "caravan:livestock market" }}
legions = {{ rome = 4 }}
[seas]
mare_tyrrhenum = {{ rome = 1, egypt = 1 }}
mare_ionium = {{ rome = 1, egypt = 1 }}
mare_aegaeum = {{ rome = 1, egypt = 1 }}
"""
    judged(text, "doing", rule)


def test_legions_wait_for_a_blockade_only_where_the_table_plays_it() -> None:
    text = f"""
phase = "military"
turn = "rome"
doing = [{NAMED}]
[provinces]
latium = {{ legions = {{ rome = 1 }} }}
[seas]
mare_tyrrhenum = {{ rome = 1, egypt = 1 }}
"""
    judged(text, "doing", "8.1")
    judged("blockade = true\n" + text, "doing", "")


@pytest.mark.parametrize(
    ("buildings", "rule"),
    [
        ("caravan:wine caravan:fruit", ""),
        ("caravan:wine city", "7.3d"),
        ("city", "7.3d"),
    ],
)
def test_a_market_lets_choose_between_goods(buildings: str, rule: str) -> None:
    text = f"""
phase = "military"
turn = "rome"
doing = [{{ what = "market_good", province = "syria" }}]
[empires.rome]
tiles = "nebuchadnezzar"
[provinces.syria]
controller = "babylon"
buildings = "{buildings}"
legions = {{ rome = 1 }}
"""
    judged(text, "doing", rule)
