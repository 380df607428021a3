"""A map's facts, and reading them from its file with all checks that the rest of the engine relies on.

The facts are components, costs, places, starts, tables and tiles. Other maps and starts are files of the same schema.
An error names the key, such as ``provinces.gallia.land``, and its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.engine.errors import DataError
from core.engine.toml import Reader, digest_of, naming_lines, read_toml
from core.mare import map as mare
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import TRACKS
from core.mare.map import (
    LEVELS_COUNT,
    MOST_COST,
    MOST_PLAYERS,
    ProvinceFacts,
    SeaFacts,
    check_buildings,
    check_head,
    check_starts,
    cost_of,
    icon_kind,
    levels_of,
    named,
    others,
    read_provinces,
    read_seas,
    table_of,
)

TITLES = ("Trade Leader", "Culture Leader", "Military Leader")
TILE_KINDS = ("starting_hero", "hero", "wonder", "pyramids")


@dataclass(frozen=True, slots=True)
class EmpireFacts(mare.StartFacts):
    """An empire's start, with its levels by track."""

    levels: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table by number of players (0.7): its empires in seat order, closed provinces and first leaders by track."""

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
class Map:
    """All facts of a map. ``digest`` is the SHA-256 of their canonical content, which a charter names."""

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

    def __hash__(self) -> int:
        return int.from_bytes(self.digest[:8], "big")

    def table(self, players: int) -> TableFacts:
        """Return the table with this number of players. Raises DataError if the map has none."""
        return table_of(self.tables, players, self.title)


PROVINCE_KEYS = (
    *("name", "at", "caravans", "market", "temple", "city", "capital", "legendary", "land", "coast"),
    "certainty",
)
FILE_KEYS = (
    *("edition", "supply", "exchange_markers", "cost", "leadership"),
    *("seas", "provinces", "empires", "tables", "tiles"),
)
EMPIRE_KEYS = ("name", "color", "hero", "capital", "provinces", "levels", "buildings", "units", "certainty")
TILE_KEYS = ("name", "kind", "bonus", "certainty")
TABLE_KEYS = ("empires", "closed", "leaders", "certainty")


def parse_map(text: str) -> Map:
    """Read a map from the text of its TOML file. Raises DataError, which names the wrong key and its line."""
    root = read_toml(text)
    with naming_lines(text):
        return _read_map(root)


def _read_map(root: Reader) -> Map:
    root.only(FILE_KEYS)
    head = root.sub("edition").only(("id", "title", "rules", "players"))
    supply = root.sub("supply").only(("coins", "commodities", "legendary", "buildings", "per_empire", "dice"))
    goods = named(supply, "commodities")
    commodities = tuple((name, goods.number(name)) for name in goods.table)
    stock = supply.sub("buildings").only(BUILDING_KINDS)
    per_empire = supply.sub("per_empire").only((*UNIT_KINDS, "control_marker"))
    cost = root.sub("cost").only(("control", *BUILDING_KINDS, *UNIT_KINDS, "hero_or_wonder", "pyramids"))
    seas = read_seas(named(root, "seas"))
    provinces = read_provinces(named(root, "provinces"), goods.table, {sea.id for sea in seas}, PROVINCE_KEYS)
    tiles = _read_tiles(named(root, "tiles"))
    empires = _read_empires(named(root, "empires"), {p.id: p for p in provinces}, {t.id: t for t in tiles})
    check_levels(root.sub("leadership", {}))
    game_map = Map(
        id=head.text("id"),
        title=head.title("title"),
        coins=supply.number("coins"),
        commodities=commodities,
        legendary_each=supply.sub("legendary").only(("each_commodity",)).number("each_commodity"),
        buildings=tuple(stock.number(kind) for kind in BUILDING_KINDS),
        legions=per_empire.number("legion"),
        triremes=per_empire.number("trireme"),
        fortresses=per_empire.number("fortress"),
        markers=per_empire.number("control_marker"),
        exchange=_read_exchange(root.sub("exchange_markers").only(("sides",))),
        costs=tuple((thing, cost_of(cost, thing)) for thing in ("control", *BUILDING_KINDS, *UNIT_KINDS)),
        tile_costs=cost.numbers("hero_or_wonder", least=1, most=MOST_COST),
        pyramids_cost=cost_of(cost, "pyramids"),
        seas=seas,
        provinces=provinces,
        empires=empires,
        tables=_read_tables(root.sub("tables"), empires, {p.id for p in provinces}),
        tiles=tiles,
        digest=digest_of(root.table),
    )
    check_head(head, [number for number, _ in game_map.tables])
    for number, table in game_map.tables:
        _check_supply(game_map, number, table)
    return game_map


def check_levels(reader: Reader) -> None:
    for track in reader.only(TRACKS).table:
        if reader.names(track) != LEVELS_COUNT[track]:
            raise reader.fail(track, f"the level of {track} counts {', '.join(LEVELS_COUNT[track])} (0.6).")


def _read_exchange(reader: Reader) -> tuple[tuple[int, int], ...]:
    sides = reader.table.get("sides")
    if not isinstance(sides, list) or not 0 < len(sides) <= 20:
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


# ---------------------------------------------------------------------- tiles, empires, tables


def _read_tiles(reader: Reader) -> tuple[TileFacts, ...]:
    return tuple(
        TileFacts(id=key, name=tile.title("name"), kind=tile.choice("kind", TILE_KINDS), bonus=levels_of(tile, "bonus"))
        for key, tile in reader.items(TILE_KEYS)
    )


def _read_empires(
    reader: Reader, provinces: Mapping[str, ProvinceFacts], tiles: Mapping[str, TileFacts]
) -> tuple[EmpireFacts, ...]:
    empires = []
    heroes: list[str] = []
    for key, empire in reader.items(EMPIRE_KEYS):
        buildings = empire.sub("buildings", {})
        units = empire.sub("units", {})
        facts = EmpireFacts(
            id=key,
            name=empire.title("name"),
            color=empire.title("color"),
            hero=empire.choice("hero", tiles),
            capital=empire.choice("capital", provinces),
            provinces=others(empire, "provinces", "", provinces),
            levels=levels_of(empire, "levels"),
            buildings=tuple((place, buildings.names(place)) for place in buildings.table),
            units=tuple((place, force_of(force)) for place, force in units.items(("legion", "fortress"))),
        )
        if tiles[facts.hero].kind != "starting_hero" or facts.hero in heroes:
            raise empire.fail("hero", "must be a starting hero, and no other empire's.")
        heroes.append(facts.hero)
        _check_start(empire, facts, provinces, tiles[facts.hero])
        empires.append(facts)
    return tuple(empires)


def force_of(reader: Reader) -> tuple[tuple[str, int], ...]:
    kinds = ("legion", "fortress")
    return tuple(
        (kind, reader.number(kind, most=1 if kind == "fortress" else 100)) for kind in reader.only(kinds).table
    )


def _check_start(reader: Reader, empire: EmpireFacts, provinces: Mapping[str, ProvinceFacts], hero: TileFacts) -> None:
    if empire.capital not in empire.provinces or not provinces[empire.capital].capital:
        raise reader.fail("capital", "must be one of its provinces and have a capital icon.")
    check_buildings(reader, empire, provinces)
    for place, _ in empire.units:
        if place not in empire.provinces:
            raise reader.fail(f"units.{place}", "is not one of its provinces.")
    counted = tuple(_level(empire, track) + bonus for track, bonus in zip(TRACKS, hero.bonus, strict=True))
    if counted != empire.levels:
        found = ", ".join(f"{track} {level}" for track, level in zip(TRACKS, counted, strict=True))
        raise reader.fail("levels", f"this start comes to {found}.")


def _level(empire: EmpireFacts, track: str) -> int:
    """Return a level at the start, from the empire's buildings and units (0.6)."""
    pieces = [icon_kind(name) for _, names in empire.buildings for name in names]
    pieces += [kind for _, force in empire.units for kind, number in force for _ in range(number)]
    return sum(piece in LEVELS_COUNT[track] for piece in pieces)


