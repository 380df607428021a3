"""What would change on the map: the ways that units would go, and what is at stake where they fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cli.ui.map.labels import Line, badge
from cli.ui.map.look import Look, Side
from cli.ui.map.view import Course, Stake

Cell = tuple[int, int]
"""A column and a row."""


class Prospect(NamedTuple):
    """What unsigned steps would change: where units would go, each with their side, and the stakes."""

    courses: tuple[tuple[Course, Side], ...] = ()
    stakes: tuple[Stake, ...] = ()

    def stake(self, place: str, look: Look) -> Line:
        """Return what is at stake in a place, as it stands after the units there."""
        chances = [stake.chance for stake in self.stakes if stake.place == place]
        return [("class:map-stake", f"{look.glyphs.stake}{'/'.join(chances)}")] if chances else []


def prospect_of(courses: Iterable[Course], sides: Sequence[Side], stakes: Iterable[Stake]) -> Prospect:
    """Return a prospect; of several steps on the same way only one, with all units."""
    numbers: dict[tuple[str, str, int], int] = {}
    for course in courses:
        way = course.source, course.target, course.side
        numbers[way] = numbers.get(way, 0) + course.number
    return Prospect(
        tuple((Course(*way, number), sides[way[2]]) for way, number in numbers.items()), tuple(dict.fromkeys(stakes))
    )


def arrow(
    start: Cell, end: Cell, way: tuple[Course, Side], look: Look, taken: Sequence[bytearray]
) -> Iterator[tuple[Cell, Line]]:
    """Yield the cells of an arrow that are free, and what is drawn there: dots, the tip, and how many units go."""
    course, side = way
    free = [cell for cell in _between(start, end) if not taken[cell[1]][cell[0]]]
    if not free:
        return
    shaft, tip = free[:-1], free[-1]
    for cell in shaft:
        yield cell, [("class:map-arrow", look.glyphs.way)]
    yield tip, [("class:map-arrow", look.glyphs.tips[_direction(start, end)])]
    text: Line = [badge(side), ("class:map-units", str(course.number))]
    columns = 1 + len(str(course.number))
    for column, row in sorted(shaft, key=lambda cell: abs(cell[0] - (start[0] + end[0]) // 2)):
        line = taken[row][column : column + columns]
        if len(line) == columns and not any(line) and not (row == tip[1] and column <= tip[0] < column + columns):
            yield (column, row), text
            return


def _between(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells of a straight line."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(abs(across), abs(down), 1)
    shares = [step / steps for step in range(steps + 1)]
    return [(start[0] + round(across * share), start[1] + round(down * share)) for share in shares]


def _direction(start: Cell, end: Cell) -> int:
    """Return where an arrow points to: 0 to the right, and on by eighths of a turn, downwards first."""
    across, down = end[0] - start[0], 2 * (end[1] - start[1])
    flat, steep = abs(down) * 2 < abs(across), abs(across) * 2 < abs(down)
    if flat:
        return 0 if across > 0 else 4
    if steep:
        return 2 if down > 0 else 6
    return (1 if across > 0 else 3) if down > 0 else (7 if across > 0 else 5)
