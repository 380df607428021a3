"""Maps of 2003 that can't be played, and what a map's file need not say (1.2 to 1.5)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from core import DataError
from core.classic.data import classic_toml
from core.classic.map import Map, Pieces
from core.classic.rules import load_map
from core.classic.variant import ORIGINAL, REVISED
from tests.core.test_map_file import MISSING, with_change

DATA: dict[str, Any] = tomllib.loads(classic_toml(), parse_float=str)

ACHAIA = 'land = ["macedonia"]\ncoast = ["mare_ionium", "mare_aegaeum"]'


def changed(key: str, value: Any) -> Map:
    """The map of the revised edition with one key of its file changed."""
    return load_map(with_change(key, value, DATA), REVISED)


@pytest.mark.parametrize(
    ("key", "value", "blamed", "problem"),
    [
        # the file
        ("weather", {}, "weather", "is not known here"),
        ("edition.id", "Classic", "edition.id", "a word of small letters"),
        ("edition.players", [3, 4], "edition.players", "[tables]"),
        ("leadership.trade", ["caravan", "city"], "leadership.trade", "caravan, market"),
        # setup and neutrals
        ("setup.points", 101, "setup.points", "from 0 to 100"),
        ("setup.capital_marker", 21, "setup.capital_marker", "from 0 to 20"),
        ("setup.points", 2, "setup.capital_marker", "from 0 to 2"),
        ("setup.legion", ["seas"], "setup.legion", "'seas' is not known"),
        ("neutral.capital.control", 2, "neutral.capital.control", "one marker (1.5a)"),
        ("neutral.neighbour.control", 0, "neutral.neighbour.control", "one marker (1.5a)"),
        ("neutral.capital.fortress", 2, "neutral.capital.fortress", "from 0 to 1"),
        ("alps.from", "thule", "alps.from", "'thule' is not known"),
        # empires
        ("empires.rome.hero", "romulus", "empires.rome.hero", "'romulus' is not known"),
        ("empires.rome.hero", "helen", "empires.rome.hero", "a civilization's hero"),
        ("empires.rome.hero", "hammurabi", "empires.babylon.hero", "no other empire's"),
        ("empires.greece.capital", "latium", "empires.greece.capital", "is another empire's"),
        ("empires.greece.title", "military", "empires.greece.title", "is another empire's"),
        ("empires.rome.capital", "creta", "empires.rome.capital", "one of its provinces"),
        ("empires.rome.buildings.creta", ["city"], "empires.rome.buildings.creta", "not one of its provinces"),
        ("empires.rome.buildings.latium", ["temple"] * 2, "empires.rome.buildings.latium", "no free icon for 'temple'"),
        ("empires.rome.buildings.latium", ["stable"], "empires.rome.buildings.latium", "no free icon for 'stable'"),
        ("empires.rome.units.creta", {"legion": 1}, "empires.rome.units.creta", "not one of its provinces"),
        ("empires.rome.units.latium", {"fortress": 2}, "empires.rome.units.latium", "one fortress is the most"),
        ("empires.babylon.units.babylonia", {"trireme": 1}, "empires.babylon.units.babylonia", "no coast"),
        (
            "empires.rome.provinces",
            ["latium", "lombardia", "magna_graecia", "creta"],
            *("empires.greece.provinces", "'creta' belongs to 'rome'"),
        ),
        # what is in supply
        ("supply.per_empire.fortress", 0, "empires.rome.units", "holds fewer"),
        ("supply.per_empire.control_marker", 2, "empires.rome.provinces", "fewer control markers"),
        ("tables.3.supply.caravan", 11, "tables.3.supply.caravan", "12 may be wanted at the start"),
        ("tables.5.supply.city", 7, "tables.5.supply.city", "8 may be wanted at the start"),
        # tables
        ("tables.5.empires", ["rome", "greece"], "tables.5", "the number of its empires"),
        ("tables.3.empires", ["carthage", "babylon", "greece"], "tables.3", "in seat order"),
        # tiles
        ("tiles.helen.kind", "goddess", "tiles.helen.kind", "'goddess' is not known"),
        ("tiles.helen.price", {"legion": 21}, "tiles.helen.price.legion", "from 0 to 20"),
        ("tiles.helen.free", "city", "tiles.helen.free", "'city' is not known"),
        ("tiles.helen.most_fortresses", 0, "tiles.helen.most_fortresses", "from 1 to 100"),
    ],
)
def test_a_wrong_fact_is_refused_and_named_by_its_key(key: str, value: Any, blamed: str, problem: str) -> None:
    with pytest.raises(DataError) as refusal:
        changed(key, value)
    assert refusal.value.key == blamed
    assert problem in refusal.value.problem


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("setup.points", 100),
        ("setup.points", 3),
        ("supply.per_empire.fortress", 1),
        ("supply.per_empire.control_marker", 3),
        ("tables.3.supply.caravan", 12),
        ("empires.rome.units.latium", {"trireme": 1}),
    ],
)
def test_what_just_suffices_is_enough(key: str, value: Any) -> None:
    """0.4a: three civilizations begin with 12 caravans at most, each with 3 markers and a fortress."""
    assert changed(key, value).empires


def test_neutral_pieces_that_a_map_does_not_name_are_not_there() -> None:
    assert changed("neutral.capital", {"control": 1}).neutral_capital == Pieces(0, 0)


def test_buildings_that_no_table_has_need_not_be_named() -> None:
    tables = dict(changed("tables.3.supply.temple", MISSING).tables)
    assert sum(tables[3].buildings) == 18 + 8 + 8


def test_a_hero_who_brings_a_trireme_needs_a_capital_with_a_coast() -> None:
    """1.3c, 0.5: a trireme in a dock without a sea could never sail, though 5.2b demands it."""
    text = classic_toml()
    assert text.count(ACHAIA) == 1
    landlocked = text.replace(ACHAIA, 'land = ["macedonia"]\ncoast = []')
    with pytest.raises(DataError, match="no coast for the trireme") as refusal:
        load_map(landlocked, REVISED)
    assert refusal.value.key == "empires.greece.capital"
    # In the original edition Pericles brings none.
    assert load_map(landlocked, ORIGINAL).empires
