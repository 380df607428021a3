"""What the page shows of a step besides the position: sentences with dice, arrows, and trays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import hypot

from cli.ui.map.geography import Point
from cli.ui.map.labels import Side
from cli.ui.map.view import Course, MapView, Tray
from cli.ui.picture.tags import INKS
from cli.ui.replay.replay import Moment
from cli.ui.text.happened import Line, around
from core.engine.message import Message

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
    return "".join(_arrow(course, sides[course.side], anchors) for course in found if course is not None)


def _arrow(course: Course, side: Side, anchors: Mapping[str, Point]) -> str:
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
