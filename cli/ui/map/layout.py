"""Where labels go: near the middle of their place, on as little of other places as can be, and never on each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

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


class Wish(NamedTuple):
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
    areas: tuple[int, ...]
    """By code, how many cells it has."""


@lru_cache(maxsize=32)
def ground_of(raster: Raster) -> Ground:
    """The cells of a raster."""
    most = {cell: max(cell, key=cell.count) for row in raster.cells for cell in row}
    codes = tuple(bytes([most[cell] for cell in row]) for row in raster.cells)
    whole = b"".join(codes)
    areas = tuple([whole.count(code) for code in range(256)])
    return Ground(codes, tuple([line.translate(raster.solid) for line in codes]), areas)


@lru_cache(maxsize=64)
def placed(ground: Ground, wishes: tuple[Wish, ...]) -> tuple[tuple[int, int] | None, ...]:
    """By wish, the upper left cell of its label, or None where there is no room for it.

    Labels of the smallest places are placed first, those of seas last, but for those that go before others.
    """
    rows, columns = len(ground.codes), len(ground.codes[0])
    taken = [bytearray(columns) for _ in range(rows)]
    found: list[tuple[int, int] | None] = [None] * len(wishes)
    turns = [(wish.turn, wish.is_sea, ground.areas[wish.code], index) for index, wish in enumerate(wishes)]
    for *_, index in sorted(turns):
        wish = wishes[index]
        spot = _best(ground, taken, wish)
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


def _best(ground: Ground, taken: Sequence[bytearray], wish: Wish) -> tuple[int, int] | None:
    """The cheapest spot for a label, if there is any; one without ground of its own need not touch it."""
    (width, height), has_ground = wish.size, ground.areas[wish.code] > 0
    last_row, last_column = len(taken) - height, len(taken[0]) - width
    middle, centre = wish.middle[0] - width // 2, wish.middle[1] - height // 2
    most = width * height if wish.anywhere else wish.foreign * width * height
    least, best = float("inf"), None
    for away, down, across in _offsets():
        if away >= least or (away > NEAR and not has_ground):
            break
        row, column = centre + down, middle + across
        if not (0 <= row <= last_row and 0 <= column <= last_column):
            continue
        own = foreign = 0
        for y in range(row, row + height):
            if taken[y].find(1, column, column + width) >= 0:
                break
            line = ground.codes[y][column : column + width]
            here = line.count(wish.code)
            own += here
            foreign += ground.solid[y].count(1, column, column + width) - line.count(LAND)
            foreign -= 0 if wish.is_sea else here
        else:
            cost = away + 4.0 * foreign + 0.7 * (width * height - own - foreign)
            if cost < least and foreign <= most and (own or wish.anywhere or not has_ground):
                least, best = cost, (column, row)
    return best
