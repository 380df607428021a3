"""What stands on a place of the SVG picture: a tag of rows, each in the middle, below one another.

A tag is drawn around x = 0 from y = 0 downwards. Widths of texts are an upper bound for the fonts in which browsers
set a serif text: DejaVu Serif, Liberation Serif and Noto Serif, of which the first is mostly the widest. A test
measures them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from cli.ui.map.labels import Side
from cli.ui.text.cells import columns


class Font(NamedTuple):
    """How a kind of text is set: units of its size, and between its letters; whether it is bold, or in italics."""

    size: float
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0

    @property
    def css(self) -> str:
        """The declarations of a style sheet."""
        weight, slant = " font-weight: bold;" * self.bold, " font-style: italic;" * self.italic
        return f"font-size: {self.size:g}px;{weight}{slant}" + (
            f" letter-spacing: {self.spacing:g}px;" * (self.spacing > 0)
        )


FONTS = {
    "name": Font(15, bold=True, spacing=0.4),
    "sea-name": Font(15, italic=True, spacing=1.6),
    "city-name": Font(13, italic=True),
    "good": Font(13),
    "letter": Font(12, bold=True),
    "number": Font(12, bold=True),
    "title": Font(22, bold=True, spacing=3),
    "moment": Font(15, italic=True),
    "who": Font(16, bold=True),
    "lead": Font(12.5, bold=True),
    "fact": Font(12.5),
}
"""By style of the pictures how its texts are set."""

PLAIN = {
    30: "'",
    35: " ,-./:;\\ijl",
    40: "()I[]f",
    45: "!Jt",
    50: '"*_`r',
    55: "?sz",
    60: "acevxy|",
    65: "$0123456789bdghknopqu{}",
    70: "FLPSTZ",
    75: "ABEKVXY",
    80: "CGR",
    85: "#+<=>DOQU^~",
    90: "&HNw",
    95: "m",
    100: "%@…",
    105: "MW",
}
BOLD = {
    35: " ',.·",
    40: "/:;\\ijl",
    45: "!-f",
    50: "()IJ[]_`t",
    55: "*r",
    60: '"?syz|',
    65: "acevx{}",
    70: "$0123456789bdgkopq",
    75: "FLSTYZhnu",
    80: "ACEPVX",
    85: "#+<=>BR^~",
    90: "DGKOQUw",
    95: "&HN",
    100: "%@…",
    110: "m",
    115: "MW",
}
PLAIN_CYRILLIC = {
    60: "гзсхьэ",
    65: "абвеоу",
    70: "диклнпрчъяГЗТ",
    75: "цРХЬ",
    80: "АБВЕСУЭ",
    85: "фыДКОЧЪЯ",
    90: "мЛФ",
    95: "юИНПЦ",
    100: "тш",
    105: "щЫ",
    120: "жМЖШЩ",
    125: "Ю",
}
BOLD_CYRILLIC = {
    70: "агезосухэ",
    75: "вдрьГ",
    80: "биклнпчъЕЗРТ",
    85: "цяАСУХЭ",
    90: "БВЬ",
    95: "фДКЛОЧЯ",
    100: "мИНПФЦЪ",
    105: "ы",
    110: "тю",
    115: "шМ",
    120: "щ",
    125: "Ы",
    130: "Ш",
    135: "жЖЩЮ",
}
"""Letters by their greatest width in any of the fonts, in hundredths of the font size."""

WIDE, OTHER = 100, 135
"""The same for a letter that takes two columns on a terminal, and for any other that is not in the tables."""

_TABLES = tuple(
    {letter: width for table in tables for width, letters in table.items() for letter in letters}
    for tables in ((PLAIN, PLAIN_CYRILLIC), (BOLD, BOLD_CYRILLIC))
)


def breadth(style: str, text: str) -> float:
    """Return the units that a text takes at most."""
    font = FONTS[style]
    table = _TABLES[font.bold]
    return sum(_hundredths(letter, table) for letter in text) * font.size / 100 + font.spacing * len(text)


def _hundredths(letter: str, table: dict[str, int]) -> int:
    if letter in table:
        return table[letter]
    plain = unicodedata.normalize("NFD", letter)[0]
    return table.get(plain, (0, OTHER, WIDE)[columns(letter)])


def wrapped(style: str, text: str, room: float) -> list[str]:
    """Return a text in lines of so many units at most; a word that is longer is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if breadth(style, longer) <= room:
            line = longer
            continue
        lines += [line] if line else []
        line = word
        while breadth(style, line) > room and len(line) > 1:
            fits = next(end for end in range(len(line) - 1, 0, -1) if end == 1 or breadth(style, line[:end]) <= room)
            fits = line.rfind("-", 0, fits) + 1 or fits
            lines, line = [*lines, line[:fits]], line[fits:]
    return [*lines, line] if line else lines


SIZE = 16

