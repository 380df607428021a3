"""Coasts and borders in a raster, as the dots of braille characters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cli.chart.raster import ACROSS, DOWN, Raster

BRAILLE = 0x2800
"""The character without dots; a cell's dots are added to it."""

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each of a cell's samples."""

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By quarters that are filled: bits for upper left, upper right, lower left, lower right."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """By row and column of cells, the dots of the lines that cross it."""

    cells: tuple[bytes, ...]

    def dots(self, column: int, row: int) -> int:
        """The dots in a cell."""
        return self.cells[row][column]


@lru_cache(maxsize=64)
def outline_of(raster: Raster, coasts: bool) -> Lines:
    """Borders between provinces, straits between seas and, if they are wanted, coasts."""
    cells = [bytearray(raster.columns) for _ in range(raster.rows)]
    for x, y in _on_lines(raster, coasts):
        cells[y // DOWN][x // ACROSS] |= DOTS[y % DOWN][x % ACROSS]
    return Lines(tuple(bytes(row) for row in cells))


def _on_lines(raster: Raster, coasts: bool) -> Iterator[tuple[int, int]]:
    """The samples that are dots: on the left or upper side of a border, on the dry side of a coast."""
    solid, samples = raster.solid, raster.samples
    last = len(samples) - 1
    for y, line in enumerate(samples):
        above, below = samples[max(y - 1, 0)], samples[min(y + 1, last)]
        if line == below and line == above and len(set(line)) == 1:
            continue
        for x, code in enumerate(line):
            right, left = line[min(x + 1, len(line) - 1)], line[max(x - 1, 0)]
            if solid[code]:
                beside = (right, below[x], left, above[x])
                if any(not solid[other] for other in beside):
                    if coasts:
                        yield x, y
                elif (code not in (right, below[x]) or right != below[x]) and (not coasts or (x + y) % 2 == 0):
                    yield x, y
            elif (code != right or code != below[x]) and not solid[right] and not solid[below[x]] and (x + y) % 3 == 0:
                yield x, y
