"""Line charts of a game's history as SVG: a side is told by its letter and its dashes, not by its colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.ui.map.labels import Side
from cli.ui.map.view import Series
from cli.ui.picture.history import History
from cli.ui.picture.tags import INKS

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 28, 22, 30, 24

COLOURS = "".join(f"--{ink}: {on_light}; " for ink, (_, on_light, _) in INKS.items())
COLOURS_IN_THE_DARK = "".join(f"--{ink}: {on_dark}; " for ink, (on_dark, _, _) in INKS.items())
STYLE = f":root {{ {COLOURS}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {COLOURS_IN_THE_DARK}}} }}\n" + "".join(
    f".ink-{ink} {{ color: var(--{ink}); }}\n" for ink in INKS
)
"""The sides' colours in charts, on light and on dark ground."""

DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 4")
APART = 15
"""Units between the letters at the ends of lines."""


def graph(sides: Sequence[Side], history: History, series: Series) -> str:
    """Return one chart, with a line ``cursor`` that can be moved from round to round by its class."""
    most = max(max(map(max, series.values), default=0), 4)
    parts = [
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(series.title)}, by round">',
        f'<text class="graph-title" x="{LEFT}" y="16">{escape(series.title)}</text>',
        *_grid(history, most),
    ]
    ends: list[tuple[float, int]] = []
    for index, side in enumerate(sides):
        points = [(_x(history, number), _y(values[index], most)) for number, values in enumerate(series.values)]
        parts.append(_line(side, DASHES[index % len(DASHES)], points))
        ends.append((points[-1][1], index))
    parts += _letters(sides, ends, _x(history, len(history.rounds) - 1) + 7)
    parts.append(f'<line class="cursor" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/></svg>')
    return "".join(parts)


def positions(history: History) -> list[float]:
    """Return by round where it lies on a chart."""
    return [_x(history, number) for number in range(len(history.rounds))]


def _grid(history: History, most: int) -> list[str]:
    parts = []
    step = max(1, -(-most // 4))
    for value in range(0, most + 1, step):
        y = _y(value, most)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:g}" y2="{y:g}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 5}" y="{y + 4:g}" text-anchor="end">{value}</text>')
    every = -(-len(history.rounds) // 12)
    for number, name in enumerate(history.rounds):
        if number % every == 0:
            x = _x(history, number)
            parts.append(f'<text class="tick" x="{x:g}" y="{HEIGHT - 7}" text-anchor="middle">{name}</text>')
    return parts


def _line(side: Side, dashes: str, points: list[tuple[float, float]]) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    dots = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="2.4"/>' for x, y in points)
    return f'<g class="ink-{side.ink}"><polyline class="line" points="{path}" stroke-dasharray="{dashes}"/>{dots}</g>'


def _letters(sides: Sequence[Side], ends: list[tuple[float, int]], x: float) -> list[str]:
    """Return the sides' letters at the ends of their lines, moved apart where these meet."""
    ordered = sorted(ends)
    lowest, floor, heights = 0.0, float(HEIGHT - BOTTOM), list[float]()
    for end, _ in ordered:
        lowest = max(end, lowest + APART)
        heights.append(lowest)
    for number in reversed(range(len(heights))):
        heights[number] = min(heights[number], floor)
        floor = heights[number] - APART
    return [
        f'<text class="end ink-{sides[index].ink}" x="{x:g}" y="{y + 4:g}">{sides[index].letter}</text>'
        for y, (_, index) in zip(heights, ordered, strict=True)
    ]


def _x(history: History, number: int) -> float:
    share = number / max(len(history.rounds) - 1, 1)
    return round(LEFT + 6 + share * (WIDTH - LEFT - RIGHT - 6), 1)


def _y(value: int, most: int) -> float:
    return round(HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM), 1)
