"""The facts of places as map files give them, and reading them with all checks that the rules rely on.

An error in a file names the key, such as ``provinces.gallia.land``, and its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from core.engine.errors import DataError
from core.engine.message import Message
from core.engine.toml import IDENTIFIER, Reader
from core.engine.words import SMALL_WORDS
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import TRACKS

Table = TypeVar("Table")


@dataclass(frozen=True, slots=True)
class SeaFacts:
    """A sea: its name and its neighbour seas. ``at`` is longitude and latitude as written, for drawing only."""

    id: str
    name: str
    at: tuple[str, str]
    seas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """A province: its icons and borders. ``caravans`` has one commodity for each caravan icon.

    ``capital``, ``legendary`` and ``city_name`` are names of cities on the board; empty if there is none.
    """

    id: str
    name: str
    at: tuple[str, str]
    caravans: tuple[str, ...]
    market: bool
    temple: bool
    city: int
    capital: str
    legendary: str
    land: tuple[str, ...]
    coast: tuple[str, ...]
    city_name: str = ""


@dataclass(frozen=True, slots=True)
class StartFacts:
    """An empire and its start: hero, capital's province, provinces, buildings by province, units by province."""

    id: str
    name: str
    color: str
    hero: str
    capital: str
    provinces: tuple[str, ...]
    buildings: tuple[tuple[str, tuple[str, ...]], ...]
    units: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


def icon_names(province: ProvinceFacts) -> tuple[str, ...]:
    """Return the province's building icons by their names in the notation: ``caravan:grain``, ``market``, ``city`` …

    A number tells a second icon of one name from the first: ``city``, ``city2``.
    """
    plain = [f"caravan:{commodity}" for commodity in province.caravans]
    plain += ["market"] * province.market + ["temple"] * province.temple + ["city"] * province.city
    plain += ["capital"] * bool(province.capital) + ["legendary_city"] * bool(province.legendary)
    names: list[str] = []
    for index, name in enumerate(plain):
        earlier = plain[:index].count(name)
        names.append(f"{name}{earlier + 1}" if earlier else name)
    return tuple(names)


def icon_kind(name: str) -> str:
    """Return the kind of building that an icon of this name is for."""
    return name.partition(":")[0].rstrip("0123456789")


def table_of(tables: Iterable[tuple[int, Table]], players: int, title: str) -> Table:
    """Return the table for this number of players, of a map with a title. Raises DataError if there is none."""
    known = dict(tables)
    if players not in known:
        offered = ", ".join(map(str, sorted(known)))
        message = Message("{title} is for {known} players, not {players}.", title=title, known=offered, players=players)
        raise DataError("players", message)
    return known[players]


LEVELS_COUNT = {
    "trade": ("caravan", "market"),
    "culture": ("city", "capital", "legendary_city", "temple"),
    "military": ("legion", "trireme", "fortress"),
}
"""0.6: what raises the level of each track. A file may repeat it, but not change it."""

RESERVED = SMALL_WORDS | {"coin", "control", "done", "free", "nobody", "none", "random", *UNIT_KINDS, *BUILDING_KINDS}
"""Words with a meaning in the notation. No place, empire, resource or tile may have one as its name."""

SEA_KEYS = ("name", "at", "seas", "certainty")

COORDINATE = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,6})?")

MOST_PLACES = 60

MOST_ICONS = 14

MOST_PLAYERS = 8

MOST_COST = 20


def named(reader: Reader, key: str) -> Reader:
    """Return a table whose keys are names in the notation: places, empires, resources or tiles."""
    table = reader.sub(key).identifiers()
    for name in table.table:
        if name in RESERVED:
            raise table.fail(name, "this word has another meaning in the notation.")
    if not 1 <= len(table.table) <= MOST_PLACES:
        raise reader.fail(key, f"must have from 1 to {MOST_PLACES} entries.")
    return table


def cost_of(reader: Reader, thing: str) -> int:
    """Return a price from the table of prices."""
    return reader.number(thing, least=1, most=MOST_COST)


def read_seas(reader: Reader) -> tuple[SeaFacts, ...]:
    """Return the seas. Neighbours must name each other."""
    seas = tuple(
        SeaFacts(id=key, name=sea.title("name"), at=coordinates(sea), seas=others(sea, "seas", key, reader.table))
        for key, sea in reader.items(SEA_KEYS)
    )
    check_symmetric(reader, "seas", {sea.id: sea.seas for sea in seas})
    return seas


