"""What lies below the chart in the SVG picture: a card for every player, and what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from cli.ui.map.labels import Side
from cli.ui.picture.tags import ROW, Row, drawn, extent, wrapped

LINE = 18
INDENTS = {"who": 38, "lead": 14, "fact": 14}
"""By style where a line of a card begins."""

PAD = 10
"""Between the end of a text and the edge."""

TOP = 25
"""Where the first line of a card stands."""


class Card(NamedTuple):
    """A part of the picture with its height, and the colour of its left side; its width is the one it was made for."""

    height: float
    drawing: str
    ink: str = ""

    def framed(self, width: float, height: float) -> str:
        """Return the card on its ground, which is so large."""
        edge = f'<rect class="badge {self.ink}" width="6" height="{height:g}" rx="3"/>' if self.ink else ""
        return f'<rect class="card" width="{width:g}" height="{height:g}" rx="6"/>{edge}{self.drawing}'


def card(side: Side, lines: Sequence[tuple[str, str]], width: float) -> Card:
    """Return a side's card; each line has its style, and goes on in the next where it is too long."""
    shown = [(style, part) for style, text in lines for part in wrapped(style, text, width - INDENTS[style] - PAD)]
    texts = "".join(
        f'<text class="{style}" x="{INDENTS[style]}" y="{TOP + LINE * number}">{escape(text)}</text>'
        for number, (style, text) in enumerate(shown)
    )
    return Card(
        TOP + LINE * (len(shown) - 1) + PAD,
        f'<circle class="badge {side.ink}" cx="24" cy="20" r="9"/>'
        f'<text class="letter" x="24" y="24">{side.letter}</text>{texts}',
        side.ink,
    )


def headline(text: str, width: float) -> Card:
    """Return a sentence in the middle, over the whole width."""
    lines = wrapped("who", text, width - 2 * PAD)
    texts = "".join(
        f'<text class="who" text-anchor="middle" x="{width / 2:g}" y="{TOP + LINE * number}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return Card(TOP + LINE * (len(lines) - 1) + PAD, texts)


def legend(meanings: Sequence[tuple[Row, str]], width: float, columns: int) -> Card:
    """Return what the marks mean, in columns: each mark, and its meaning behind it."""
    each = (width - 2 * PAD) / columns
    signs = max(extent([row])[0] for row, _ in meanings) + PAD if meanings else 0
    parts, y = list[str](), [0.0] * columns
    down = -(-len(meanings) // columns)
    for number, (row, meaning) in enumerate(meanings):
        column, lines = number // down, wrapped("fact", meaning, each - signs - PAD)
        x, top = PAD + column * each, PAD + y[column]
        parts.append(f'<g transform="translate({x + extent([row])[0] / 2:g} {top:g})">{drawn([row])}</g>')
        parts += [
            f'<text class="fact" x="{x + signs:g}" y="{top + 14 + LINE * line:g}">{escape(text)}</text>'
            for line, text in enumerate(lines)
        ]
        y[column] += max(ROW + 3, LINE * len(lines) + 3)
    return Card(max(y) + 2 * PAD, "".join(parts))
