"""What lies below the chart in the SVG picture: a card for every player, and what the figures mean."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.ui.map.look import Side

CARD_HEIGHT = 118
LINE = 19

INDENTS = {"who": 38, "lead": 14, "fact": 14}
LETTER = 5.4
"""The width of a letter of small text, about."""


def card(side: Side, lines: Sequence[tuple[str, str]], width: float) -> str:
    """Return a side's card; each line has its style."""
    texts = "".join(
        f'<text class="{style}" x="{INDENTS[style]}" y="{25 + LINE * number}">{escape(_cut(text, width))}</text>'
        for number, (style, text) in enumerate(lines)
    )
    return (
        f'<rect class="card" width="{width:g}" height="{CARD_HEIGHT}" rx="6"/>'
        f'<rect class="badge {side.ink}" width="6" height="{CARD_HEIGHT}" rx="3"/>'
        f'<circle class="badge {side.ink}" cx="24" cy="20" r="9"/>'
        f'<text class="letter" x="24" y="24">{side.letter}</text>{texts}'
    )


def _cut(text: str, width: float) -> str:
    most = int((width - 18) / LETTER)
    return text if len(text) <= most else text[: most - 1] + "…"


def legend(meanings: Sequence[tuple[str, str]], width: float) -> str:
    """Return what the figures mean."""
    parts = [f'<rect class="card" width="{width:g}" height="{CARD_HEIGHT}" rx="6"/>']
    for number, (figure, meaning) in enumerate(meanings):
        x, y = 12 + (number % 2) * (width / 2 - 4), 10 + (number // 2) * 19
        parts.append(f'<use href="#{figure}" class="built" x="{x:g}" y="{y}" />')
        parts.append(f'<text class="fact" x="{x + 21:g}" y="{y + 12}">{meaning}</text>')
    for number, meaning in enumerate(("filled: already built", "outlined: not built yet")):
        parts.append(f'<text class="fact" x="12" y="{CARD_HEIGHT - 22 + 15 * number}">{meaning}</text>')
    return "".join(parts)
