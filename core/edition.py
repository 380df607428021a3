"""An edition's facts, read from its data file: components, costs, map, starts, tables and tiles.

The facts are checked while they are read, so that the rest of the engine never meets a broken map; what is wrong is
named by its place in the file, such as ``provinces.gallia.land``.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgpack

from core.errors import DataError

BUILDING_KINDS = ("caravan", "market", "city", "capital", "legendary_city", "temple")
UNIT_KINDS = ("legion", "trireme", "fortress")
TRACKS = ("trade", "culture", "military")
TILE_KINDS = ("starting_hero", "hero", "wonder", "pyramids")


@dataclass(frozen=True, slots=True)
class SeaFacts:
    """A sea: its name and the seas it borders; ``at`` is longitude and latitude as written, for drawing only."""

    id: str
    name: str
    at: tuple[str, str]
    seas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """A province: its icons and borders. ``caravans`` has one commodity for each caravan icon."""

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


@dataclass(frozen=True, slots=True)
class EmpireFacts:
    """An empire's start: hero, capital's province, buildings by province, units by province."""

    id: str
    name: str
    color: str
    hero: str
    capital: str
    provinces: tuple[str, ...]
    levels: tuple[int, int, int]
    buildings: tuple[tuple[str, tuple[str, ...]], ...]
    units: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table of so many players (0.7): its empires in seat order, closed provinces and first leaders by track."""

    empires: tuple[str, ...]
    closed: tuple[str, ...]
    leaders: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class TileFacts:
    """A hero or wonder with its leadership bonus on each track."""

    id: str
    name: str
    kind: str
    bonus: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Edition:
    """All facts of an edition; ``digest`` is the SHA-256 of their canonical content, which a charter names."""

    id: str
    title: str
    coins: int
    commodities: tuple[tuple[str, int], ...]
    legendary_each: int
    buildings: tuple[int, ...]
    legions: int
    triremes: int
    fortresses: int
    markers: int
    exchange: tuple[tuple[int, int], ...]
    costs: tuple[tuple[str, int], ...]
    tile_costs: tuple[int, ...]
    pyramids_cost: int
    seas: tuple[SeaFacts, ...]
    provinces: tuple[ProvinceFacts, ...]
    empires: tuple[EmpireFacts, ...]
    tables: tuple[tuple[int, TableFacts], ...]
    tiles: tuple[TileFacts, ...]
    digest: bytes

    def table(self, players: int) -> TableFacts:
        """The table for so many players; raises DataError where the edition has none."""
        for number, table in self.tables:
            if number == players:
                return table
        offered = ", ".join(str(number) for number, _ in self.tables)
        raise DataError(f"players: {self.title} is for {offered} players, not {players}.")


class _Reader:
    """Typed access to one table of the file; every complaint starts with the place."""

    def __init__(self, where: str, table: Any) -> None:
        if not isinstance(table, dict):
            raise DataError(f"{where}: expected a table.")
        self.where = where
        self.table: dict[str, Any] = table

    def fail(self, key: str, problem: str) -> DataError:
        return DataError(f"{self.where}.{key}: {problem}" if self.where else f"{key}: {problem}")

    def sub(self, key: str) -> _Reader:
        if key not in self.table:
            raise self.fail(key, "is missing.")
        return _Reader(f"{self.where}.{key}" if self.where else key, self.table[key])

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str):
            raise self.fail(key, "expected a text.")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        value = self.table.get(key, default)
        if type(value) is not int or not 0 <= value <= 100:
            raise self.fail(key, "expected a whole number from 0 to 100.")
        return value

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.fail(key, "expected true or false.")
        return value

    def names(self, key: str, known: Iterable[str] | None = None) -> tuple[str, ...]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fail(key, "expected a list of names.")
        for item in value:
            if known is not None and item not in known:
                raise self.fail(key, f"{item!r} is not known.")
        return tuple(value)

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self.table.get(key)
        if not isinstance(value, list) or not value or any(type(item) is not int or item < 0 for item in value):
            raise self.fail(key, "expected a list of whole numbers.")
        return tuple(value)

    def choice(self, key: str, known: Iterable[str]) -> str:
        value = self.text(key)
        if value not in known:
            raise self.fail(key, f"{value!r} is not known.")
        return value

    def levels(self, key: str) -> tuple[int, int, int]:
        reader = _Reader(f"{self.where}.{key}", self.table.get(key, {}))
        trade, culture, military = (reader.number(track, 0) for track in TRACKS)
        return trade, culture, military

    def at(self) -> tuple[str, str]:
        value = self.table.get("at")
        if not isinstance(value, list) or len(value) != 2:
            raise self.fail("at", "expected longitude and latitude.")
        return str(value[0]), str(value[1])

    def items(self) -> list[tuple[str, _Reader]]:
        return [(key, self.sub(key)) for key in self.table]