INKS = {
    "red": ("#d98a76", "#a3271b", "#ffffff"),
    "green": ("#9cbd86", "#2f6b33", "#ffffff"),
    "purple": ("#b99fce", "#5d3285", "#ffffff"),
    "yellow": ("#ecd077", "#8f6b00", "#ffffff"),
    "black": ("#a09c96", "#1d1b19", "#ffffff"),
    "blue": ("#8ea6d8", "#1f449c", "#ffffff"),
    "grey": ("#c6c6c2", "#62625f", "#ffffff"),
}
"""The colours of a side's land, its badge, and the letter on the badge, by the colour's name."""

STYLE = """
text { font-family: "Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", Georgia, serif; fill: #2a2118; }
.water { fill: url(#depth); }
.waters { fill: #ffffff; fill-opacity: 0; }
.shallow { fill: none; stroke: #f4fbfa; stroke-linejoin: round; }
.beyond { fill: #e2d9c2; stroke: #8d8061; stroke-width: .8; }
.closed { fill: #e2d9c2; }
.land { fill: #f3e8ca; }
.coast { fill: none; stroke: #4b3f2a; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
.border { fill: none; stroke: #6e5d3d; stroke-width: 1.3; stroke-dasharray: 5 3.2; }
.edge { fill: none; stroke: #8d8061; stroke-width: 1; }
.strait { fill: none; stroke: #4d7f8c; stroke-width: 1.6; stroke-dasharray: .1 6; stroke-linecap: round; }
.box { stroke: #4b3f2a; stroke-width: 1.2; }
.sea { fill: #a8cbd0; }
.name { paint-order: stroke; stroke: #fffaf0;
  stroke-opacity: .75; stroke-width: 2.4px; stroke-linejoin: round; }
.sea-name { fill: #17404b; }
.city-name { paint-order: stroke; stroke: #fffaf0; stroke-opacity: .75;
  stroke-width: 2.2px; stroke-linejoin: round; }
.good { text-anchor: middle; }
.built { fill: #2a2118; stroke: #2a2118; stroke-width: .8; }
.free { fill: #fffaf0; fill-opacity: .6; stroke: #5b4d33; stroke-width: .8; }
rect.free { fill-opacity: .88; stroke-dasharray: 2.4 1.6; }
.good.on { fill: #fffaf0; }
.good.off { fill: #4b3f2a; }
.city-name.off { fill: #3f3523; }
.badge { stroke: #fffaf0; stroke-width: 1; }
.letter { text-anchor: middle; fill: #ffffff; }
.unheld { fill: #fffaf0; stroke: #5b4d33; stroke-width: 1; stroke-dasharray: 2 1.4; }
.unit { fill: #ffffff; }
.number { fill: #ffffff; }
.war { fill: #c01f10; stroke: #fffaf0; stroke-width: 1.6; paint-order: stroke; }
.card { fill: #fbf5e6; stroke: #b7a982; }
.frame { fill: none; stroke: #4b3f2a; stroke-width: 3; }
.title { text-anchor: middle; }
.moment { text-anchor: middle; }
""" + "".join(
    [f".{style} {{ {font.css} }}\n" for style, font in FONTS.items()]
    + [f".land.{ink} {{ fill: {land}; }} .badge.{ink} {{ fill: {badge}; }}\n" for ink, (land, badge, _) in INKS.items()]
)
"""Style sheet of the picture."""


def symbols(figures: Mapping[str, str]) -> str:
    """Return definitions of all figures, to be used by their names."""
    return "".join(f'<path id="{name}" d="{path}"/>' for name, path in figures.items())


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
        16, f'<circle class="badge {side.ink}" cx="8" r="8"/><text class="letter" x="8" y="4.2">{side.letter}</text>'
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
    written = f'<text class="city-name {style}" x="{SIZE + APART}" y="4.4">{escape(text)}</text>'
    return Piece(SIZE + APART + breadth("city-name", text), drawn_figure.drawing + written)


def plate(text: str, is_built: bool) -> Piece:
    """Return a word on a plate, such as what a caravan carries."""
    width = breadth("good", text) + 2 * PAD
    return Piece(
        width,
        f'<rect class="{"built" if is_built else "free"}" y="-8" width="{width:g}" height="16" rx="8"/>'
        f'<text class="good {"on" if is_built else "off"}" x="{width / 2:g}" y="4.4">{escape(text)}</text>',
    )


def together(one: Piece, other: Piece) -> Piece:
    """Return two pieces as one, without a gap."""
    moved = f'<g transform="translate({one.width:g} 0)">{other.drawing}</g>'
    return Piece(one.width + other.width, one.drawing + moved)


def token(side: Side, units: Sequence[tuple[str, int]]) -> Piece:
    """Return units of one side, by figure; the number of those of which there can be one only is -1."""
    x = 15.0
    parts = [f'<text class="letter" x="9" y="4.2">{side.letter}</text>']
    for kind, number in units:
        if number:
            parts.append(f'<use href="#{kind}" class="unit" transform="translate({x:g} -6.4) scale(.8)"/>')
            x += 14
        if number > 0:
            parts.append(f'<text class="number" x="{x:g}" y="4.2">{number}</text>')
            x += breadth("number", str(number)) + 2
    under = f'<rect class="badge {side.ink}" y="-9" width="{x + 3:g}" height="18" rx="5"/>'
    return Piece(x + 3, under + "".join(parts))
