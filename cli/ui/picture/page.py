"""A whole game as one web page, which needs nothing but itself: map, log, players and charts, to be stepped through.

The script of the page draws nothing by itself: whatever can stand on the map is drawn here, and it puts one in place of
the other. Names of players come from others, so all that is written into the page is escaped.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from cli.ui.map.labels import Side
from cli.ui.map.view import Series
from cli.ui.picture import graphs, happenings
from cli.ui.picture.history import History, history_of
from cli.ui.picture.svg import chart, land_class
from cli.ui.picture.tags import STYLE, Row, drawn, extent
from cli.ui.replay.replay import Replay
from cli.ui.replay.turning import told_of, turning_points


def page(edition: str, replay: Replay) -> str:
    """Return the page as HTML, headed by the edition's title."""
    first = replay.moments[0].state
    view, history = replay.view.map, history_of(replay)
    atlas, sides = view.atlas(first.board), view.sides(first.board)
    content = _template("page.html")
    parts = {
        "style": STYLE + graphs.STYLE + _template("page.css"),
        "size": f"-3 -3 {atlas.width + 6:g} {atlas.height + 6:g}",
        "title": escape(_title(edition, replay)),
        "edition": escape(edition),
        "ending": escape(replay.ending),
        "chart": chart(edition, view, first, replay.moments[0].when),
        "dice": happenings.symbols(),
        "players": "".join(_player(replay, index, side) for index, side in enumerate(sides)),
        "legend": "".join(_mark(row, meaning) for row, meaning in view.meanings(first.board)),
        "turning": _turning(replay),
        "log": _log(replay),
        "graphs": "".join(graphs.graph(sides, history, series) for series in history.series),
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
                "told": texts.number(happenings.under_phases(view, moment)),
                "arrows": texts.number(happenings.arrows(view, moment, sides, anchors)),
                "trays": texts.number(happenings.trays(view.trays(moment.state), sides)),
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
        "cursor": graphs.positions(history),
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


def _mark(row: Row, meaning: str) -> str:
    """Return a mark of the map with what it means."""
    width, height = extent([row])
    drawing = (
        f'<svg viewBox="{-width / 2 - 2:g} -1 {width + 4:g} {height + 2:g}" width="{width + 4:g}"'
        f' height="{height + 2:g}" aria-hidden="true">{drawn([row])}</svg>'
    )
    return f"<li><span>{drawing}</span>{escape(meaning)}</li>"


def _turning(replay: Replay) -> str:
    """Return the turning points as steps to go to."""
    lines: list[str] = []
    for point in turning_points(replay):
        told, changes = told_of(point, replay.ending)
        text = f"{escape(point.when)}: {escape(told)} <i>Towards victory: {escape(changes)}.</i>"
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
            entries.append(_step(number, moment.step, happenings.sentences(replay.view.map, lines)))
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
