"""What stands on a place of the SVG picture: a tag of rows, each in the middle, below one another.

A tag is drawn around x = 0 from y = 0 downwards. Widths of texts are those in the widest font.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from cli.ui.map.labels import Side
from cli.ui.picture.figures import SIZE
from cli.ui.picture.letters import breadth

ROW = 19
GAP = 4
APART = 4
"""Between a sign and the name behind it, for names begin with strokes of their own."""
PAD = 4
"""Between the word on a plate and its ends."""

WIDEST = 124
"""How wide a row of icons may be before it is broken."""


class Piece(NamedTuple):
    """Something that stands in a row: its width, and its drawing, which begins at x = 0 and has its middle at y = 0."""

    width: float
    drawing: str


Row = list[Piece]


def extent(rows: list[Row]) -> tuple[float, float]:
    """Return width and height of a tag; a row that is empty has its place all the same."""
    return max(map(_width, rows)), ROW * len(rows)


def drawn(rows: list[Row]) -> str:
    """Return the tag as SVG."""
    parts: list[str] = []
    for number, row in enumerate(rows):
        x = -_width(row) / 2
        for piece in row:
            parts.append(f'<g transform="translate({x:g} {ROW * number + ROW / 2:g})">{piece.drawing}</g>')
            x += piece.width + GAP
    return "".join(parts)


def _width(row: Row) -> float:
    return sum(piece.width for piece in row) + GAP * max(len(row) - 1, 0)


# ---------------------------------------------------------------------- pieces


def broken(pieces: Row) -> list[Row]:
    """Return pieces in one row, or where that would be too wide in two that are about as wide."""
    if _width(pieces) <= WIDEST:
        return [pieces]
    halves = ((pieces[:cut], pieces[cut:]) for cut in range(1, len(pieces)))
    return list(min(halves, key=lambda pair: max(map(_width, pair))))


def holder(side: Side | None, occupier: Side | None = None) -> Row:
    """Return the badge of the holder of a place, None for no holder, and of its occupier."""
    row = [badge(side) if side is not None else Piece(11, '<circle class="unheld" cx="5.5" r="5"/>')]
    return row if occupier is None else [*row, Piece(5, '<path d="M5 -4 L0 0 L5 4 Z"/>'), badge(occupier)]


def badge(side: Side) -> Piece:
    """Return a side's letter on its colour."""
    return Piece(
        16, f'<circle class="badge {side.ink}" cx="8" r="8"/><text class="letter" x="8" y="4">{side.letter}</text>'
    )


def name(text: str) -> Piece:
    """Return the name of a place on land."""
    drawing = f'<text class="name" x="{APART}" y="5">{escape(text)}</text>'
    return Piece(APART + breadth("name", text), drawing)


def sea_name(text: str) -> Piece:
    """Return the name of a sea."""
    return Piece(breadth("sea-name", text), f'<text class="sea-name" y="5">{escape(text)}</text>')


def figure(kind: str, style: str) -> Piece:
    """Return a figure by its name."""
    return Piece(SIZE, f'<use href="#{kind}" class="{style}" y="{-SIZE // 2}"/>')


def building(kind: str, text: str, is_built: bool) -> Piece:
    """Return a building or the room for one, with its name, if it has any."""
    drawn_figure = figure(kind, "built" if is_built else "free")
    if not text:
        return drawn_figure
    style = "on" if is_built else "off"
    written = f'<text class="city-name {style}" x="{SIZE + APART}" y="4">{escape(text)}</text>'
    return Piece(SIZE + APART + breadth("city-name", text), drawn_figure.drawing + written)


def plate(text: str, is_built: bool) -> Piece:
    """Return a word on a plate, such as what a caravan carries."""
    width = breadth("good", text) + 2 * PAD
    return Piece(
        width,
        f'<rect class="{"built" if is_built else "free"}" y="-8" width="{width:g}" height="16" rx="8"/>'
        f'<text class="good {"on" if is_built else "off"}" x="{width / 2:g}" y="3.8">{escape(text)}</text>',
    )


def together(one: Piece, other: Piece) -> Piece:
    """Return two pieces as one, without a gap."""
    moved = f'<g transform="translate({one.width:g} 0)">{other.drawing}</g>'
    return Piece(one.width + other.width, one.drawing + moved)


def token(side: Side, units: Sequence[tuple[str, int]]) -> Piece:
    """Return units of one side, by figure; the number of those of which there can be one only is -1."""
    x = 15.0
    parts = [f'<text class="letter" x="9" y="4">{side.letter}</text>']
    for kind, number in units:
        if number:
            parts.append(f'<use href="#{kind}" class="unit" transform="translate({x:g} -6.4) scale(.8)"/>')
            x += 14
        if number > 0:
            parts.append(f'<text class="number" x="{x:g}" y="4.2">{number}</text>')
            x += breadth("number", str(number)) + 2
    under = f'<rect class="badge {side.ink}" y="-9" width="{x + 3:g}" height="18" rx="5"/>'
    return Piece(x + 3, under + "".join(parts))