def _read_tables(
    reader: Reader, empires: tuple[EmpireFacts, ...], provinces: Iterable[str]
) -> tuple[tuple[int, TableFacts], ...]:
    tables = []
    known = {empire.id: empire for empire in empires}
    for key, table in reader.items(TABLE_KEYS):
        seated = table.names("empires", known)
        if key != str(len(set(seated))) or not 2 <= len(seated) <= MOST_PLAYERS or len(set(seated)) < len(seated):
            raise reader.fail(key, f"must be the number of its empires, from 2 to {MOST_PLAYERS}.")
        closed = others(table, "closed", "", provinces)
        for empire in seated:
            if set(known[empire].provinces) & set(closed):
                raise table.fail("closed", f"closes a province of {empire!r}.")
        leaders = table.sub("leaders").only(TRACKS)
        trade, culture, military = (leaders.choice(track, seated) for track in TRACKS)
        tables.append((int(key), TableFacts(seated, closed, (trade, culture, military))))
    return tuple(tables)


def _check_supply(game_map: Map, number: int, table: TableFacts) -> None:
    """Raise DataError if the box lacks starting pieces (0.5), or if two empires start in one province."""
    playing = [empire for empire in game_map.empires if empire.id in table.empires]
    # 0.5: the capital's control is printed on the map and uses no marker.
    check_starts(playing, {"legion": game_map.legions, "fortress": game_map.fortresses}, game_map.markers + 1)
    standing = dict.fromkeys(BUILDING_KINDS, 0)
    for empire in playing:
        for _, names in empire.buildings:
            for name in names:
                standing[icon_kind(name)] += 1
    for kind, left in zip(BUILDING_KINDS, game_map.buildings, strict=True):
        if standing[kind] > left:
            raise DataError(
                f"supply.buildings.{kind}", f"{standing[kind]} are wanted at the start of {number} players."
            )
