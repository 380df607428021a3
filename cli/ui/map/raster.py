"""Shapes as samples: which place lies where, at eight points in every cell of a terminal, two across and four down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from cli.ui.map.geography import Atlas, Outline

ACROSS, DOWN = 2, 4

WATER, LAND, FIRST = 0, 1, 2
"""Codes of samples: water and land that are no place of the board; from FIRST on, the places of the atlas."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a drawing that is seen: its upper left corner in units, and the units in a column and in a row."""

    left: float
    top: float
    column: float
    row: float

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """Return the column and row of a point."""
        return int((x - self.left) // self.column), int((y - self.top) // self.row)


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """Samples by row and column, four rows and two columns for each cell; ``solid`` tells by code what is no water.

    ``cells`` has the same samples by row and column of cells, the eight of a cell row by row.
    """

    columns: int
    rows: int
    samples: tuple[bytes, ...]
    cells: tuple[tuple[bytes, ...], ...]
    solid: bytes


@lru_cache(maxsize=32)
def rasterised(atlas: Atlas, window: Window, columns: int, rows: int) -> Raster:
    """Return what is seen through a window of so many cells."""
    width, height = columns * ACROSS, rows * DOWN
    samples = [bytearray(width) for _ in range(height)]
    # Seas come first among the places; land covers where they reach below it.
    layers = [(code, place.outline) for code, place in enumerate(atlas.places, FIRST) if place.is_sea]
    layers += [(LAND, outline) for outline in (*atlas.beyond, *atlas.closed)]
    layers += [(code, place.outline) for code, place in enumerate(atlas.places, FIRST) if not place.is_sea]
    for code, outline in layers:
        _fill(samples, code, _sampled(outline, window))
    wet = {WATER, *(code for code, place in enumerate(atlas.places, FIRST) if place.is_sea)}
    lines = tuple(bytes(line) for line in samples)
    return Raster(columns, rows, lines, tuple(_cells(lines)), bytes([code not in wet for code in range(256)]))


def _cells(lines: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    """Yield the samples of the cells, row after row."""
    for row in range(0, len(lines), DOWN):
        parts = [[line[x : x + ACROSS] for x in range(0, len(line), ACROSS)] for line in lines[row : row + DOWN]]
        yield tuple(map(b"".join, zip(*parts, strict=True)))


def _sampled(outline: Outline, window: Window) -> Outline:
    """Return an outline in samples instead of units."""
    across, down = ACROSS / window.column, DOWN / window.row
    return tuple([((x - window.left) * across, (y - window.top) * down) for x, y in outline])


def _fill(samples: list[bytearray], code: int, outline: Outline) -> None:
    """Fill an outline, by the crossings of each row of samples with it."""
    height, width = len(samples), len(samples[0])
    crossings: dict[int, list[float]] = {}
    for (x, y), (following_x, following_y) in pairwise((*outline, outline[0])):
        low, high = (y, following_y) if y < following_y else (following_y, y)
        # The rows whose middle lies between the two points, as far as they are seen.
        start, stop = int(low + 0.5) if low > 0 else 0, int(high + 0.5) if high > 0 else 0
        for row in range(start, min(height, stop)):
            share = (row + 0.5 - y) / (following_y - y)
            crossings.setdefault(row, []).append(x + share * (following_x - x))
    for row, found in crossings.items():
        found.sort()
        for left, right in zip(found[::2], found[1::2], strict=True):
            start, stop = int(left + 0.5) if left > 0 else 0, int(right + 0.5) if right > 0 else 0
            stop = min(width, stop)
            if start < stop:
                samples[row][start:stop] = bytes([code]) * (stop - start)


def joined(runs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Join neighbouring fragments of one style."""
    line: list[tuple[str, str]] = []
    for style, text in runs:
        if line and line[-1][0] == style:
            line[-1] = (style, line[-1][1] + text)
        else:
            line.append((style, text))
    return line
