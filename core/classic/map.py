"""The facts of a map of 2003 for one of its editions, and reading them from its file.

Where the editions differ, a value of the file is a table with the keys ``original`` and ``revised``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.classic.variant import Variant
from core.engine.errors import DataError
from core.engine.toml import Reader, digest_of, naming_lines, read_toml
from core.mare import map as mare
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import TRACKS
from core.mare.map import (
    LEVELS_COUNT,
    MOST_COST,
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

TILE_KINDS = ("civilization_hero", "hero", "wonder", "pyramids")


@dataclass(frozen=True, slots=True)
class EmpireFacts(mare.StartFacts):
    """A civilization and its printed start; ``title`` is the track of its first title, or empty.

    ``setup_also`` are provinces in which it may begin, besides its capital and the capital's neighbours (1.4h).
    """

    title: str
    setup_also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table by number of players: the advised civilizations in seat order, and its buildings by kind (1.1b, 1.2)."""

    empires: tuple[str, ...]
    buildings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileFacts:
    """A hero or wonder, with its data in this edition.

    - ``bonus`` is added to the count by track.
    - ``prices`` are its owner's prices, ``less`` is a discount.
    - ``free_unit`` is given before the first round, ``free`` when the tile is bought.
    - ``keep`` is the number of goods kept (4.9).
    - ``pays_for`` has the buildings whose pillage pays.
    - ``most_fortresses`` is the limit in one province.
    """

    id: str
    name: str
    kind: str
    bonus: tuple[int, int, int] = (0, 0, 0)
    prices: tuple[tuple[str, int], ...] = ()
    less: tuple[tuple[str, int], ...] = ()
    free_unit: str = ""
    free: str = ""
    keep: int = 0
    pays_for: tuple[str, ...] = ()
    most_fortresses: int = 1


