"""The ground of the map on a terminal: shapes as samples, their coasts and borders, and what is drawn below labels.

A cell has eight points, two across and four down, as the dots of braille characters. Only a position gives colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from cli.ui.map.geography import Atlas, Outline
from cli.ui.map.labels import SEA, Look

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


class Drawing(StrEnum):
    """What is drawn in a cell, on the ground of the place that it belongs to."""

    PLAIN = "plain"
    COAST = "coast"
    BORDER = "border"
    STRAIT = "strait"
    WAVE = "wave"
    QUARTERS = "quarters"

    def style(self, ground: str) -> str:
        """Return the style classes on a ground; quarters are of that ground on the sea's."""
        if self is Drawing.QUARTERS:
            return f"class:map-on-{SEA} class:map-ink-{ground}"
        return f"class:map-on-{ground}" + ("" if self is Drawing.PLAIN else f" class:map-{self.value}")


LINES = (Drawing.COAST, Drawing.BORDER, Drawing.STRAIT, Drawing.WAVE)
"""What a label must not touch where there are no colours."""

Cell = tuple[Drawing, int, str]
"""What is drawn, the code in the raster of the place it belongs to, and the character."""

BRAILLE = 0x2800
"""The character without dots; a cell's dots are added to it."""

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By quarters that are filled: bits for upper left, upper right, lower left, lower right."""

_PAIRS = ((0, 2), (1, 3), (4, 6), (5, 7))
"""The samples of a cell in each of its quarters."""


@lru_cache(maxsize=32)
def background(raster: Raster, look: Look) -> tuple[tuple[Cell, ...], ...]:
    """Return all cells of a raster, by row."""
    dots, wave = outline_of(raster, not look.colour), look.glyphs.wave
    wet = bytes([code for code, is_solid in enumerate(raster.solid) if not is_solid])
    known: dict[tuple[bytes, int], Cell] = {}
    rows: list[tuple[Cell, ...]] = []
    for row, inside in enumerate(zip(raster.cells, dots, strict=True)):
        cells: list[Cell] = []
        for column, pair in enumerate(zip(*inside, strict=True)):
            cell = known.get(pair)
            if cell is None:
                cell = known[pair] = _cell(raster.solid, wet, look, *pair)
            if cell[0] is Drawing.WAVE:
                is_wave = (column * 5 + row * 11) % 37 == 0
                cell = (Drawing.WAVE, cell[1], wave) if is_wave else (Drawing.PLAIN, cell[1], " ")
            cells.append(cell)
        rows.append(tuple(cells))
    return tuple(rows)


def _cell(solid: bytes, wet: bytes, look: Look, samples: bytes, dots: int) -> Cell:
    """Return what samples and dots make of a cell; open sea is a wave, here and there."""
    dry = samples.translate(None, wet)
    if not dry:
        return (Drawing.STRAIT, samples[0], _line(look, dots)) if dots else (Drawing.WAVE, samples[0], look.glyphs.wave)
    land = max(dry, key=dry.count)
    if len(dry) < len(samples) and look.colour:
        return _quarters(look, samples, solid, land)
    if dots:
        return Drawing.BORDER if len(dry) == len(samples) else Drawing.COAST, land, _line(look, dots)
    return Drawing.PLAIN, land, " "


def _quarters(look: Look, samples: bytes, solid: bytes, land: int) -> Cell:
    """Return a cell in two colours; in ASCII in the one that has more of it."""
    filled = 0
    for bit, (one, other) in enumerate(_PAIRS):
        filled |= (solid[samples[one]] or solid[samples[other]]) << bit
    if look.unicode:
        return Drawing.QUARTERS, land, QUADRANTS[filled]
    wet = next(code for code in samples if not solid[code])
    return Drawing.PLAIN, land if filled.bit_count() > 2 else wet, " "


def _line(look: Look, dots: int) -> str:
    """Return dots as a character: of braille, or of ASCII if there is one of about that shape."""
    if look.unicode:
        return chr(BRAILLE + dots)
    left, right = dots & 0x47, dots & 0xB8
    upper, lower = dots & 0x1B, dots & 0xE4
    if not upper:
        return "_" if left and right else "."
    if not lower:
        return '"' if left and right else "'"
    if not left or not right:
        return "|"
    if dots & 0x18 and dots & 0x44:
        return "/"
    return "\\" if dots & 0x03 and dots & 0xA0 else "|"
