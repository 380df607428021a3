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

from cli.ui.map.look import Side
from cli.ui.map.view import Series
from cli.ui.picture.figures import STYLE
from cli.ui.picture.graphs import graph, positions
from cli.ui.picture.history import History, history_of
from cli.ui.picture.svg import chart, land_class
from cli.ui.picture.tags import drawn
from cli.ui.replay.replay import Replay


def page(edition: str, replay: Replay) -> str:
    """The page as HTML, headed by the edition's title."""
    first = replay.moments[0].state
    view, history = replay.view.map, history_of(replay)
    atlas, sides = view.atlas(first.board), view.sides(first.board)
    content = _template("page.html")
    parts = {
        "style": STYLE + _template("page.css"),
        "size": f"-3 -3 {atlas.width + 6:g} {atlas.height + 6:g}",
        "edition": escape(edition),
        "chart": chart(edition, view, first, ""),
        "heads": "".join(f'<th scope="col">{escape(column)}</th>' for column in view.COLUMNS),
        "players": "".join(_player(replay, index, side) for index, side in enumerate(sides)),
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


def _template(name: str) -> str:
    return files(__package__ or "").joinpath(name).read_text("utf-8")


def _json(value: Any) -> str:
    """A value for a script element, which no text in it can end."""
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
    """Places, texts, and for every moment what has changed since the one before: [place, ground's class, tag]."""
    texts, frames = _Texts(), []
    rounds = {number: place for place, number in enumerate(history.rounds)}
    view = replay.view.map
    places = view.atlas(replay.moments[0].state.board).places
    before: list[Any] = [None] * len(places)
    for moment in replay.moments:
        scene, changes = view.scene(moment.state), []
        for number, place in enumerate(places):
            record = scene.record(place)
            if record != before[number]:
                before[number] = record
                drawing = drawn(scene.tag(place))
                changes.append((number, texts.number(land_class(scene, place)), texts.number(drawing)))
        frames.append(
            {
                "when": texts.number(moment.when),
                "told": texts.number(" ".join(map(str, moment.told))),
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
    seats = replay.moments[-1].state.seats
    name = f" · {replay.names[seats[index]]}" if replay.names and seats else ""
    return (
        f'<tr><th scope="row"><span class="chip {side.ink}">{side.letter}</span>'
        f"{escape(side.name + name)}</th>{'<td></td>' * len(replay.view.map.COLUMNS)}</tr>"
    )


def _log(replay: Replay) -> str:
    lines: list[str] = []
    starts = {number: name for name, number in replay.rounds().items()}
    for number, moment in enumerate(replay.moments):
        if number in starts:
            lines.append(f'<li class="round">Round {starts[number]}</li>')
        text = escape(" ".join(map(str, moment.told)))
        lines.append(
            f'<li><button type="button" data-go="{number}"><b>{moment.step}</b><span>{text}</span></button></li>'
        )
    return "".join(lines)


def _table(sides: Sequence[Side], history: History, series: Series) -> str:
    heads = "".join(f'<th scope="col">{escape(side.name)}</th>' for side in sides)
    rows = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{value}</td>" for value in values)}</tr>'
        for name, values in zip(history.rounds, series.values, strict=True)
    )
    return f'<table><caption>{escape(series.title)}</caption><tr><th scope="col">Round</th>{heads}</tr>{rows}</table>'