def coordinates(reader: Reader) -> tuple[str, str]:
    """Return longitude and latitude as written."""
    value = reader.table.get("at")
    if not isinstance(value, list) or [bool(COORDINATE.fullmatch(str(part))) for part in value] != [True, True]:
        raise reader.fail("at", "expected longitude and latitude.")
    return str(value[0]), str(value[1])


def others(reader: Reader, key: str, own: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the neighbours: known places other than the place itself, each named once."""
    names = reader.names(key, known)
    if own in names or len(set(names)) < len(names):
        raise reader.fail(key, "expected other places, each once.")
    return names


def read_provinces(
    reader: Reader, goods: Iterable[str], seas: Iterable[str], keys: Iterable[str]
) -> tuple[ProvinceFacts, ...]:
    """Return the provinces; ``keys`` are those that the edition knows."""
    provinces = tuple(
        ProvinceFacts(
            id=key,
            name=province.title("name"),
            at=coordinates(province),
            caravans=province.names("caravans", goods),
            market=province.flag("market"),
            temple=province.flag("temple"),
            city=province.number("city", 0),
            capital=province.title("capital", ""),
            legendary=province.title("legendary", ""),
            land=others(province, "land", key, reader.table),
            city_name=province.title("city_name", ""),
            coast=others(province, "coast", "", seas),
        )
        for key, province in reader.items(keys)
    )
    for facts in provinces:
        if len(icon_names(facts)) > MOST_ICONS:
            raise reader.fail(facts.id, f"has more than {MOST_ICONS} icons.")
    check_symmetric(reader, "land", {province.id: province.land for province in provinces})
    return provinces


def check_symmetric(reader: Reader, key: str, borders: Mapping[str, tuple[str, ...]]) -> None:
    """Raise DataError if one place names another that does not name it in return."""
    for place, neighbours in borders.items():
        for neighbour in neighbours:
            if place not in borders[neighbour]:
                raise reader.fail(f"{place}.{key}", f"{neighbour!r} does not name {place!r} in return.")


def levels_of(reader: Reader, key: str) -> tuple[int, int, int]:
    """Return numbers by track; 0 for a track that the file leaves out."""
    levels = reader.sub(key, {}).only(TRACKS)
    trade, culture, military = (levels.number(track, 0) for track in TRACKS)
    return trade, culture, military


# ---------------------------------------------------------------------- checks


def check_head(head: Reader, tables: Iterable[int]) -> None:
    """Raise DataError if the map's id is no word, or if it is for other numbers of players than its tables."""
    if not IDENTIFIER.fullmatch(head.text("id")):
        raise head.fail("id", "expected a word of small letters, digits and “_”.")
    if head.numbers("players") != tuple(sorted(tables)):
        raise head.fail("players", "must list the numbers of players in [tables], smallest first.")


def check_buildings(reader: Reader, empire: StartFacts, provinces: Mapping[str, ProvinceFacts]) -> None:
    """Raise DataError if an empire starts with a building outside its provinces or without an icon of its own."""
    for place, buildings in empire.buildings:
        if place not in empire.provinces:
            raise reader.fail(f"buildings.{place}", "is not one of its provinces.")
        icons = icon_names(provinces[place])
        for building in buildings:
            if building not in icons or buildings.count(building) > 1:
                raise reader.fail(f"buildings.{place}", f"no free icon for {building!r}.")


def check_starts(empires: Iterable[StartFacts], units: Mapping[str, int], markers: int) -> None:
    """Raise DataError if two empires start in one province, or if one has more pieces than each has in supply."""
    taken: dict[str, str] = {}
    for empire in empires:
        for province in empire.provinces:
            if province in taken:
                raise DataError(f"empires.{empire.id}.provinces", f"{province!r} belongs to {taken[province]!r}.")
            taken[province] = empire.id
        for kind, held in units.items():
            if sum(dict(force).get(kind, 0) for _, force in empire.units) > held:
                raise DataError(f"empires.{empire.id}.units", "supply.per_empire holds fewer.")
        if len(empire.provinces) > markers:
            raise DataError(f"empires.{empire.id}.provinces", "supply.per_empire holds fewer control markers.")
