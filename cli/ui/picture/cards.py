"""What lies below the chart in the SVG picture: a card for every player, and what the figures mean."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.ui.map.look import Side

CARD_HEIGHT = 118
LINE = 19

INDENTS = {"who": 38, "lead": 14, "fact": 14}
LETTERS = {"who": 8.2, "lead": 6.4, "fact": 6.2}
"""By style, the width of a letter, about."""

TIGHTEST = 0.8
"""How far letters may be squeezed before a text is cut."""

PAD = 8
"""Between the end of a text and the edge."""


def card(side: Side, lines: Sequence[tuple[str, str]], width: float) -> str:
    """Return a side's card; each line has its style."""
    texts = "".join(
        _fitted(style, INDENTS[style], 25 + LINE * number, text, width - INDENTS[style] - PAD)
        for number, (style, text) in enumerate(lines)
    )
    return (
        f'<rect class="card" width="{width:g}" height="{CARD_HEIGHT}" rx="6"/>'
        f'<rect class="badge {side.ink}" width="6" height="{CARD_HEIGHT}" rx="3"/>'
        f'<circle class="badge {side.ink}" cx="24" cy="20" r="9"/>'
        f'<text class="letter" x="24" y="24">{side.letter}</text>{texts}'
    )


def _fitted(style: str, x: float, y: int, text: str, room: float) -> str:
    """Return a text that takes no more than its room, squeezed or cut where it would."""
    most = int(room / (LETTERS[style] * TIGHTEST))
    shown = text if len(text) <= most else text[: most - 1] + "…"
    squeezed = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if len(shown) * LETTERS[style] > room else ""
    return f'<text class="{style}" x="{x:g}" y="{y}"{squeezed}>{escape(shown)}</text>'


def legend(meanings: Sequence[tuple[str, str]], width: float) -> str:
    """Return what the figures mean."""
    parts = [f'<rect class="card" width="{width:g}" height="{CARD_HEIGHT}" rx="6"/>']
    for number, (figure, meaning) in enumerate(meanings):
        column = width / 2 - 4
        x, y = 12 + (number % 2) * column, 10 + (number // 2) * 19
        parts.append(f'<use href="#{figure}" class="built" x="{x:g}" y="{y}" />')
        parts.append(_fitted("fact", x + 21, y + 12, meaning, column - 21 - PAD / 2))
    for number, meaning in enumerate(("filled: already built", "outlined: not built yet")):
        parts.append(f'<text class="fact" x="12" y="{CARD_HEIGHT - 22 + 15 * number}">{meaning}</text>')
    return "".join(parts)
