"""One drawing of the map: the ground, on it the labels, each where it is pinned, and what would change.

Names come first and stay, in place and text. What stands at a place is painted in the room of its label where it
fits; else it says less, or takes the nearest cells of its own land or of water. Only where nothing of that is free,
units stand on any cells that are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, permutations, product
from operator import le
from typing import NamedTuple

from cli.ui.map.geography import Place
from cli.ui.map.labels import (
    BEYOND,
    SEA,
    STAKE,
    UNIT,
    UNITS,
    Fragment,
    Label,
    Line,
    Look,
    Side,
    badge,
    below,
    forms,
    heading,
    names,
    scant_forms,
    width,
)
from cli.ui.map.pins import AIR, Pin, ground_of, offsets
from cli.ui.map.raster import FIRST, LINES, Drawing, Raster, background, joined
from cli.ui.map.view import Course, MapScene, Stake
from cli.ui.text.cells import columns

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


APART = 3
"""Columns to other labels where something stands outside its room, lest it be taken for theirs."""

CLEAR = 2
"""Columns to the names of other places in the same row, always: what stands right beside a name is read as its own."""

CLOSE, NEAR, FAR = 2, 5, 40
"""How far from its room what stands at a place may go close to other labels, and away from them; and how far units may
that have no room anywhere else. In columns, a row counting as two."""

HOME, COAST = 20, 9
"""How far units may go on the ground of their place, and on water, far from other labels."""

Cells = tuple[Place, int, int, int]
"""A place, and cells that belong to it: their row, the first column, and the one after the last."""


class Painting:
    """The map as rows of fragments."""

    def __init__(
        self,
        scene: MapScene,
        raster: Raster,
        pins: Sequence[Pin],
        selected: str | None,
        look: Look,
        prospect: Prospect,
    ) -> None:
        self._prospect = prospect
        self._scene, self._raster, self._selected, self._look = scene, raster, selected, look
        self._grounds = (SEA, BEYOND, *(SEA if place.is_sea else scene.ink(place) for place in scene.atlas.places))
        self._codes = {place.id: code for code, place in enumerate(scene.atlas.places, FIRST)}
        self._shores = self._by_water()
        self._cells = self._background()
        self._taken = [bytearray(raster.columns) for _ in range(raster.rows)]
        self._headings = [bytearray(raster.columns) for _ in range(raster.rows)]
        self._labelled: list[Cells] = []
        labels = [(pin, scene.label(pin.place, pin.detail, look)) for pin in pins]
        for pin, label in labels:
            self._name(pin, label)
        # Those that have room take it before others come there from elsewhere, and marks before what can stand aside.
        for pin, label in sorted(labels, key=lambda found: (not _fits(*found), -found[0].detail)):
            self._fill(pin, label)
        self._draw_arrows()
        self.rows = [joined(row) for row in self._cells]

    def place_at(self, column: int, row: int) -> str | None:
        """Return the id of the place that is drawn, or whose label stands, in a cell."""
        for place, line, start, stop in self._labelled:
            if line == row and start <= column < stop:
                return place.id
        code = ground_of(self._raster).codes[row][column]
        return self._scene.atlas.places[code - FIRST].id if code >= FIRST else None

    # ------------------------------------------------------------------ labels

    def _name(self, pin: Pin, label: Label) -> None:
        lines = heading(pin.place, label, pin.detail, self._look, pin.place.id == self._selected)
        for row, column, (before, line) in zip(count(pin.top), pin.columns, lines, strict=False):
            left = column - before
            self._put(pin.place, left, row, line)
            start, stop = max(left, 0), min(left + width(line), self._raster.columns)
            self._headings[row][start:stop] = bytes([self._codes[pin.place.id]]) * (stop - start)

    def _fill(self, pin: Pin, label: Label) -> None:
        """Paint what stands at a place: marks in as many words as its name has, and units in the form that fits."""
        stake = self._prospect.stake(pin.place.id, self._look)
        lines, scant = forms(label, pin.detail, stake), scant_forms(label, pin.detail, stake)
        for detail in range(pin.detail, UNITS, -1):
            label = self._scene.label(pin.place, detail, self._look)
            if self._mark(pin, [below(label, detail, line) for line in (*lines, *scant) or [[]]]):
                return
            if label.marks and self._mark(pin, [below(label, detail, [])]):
                break
        for some, air in product((lines, scant), (APART, AIR)):
            if any(self._follow(pin, line) for line in some):
                return
            if any(self._stand_below(pin, line) or self._stand_aside(pin, line, air) for line in some):
                return
        if any(self._join(pin, line) for line in scant):
            return
        for clear in (APART, CLEAR):
            if self._stand(pin, [[line] for line in scant[-1:]], FAR, AIR, clear):
                return

    def _mark(self, pin: Pin, blocks: Sequence[Sequence[Line]]) -> bool:
        """Paint marks and what stands below them, close to their room, or near it and away from other labels."""
        return self._stand(pin, blocks, CLOSE, AIR) or self._stand(pin, blocks, NEAR, APART)

    def _stand(self, pin: Pin, blocks: Sequence[Sequence[Line]], most: int, air: int, clear: int = CLEAR) -> bool:
        """Paint the first of some blocks that finds free cells, so far from its room and from labels at both sides."""
        for block in blocks:
            spot = self._free(pin, block, most, air, clear)
            if spot is not None:
                for row, (line, (indent, _)) in enumerate(zip(block, _indented(pin, block), strict=True), spot[1]):
                    self._put(pin.place, spot[0] + indent, row, line)
                return True
        return False

    def _stand_below(self, pin: Pin, line: Line) -> bool:
        """Paint units below a name; elsewhere than in their room, they would be taken for those of others."""
        rows = len(pin.rows) - len(pin.columns)
        return self._stand(pin, [[line]], 2 * rows, AIR if rows else APART)

    def _stand_aside(self, pin: Pin, line: Line, air: int) -> bool:
        """Paint units on the ground of their place, or those of a province on water at its coast, but on no other."""
        columns = width(line)
        for away, down, across in offsets():
            row, left = pin.top + down, pin.left + across
            if away > HOME:
                break
            if 0 <= row < self._raster.rows and self._is_aside(pin, away, row, slice(left, left + columns), air):
                self._put(pin.place, left, row, line)
                return True
        return False

    def _is_aside(self, pin: Pin, away: int, row: int, at: slice[int, int, None], air: int) -> bool:
        """Return whether units can stand in some free cells of a row, and are not taken for those of another place."""
        code = self._codes[pin.place.id]
        here = set(ground_of(self._raster).codes[row][at])
        is_land = here == {code} and not pin.place.is_sea
        is_water = code in here if pin.place.is_sea else here <= self._shores.get(code, set())
        if not is_land and (away > COAST or not is_water):
            return False
        return self._is_free(row, (at.start, at.stop), AIR if is_land else air, APART, bytes([0, code]))

    def _follow(self, pin: Pin, line: Line) -> bool:
        """Paint units behind a name that has no room for them below, or before one of a sea."""
        own, columns, start = bytes([0, self._codes[pin.place.id]]), width(line), pin.columns[0]
        lefts = [start + _breadth(pin) + AIR, *[start - AIR - columns] * pin.place.is_sea] if pin.detail < UNITS else []
        for left in lefts:
            stop = left + columns
            if left >= 0 and stop <= self._raster.columns and not self._taken[pin.top][left:stop].translate(None, own):
                self._put(pin.place, left, pin.top, line)
                return True
        return False

    def _join(self, pin: Pin, line: Line) -> bool:
        """Paint units right behind a name where there is no room for a blank, with one before the next name."""
        own, row = self._codes[pin.place.id], pin.top + len(pin.columns) - 1
        left = self._headings[row].rfind(own) + 1
        stop = left + width(line)
        spans = ((start, end) for _, at, start, end in self._labelled if at == row)
        if stop > self._raster.columns or any(start <= stop and left < end for start, end in spans):
            return False
        self._put(pin.place, left, row, line)
        return True

    def _free(self, pin: Pin, block: Sequence[Line], most: int, air: int, clear: int) -> tuple[int, int] | None:
        """Return the nearest cells free for a block, so far from its room and from other labels on both sides."""
        rows = [(indent, indent + columns) for indent, columns in _indented(pin, block)]
        own, top = bytes([0, self._codes[pin.place.id]]), pin.top + len(pin.columns)
        for away, down, across in offsets():
            if away > most:
                break
            row, left = top + down, pin.left + across
            if not 0 <= row <= self._raster.rows - len(rows):
                continue
            spans = [(left + start, left + stop) for start, stop in rows]
            if all(self._is_free(y, span, air, clear, own) for y, span in enumerate(spans, row)) and (
                # Nor below the name of another place, where nothing but its own units is looked for.
                air == AIR or not self._taken[row - 1][slice(*spans[0])].translate(None, own)
            ):
                return left, row
        return None

    def _is_free(self, row: int, span: tuple[int, int], air: int, clear: int, own: bytes) -> bool:
        """Return whether some cells of a row are free, and far enough from labels and names of other places."""
        start, stop = span
        line = self._taken[row]
        if start < 0 or stop > len(line) or any(line[start:stop]):
            return False
        if self._headings[row][max(start - clear, 0) : stop + clear].translate(None, own):
            return False
        return not line[max(start - air + AIR, 0) : stop + air - AIR].translate(None, own)

    def _draw_arrows(self) -> None:
        """Draw the ways that units would go, from name to name, where no label stands, nor beside one."""
        texts = [bytearray(self._raster.columns) for _ in range(self._raster.rows)]
        headings: dict[str, tuple[int, int, int]] = {}
        for place, row, start, stop in self._labelled:
            left, right = max(start - AIR, 0), min(stop + AIR, self._raster.columns)
            texts[row][left:right] = b"\1" * (right - left)
            headings.setdefault(place.id, (row, start, stop))
        grounds = ground_of(self._raster).codes
        for course, side in self._prospect.courses:
            if course.source not in headings or course.target not in headings:
                continue
            ends = headings[course.source], headings[course.target]
            for (column, row), line in arrow(*ends, (course, side), self._look, texts):
                ground, left = f"class:map-on-{self._grounds[grounds[row][column]]} class:map-label", column
                for style, text in line:
                    left = _write(self._cells[row], left, f"{ground} {style}", text)

    # ------------------------------------------------------------------ cells

    def _put(self, place: Place, left: int, row: int, line: Line) -> None:
        """Paint a line of a place, and let others keep away from it."""
        code = self._codes[place.id]
        ground, columns = f"class:map-on-{self._grounds[code]}", width(line)
        self._labelled.append((place, row, left, left + columns))
        start, stop = max(left - AIR, 0), min(max(left + columns + AIR, 0), self._raster.columns)
        self._taken[row][start:stop] = bytes([code]) * (stop - start)
        if not self._look.colour:
            _clear(self._cells[row], left - 1, ground)
            _clear(self._cells[row], left + columns, ground)
        for style, text in line:
            left = _write(self._cells[row], left, f"{ground} class:map-label {style}".strip(), text)

    def _by_water(self) -> dict[int, set[int]]:
        """Return by code of a province those of the seas at its coast."""
        found: dict[int, set[int]] = {}
        for line in self._scene.atlas.lines:
            codes = [self._codes[place] for place in line.beside]
            for code, other in permutations(codes, 2) if line.kind == "coast" else ():
                found.setdefault(code, set()).add(other)
        return found

    def _background(self) -> list[list[Fragment]]:
        styles = {drawing: [drawing.style(ground) for ground in self._grounds] for drawing in Drawing}
        return [
            [(styles[drawing][code], character) for drawing, code, character in row]
            for row in background(self._raster, self._look)
        ]


def _indented(pin: Pin, block: Sequence[Line]) -> Sequence[tuple[int, int]]:
    """Return by line of a block how far from the left of its room it begins, centred, and its columns."""
    widest = max(pin.rows)
    return [((widest - columns) // 2, columns) for columns in map(width, block)]


def _breadth(pin: Pin) -> int:
    """Return the columns of the first line of a name."""
    return width([("", names(pin.place, pin.detail)[0])])


def _fits(pin: Pin, label: Label) -> bool:
    """Return whether what stands at a place has room in its label, in some form."""
    lines = [*forms(label, pin.detail, []), *scant_forms(label, pin.detail, [])] or [[]]
    if pin.detail < UNITS:
        return min(map(width, lines)) <= pin.left + max(pin.rows) - pin.columns[0] - _breadth(pin) - AIR
    room = pin.rows[len(pin.columns) :]
    blocks = [below(label, pin.detail, line) for line in lines]
    return any(len(block) <= len(room) and all(map(le, map(width, block), room)) for block in blocks)


_LINE_STYLES = tuple(f"map-{line.value}" for line in LINES)


def _clear(row: list[Fragment], column: int, style: str) -> None:
    """Let no line touch a label: without colours nothing else tells them apart."""
    if 0 <= column < len(row) and row[column][0].endswith(_LINE_STYLES):
        row[column] = (style, " ")


def _write(row: list[Fragment], column: int, style: str, text: str) -> int:
    """Write a text into a row of cells, as far as there is room, and return the column after it."""
    if text.isascii() and column >= 0 and column + len(text) <= len(row):
        row[column : column + len(text)] = [(style, character) for character in text]
        return column + len(text)
    for character in text:
        wide = columns(character)
        if 0 <= column <= len(row) - wide:
            if wide:
                row[column : column + wide] = [(style, character), *[(style, "")] * (wide - 1)]
            elif column:
                row[column - 1] = (row[column - 1][0], row[column - 1][1] + character)
        column += wide
    return column
