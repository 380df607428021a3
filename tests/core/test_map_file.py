"""The edition's data file: what is wrong in one is refused, and named by its key."""

from __future__ import annotations

import json
import tomllib
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import DataError, Over
from core.empires.data import empires_toml
from core.empires.map import Map
from core.empires.rules import load_map, new_game, standard_map
from core.empires.state import Options

DATA: dict[str, Any] = tomllib.loads(empires_toml(), parse_float=str)
MISSING = object()


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def with_change(key: str, value: Any, data: dict[str, Any] = DATA) -> str:
    """The text of the data file with one key, such as ``provinces.gallia.land``, changed or MISSING."""
    changed = deepcopy(data)
    table: Any = changed
    *path, last = key.split(".")
    for name in path:
        table = table[name]
    if value is MISSING:
        del table[last]
    else:
        table[last] = value
    return "\n".join(f"{json.dumps(name)} = {toml(item)}" for name, item in changed.items())


def complaint(text: str) -> DataError:
    with pytest.raises(DataError) as refusal:
        load_map(text)
    return refusal.value


def test_the_edition_that_is_shipped_is_read() -> None:
    game_map = standard_map()
    assert (game_map.id, game_map.title) == ("empires", "Mare Nostrum: Empires")


def test_a_data_file_written_otherwise_holds_the_same_facts() -> None:
    """Layout and comments are no facts; and so the changes of these tests are what is refused, not their layout."""
    assert load_map(with_change("supply.coins", 44)) == standard_map()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("supply.coins", 45),
        ("supply.commodities.gold", 8),
        ("cost.control", 4),
        ("exchange_markers.sides", [[5, 0], [3, 1], [4, 2]]),
        ("provinces.creta.name", "Candia"),
        ("tables.5.leaders.trade", "rome"),
        ("tiles.circe.bonus.trade", 2),
    ],
)
def test_any_changed_fact_changes_the_digest(key: str, value: Any) -> None:
    assert load_map(with_change(key, value)).digest != standard_map().digest


def test_data_order_is_a_fact() -> None:
    """R4 follows it."""
    turned = dict(DATA, provinces=dict(reversed(DATA["provinces"].items())))
    assert load_map(with_change("supply.coins", 44, turned)).digest != standard_map().digest