def parse_edition(text: str) -> Edition:
    """Read an edition from the text of its TOML file; raises DataError naming the key that is wrong."""
    try:
        # Coordinates stay texts: nothing in the engine ever computes with a fraction.
        data = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"not a TOML file: {error}") from None
    root = _Reader("", data)
    supply = root.sub("supply")
    goods = supply.sub("commodities")
    commodities = tuple((name, goods.number(name)) for name in goods.table)
    seas = _read_seas(root.sub("seas"))
    provinces = _read_provinces(root.sub("provinces"), {name for name, _ in commodities}, {sea.id for sea in seas})
    tiles = _read_tiles(root.sub("tiles"))
    empires = _read_empires(root.sub("empires"), {p.id: p for p in provinces}, {t.id: t for t in tiles})
    cost = root.sub("cost")
    per_empire = supply.sub("per_empire")
    return Edition(
        id=root.sub("edition").text("id"),
        title=root.sub("edition").text("title"),
        coins=supply.number("coins"),
        commodities=commodities,
        legendary_each=supply.sub("legendary").number("each_commodity"),
        buildings=tuple(supply.sub("buildings").number(kind) for kind in BUILDING_KINDS),
        legions=per_empire.number("legion"),
        triremes=per_empire.number("trireme"),
        fortresses=per_empire.number("fortress"),
        markers=per_empire.number("control_marker"),
        exchange=_read_exchange(root.sub("exchange_markers")),
        costs=tuple((thing, cost.number(thing)) for thing in ("control", *BUILDING_KINDS, *UNIT_KINDS)),
        tile_costs=cost.numbers("hero_or_wonder"),
        pyramids_cost=cost.number("pyramids"),
        seas=seas,
        provinces=provinces,
        empires=empires,
        tables=_read_tables(root.sub("tables"), empires, {p.id for p in provinces}),
        tiles=tiles,
        digest=hashlib.sha256(msgpack.packb(_canonical(data))).digest(),
    )


def _canonical(value: Any) -> Any:
    """Tables as lists of pairs in the order of the file: that order is data order, which some rules follow."""
    if isinstance(value, dict):
        return [[key, _canonical(item)] for key, item in value.items()]
    if isinstance(value, list):
        return [_canonical(item) for item in value]
    return value


def _read_exchange(reader: _Reader) -> tuple[tuple[int, int], ...]:
    sides = reader.table.get("sides")
    if not isinstance(sides, list) or not sides:
        raise reader.fail("sides", "expected a list of pairs.")
    pairs: list[tuple[int, int]] = []
    for side in sides:
        if not isinstance(side, list) or len(side) != 2 or any(type(n) is not int or not 0 <= n <= 20 for n in side):
            raise reader.fail("sides", "expected pairs of whole numbers from 0 to 20.")
        pairs.append((side[0], side[1]))
    numbers = [number for pair in pairs for number in pair]
    if len(set(numbers)) != len(numbers):
        raise reader.fail("sides", "every number may stand on one side only.")
    return tuple(pairs)


def _read_seas(reader: _Reader) -> tuple[SeaFacts, ...]:
    seas = tuple(
        SeaFacts(id=key, name=sea.text("name"), at=sea.at(), seas=sea.names("seas", reader.table))
        for key, sea in reader.items()
    )
    _check_symmetric("seas", "seas", {sea.id: sea.seas for sea in seas})
    return seas


def _read_provinces(reader: _Reader, goods: set[str], seas: set[str]) -> tuple[ProvinceFacts, ...]:
    provinces = tuple(
        ProvinceFacts(
            id=key,
            name=province.text("name"),
            at=province.at(),
            caravans=province.names("caravans", goods),
            market=province.flag("market"),
            temple=province.flag("temple"),
            city=province.number("city", 0),
            capital=province.text("capital", ""),
            legendary=province.text("legendary", ""),
            land=province.names("land", reader.table),
            coast=province.names("coast", seas),
        )
        for key, province in reader.items()
    )
    _check_symmetric("provinces", "land", {province.id: province.land for province in provinces})
    for province in provinces:
        if len(icon_names(province)) > 14:
            raise DataError(f"provinces.{province.id}: more than 14 icons.")
    return provinces


