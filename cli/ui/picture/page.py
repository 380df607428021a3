"""A whole game as one web page, which needs nothing but itself: map, log, players and charts, to be stepped through.

The script of the page draws nothing by itself: whatever can stand on the map is drawn here, and it puts one in place
of the other. Names of players come from others, so all that is written into the page is escaped. A side of a chart is
told by its letter and its dashes, not by its colour alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from cli.i18n.texts import begun
from cli.ui.conversation.story import Line, around
from cli.ui.map.geography import Point
from cli.ui.map.labels import Side
from cli.ui.map.view import Course, MapView, Series, Tray
from cli.ui.picture.svg import chart, land_class
from cli.ui.picture.tags import INKS, STYLE, Row, drawn, extent
from cli.ui.replay.replay import Moment, Replay, told_of, turning_points
from core.engine.message import Message


class History(NamedTuple):
    """The rounds that were begun, and what is counted in them."""

    rounds: tuple[int, ...]
    series: tuple[Series, ...]


def history_of(replay: Replay) -> History:
    """Return what the edition counts, round by round."""
    starts = replay.rounds()
    spans = pairwise([*starts.values(), len(replay.moments)])
    states = [[moment.state for moment in replay.moments[start:end]] for start, end in spans]
    return History(tuple(starts), tuple(replay.view.map.series(states)))


WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 28, 22, 30, 24

COLOURS = "".join(f"--{ink}: {on_light}; " for ink, (_, on_light, _) in INKS.items())
COLOURS_IN_THE_DARK = "".join(f"--{ink}: {on_dark}; " for ink, (on_dark, _, _) in INKS.items())
STYLE_OF_GRAPHS = (
    f":root {{ {COLOURS}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {COLOURS_IN_THE_DARK}}} }}\n"
    + "".join(f".ink-{ink} {{ color: var(--{ink}); }}\n" for ink in INKS)
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


DIE = 16
"""Units of a die's side."""

PIPS = {
    1: ((8, 8),),
    2: ((4.5, 4.5), (11.5, 11.5)),
    3: ((4.5, 4.5), (8, 8), (11.5, 11.5)),
    4: ((4.5, 4.5), (11.5, 4.5), (4.5, 11.5), (11.5, 11.5)),
    5: ((4.5, 4.5), (11.5, 4.5), (8, 8), (4.5, 11.5), (11.5, 11.5)),
    6: ((4.5, 4), (11.5, 4), (4.5, 8), (11.5, 8), (4.5, 12), (11.5, 12)),
}

SHORTER, SHARE = 52.0, 0.3
"""How far from the middle of its places an arrow begins and ends, and at most which share of its way."""


def symbols() -> str:
    """Return the faces of dice, to be used by their names."""
    return "".join(
        f'<symbol id="die{face}" viewBox="0 0 {DIE} {DIE}"><rect x="1" y="1" width="14" height="14" rx="3"/>'
        + "".join(f'<circle cx="{x:g}" cy="{y:g}" r="1.6"/>' for x, y in pips)
        + "</symbol>"
        for face, pips in PIPS.items()
    )


def under_phases(view: MapView, moment: Moment) -> str:
    """Return what happened in a step as HTML, under the round and phase in which it happened."""
    return " ".join(f"<b>{escape(when)}:</b> {sentences(view, lines)}" for when, lines in moment.by_phase())


def sentences(view: MapView, lines: Iterable[Line]) -> str:
    """Return lines as HTML: dice show their faces."""
    told: list[str] = []
    for line in lines:
        faces = view.dice(line.event) if line.event is not None else ()
        if faces and isinstance(line.text, Message):
            before, after = around(line.text, "dice")
            told.append(escape(before) + "".join(map(_die, faces)) + escape(after))
        else:
            told.append(escape(str(line.text)))
    return " ".join(told)


def _die(face: int) -> str:
    return f'<svg class="die" role="img" aria-label="{face}"><use href="#die{face}"/></svg>'


def arrows(view: MapView, moment: Moment, sides: Sequence[Side], anchors: Mapping[str, Point]) -> str:
    """Return the ways that units went in a step, as SVG."""
    found = [view.course(moment.state.board, event) for event in moment.events]
    return "".join(arrow(course, sides[course.side], anchors) for course in found if course is not None)


