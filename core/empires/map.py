"""A map's facts: components, costs, places, starts, tables and tiles. ``core.empires.map_file`` reads them."""

from __future__ import annotations

from dataclasses import dataclass

from core.mare import map as mare
from core.mare.map import ProvinceFacts, SeaFacts, table_of

TITLES = ("Trade Leader", "Culture Leader", "Military Leader")
TILE_KINDS = ("starting_hero", "hero", "wonder", "pyramids")


@dataclass(frozen=True, slots=True)
class EmpireFacts(mare.EmpireFacts):
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
