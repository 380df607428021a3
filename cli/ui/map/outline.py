"""Coasts and borders in a raster, as the dots of braille characters."""

from __future__ import annotations

from collections.abc import Iterator

from cli.ui.map.raster import ACROSS, DOWN, Raster

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""In braille, the bit of each of a cell's samples."""


def outline_of(raster: Raster, coasts: bool) -> tuple[bytes, ...]:
    """By row and column of cells the dots of borders between provinces, straits and, if they are wanted, coasts."""
    cells = [bytearray(raster.columns) for _ in range(raster.rows)]
    for x, y in _on_lines(raster, coasts):
        cells[y // DOWN][x // ACROSS] |= DOTS[y % DOWN][x % ACROSS]
    return tuple(bytes(row) for row in cells)


def _on_lines(raster: Raster, coasts: bool) -> Iterator[tuple[int, int]]:
    """The samples that are dots: on the left or upper side of a border, on the dry side of a coast."""
    solid, samples = raster.solid, raster.samples
    for y, line in enumerate(samples):
        above, below = samples[max(y - 1, 0)], samples[min(y + 1, len(samples) - 1)]
        right, left = line[1:] + line[-1:], line[:1] + line[:-1]
        around = zip(line, right, below, left, above, strict=True)
        for x, (code, *beside) in [(x, five) for x, five in enumerate(around) if five.count(five[0]) != len(five)]:
            if not solid[code]:
                following = [other for other in beside[:2] if other != code]
                is_dot = bool(following) and not any(solid[other] for other in beside[:2]) and (x + y) % 3 == 0
            elif all(solid[other] for other in beside):
                is_dot = any(other != code for other in beside[:2]) and (not coasts or (x + y) % 2 == 0)
            else:
                is_dot = coasts
            if is_dot:
                yield x, y
