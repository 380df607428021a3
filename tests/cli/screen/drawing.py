"""The cells of a terminal as an SVG picture, as a terminal with good fonts shows them.

Boxes, blocks and Braille are drawn and not written, so that lines join in every browser, whatever fonts it has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any

import pyte

from cli.ui.text.cells import columns

WIDTH, HEIGHT = 8.0, 17.0
"""Units in a cell."""

MARGIN = 10

STYLE = """\
text { font: 14px "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace; white-space: pre; }
.b { font-weight: bold; } .i { font-style: italic; } .u { text-decoration: underline; }\
"""

INK, PAPER = "#d8dce2", "#14171c"
COLOURS = {
    "black": "#14171c",
    "red": "#e06c5f",
    "green": "#7fc480",
    "brown": "#d9b561",
    "blue": "#5f9ee0",
    "magenta": "#c08ae0",
    "cyan": "#63c4c9",
    "white": "#d8dce2",
    "brightblack": "#8a93a0",
    "brightred": "#ff8a7a",
    "brightwhite": "#ffffff",
}
"""What the terminal makes of the colours that have names."""

QUARTERS = {
    "▘": 1,
    "▝": 2,
    "▀": 3,
    "▖": 4,
    "▌": 5,
    "▞": 6,
    "▛": 7,
    "▗": 8,
    "▚": 9,
    "▐": 10,
    "▜": 11,
    "▄": 12,
    "▙": 13,
    "▟": 14,
    "█": 15,
}
"""The quarters of a cell that a block fills: 1 and 2 above, 4 and 8 below."""

DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of the dots of Braille, by bit."""


def picture(screen: pyte.Screen, title: str) -> str:
    """A whole SVG document; raises KeyError for a colour that the terminal has no name for."""
    width, height = screen.columns * WIDTH + 2 * MARGIN, screen.lines * HEIGHT + 2 * MARGIN
    rows = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"',
        f'height="{height:g}" role="img"><title>{escape(title)}</title><style>{STYLE}</style>',
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
        *parts_of(rows),
        _cursor(screen),
        "</g></svg>\n",
    ]
    return "\n".join(parts)


def parts_of(rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """What is drawn for rows of cells, the first at the top."""
    yield from _grounds(rows)
    yield from _shapes(rows)
    yield from _texts(rows)


def _colours(cell: Any) -> tuple[str, str]:
    """The colours of a cell's text and of its ground."""
    ink, paper = _named(cell.fg, INK), _named(cell.bg, PAPER)
    return (paper, ink) if cell.reverse else (ink, paper)


def _named(colour: str, default: str) -> str:
    if colour == "default":
        return default
    return COLOURS[colour] if colour in COLOURS else f"#{int(colour, 16):06x}"


def _grounds(rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """The grounds that are not the terminal's own, one path for each colour."""
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for y, row in enumerate(rows):
        x = 0
        for colour, cells in groupby(row, lambda cell: _colours(cell)[1]):
            number = len(list(cells))
            if colour != PAPER:
                paths[colour].append(_box(x * WIDTH, y * HEIGHT, number * WIDTH, HEIGHT))
            x += number
    return (_path(colour, found) for colour, found in sorted(paths.items()))


def _shapes(rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """What is drawn, one path for each colour."""
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            paths[_colours(cell)[0]] += _shape(cell.data, x * WIDTH, y * HEIGHT)
    return (_path(colour, found) for colour, found in sorted(paths.items()) if found)


def _is_shape(character: str) -> bool:
    return character in QUARTERS or character in "─│" or "\u2800" <= character <= "\u28ff"


def _shape(character: str, x: float, y: float) -> Iterator[str]:
    """The boxes that a character consists of, if it is drawn."""
    if character == "":
        return
    if character in QUARTERS:
        for bit in range(4):
            if QUARTERS[character] >> bit & 1:
                yield _box(x + bit % 2 * WIDTH / 2, y + bit // 2 * HEIGHT / 2, WIDTH / 2, HEIGHT / 2)
    elif character == "─":
        yield _box(x, y + HEIGHT / 2 - 0.5, WIDTH, 1)
    elif character == "│":
        yield _box(x + WIDTH / 2 - 0.5, y, 1, HEIGHT)
    elif "\u2800" <= character <= "\u28ff":
        for bit, (column, row) in enumerate(DOTS):
            if ord(character) >> bit & 1:
                yield _box(x + 1.2 + column * WIDTH / 2, y + 1.2 + row * HEIGHT / 4, 1.7, 1.7)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.4g} {y:.4g}h{width:g}v{height:g}h-{width:g}z"


def _path(colour: str, parts: list[str]) -> str:
    return f'<path fill="{colour}" d="{"".join(parts)}"/>'


def _texts(rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Everything that is written: runs of one style and one kind, each exactly as long as its cells."""
    for y, row in enumerate(rows):
        x = 0
        for (look, plain), cells in groupby(row, _style):
            written = "".join(cell.data for cell in cells)
            number = max(columns(written), 1)
            runs = [(x, written)] if plain else [(x + place, sign) for place, sign in enumerate(written)]
            for start, text in runs:
                yield from _text(text, start, y, look)
            x += number


def _style(cell: Any) -> tuple[str, bool]:
    """The attributes of a cell's text, and whether it is of the letters that every font has in one width."""
    names = "".join(
        sign for sign, on in (("b", cell.bold), ("i", cell.italics), ("u", cell.underscore)) if on and cell.data != " "
    )
    classes = f' class="{" ".join(names)}"' if names else ""
    return f'fill="{_colours(cell)[0]}"{classes}', cell.data.isascii()


def _text(text: str, x: int, y: int, look: str) -> Iterator[str]:
    shown = text.strip(" ")
    if not shown or _is_shape(shown):
        return
    x += len(text) - len(text.lstrip(" "))
    yield (
        f'<text x="{x * WIDTH:g}" y="{y * HEIGHT + 13:g}" textLength="{len(shown) * WIDTH:g}"'
        f' lengthAdjust="spacingAndGlyphs" {look}>{escape(shown)}</text>'
    )


def _cursor(screen: pyte.Screen) -> str:
    box = _box(screen.cursor.x * WIDTH, screen.cursor.y * HEIGHT, WIDTH, HEIGHT)
    return _path(INK, [box]) if not screen.cursor.hidden else ""