def _check_symmetric(table: str, key: str, borders: Mapping[str, tuple[str, ...]]) -> None:
    for place, neighbours in borders.items():
        for neighbour in neighbours:
            if place not in borders[neighbour]:
                raise DataError(f"{table}.{place}.{key}: {neighbour!r} does not name {place!r} in return.")


def _read_tiles(reader: _Reader) -> tuple[TileFacts, ...]:
    return tuple(
        TileFacts(id=key, name=tile.text("name"), kind=tile.choice("kind", TILE_KINDS), bonus=tile.levels("bonus"))
        for key, tile in reader.items()
    )


def _read_empires(
    reader: _Reader, provinces: Mapping[str, ProvinceFacts], tiles: Mapping[str, TileFacts]
) -> tuple[EmpireFacts, ...]:
    empires = []
    for key, empire in reader.items():
        buildings = empire.sub("buildings")
        units = empire.sub("units")
        facts = EmpireFacts(
            id=key,
            name=empire.text("name"),
            color=empire.text("color"),
            hero=empire.choice("hero", tiles),
            capital=empire.choice("capital", provinces),
            provinces=empire.names("provinces", provinces),
            levels=empire.levels("levels"),
            buildings=tuple((place, buildings.names(place)) for place in buildings.table),
            units=tuple(
                (place, tuple((kind, force.number(kind)) for kind in force.table)) for place, force in units.items()
            ),
        )
        _check_start(reader.where, facts, provinces)
        empires.append(facts)
    return tuple(empires)


def _check_start(where: str, empire: EmpireFacts, provinces: Mapping[str, ProvinceFacts]) -> None:
    place_of = f"{where}.{empire.id}"
    if empire.capital not in empire.provinces or not provinces[empire.capital].capital:
        raise DataError(f"{place_of}.capital: must be one of its provinces and have a capital icon.")
    for place, buildings in empire.buildings:
        if place not in empire.provinces:
            raise DataError(f"{place_of}.buildings.{place}: is not one of its provinces.")
        icons = icon_names(provinces[place])
        for building in buildings:
            if building not in icons or buildings.count(building) > 1:
                raise DataError(f"{place_of}.buildings.{place}: no free icon for {building!r}.")
    for place, force in empire.units:
        for kind, number in force:
            if place not in empire.provinces or kind not in ("legion", "fortress"):
                raise DataError(f"{place_of}.units.{place}: no {kind} can start there.")
            if kind == "fortress" and number > 1:
                raise DataError(f"{place_of}.units.{place}: at most 1 fortress in a province (3.1.2).")


def _read_tables(
    reader: _Reader, empires: tuple[EmpireFacts, ...], provinces: set[str]
) -> tuple[tuple[int, TableFacts], ...]:
    tables = []
    known = {empire.id: empire for empire in empires}
    for key, table in reader.items():
        seated = table.names("empires", known)
        if not key.isdecimal() or int(key) != len(seated) or len(set(seated)) != len(seated):
            raise DataError(f"{reader.where}.{key}: must be the number of its empires.")
        closed = table.names("closed", provinces)
        for empire in seated:
            if set(known[empire].provinces) & set(closed):
                raise DataError(f"{reader.where}.{key}.closed: closes a province of {empire!r}.")
        leaders = table.sub("leaders")
        trade, culture, military = (leaders.choice(track, seated) for track in TRACKS)
        tables.append((int(key), TableFacts(seated, closed, (trade, culture, military))))
    return tuple(tables)


def icon_names(province: ProvinceFacts) -> tuple[str, ...]:
    """The province's building icons by their names in the notation: ``caravan:grain``, ``market``, ``city`` …

    A second icon of one name is told apart by a number: ``city``, ``city2``.
    """
    plain = [f"caravan:{commodity}" for commodity in province.caravans]
    plain += ["market"] * province.market + ["temple"] * province.temple + ["city"] * province.city
    plain += ["capital"] * bool(province.capital) + ["legendary_city"] * bool(province.legendary)
    names: list[str] = []
    for index, name in enumerate(plain):
        earlier = plain[:index].count(name)
        names.append(f"{name}{earlier + 1}" if earlier else name)
    return tuple(names)