def arrow(course: Course, side: Side, anchors: Mapping[str, Point]) -> str:
    """Return the way that units go, from the middle of a place towards that of another, as SVG."""
    (x, y), (to_x, to_y) = anchors[course.source], anchors[course.target]
    away = hypot(to_x - x, to_y - y) or 1.0
    across, down = (to_x - x) / away, (to_y - y) / away
    start = min(SHORTER, SHARE * away)
    end = away - start
    tip = end - 14
    ink = INKS[side.ink][1]
    outline = ((end, 0), (tip, 11), (tip, 4.5), (start, 3), (start, -3), (tip, -4.5), (tip, -11))
    points = [(x + along * across - aside * down, y + along * down + aside * across) for along, aside in outline]
    path = " ".join(f"{left:.1f},{top:.1f}" for left, top in points)
    left, top = x + across * away / 2, y + down * away / 2
    return (
        f'<g class="arrow"><polygon points="{path}" fill="{ink}"/>'
        f'<circle cx="{left:.1f}" cy="{top:.1f}" r="10" fill="{ink}"/>'
        f'<text class="number" x="{left:.1f}" y="{top + 4.2:.1f}" text-anchor="middle">{course.number}</text></g>'
    )


def trays(found: Sequence[Tray], sides: Sequence[Side]) -> str:
    """Return what lies before the players in a trade, as HTML."""
    return "".join(_tray(tray, sides[tray.side]) for tray in found)


def _tray(tray: Tray, side: Side) -> str:
    goods = "".join(f'<span class="good-plate">{escape(good)}</span>' for good in tray.goods)
    secret = f"<i>{tray.secret} in secret</i>" if tray.secret else ""
    empty = "" if goods or secret else "<i>nothing left</i>"
    takes = " <b>takes</b>" if tray.takes else ""
    return (
        f'<li><span class="chip {side.ink}">{side.letter}</span>{escape(side.name)}{takes} {goods}{secret}{empty}</li>'
    )


def page(edition: str, replay: Replay) -> str:
    """Return the page as HTML, headed by the edition's title."""
    first = replay.moments[0].state
    view, history = replay.view.map, history_of(replay)
    atlas, sides = view.atlas(first.board), view.sides(first.board)
    content = _template("page.html")
    parts = {
        "style": STYLE + STYLE_OF_GRAPHS + _template("page.css"),
        "size": f"-3 -3 {atlas.width + 6:g} {atlas.height + 6:g}",
        "title": escape(_title(edition, replay)),
        "edition": escape(edition),
        "notice": f"<p>{escape(replay.view.notice)}</p>" if replay.view.notice else "",
        "ending": escape(replay.ending),
        "chart": chart(edition, view, first, replay.moments[0].when),
        "dice": symbols(),
        "players": "".join(_player(replay, index, side) for index, side in enumerate(sides)),
        "legend": "".join(_mark(row, str(meaning)) for row, meaning in view.meanings(first.board)),
        "turning": _turning(replay),
        "log": _log(replay),
        "graphs": "".join(graph(sides, history, series) for series in history.series),
        "tables": "".join(_table(sides, history, series) for series in history.series),
        "last": str(len(replay.moments) - 1),
        "data": _json(_data(replay, history)),
        "script": _template("page.js"),
    }
    for name, text in parts.items():
        content = content.replace(f"<!--{name}-->", text)
    return content


def _title(edition: str, replay: Replay) -> str:
    """Return what a browser calls the page: the edition, and how the game has ended or how far it has come."""
    return f"{edition}. {replay.ending}" if replay.ending else f"{edition}, {replay.moments[-1].when}"


def _template(name: str) -> str:
    return files(__package__ or "").joinpath(name).read_text("utf-8")


