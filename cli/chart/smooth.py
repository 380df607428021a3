"""Smooth curves through points: centripetal Catmull-Rom splines, which make no loops and keep close to their points.

E. Catmull, R. Rom, "A class of local interpolating splines" (1974); the recursion is Barry and Goldman's (1988).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from cli.chart.shapes import Outline, Point

STEP = 7.0
"""About how far the points of a curve lie apart, in units."""


def curve(points: Sequence[Point]) -> Outline:
    """A curve through the points, from the first to the last."""
    if len(points) < 3:
        return tuple(points)
    return _through([_beyond(points[0], points[1]), *points, _beyond(points[-1], points[-2])])


def loop(points: Sequence[Point]) -> Outline:
    """A closed curve through the points; its end is not its beginning again."""
    return _through([points[-1], *points, points[0], points[1]])[:-1]


def _beyond(end: Point, other: Point) -> Point:
    """A point beyond an end, as far from it as the other."""
    return 2 * end[0] - other[0], 2 * end[1] - other[1]


def _through(points: Sequence[Point]) -> Outline:
    """A curve from the second to the last but one of the points."""
    found: list[Point] = []
    for index in range(1, len(points) - 2):
        four = points[index - 1 : index + 3]
        steps = max(1, round(hypot(four[2][0] - four[1][0], four[2][1] - four[1][1]) / STEP))
        found += [_at(four, step / steps) for step in range(steps)]
    return (*found, points[-2])


def _at(four: Sequence[Point], share: float) -> Point:
    """The point at a share of the way from the second to the third of four points."""
    knots = [0.0]
    for index in range(3):
        (x, y), (next_x, next_y) = four[index : index + 2]
        knots.append(knots[-1] + max(hypot(next_x - x, next_y - y), 1e-6) ** 0.5)
    time = knots[1] + share * (knots[2] - knots[1])
    level = list(four)
    for width in (1, 2):
        level = [_between(level[i], level[i + 1], knots[i], knots[i + width], time) for i in range(len(level) - 1)]
    x, y = _between(level[0], level[1], knots[1], knots[2], time)
    return round(x, 1), round(y, 1)


def _between(one: Point, other: Point, start: float, end: float, time: float) -> Point:
    share = (time - start) / (end - start)
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
