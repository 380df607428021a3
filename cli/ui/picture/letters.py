"""How wide texts are in pictures: an upper bound for the fonts in which browsers set a serif text.

These are DejaVu Serif, Liberation Serif and Noto Serif, of which the first is mostly the widest. A test measures them.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth


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
    "city-name": Font(11.5, italic=True),
    "good": Font(11),
    "letter": Font(11, bold=True),
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
"""Letters by their greatest width in any of the fonts, in hundredths of the font size."""

WIDE, OTHER = 100, 135
"""The same for a letter that takes two columns on a terminal, and for any other that is not in the tables."""

_TABLES = tuple({letter: width for width, letters in table.items() for letter in letters} for table in (PLAIN, BOLD))


def breadth(style: str, text: str) -> float:
    """Return the units that a text takes at most."""
    font = FONTS[style]
    table = _TABLES[font.bold]
    return sum(_hundredths(letter, table) for letter in text) * font.size / 100 + font.spacing * len(text)


def _hundredths(letter: str, table: dict[str, int]) -> int:
    if letter in table:
        return table[letter]
    plain = unicodedata.normalize("NFD", letter)[0]
    return table.get(plain, (0, OTHER, WIDE)[max(get_cwidth(letter), 0)])


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
