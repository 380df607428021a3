"""What would change on the map: the ways that units would go, and what is at stake where they fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cli.ui.map.labels import STAKE, UNIT, Line, badge
from cli.ui.map.look import Look, Side
from cli.ui.map.view import Course, Stake

Cell = tuple[int, int]
"""A column and a row."""

Name = tuple[int, int, int]
"""Where a name stands: its row, its first column, and the one after its last."""


class Prospect(NamedTuple):
    """What unsigned steps would change: where units would go, each with their side, and the stakes."""

    courses: tuple[tuple[Course, Side], ...] = ()
    stakes: tuple[Stake, ...] = ()

    def stake(self, place: str, look: Look) -> Line:
        """Return what is at stake in a place, as it stands after the units there."""
        chances = [stake.chance for stake in self.stakes if stake.place == place]
        return [(STAKE, f"{look.glyphs.stake}{'/'.join(chances)}")] if chances else []


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
    source: Name, target: Name, way: tuple[Course, Side], look: Look, taken: Sequence[bytearray]
) -> Iterator[tuple[Cell, Line]]:
    """Yield the cells of an arrow that are free, and what is drawn there: dots, the tip, and how many units go.

    It goes from beside a name to beside another. Without a free cell there it has no tip, which would mislead.
    """
    course, side = way
    tip = next((cell for cell in _around(target, source) if _is_free(cell, taken)), None)
    start = next((cell for cell in _around(source, target) if _is_free(cell, taken)), _middle(source))
    end = _middle(target)
    shaft = [cell for cell in _between(start, tip or end) if cell != tip and _is_free(cell, taken)]
    for cell in shaft:
        yield cell, [("class:map-arrow", look.glyphs.way)]
    if tip is not None:
        yield tip, [("class:map-arrow", look.glyphs.tips[_direction(tip, end)])]
    text: Line = [badge(side), (UNIT, str(course.number))]
    columns = 1 + len(str(course.number))
    spots = [[(column + number, row) for number in range(columns)] for column, row in shaft * (len(shaft) > columns)]
    for cells in sorted(
        spots, key=lambda cells: (not set(cells) <= set(shaft), abs(cells[0][0] - (start[0] + end[0]) // 2))
    ):
        if tip not in cells and all(_is_free(cell, taken) for cell in cells):
            yield cells[0], text
            return


def _around(name: Name, other: Name) -> list[Cell]:
    """Return the cells beside, above and below a name, those near to another first; a blank stays between."""
    (row, left, stop), (across, down) = name, _middle(other)
    column = min(max(across, left), stop - 1)
    cells = [(left - 2, row), (stop + 1, row), (column, row - 1), (column, row + 1)]
    return sorted(cells, key=lambda cell: abs(cell[0] - across) + 2 * abs(cell[1] - down))


def _middle(name: Name) -> Cell:
    row, left, stop = name
    return (left + stop) // 2, row


def _is_free(cell: Cell, taken: Sequence[bytearray]) -> bool:
    column, row = cell
    return 0 <= row < len(taken) and 0 <= column < len(taken[row]) and not taken[row][column]


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
