"""Smooth curves through points: centripetal Catmull-Rom splines, which make no loops and keep close to their points.

E. Catmull, R. Rom, "A class of local interpolating splines" (1974); the recursion is Barry and Goldman's (1988).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import hypot

from cli.ui.map.shapes import Outline, Point

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
    lengths = [max(hypot(x - last_x, y - last_y), 1e-6) for (last_x, last_y), (x, y) in pairwise(points)]
    found: list[Point] = []
    for index in range(1, len(points) - 2):
        steps = max(1, round(lengths[index] / STEP))
        four, knots = points[index - 1 : index + 3], _knots(lengths[index - 1 : index + 2])
        found.append(four[1])
        found += [_at(four, knots, step / steps) for step in range(1, steps)]
    return (*found, points[-2])


def _knots(lengths: Sequence[float]) -> Sequence[float]:
    """At which time the curve passes each of four points."""
    return tuple(accumulate((length**0.5 for length in lengths), initial=0.0))


def _at(four: Sequence[Point], knots: Sequence[float], share: float) -> Point:
    """The point at a share of the way from the second to the third of four points."""
    start, one, two, end = knots
    time = one + share * (two - one)
    first = _between(four[0], four[1], (time - start) / (one - start))
    second = _between(four[1], four[2], (time - one) / (two - one))
    third = _between(four[2], four[3], (time - two) / (end - two))
    first = _between(first, second, (time - start) / (two - start))
    second = _between(second, third, (time - one) / (end - one))
    x, y = _between(first, second, (time - one) / (two - one))
    return round(x, 1), round(y, 1)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
