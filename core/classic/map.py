"""The facts of a map of 2003 for one of its editions. ``core.classic.map_file`` reads them."""

from __future__ import annotations

from dataclasses import dataclass

from core.mare import map as mare
from core.mare.map import ProvinceFacts, SeaFacts, table_of

TILE_KINDS = ("civilization_hero", "hero", "wonder", "pyramids")


@dataclass(frozen=True, slots=True)
class EmpireFacts(mare.EmpireFacts):
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
