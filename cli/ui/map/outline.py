"""Coasts and borders in a raster, as the dots of braille characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.ui.map.raster import ACROSS, DOWN, Raster

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""In braille, the bit of each of a cell's samples."""


def outline_of(raster: Raster, coasts: bool) -> tuple[bytes, ...]:
    """Return by row and column the dots of borders between provinces, straits and, if wanted, coasts."""
    cells = [bytearray(raster.columns) for _ in range(raster.rows)]
    for x, y in _on_lines(raster, coasts):
        cells[y // DOWN][x // ACROSS] |= DOTS[y % DOWN][x % ACROSS]
    return tuple(bytes(row) for row in cells)


def _on_lines(raster: Raster, coasts: bool) -> Iterator[tuple[int, int]]:
    """Yield the samples that are dots: on the left or upper side of a border, on the dry side of a coast."""
    samples = raster.samples
    known: dict[tuple[int, ...], int] = {}
    for y, line in enumerate(samples):
        above, below = samples[max(y - 1, 0)], samples[min(y + 1, len(samples) - 1)]
        around = zip(line, line[1:] + line[-1:], below, line[:1] + line[:-1], above, strict=True)
        for x, five in enumerate(around):
            if five.count(five[0]) == 5:
                continue
            every = known.get(five)
            if every is None:
                every = known[five] = _every(five, raster.solid, coasts)
            if every and (x + y) % every == 0:
                yield x, y


def _every(five: Sequence[int], solid: bytes, coasts: bool) -> int:
    """Return one in how many such samples is a dot, 0 for none: by a sample and its four neighbours."""
    code, right, below, left, above = five
    if not solid[code]:
        meets = (right != code or below != code) and not solid[right] and not solid[below]
        return 3 if meets else 0
    if solid[right] and solid[below] and solid[left] and solid[above]:
        ends = right != code or below != code
        return (2 if coasts else 1) if ends else 0
    return int(coasts)
