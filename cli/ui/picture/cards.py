"""What lies below the chart in the SVG picture: a card for every player, and what the figures mean."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.i18n.counting import count
from cli.ui.map.look import inks, letters
from core.empires.leadership import levels
from core.empires.map import TRACKS
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, great_cities

CARD_HEIGHT = 118
LINE = 19

INDENTS = {"who": 38, "lead": 14, "fact": 14}
LETTER = 5.4
"""The width of a letter of small text, about."""

LEGEND = (
    ("market", "market"),
    ("temple", "temple"),
    ("city", "city"),
    ("capital", "capital"),
    ("legendary_city", "legendary city"),
    ("legion", "legions"),
    ("fortress", "fortress"),
    ("trireme", "triremes"),
)


def card(state: State, empire: int, names: Sequence[str], width: float) -> str:
    """A player: empire, name, titles, levels, tiles, cities and resources."""
    board, player = state.board, state.players[empire]
    name = names[state.seats[empire]] if names and state.seats else ""
    titles = [track.capitalize() for track, leader in zip(TRACKS, state.leaders, strict=True) if leader == empire]
    reached = ", ".join(f"{track} {level}" for track, level in zip(TRACKS, levels(state, empire), strict=True))
    bought = [board.tiles[tile].name for tile in player.tiles]
    lines = [
        ("who", board.empire_names[empire] + (f" · {name}" if name else "")),
        ("lead", f"{' and '.join(titles)} Leader" if titles else ""),
        ("fact", reached),
        ("fact", f"{count(sum(player.hand), 'resource')}; cities {great_cities(state, empire)} of {CITIES_TO_WIN}"),
        ("fact", f"tiles {len(player.tiles)} of {TILES_TO_WIN}: {', '.join(bought)}" if bought else ""),
    ]
    texts = "".join(
        f'<text class="{style}" x="{INDENTS[style]}" y="{25 + LINE * number}">{escape(_cut(text, width))}</text>'
        for number, (style, text) in enumerate(lines)
    )
    return (
        f'<rect class="card" width="{width:g}" height="{CARD_HEIGHT}" rx="6"/>'
        f'<rect class="badge {inks(board)[empire]}" width="6" height="{CARD_HEIGHT}" rx="3"/>'
        f'<circle class="badge {inks(board)[empire]}" cx="24" cy="20" r="9"/>'
        f'<text class="letter" x="24" y="24">{letters(board)[empire]}</text>{texts}'
    )


def _cut(text: str, width: float) -> str:
    most = int((width - 18) / LETTER)
    return text if len(text) <= most else text[: most - 1] + "…"


def legend(width: float) -> str:
    """What the figures mean."""
    parts = [f'<rect class="card" width="{width:g}" height="{CARD_HEIGHT}" rx="6"/>']
    for number, (figure, meaning) in enumerate(LEGEND):
        x, y = 12 + (number % 2) * (width / 2 - 4), 10 + (number // 2) * 19
        parts.append(f'<use href="#{figure}" class="built" x="{x:g}" y="{y}" />')
        parts.append(f'<text class="fact" x="{x + 21:g}" y="{y + 12}">{meaning}</text>')
    for number, meaning in enumerate(("filled: already built", "outlined: not built yet")):
        parts.append(f'<text class="fact" x="12" y="{CARD_HEIGHT - 22 + 15 * number}">{meaning}</text>')
    return "".join(parts)
