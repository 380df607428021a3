"""The board of Empires as the map draws it: its shapes, its sides, and what it shows of a position."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from cli.ui.map.geography import Geography, load
from cli.ui.map.look import Side
from cli.ui.map.look import sides as sides_of
from cli.ui.map.plan import plan_of
from cli.ui.map.shapes import Atlas, Site
from core.empires.board import Board
from core.empires.map import Map
from core.empires.state import Province, land_units
from core.engine.state import NOBODY
from core.mare.resources import Counts
from core.mare.state import MARKER


class Shown(NamedTuple):
    """All of a position that the map shows."""

    board: Board
    provinces: tuple[Province, ...]
    seas: tuple[Counts, ...]

    def holders(self, index: int) -> tuple[Side | None, Side | None]:
        """Return whose a province is, and who stands on the control marker there."""
        province, all_sides = self.provinces[index], sides(self.board)
        controller = None if province.controller == NOBODY else all_sides[province.controller]
        return controller, all_sides[province.occupier] if province.posts == MARKER else None


@cache
def mediterranean() -> Geography:
    """Return the geography of the printed board."""
    return load(files(__package__ or "").joinpath("mediterranean.toml").read_text("utf-8"))


@lru_cache(maxsize=16)
def atlas(board: Board) -> Atlas:
    """Return the shapes of all places that are open on a board: a plan, if the Mediterranean lacks some of its map."""
    facts = board.map
    spots = {id_: (float(at[0]), float(at[1])) for id_, at in _places(facts)}
    named = (
        (False, enumerate(zip(board.provinces, board.province_names, strict=True))),
        (True, enumerate(zip(board.seas, board.sea_names, strict=True))),
    )
    sites = [
        Site(place, name, is_sea, index, spots[place]) for is_sea, places in named for index, (place, name) in places
    ]
    return mediterranean().atlas(sites) if mediterranean().has(spots) else plan_of(sites)


def _places(facts: Map) -> list[tuple[str, tuple[str, str]]]:
    """All places of a map, closed ones too, with longitude and latitude."""
    return [(place.id, place.at) for place in facts.provinces] + [(sea.id, sea.at) for sea in facts.seas]


@lru_cache(maxsize=16)
def sides(board: Board) -> tuple[Side, ...]:
    """Return the empires, each with its letter and colour."""
    return sides_of(board.empire_names, [start.color for start in board.starts])


def is_at_war(province: Province) -> bool:
    """Return whether land units of two or more players stand there (4.2.1)."""
    return sum([land_units(province, empire) > 0 for empire in range(len(province.legions))]) > 1