@dataclass(frozen=True, slots=True)
class SetupFacts:
    """The setup with points (1.4): where units may stand, as words ``capital`` and ``neighbours``.

    ``capital_marker`` is the price of the capital's own marker (K8). ``also`` are the units that may stand in marked
    provinces of ``setup_also``.
    """

    points: int
    capital_marker: int
    legion: tuple[str, ...]
    trireme: tuple[str, ...]
    fortress: tuple[str, ...]
    also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The first pieces in a province of a civilization that no player has (1.5a)."""

    legions: int
    fortresses: int


@dataclass(frozen=True, slots=True)
class Alps:
    """The crossing of the Alps (8.2): its two ends, and the legions lost on the way."""

    source: str
    target: str
    lost: int


@dataclass(frozen=True, slots=True)
class Map:
    """All facts of a map. ``digest`` is the SHA-256 of their canonical content, which a charter names."""

    id: str
    title: str
    coins: int
    commodities: tuple[tuple[str, int], ...]
    legions: int
    triremes: int
    fortresses: int
    markers: int
    costs: tuple[tuple[str, int], ...]
    tile_cost: int
    pyramids_cost: int
    coins_kept: int
    tiles_to_win: int
    setup: SetupFacts
    neutral_capital: Pieces
    neutral_neighbour: Pieces
    alps: Alps
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


BUILDINGS = ("caravan", "market", "city", "temple")
EDITIONS = ("original", "revised")
FILE_KEYS: tuple[str, ...] = ("edition", "supply", "cost", "keep", "victory", "leadership", "setup", "neutral", "alps")
FILE_KEYS += ("seas", "provinces", "empires", "tables", "tiles")
PROVINCE_KEYS = ("name", "at", "caravans", "market", "temple", "city", "city_name", "land", "coast", "certainty")
EMPIRE_KEYS: tuple[str, ...] = ("name", "color", "hero", "capital", "title", "provinces", "buildings", "units")
EMPIRE_KEYS += ("setup_also", "certainty")
TILE_KEYS: tuple[str, ...] = ("name", "kind", "bonus", "price", "less", "free_unit", "free", "keep", "pays_for")
TILE_KEYS += ("most_fortresses", "certainty")
SETUP_KEYS = ("points", "capital_marker", "legion", "trireme", "fortress", "units_in_marked_extra")
SITES = ("capital", "neighbours")
PIECES = ("control", "legion", "fortress")
MOST_POINTS = 100


def parse_map(text: str, variant: Variant) -> Map:
    """Read a map from the text of its TOML file. Raises DataError, which names the wrong key and its line."""
    root = read_toml(text)
    with naming_lines(text):
        return _read_map(Reader("", _resolved(root.table, variant.id)), digest_of(root.table))


def _resolved(value: Any, edition: str) -> Any:
    """Return the content of a file in one edition."""
    if isinstance(value, Mapping):
        if value and all(key in EDITIONS for key in value):
            return _resolved(value.get(edition, {}), edition)
        return {key: _resolved(item, edition) for key, item in value.items()}
    return value


def _read_map(root: Reader, digest: bytes) -> Map:
    root.only(FILE_KEYS)
    head = root.sub("edition").only(("id", "title", "players"))
    supply = root.sub("supply").only(("coins", "commodities", "per_empire"))
    goods = named(supply, "commodities")
    per_empire = supply.sub("per_empire").only((*UNIT_KINDS, "control_marker"))
    cost = root.sub("cost").only(("control", *BUILDINGS, *UNIT_KINDS, "hero_or_wonder", "pyramids"))
    neutral = root.sub("neutral").only(("capital", "neighbour"))
    seas = read_seas(named(root, "seas"))
    provinces = read_provinces(named(root, "provinces"), goods.table, {sea.id for sea in seas}, PROVINCE_KEYS)
    known = {province.id: province for province in provinces}
    tiles = _read_tiles(named(root, "tiles"))
    empires = _read_empires(named(root, "empires"), known, {tile.id: tile for tile in tiles})
    for track in root.sub("leadership", {}).only(TRACKS).table:
        if not set(root.sub("leadership").names(track)) <= set(LEVELS_COUNT[track]):
            raise root.fail(f"leadership.{track}", f"counts {', '.join(LEVELS_COUNT[track])} (2.3a).")
    game_map = Map(
        id=head.text("id"),
        title=head.title("title"),
        coins=supply.number("coins"),
        commodities=tuple((name, goods.number(name)) for name in goods.table),
        legions=per_empire.number("legion"),
        triremes=per_empire.number("trireme"),
        fortresses=per_empire.number("fortress"),
        markers=per_empire.number("control_marker"),
        costs=tuple((thing, cost_of(cost, thing)) for thing in ("control", *BUILDINGS, *UNIT_KINDS)),
        tile_cost=cost_of(cost, "hero_or_wonder"),
        pyramids_cost=cost_of(cost, "pyramids"),
        coins_kept=root.sub("keep").only(("coins",)).number("coins"),
        tiles_to_win=root.sub("victory").only(("tiles",)).number("tiles", least=1),
        setup=_read_setup(root.sub("setup").only(SETUP_KEYS)),
        neutral_capital=_pieces(neutral.sub("capital")),
        neutral_neighbour=_pieces(neutral.sub("neighbour")),
        alps=_read_alps(root.sub("alps").only(("from", "to", "lost")), known),
        seas=seas,
        provinces=provinces,
        empires=empires,
        tables=_read_tables(root.sub("tables"), [empire.id for empire in empires]),
        tiles=tiles,
        digest=digest,
    )
    check_head(head, [number for number, _ in game_map.tables])
    for number, table in game_map.tables:
        _check_supply(game_map, number, table)
    return game_map


def _read_setup(reader: Reader) -> SetupFacts:
    points = reader.number("points", most=MOST_POINTS)
    return SetupFacts(
        points=points,
        capital_marker=reader.number("capital_marker", most=min(points, MOST_COST)),
        legion=reader.names("legion", SITES),
        trireme=reader.names("trireme", SITES),
        fortress=reader.names("fortress", SITES),
        also=reader.names("units_in_marked_extra", UNIT_KINDS),
    )


def _pieces(reader: Reader) -> Pieces:
    reader.only(PIECES)
    if reader.number("control") != 1:
        raise reader.fail("control", "a neutral province has one marker (1.5a).")
    return Pieces(reader.number("legion", 0), reader.number("fortress", 0, most=1))


def _read_alps(reader: Reader, provinces: Iterable[str]) -> Alps:
    return Alps(reader.choice("from", provinces), reader.choice("to", provinces), reader.number("lost"))


def _read_tiles(reader: Reader) -> tuple[TileFacts, ...]:
    return tuple(
        TileFacts(
            id=key,
            name=tile.title("name"),
            kind=tile.choice("kind", TILE_KINDS),
            bonus=levels_of(tile, "bonus"),
            prices=_numbers(tile, "price", (*BUILDINGS, *UNIT_KINDS, "control")),
            less=_numbers(tile, "less", (*BUILDINGS, *UNIT_KINDS, "control")),
            free_unit=tile.choice("free_unit", ("", *UNIT_KINDS), ""),
            free=tile.choice("free", ("", "control", "fortress"), ""),
            keep=tile.number("keep", 0),
            pays_for=tile.names("pays_for", BUILDINGS),
            most_fortresses=tile.number("most_fortresses", 1, least=1),
        )
        for key, tile in reader.items(TILE_KEYS)
    )


def _numbers(reader: Reader, key: str, known: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    table = reader.sub(key, {}).only(known)
    return tuple((name, table.number(name, most=MOST_COST)) for name in table.table)


def _read_empires(
    reader: Reader, provinces: Mapping[str, ProvinceFacts], tiles: Mapping[str, TileFacts]
) -> tuple[EmpireFacts, ...]:
    empires: list[EmpireFacts] = []
    for key, empire in reader.items(EMPIRE_KEYS):
        buildings, units = empire.sub("buildings", {}), empire.sub("units", {})
        facts = EmpireFacts(
            id=key,
            name=empire.title("name"),
            color=empire.title("color"),
            hero=empire.choice("hero", tiles),
            capital=empire.choice("capital", provinces),
            title=empire.choice("title", ("", *TRACKS), ""),
            provinces=others(empire, "provinces", "", provinces),
            buildings=tuple((place, buildings.names(place)) for place in buildings.table),
            units=tuple(
                (place, tuple((kind, force.number(kind)) for kind in force.table))
                for place, force in units.items(("legion", "fortress", "trireme"))
            ),
            setup_also=others(empire, "setup_also", "", provinces),
        )
        if tiles[facts.hero].kind != "civilization_hero" or facts.hero in [other.hero for other in empires]:
            raise empire.fail("hero", "must be a civilization's hero, and no other empire's.")
        if facts.capital in [other.capital for other in empires]:
            raise empire.fail("capital", "is another empire's.")
        if tiles[facts.hero].free_unit == "trireme" and not provinces[facts.capital].coast:
            raise empire.fail("capital", "has no coast for the trireme that its hero brings (1.3c).")
        if facts.title and facts.title in [other.title for other in empires]:
            raise empire.fail("title", "is another empire's.")
        _check_start(empire, facts, provinces)
        empires.append(facts)
    return tuple(empires)


def _check_start(reader: Reader, empire: EmpireFacts, provinces: Mapping[str, ProvinceFacts]) -> None:
    if empire.capital not in empire.provinces:
        raise reader.fail("capital", "must be one of its provinces.")
    check_buildings(reader, empire, provinces)
    for place, force in empire.units:
        if place not in empire.provinces:
            raise reader.fail(f"units.{place}", "is not one of its provinces.")
        if dict(force).get("fortress", 0) > 1:
            raise reader.fail(f"units.{place}", "one fortress is the most in a province (4.5c).")
        if "trireme" in dict(force) and not provinces[place].coast:
            raise reader.fail(f"units.{place}", "has no coast for a trireme (4.5d).")


def _read_tables(reader: Reader, empires: list[str]) -> tuple[tuple[int, TableFacts], ...]:
    tables = []
    for key, table in reader.items(("empires", "supply", "certainty")):
        advised = table.names("empires", empires)
        if key != str(len(set(advised))) or list(advised) != [name for name in empires if name in advised]:
            raise reader.fail(key, "must be the number of its empires, which are named in seat order.")
        supply = table.sub("supply").only(BUILDINGS)
        buildings = tuple(supply.number(kind, 0) if kind in BUILDINGS else 0 for kind in BUILDING_KINDS)
        tables.append((int(key), TableFacts(advised, buildings)))
    return tuple(tables)


def _check_supply(game_map: Map, number: int, table: TableFacts) -> None:
    """Raise DataError if supplies lack starting pieces (0.4a), or if two civilizations start in one province."""
    units = {"legion": game_map.legions, "trireme": game_map.triremes, "fortress": game_map.fortresses}
    check_starts(game_map.empires, units, game_map.markers)
    wanted: dict[str, list[int]] = {kind: [] for kind in BUILDINGS}
    for empire in game_map.empires:
        kinds = [icon_kind(name) for _, names in empire.buildings for name in names]
        for kind, counts in wanted.items():
            counts.append(kinds.count(kind))
    for kind, counts in wanted.items():
        most = sum(sorted(counts)[-number:])
        if most > table.buildings[BUILDING_KINDS.index(kind)]:
            raise DataError(f"tables.{number}.supply.{kind}", f"{most} may be wanted at the start.")
