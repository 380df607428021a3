"""The map below its labels: what is drawn in each cell in every position. Only a position gives it its colours."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from cli.ui.map.look import SEA, Look
from cli.ui.map.outline import outline_of
from cli.ui.map.raster import Raster


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
