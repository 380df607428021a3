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
    """Return a curve through the points, from the first to the last."""
    if len(points) < 3:
        return tuple(points)
    return _through([_beyond(points[0], points[1]), *points, _beyond(points[-1], points[-2])])


def loop(points: Sequence[Point]) -> Outline:
    """Return a closed curve through the points; its end is not its beginning again."""
    return _through([points[-1], *points, points[0], points[1]])[:-1]


def _beyond(end: Point, other: Point) -> Point:
    """Return a point beyond an end, as far from it as the other."""
    return 2 * end[0] - other[0], 2 * end[1] - other[1]


def _through(points: Sequence[Point]) -> Outline:
    """Return a curve from the second to the last but one of the points."""
    lengths = [max(hypot(x - last_x, y - last_y), 1e-6) for (last_x, last_y), (x, y) in pairwise(points)]
    found: list[Point] = []
    for index in range(1, len(points) - 2):
        steps = max(1, round(lengths[index] / STEP))
        found += _piece(points[index - 1 : index + 3], lengths[index - 1 : index + 2], steps)
    return (*found, points[-2])


def _piece(four: Sequence[Point], lengths: Sequence[float], steps: int) -> list[Point]:
    """Return so many points from the second of four to before the third; ``lengths`` are their distances."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = four
    start, one, two, end = accumulate([length**0.5 for length in lengths], initial=0.0)
    found = [four[1]]
    for step in range(1, steps):
        time = one + step / steps * (two - one)
        # The pyramid of Barry and Goldman, from its base of three lines to its top.
        share = (time - start) / (one - start)
        first_x, first_y = ax + share * (bx - ax), ay + share * (by - ay)
        share = middle = (time - one) / (two - one)
        second_x, second_y = bx + share * (cx - bx), by + share * (cy - by)
        share = (time - two) / (end - two)
        third_x, third_y = cx + share * (dx - cx), cy + share * (dy - cy)
        share = (time - start) / (two - start)
        first_x, first_y = first_x + share * (second_x - first_x), first_y + share * (second_y - first_y)
        share = (time - one) / (end - one)
        second_x, second_y = second_x + share * (third_x - second_x), second_y + share * (third_y - second_y)
        x, y = first_x + middle * (second_x - first_x), first_y + middle * (second_y - first_y)
        found.append((round(x, 1), round(y, 1)))
    return found
