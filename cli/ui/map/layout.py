"""Where labels go: near the middle of their place, on as little of other places as can be, and never on each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from cli.ui.map.raster import LAND, Raster

FAR_ACROSS, FAR_DOWN = 9, 4
"""How far from its middle a label may go, in cells."""

NEAR = 6
"""How far the label of a place may go that has no ground of its own to touch, so small is it."""

AIR = 1
"""Cells at both sides of a label that no other label may take."""

MOST_FOREIGN = 0.3
"""The share of a label, at most, that may lie on other provinces; one on more of them would be misread."""

CROWDED = 0.7
"""The same where there is no other room, and what stands there must be seen."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A label to be placed: its place's code in the raster and whether that is a sea, the cell of its middle, its
    columns and rows, its turn (those of a smaller number go first), how much of it may lie on other provinces, and
    whether that may be all of it."""

    code: int
    is_sea: bool
    middle: tuple[int, int]
    size: tuple[int, int]
    turn: int = 0
    foreign: float = MOST_FOREIGN
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """By cell, the code of the place that has most of it, and whether it is anything but water."""

    codes: tuple[bytes, ...]
    solid: tuple[bytes, ...]


@lru_cache(maxsize=32)
def ground_of(raster: Raster) -> Ground:
    """The cells of a raster."""
    codes = tuple(bytes(map(_most, row)) for row in raster.cells)
    return Ground(codes, tuple(line.translate(raster.solid) for line in codes))


@lru_cache(maxsize=1024)
def _most(cell: bytes) -> int:
    """The code that most samples of a cell have."""
    return cell[0] if cell.count(cell[0]) * 2 > len(cell) else max(cell, key=cell.count)


@lru_cache(maxsize=64)
def placed(ground: Ground, wishes: tuple[Wish, ...]) -> tuple[tuple[int, int] | None, ...]:
    """By wish, the upper left cell of its label, or None where there is no room for it.

    Labels of the smallest places are placed first, those of seas last, but for those that go before others.
    """
    rows, columns = len(ground.codes), len(ground.codes[0])
    taken = [bytearray(columns) for _ in range(rows)]
    areas = {wish.code: sum(line.count(wish.code) for line in ground.codes) for wish in wishes}
    found: list[tuple[int, int] | None] = [None] * len(wishes)
    order = sorted(
        range(len(wishes)), key=lambda index: (wishes[index].turn, wishes[index].is_sea, areas[wishes[index].code])
    )
    for index in order:
        wish = wishes[index]
        spot = _best(ground, taken, wish, bool(areas[wish.code]))
        if spot is not None:
            column, row = spot
            for line in taken[row : row + wish.size[1]]:
                start, stop = max(column - AIR, 0), min(column + wish.size[0] + AIR, columns)
                line[start:stop] = b"\1" * (stop - start)
        found[index] = spot
    return tuple(found)


@cache
def _offsets() -> tuple[tuple[int, int, int], ...]:
    """How far a label may go from its middle: distance, rows and columns, the nearest first."""
    rows, columns = range(-FAR_DOWN, FAR_DOWN + 1), range(-FAR_ACROSS, FAR_ACROSS + 1)
    return tuple(sorted((abs(column) + 2 * abs(row), row, column) for row in rows for column in columns))


def _best(ground: Ground, taken: Sequence[bytearray], wish: Wish, has_ground: bool) -> tuple[int, int] | None:
    """The cheapest spot for a label, if there is any; one without ground of its own need not touch it."""
    width, height = wish.size
    last_row, last_column = len(taken) - height, len(taken[0]) - width
    middle, centre = wish.middle[0] - width // 2, wish.middle[1] - height // 2
    least, best = float("inf"), None
    for away, down, across in _offsets():
        if away >= least or (away > NEAR and not has_ground):
            break
        row, column = centre + down, middle + across
        if not (0 <= row <= last_row and 0 <= column <= last_column):
            continue
        if any(1 in line[column : column + width] for line in taken[row : row + height]):
            continue
        cost = _cost(ground, wish, column, row, has_ground)
        if cost is not None and cost + away < least:
            least, best = cost + away, (column, row)
    return best


def _cost(ground: Ground, wish: Wish, column: int, row: int, has_ground: bool) -> float | None:
    """What it costs to cover these cells; None where too many of them are other places'."""
    width, height = wish.size
    own = foreign = 0
    for codes, solid in zip(ground.codes[row : row + height], ground.solid[row : row + height], strict=True):
        line = codes[column : column + width]
        own_here, beyond = line.count(wish.code), line.count(LAND)
        own += own_here
        foreign += solid[column : column + width].count(1) - beyond - (0 if wish.is_sea else own_here)
    area = width * height
    if not wish.anywhere and ((own == 0 and has_ground) or foreign > wish.foreign * area):
        return None
    return 4.0 * foreign + 0.7 * (area - own - foreign)
