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


Spot = tuple[int, int]
"""The upper left cell of a label: its column and its row."""

Rows = tuple[int, ...]
"""By row of a label its columns; each row lies in the middle of the widest."""


class Wish(NamedTuple):
    """A label to be placed: its place's code in the raster and whether that is a sea, the cell of its middle, its
    rows, its turn (those of a smaller number go first), how much of it may lie on other provinces, and how
    far from its middle it may go."""

    code: int
    is_sea: bool
    middle: tuple[int, int]
    rows: Rows
    turn: int = 0
    foreign: float = MOST_FOREIGN
    reach: int = FAR_ACROSS + 2 * FAR_DOWN


@dataclass(frozen=True, slots=True)
class Ground:
    """By cell, the code of the place that has most of it, and whether that is a province."""

    codes: tuple[bytes, ...]
    provinces: tuple[bytes, ...]
    areas: tuple[int, ...]
    """By code, how many cells it has."""


@lru_cache(maxsize=32)
def ground_of(raster: Raster) -> Ground:
    """Return the cells of a raster."""
    most = {cell: max(cell, key=cell.count) for row in raster.cells for cell in row}
    codes = tuple(bytes([most[cell] for cell in row]) for row in raster.cells)
    whole = b"".join(codes)
    areas = tuple([whole.count(code) for code in range(256)])
    is_province = bytes([is_solid and code != LAND for code, is_solid in enumerate(raster.solid)])
    return Ground(codes, tuple([line.translate(is_province) for line in codes]), areas)


@lru_cache(maxsize=64)
def placed(ground: Ground, wishes: tuple[Wish, ...]) -> tuple[Spot | None, ...]:
    """Return by wish the upper left cell of its label, or None if there is no room for it.

    Labels of the smallest places are placed first, those of seas last, but for those that go before others.
    """
    rows, columns = len(ground.codes), len(ground.codes[0])
    taken = [bytearray(columns) for _ in range(rows)]
    found: list[Spot | None] = [None] * len(wishes)
    turns = [(wish.turn, wish.is_sea, ground.areas[wish.code], index) for index, wish in enumerate(wishes)]
    for *_, index in sorted(turns):
        wish = wishes[index]
        spot = _best(ground, taken, wish)
        if spot is not None:
            _take(taken, spot, wish.rows)
        found[index] = spot
    return tuple(found)


def fitted(ground: Ground, others: Sequence[tuple[Spot, Rows]], wish: Wish) -> Spot | None:
    """Return the upper left cell of a label among others that stay where they are, or None where it has no room."""
    taken = [bytearray(len(ground.codes[0])) for _ in ground.codes]
    for spot, rows in others:
        _take(taken, spot, rows)
    return _best(ground, taken, wish)


def _take(taken: Sequence[bytearray], spot: Spot, rows: Rows) -> None:
    left, top = spot
    for row, (indent, columns) in enumerate(indented(rows), top):
        start, stop = max(left + indent - AIR, 0), min(left + indent + columns + AIR, len(taken[row]))
        taken[row][start:stop] = b"\1" * (stop - start)


@cache
def indented(rows: Rows) -> tuple[tuple[int, int], ...]:
    """Return by row where it begins, from the left of the widest, and its columns."""
    widest = max(rows)
    return tuple([((widest - columns) // 2, columns) for columns in rows])


@cache
def offsets() -> tuple[tuple[int, int, int], ...]:
    """Return how far a label may go from its middle: distance, rows and columns, the nearest first."""
    rows, columns = range(-FAR_DOWN, FAR_DOWN + 1), range(-FAR_ACROSS, FAR_ACROSS + 1)
    return tuple(sorted((abs(column) + 2 * abs(row), row, column) for row in rows for column in columns))


def _best(ground: Ground, taken: Sequence[bytearray], wish: Wish) -> Spot | None:
    """Return the cheapest spot for a label where no other one is, or None if there is none."""
    rows = indented(wish.rows)
    for column, row in _spots(ground, wish._replace(turn=0)):
        for y, (indent, breadth) in enumerate(rows, row):
            start = column + indent
            if taken[y].find(1, start, start + breadth) >= 0:
                break
        else:
            return column, row
    return None


@lru_cache(maxsize=1024)
def _spots(ground: Ground, wish: Wish) -> tuple[Spot, ...]:
    """Return where a label may stand, the cheapest spot first; one without ground of its own need not touch it.

    Labels are tried again and again, in another order or with more or less to say.
    """
    rows, has_ground = indented(wish.rows), ground.areas[wish.code] > 0
    width, height, cells = max(wish.rows), len(rows), sum(wish.rows)
    last_row, last_column = len(ground.codes) - height, len(ground.codes[0]) - width
    codes, provinces = ground.codes, ground.provinces
    middle, centre = wish.middle[0] - width // 2, wish.middle[1] - height // 2
    code, others = wish.code, 0 if wish.is_sea else 1
    reach, most = wish.reach if has_ground else NEAR, wish.foreign * cells
    found: list[tuple[float, int, Spot]] = []
    for away, down, across in offsets():
        if away > reach:
            break
        row, column = centre + down, middle + across
        if not (0 <= row <= last_row and 0 <= column <= last_column):
            continue
        cost, touched, foreign = float(away), 0, 0
        for y, (indent, breadth) in enumerate(rows, row):
            start = column + indent
            stop = start + breadth
            own = codes[y].count(code, start, stop)
            alien = provinces[y].count(1, start, stop) - others * own
            touched += own
            foreign += alien
            cost += 4.0 * alien + 0.7 * (breadth - own - alien)
            if foreign > most:
                break
        else:
            if touched or not has_ground:
                found.append((cost, len(found), (column, row)))
    return tuple([spot for *_, spot in sorted(found)])