def _json(value: Any) -> str:
    """Return a value for a script element, which no text in it can end."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# ---------------------------------------------------------------------- what the script needs


class _Texts:
    """Texts, each kept once."""

    def __init__(self) -> None:
        self.list: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.list)
            self.list.append(text)
        return self._numbers[text]


def _data(replay: Replay, history: History) -> dict[str, Any]:
    """Places, texts, and for every moment what has changed: [place, ground's class, tag, place in words]."""
    texts, frames = _Texts(), []
    rounds = {number: place for place, number in enumerate(history.rounds)}
    view = replay.view.map
    board = replay.moments[0].state.board
    places, sides = view.atlas(board).places, view.sides(board)
    anchors = {place.id: place.anchor for place in places}
    before: list[Any] = [None] * len(places)
    for moment in replay.moments:
        scene, changes = view.scene(moment.state), []
        for number, place in enumerate(places):
            record = scene.record(place)
            if record != before[number]:
                before[number] = record
                drawing = drawn(scene.tag(place))
                words = " ".join(" ".join(replay.view.words.place_lines(moment.state, place.id)).split())
                ground = land_class(scene, place)
                changes.append((number, texts.number(ground), texts.number(drawing), texts.number(escape(words))))
        frames.append(
            {
                "when": texts.number(moment.when),
                "told": texts.number(under_phases(view, moment)),
                "arrows": texts.number(arrows(view, moment, sides, anchors)),
                "trays": texts.number(trays(view.trays(moment.state), sides)),
                "round": rounds[moment.state.round],
                "step": moment.step,
                "changes": changes,
                "players": [[texts.number(text) for text in row] for row in view.standings(moment.state)],
            }
        )
    return {
        "places": [place.id for place in places],
        "texts": texts.list,
        "frames": frames,
        "starts": list(replay.rounds().values()),
        "cursor": positions(history),
    }


# ---------------------------------------------------------------------- parts


def _player(replay: Replay, index: int, side: Side) -> str:
    """Return a side's row: its name, and the cells of its columns, each headed by what it counts."""
    seats = replay.moments[-1].state.seats
    name = f" · {replay.names[seats[index]]}" if replay.names and seats else ""
    won = ' <b class="won">winner</b>' if seats and seats[index] in replay.winners else ""
    view = replay.view.map
    cells = "".join(
        f'<td data-head="{escape(column)}">{escape(text)}</td>'
        for column, text in zip(view.COLUMNS, view.standings(replay.moments[0].state)[index], strict=True)
    )
    return (
        f'<tr><th scope="row"><span class="chip {side.ink}">{side.letter}</span>'
        f"{escape(side.name + name)}{won}</th>{cells}</tr>"
    )


def mark(row: Row) -> str:
    """Return a mark of the map as a drawing of its own."""
    width, height = extent([row])
    return (
        f'<svg viewBox="{-width / 2 - 2:g} -1 {width + 4:g} {height + 2:g}" width="{width + 4:g}"'
        f' height="{height + 2:g}" aria-hidden="true">{drawn([row])}</svg>'
    )


def _mark(row: Row, meaning: str) -> str:
    """Return a mark of the map with what it means."""
    return f"<li><span>{mark(row)}</span>{escape(meaning)}</li>"


def _turning(replay: Replay) -> str:
    """Return the turning points as steps to go to."""
    lines: list[str] = []
    for point in turning_points(replay):
        told, changes = told_of(point, replay.ending)
        text = f"{escape(point.when)}: {escape(told)} <i>{escape(begun(changes))}.</i>"
        lines.append(_step(replay.moments.index(point.moment), point.moment.step, text))
    return "".join(lines) or "<li>No step has changed the race.</li>"


def _log(replay: Replay) -> str:
    """Return the steps under the rounds and phases in which they happened: a step may stand under several."""
    entries, heading = list[str](), ""
    for number, moment in enumerate(replay.moments):
        for when, lines in moment.by_phase() or [(moment.when, [])]:
            if when != heading:
                entries.append(f'<li class="round">{escape(when)}</li>')
                heading = when
            entries.append(_step(number, moment.step, sentences(replay.view.map, lines)))
    return "".join(entries)


def _step(number: int, step: int, text: str) -> str:
    """Return a step to go to."""
    return f'<li><button type="button" data-go="{number}"><b>{step}</b><span>{text}</span></button></li>'


def _table(sides: Sequence[Side], history: History, series: Series) -> str:
    heads = "".join(f'<th scope="col">{escape(side.name)}</th>' for side in sides)
    rows = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{value}</td>" for value in values)}</tr>'
        for name, values in zip(history.rounds, series.values, strict=True)
    )
    return f'<table><caption>{escape(series.title)}</caption><tr><th scope="col">Round</th>{heads}</tr>{rows}</table>'
