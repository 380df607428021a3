"""One drawing of the map: the ground, and on it the labels, each where it is pinned.

Names come first and stay. What stands below them is painted in the room of its label where it fits there; else it says
less, or takes the nearest cells that are free.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from prompt_toolkit.utils import get_cwidth

from cli.ui.map.background import LINES, Drawing, background
from cli.ui.map.labels import SHORT, UNITS, Fragment, Label, Line, below, close, heading, units, width
from cli.ui.map.layout import AIR, ground_of, offsets
from cli.ui.map.look import BEYOND, SEA, Look
from cli.ui.map.pins import Pin
from cli.ui.map.prospect import Prospect, arrow
from cli.ui.map.raster import FIRST, Raster, joined
from cli.ui.map.shapes import Place
from cli.ui.map.view import MapScene

APART = 3
"""Columns to other labels where something stands outside its room, lest it be taken for theirs."""

CLOSE, NEAR, FAR = 2, 5, 40
"""How far from its room what stands at a place may go close to other labels, before it says less instead; how far away
from others; and how far units may, which must show. In columns, a row counting as two."""

HOME, COAST = 20, 9
"""How far units may go so that the name can stay: on the ground of their place, and on water, far from other labels."""

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
        self._bare = self._background()
        self._cells = [list(row) for row in self._bare]
        self._taken = [bytearray(raster.columns) for _ in range(raster.rows)]
        self._labelled: list[Cells] = []
        labels = [(pin, self._label(pin, pin.detail)) for pin in pins]
        for pin, label in labels:
            self._name(pin, label)
        # Those that have room take it before others come there from elsewhere.
        for pin, label in sorted(labels, key=lambda found: not _fits(*found)):
            self._fill(pin, label)
        self._draw_arrows(pins)
        self.rows = [joined(row) for row in self._cells]

    def place_at(self, column: int, row: int) -> str | None:
        """Return the id of the place that is drawn, or whose label stands, in a cell."""
        for place, line, start, stop in self._labelled:
            if line == row and start <= column < stop:
                return place.id
        code = ground_of(self._raster).codes[row][column]
        return self._scene.atlas.places[code - FIRST].id if code >= FIRST else None

    # ------------------------------------------------------------------ labels

    def _label(self, pin: Pin, detail: int) -> Label:
        """Return what is written on a place, what is at stake there behind its units."""
        label = self._scene.label(pin.place, detail, self._look)
        stake = self._prospect.stake(pin.place.id, self._look)
        return label._replace(units=[*label.units, ("", " "), *stake]) if stake else label

    def _name(self, pin: Pin, label: Label) -> None:
        lines = heading(pin.place, label, pin.detail, self._look, pin.place.id == self._selected)
        for row, column, (before, line) in zip(count(pin.top), pin.columns, lines, strict=False):
            self._put(pin.place, column - before, row, line)

    def _fill(self, pin: Pin, label: Label) -> None:
        """Paint what stands below a name, as near to its room and in as many words as can be."""
        for detail in range(pin.detail, UNITS, -1):
            block = below(self._label(pin, detail), detail)
            if self._stand(pin, [block], CLOSE, AIR) or self._stand(pin, [block], NEAR, APART):
                return
        if not (line := units(label, pin.detail)):
            return
        forms = [[line], [close(line)]]
        # Others would be taken for the owners of units that stand below or close to their names.
        if self._stand(pin, forms, 0, AIR if pin.detail >= UNITS else APART) or self._follow(pin, label, forms):
            return
        if self._stand(pin, forms, NEAR, APART) or self._stand_aside(pin, forms) or self._replace(pin, label, forms):
            return
        self._stand(pin, forms, FAR, AIR)

    def _stand(self, pin: Pin, blocks: Sequence[Sequence[Line]], most: int, air: int) -> bool:
        """Paint the first of some blocks that finds free cells, so far from its room and from labels at both sides."""
        for block in blocks:
            spot = self._free(pin, block, most, air)
            if spot is not None:
                for row, (line, (indent, _)) in enumerate(zip(block, _indented(pin, block), strict=True), spot[1]):
                    self._put(pin.place, spot[0] + indent, row, line)
                return True
        return False

    def _stand_aside(self, pin: Pin, forms: Sequence[Sequence[Line]]) -> bool:
        """Paint units on the ground of their place, or those of a province on water near it, but on no other land."""
        for [line] in forms:
            columns = width(line)
            for away, down, across in offsets():
                row, left = pin.top + down, pin.left + across
                if away > HOME:
                    break
                if 0 <= row < self._raster.rows and self._is_aside(pin, away, row, slice(left, left + columns)):
                    self._put(pin.place, left, row, line)
                    return True
        return False

    def _is_aside(self, pin: Pin, away: int, row: int, at: slice[int, int, None]) -> bool:
        """Return whether units can stand in some free cells of a row, and are not taken for those of another place."""
        ground, code = ground_of(self._raster), self._codes[pin.place.id]
        is_home = all(here == code for here in ground.codes[row][at])
        is_coast = away <= COAST and not pin.place.is_sea and not any(ground.provinces[row][at])
        free = self._is_free(row, (at.start, at.stop), AIR if is_home else APART, bytes([0, code]))
        return (is_home or is_coast) and free

    def _follow(self, pin: Pin, label: Label, forms: Sequence[Sequence[Line]]) -> bool:
        """Paint units behind a name that has no room for them below, and may become a short one.

        At the name of whose units alone stand there, they need not tell whose they are.
        """
        if pin.detail >= UNITS:
            return False
        behind: list[Line] = [[("", " "), *text] for [text] in forms]
        if _are_own(label):
            behind.append([fragment for fragment in forms[-1][0] if fragment != label.held[0]])
        for detail in range(pin.detail, SHORT - 1, -1):
            [(before, line)] = heading(pin.place, label, detail, self._look, pin.place.id == self._selected)
            left = pin.columns[0] - before
            for text in behind:
                if self._is_own(pin, left + width(line), width(text)):
                    self._erase(pin)
                    self._put(pin.place, left, pin.top, [*line, *text])
                    return True
        return False

    def _replace(self, pin: Pin, label: Label, forms: Sequence[Sequence[Line]]) -> bool:
        """Paint units in place of a name, unless it is selected; and whose the place is, if they do not tell."""
        if len(pin.columns) > 1 or pin.place.id == self._selected:
            return False
        for text in [[*label.held, *line] for [line] in forms] * (not _are_own(label)) + [line for [line] in forms]:
            if self._is_own(pin, pin.left, width(text)):
                self._erase(pin)
                self._put(pin.place, pin.left, pin.top, text)
                return True
        return False

    def _is_own(self, pin: Pin, left: int, columns: int) -> bool:
        """Return whether no other label needs some cells in the row of a name."""
        own, stop = bytes([0, self._codes[pin.place.id]]), left + columns + AIR
        return stop <= self._raster.columns and not self._taken[pin.top][left:stop].translate(None, own)

    def _erase(self, pin: Pin) -> None:
        """Take a name away that stands in one line."""
        code = self._codes[pin.place.id]
        for column in range(self._raster.columns):
            if self._taken[pin.top][column] == code:
                self._cells[pin.top][column] = self._bare[pin.top][column]
        self._taken[pin.top] = self._taken[pin.top].replace(bytes([code]), b"\0")
        self._labelled.remove(next(found for found in self._labelled if found[0] is pin.place))

    def _free(self, pin: Pin, block: Sequence[Line], most: int, air: int) -> tuple[int, int] | None:
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
            if all(self._is_free(y, span, air, own) for y, span in enumerate(spans, row)) and (
                # Nor below the name of another place, where nothing but its own units is looked for.
                air == AIR or not self._taken[row - 1][slice(*spans[0])].translate(None, own)
            ):
                return left, row
        return None

    def _is_free(self, row: int, span: tuple[int, int], air: int, own: bytes) -> bool:
        """Return whether nothing stands in some cells of a row, nor anything of another place beside them."""
        start, stop = span
        line = self._taken[row]
        if start < 0 or stop > len(line) or any(line[start:stop]):
            return False
        return not line[max(start - air + AIR, 0) : stop + air - AIR].translate(None, own)

    def _draw_arrows(self, pins: Sequence[Pin]) -> None:
        """Draw the ways that units would go, from name to name, where no label stands."""
        middles = {pin.place.id: (pin.left + max(pin.rows) // 2, pin.top) for pin in pins}
        texts = [bytearray(self._raster.columns) for _ in range(self._raster.rows)]
        for _, row, start, stop in self._labelled:
            texts[row][max(start, 0) : stop] = b"\1" * (min(stop, self._raster.columns) - max(start, 0))
        grounds = ground_of(self._raster).codes
        for course, side in self._prospect.courses:
            if course.source in middles and course.target in middles:
                ends = middles[course.source], middles[course.target]
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


def _are_own(label: Label) -> bool:
    """Return whether there are units, and of the holder alone."""
    return [fragment for fragment in label.units if fragment[0].startswith("class:map-badge")] == label.held != []


def _fits(pin: Pin, label: Label) -> bool:
    """Return whether what stands below a name has room in its place."""
    lines, room = below(label, pin.detail), pin.rows[len(pin.columns) :]
    return len(lines) <= len(room) and all(width(line) <= columns for line, columns in zip(lines, room, strict=False))


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
        wide = get_cwidth(character)
        if 0 <= column <= len(row) - wide:
            if wide:
                row[column : column + wide] = [(style, character), *[(style, "")] * (wide - 1)]
            elif column:
                row[column - 1] = (row[column - 1][0], row[column - 1][1] + character)
        column += wide
    return column