@pytest.mark.parametrize("text", ["[edition", "a = 1\na = 2", "\x00"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    assert "TOML" in complaint(text).problem


def test_a_refusal_names_the_line() -> None:
    text = empires_toml().replace("control = 3\n", 'control = "three"\n')
    line = text.splitlines().index('control = "three"') + 1
    assert str(complaint(text)).startswith(f"line {line}: cost.control: ")


@pytest.mark.parametrize(
    ("key", "value", "blamed", "problem"),
    [
        # what is there, and of what sort
        ("edition.id", MISSING, "edition.id", "is missing"),
        ("edition.title", 7, "edition.title", "expected a text"),
        ("supply", MISSING, "supply", "is missing"),
        ("supply", 3, "supply", "expected a table"),
        ("supply.coins", MISSING, "supply.coins", "is missing"),
        ("supply.coins", "44", "supply.coins", "expected a whole number"),
        ("supply.coins", True, "supply.coins", "expected a whole number"),
        ("supply.coins", -1, "supply.coins", "expected a whole number"),
        ("supply.commodities.gold", 101, "supply.commodities.gold", "expected a whole number"),
        ("supply.buildings.temple", MISSING, "supply.buildings.temple", "is missing"),
        ("supply.per_empire.legion", MISSING, "supply.per_empire.legion", "is missing"),
        ("cost.control", 0, "cost.control", "expected a whole number"),
        ("cost.hero_or_wonder", 7, "cost.hero_or_wonder", "expected a list of whole numbers"),
        ("cost.hero_or_wonder", [], "cost.hero_or_wonder", "expected a list of whole numbers"),
        ("provinces.gallia.market", 1, "provinces.gallia.market", "expected true or false"),
        ("provinces.gallia.land", "germania", "provinces.gallia.land", "expected a list of names"),
        ("provinces.gallia.at", [1, 2, 3], "provinces.gallia.at", "expected longitude and latitude"),
        ("provinces.gallia.at", ["east", "north"], "provinces.gallia.at", "expected longitude and latitude"),
        ("provinces.gallia.tempel", True, "provinces.gallia.tempel", "is not known here"),
        ("weather", {}, "weather", "is not known here"),
        # names
        ("supply.commodities.coin", 3, "supply.commodities.coin", "another meaning"),
        ("provinces.Terra Nova", {}, "provinces.Terra Nova", "small letters"),
        ("provinces.gallia.name", "Gal\x1blia", "provinces.gallia.name", "expected a text of at most 60 letters"),
        ("provinces.gallia.name", "Gal\u202elia", "provinces.gallia.name", "letters that can be seen"),
        ("provinces.gallia.name", "Gallia\u3164", "provinces.gallia.name", "letters that can be seen"),
        ("provinces.gallia.name", "Gallia\ufe0f", "provinces.gallia.name", "letters that can be seen"),
        # exchange markers
        ("exchange_markers.sides", 5, "exchange_markers.sides", "expected a list of pairs"),
        ("exchange_markers.sides", [[5, 0], [2]], "exchange_markers.sides", "expected pairs"),
        ("exchange_markers.sides", [[5, 0], [5, 1]], "exchange_markers.sides", "one side only"),
        # the map
        ("provinces.gallia.caravans", ["silk"], "provinces.gallia.caravans", "'silk' is not known"),
        ("provinces.gallia.land", ["thule"], "provinces.gallia.land", "'thule' is not known"),
        ("provinces.gallia.coast", ["mare_nostrum"], "provinces.gallia.coast", "'mare_nostrum' is not known"),
        ("provinces.gallia.land", ["germania", "latium"], "provinces.dalmatia.land", "does not name 'dalmatia'"),
        ("provinces.creta.land", ["creta"], "provinces.creta.land", "other places, each once"),
        ("provinces.creta.city", 14, "provinces.creta", "more than 14 icons"),
        ("seas.mare_sardum.seas", ["mare_africum"], "seas.mare_tyrrhenum.seas", "does not name 'mare_tyrrhenum'"),
        # empires
        ("empires.rome.hero", "romulus", "empires.rome.hero", "'romulus' is not known"),
        ("empires.rome.hero", "circe", "empires.rome.hero", "must be a starting hero"),
        ("empires.rome.hero", "pericles", "empires.greece.hero", "no other empire's"),
        ("empires.rome.capital", "italia", "empires.rome.capital", "have a capital icon"),
        ("empires.rome.capital", "achaia", "empires.rome.capital", "must be one of its provinces"),
        ("empires.rome.buildings.creta", ["city"], "empires.rome.buildings.creta", "is not one of its provinces"),
        ("empires.rome.buildings.gallia", ["city"], "empires.rome.buildings.gallia", "no free icon for 'city'"),
        (
            "empires.rome.buildings.gallia",
            ["caravan:grain", "caravan:grain"],
            "empires.rome.buildings.gallia",
            "no free icon for 'caravan:grain'",
        ),
        ("empires.rome.units.creta", {"legion": 1}, "empires.rome.units.creta", "is not one of its provinces"),
        ("empires.rome.units.latium.trireme", 1, "empires.rome.units.latium.trireme", "is not known here"),
        ("empires.rome.units.latium.fortress", 2, "empires.rome.units.latium.fortress", "from 0 to 1"),
        ("empires.rome.levels.trade", 8, "empires.rome.levels", "comes to trade 7, culture 1, military 3"),
        ("leadership.trade", ["caravan"], "leadership.trade", "caravan, market"),
        # supplies
        ("supply.buildings.caravan", 20, "supply.buildings.caravan", "start"),
        ("supply.per_empire.legion", 1, "empires.rome.units", "supply.per_empire holds fewer"),
        ("supply.per_empire.control_marker", 1, "empires.rome.provinces", "fewer control markers"),
        # tables
        ("tables.5.empires", ["rome", "greece"], "tables.5", "must be the number of its empires"),
        ("tables.5.empires", ["rome", "rome", "greece", "egypt", "carthage"], "tables.5", "the number of its empires"),
        ("tables.4.closed", ["creta", "latium"], "tables.4.closed", "closes a province of 'rome'"),
        ("tables.4.leaders.trade", "babylon", "tables.4.leaders.trade", "'babylon' is not known"),
        ("edition.players", [3, 4], "edition.players", "[tables]"),
        # tiles
        ("tiles.circe.kind", "goddess", "tiles.circe.kind", "'goddess' is not known"),
        ("tiles.circe.bonus.glory", 1, "tiles.circe.bonus.glory", "is not known here"),
    ],
)
def test_a_wrong_fact_is_refused_and_named_by_its_key(key: str, value: Any, blamed: str, problem: str) -> None:
    refusal = complaint(with_change(key, value))
    assert refusal.key == blamed
    assert problem in refusal.problem


def leaves(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The paths of all tables and values in some data."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            found += leaves(item, (*path, key))
    return found


PATHS = leaves(DATA)
VALUES: list[Any] = [MISSING, "x", "rome", "", -1, 0, 1, 100, [], ["latium"], [1, 2], {}, {"legion": 3}, True]


@settings(max_examples=40)
@given(st.sampled_from(PATHS), st.sampled_from(VALUES))
def test_any_change_is_refused_by_key_or_makes_an_edition_that_can_be_played(path: tuple[str, ...], value: Any) -> None:
    text = with_change(".".join(path), value)
    try:
        game_map: Map = load_map(text)
    except DataError as error:
        refusal = error
    else:
        for players, table in game_map.tables:
            assert not isinstance(new_game(Options(players, table.empires), game_map).node, Over)
        return
    assert refusal.key.split(".")[0] in DATA
    assert refusal.problem
