"""A tally as a picture: bars with their intervals, in SVG that stands for itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from types import MappingProxyType

from cli.arena.tally import CONFIDENCE, Share, Tally
from cli.editions import view_named
from cli.i18n.texts import count

WIDTH = 780
LABELS = 250
"""Where the bars begin."""
SCALE = 440
"""As wide as a share of the whole is."""
ROW = 26
BAR = 16
HEAD = 44
FONT = 'font-family="system-ui, sans-serif"'
INK = "#333333"
COLORS = ("#3b6ea5", "#a5563b", "#5b8c3f", "#7a6a9a")
"""The titles of the charts: players, empires, victories and lengths."""


class _Picture:
    """Lines of SVG, from the top down."""

    def __init__(self) -> None:
        self._shapes: list[str] = []
        self.y = 34

    def text(self, x: float, text: str, size: int = 13, anchor: str = "start", weight: str = "normal") -> None:
        """Draw a text on the current line."""
        self._shapes.append(
            f'<text x="{x:g}" y="{self.y}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}"'
            f' fill="{INK}">{escape(text)}</text>'
        )

    def bar(self, width: float, color: str) -> None:
        """Draw a bar on the current line."""
        self._shapes.append(
            f'<rect x="{LABELS}" y="{self.y - BAR + 4}" width="{width:.1f}" height="{BAR}" fill="{color}"/>'
        )

    def line(self, x: float, end: float, height: int = 0) -> None:
        """Draw a line across the current bar; upright if it has a height."""
        middle = self.y - BAR // 2 + 4
        self._shapes.append(
            f'<line x1="{x:.1f}" y1="{middle - height}" x2="{end:.1f}" y2="{middle + height}" stroke="{INK}"/>'
        )

    def whole(self) -> str:
        """Return the picture."""
        height = self.y + 10
        frame = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        paper = f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
        return "\n".join(
            [f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {FONT}>', paper, *self._shapes, "</svg>", ""]
        )


def chart(tally: Tally) -> str:
    """Return the shares of players, empires and victories, and the lengths of the games, as the text of an SVG file."""
    picture = _Picture()
    picture.text(20, f"{count(len(tally.games), 'game')} of {', '.join(tally.match.seats)}", 16, weight="bold")
    picture.y += 20
    picture.text(20, _legend(tally))
    _shares(picture, "Games won by player", tally.names, tally.of_player, 0, lambda name: float(tally.even(name)))
    even = 1 / len(tally.empires)
    _shares(picture, "Games won by empire", tally.empires, tally.of_empire, 1, lambda empire: even)
    won_with = view_named(tally.match.edition.id).words.VICTORIES
    _shares(picture, "Won by", tally.victories, tally.of_victory, 2, called=won_with)
    _lengths(picture, tally)
    return picture.whole()


def _shares(
    picture: _Picture,
    title: str,
    names: Sequence[str],
    share_of: Callable[[str], Share],
    color: int,
    even: Callable[[str], float] | None = None,
    called: Mapping[str, str] = MappingProxyType({}),
) -> None:
    _head(picture, title)
    for name in names:
        share = share_of(name)
        low, high = share.interval
        picture.text(LABELS - 10, _short(called.get(name, name)), anchor="end")
        picture.bar(SCALE * share.value, COLORS[color])
        if even is not None:
            picture.line(LABELS + SCALE * even(name), LABELS + SCALE * even(name), BAR // 2 + 3)
        picture.line(LABELS + SCALE * low, LABELS + SCALE * high)
        for end in (low, high):
            picture.line(LABELS + SCALE * end, LABELS + SCALE * end, 4)
        picture.text(LABELS + SCALE + 10, f"{share.value:.1%}")
        picture.y += ROW


def _lengths(picture: _Picture, tally: Tally) -> None:
    _head(picture, "Length in rounds")
    most = max(tally.lengths.values(), default=1)
    for rounds, games in tally.lengths.items():
        picture.text(LABELS - 10, str(rounds), anchor="end")
        picture.bar(SCALE * games / most, COLORS[3])
        picture.text(LABELS + SCALE + 10, count(games, "game"))
        picture.y += ROW


def _head(picture: _Picture, title: str) -> None:
    picture.y += HEAD - ROW + 10
    picture.text(20, title, 14, weight="bold")
    picture.y += ROW


def _short(label: str, most: int = 36) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


def _legend(tally: Tally) -> str:
    whiskers = f"whiskers: intervals of {CONFIDENCE:.0%} confidence (Wilson)"
    return f"seed {tally.match.seed}; {whiskers}; upright lines: even shares"
