"""The map on a terminal: coasts, borders and labels in a grid of cells of any size, as prompt_toolkit fragments.

``draw`` gives rows of (style class, text); ``STYLES`` has the classes' colours for terminals of every kind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from prompt_toolkit.utils import get_cwidth

from cli.ui.map import labels
from cli.ui.map.background import LINES, Drawing, background
from cli.ui.map.labels import Fragment, Label
from cli.ui.map.layout import CROWDED, MOST_FOREIGN, Wish, ground_of, placed
from cli.ui.map.look import BEYOND, SEA, STYLES, Look
from cli.ui.map.raster import FIRST, Window, joined, rasterised
from cli.ui.map.shapes import Atlas, Place, Point
from cli.ui.map.view import MapScene

__all__ = ["STYLES", "Direction", "Look", "View", "draw", "neighbour_towards", "place_at"]

Direction = Literal["left", "right", "up", "down"]
Size = tuple[int, int]
Row = list[Fragment]
Placed = tuple[Place, Label, Size | None]
"""A place with its label and the upper left cell of that, None where it has no room."""

ZOOM = 1.4
"""How much larger everything is at the next zoom."""

MOST_ZOOM = 4

MOST_LESS = 9
"""One in so many labels may say less than the others, where there is no room for it."""

STRETCHED = 1.45
"""How much wider or narrower than it should be the drawing may become, to fill its place."""


@dataclass(frozen=True, slots=True)
class View:
    """What is looked at: a middle in units of the drawing (None: its own), a zoom from 0, where all of it is seen, to
    MOST_ZOOM, and the id of the selected province or sea."""

    centre: Point | None = None
    zoom: int = 0
    selected: str | None = None

    def zoomed(self, steps: int) -> View:
        """Nearer, or with negative steps farther."""
        return replace(self, zoom=min(max(self.zoom + steps, 0), MOST_ZOOM))

    def shifted(self, atlas: Atlas, size: Size, columns: int, rows: int) -> View:
        """The window moved by so many cells, as far as there is something to see."""
        window = _window(atlas, self, size)
        x = window.left + (size[0] / 2 + columns) * window.column
        y = window.top + (size[1] / 2 + rows) * window.row
        moved = _window(atlas, replace(self, centre=(x, y)), size)
        return replace(self, centre=(moved.left + size[0] / 2 * moved.column, moved.top + size[1] / 2 * moved.row))

    def on(self, atlas: Atlas, place: str | None) -> View:
        """The place selected, and in the middle if there is not all to be seen."""
        found = atlas.place(place) if place else None
        return replace(self, selected=place, centre=found.anchor if found else self.centre)


def draw(scene: MapScene, size: Size, *, view: View, look: Look) -> list[Row]:
    """The map as rows of fragments, exactly so many columns wide and rows high."""
    if min(size) < 1:
        return [[] for _ in range(size[1])]
    return [list(row) for row in _picture(scene, size, view, look).rows]


def place_at(scene: MapScene, size: Size, column: int, row: int, *, view: View, look: Look) -> str | None:
    """The id of the province or sea that is drawn, or whose label stands, in a cell; None where there is none."""
    if not (0 <= column < size[0] and 0 <= row < size[1]):
        return None
    return _picture(scene, size, view, look).place_at(column, row)


def neighbour_towards(atlas: Atlas, place: str | None, direction: Direction) -> str:
    """The place to go to from another, or from nowhere, by an arrow key: one that lies in that direction, near by."""
    start = atlas.place(place) if place else None
    if start is None:
        middle = (atlas.width / 2, atlas.height / 2)
        return min(atlas.places, key=lambda other: _distance(middle, other.anchor, (1.0, 1.0))).id
    ahead, aside = {"left": ((-1, 0), 1), "right": ((1, 0), 1), "up": ((0, -1), 0), "down": ((0, 1), 0)}[direction]
    found: list[tuple[float, str]] = []
    for other in atlas.places:
        way = (other.anchor[0] - start.anchor[0], other.anchor[1] - start.anchor[1])
        forward, sideways = way[0] * ahead[0] + way[1] * ahead[1], abs(way[aside])
        if forward > 0 and sideways <= 1.5 * forward:
            found.append((forward + 2 * sideways, other.id))
    return min(found)[1] if found else start.id


def _distance(one: Point, other: Point, weights: Point) -> float:
    return weights[0] * abs(one[0] - other[0]) + weights[1] * abs(one[1] - other[1])


def _window(atlas: Atlas, view: View, size: Size) -> Window:
    """What a view shows in so many cells. At zoom 0 the drawing fills them, stretched within reason; else it is cut."""
    columns, rows = (max(1, cells) for cells in size)  # a terminal may have no room at all
    width = atlas.seen
    column, row = width / columns, atlas.height / rows
    # A cell is about twice as high as it is wide.
    column, row = max(column, row / 2 / STRETCHED), max(row, column * 2 / STRETCHED)
    near = ZOOM**view.zoom
    column, row = column / near, row / near
    x, y = view.centre or (width / 2, atlas.height / 2)
    left = _fitting(x - columns * column / 2, columns * column, width)
    top = _fitting(y - rows * row / 2, rows * row, atlas.height)
    return Window(round(left, 2), round(top, 2), column, row)


def _fitting(start: float, length: float, whole: float) -> float:
    """A start from which a length lies within the whole, or has it in its middle."""
    return (whole - length) / 2 if length >= whole else min(max(start, 0.0), whole - length)


# ---------------------------------------------------------------------- painting


def _lost(found: list[Placed]) -> int:
    """How many labels have found no room."""
    return sum(spot is None for *_, spot in found)


@lru_cache(maxsize=16)
def _picture(scene: MapScene, size: Size, view: View, look: Look) -> _Picture:
    """A drawing; a console asks for the same one over and over."""
    return _Picture(scene, size, view, look)


class _Picture:
    """One drawing: the ground, and the labels with the cells in which they stand."""

    def __init__(self, scene: MapScene, size: Size, view: View, look: Look) -> None:
        self.scene, self.size, self.view, self.look = scene, size, view, look
        self.atlas = scene.atlas
        self.window = _window(self.atlas, view, size)
        self.raster = rasterised(self.atlas, self.window, *size)
        self.ground = ground_of(self.raster)
        self.grounds = _grounds(scene, self.atlas)
        self.written: dict[tuple[str, int], Label] = {}
        self.labels = self._labels()
        self.rows = self._rows()

    # ------------------------------------------------------------------ labels

    def _labels(self) -> list[tuple[Place, Label, int, int]]:
        """Places with their labels and the upper left cells of these, all in as many words as there is room for."""
        seen = [(code, place) for code, place in enumerate(self.atlas.places, FIRST) if self._is_seen(code)]
        details = [labels.WORDS] * len(seen)
        for detail in range(labels.WORDS, labels.CODE, -1):
            details = [detail] * len(seen)
            found = self._try(seen, details, [Turn()] * len(seen))
            if _lost(found) <= len(seen) // MOST_LESS:
                break
        settled = self._settled(seen, details, found, gently=True)
        if any(spot is None and not place.is_sea for place, _, spot in settled[2]):
            settled = self._settled(seen, details, found, gently=False)
        details, crowded, found = settled
        self._press(seen, details, crowded, found)
        return [(place, label, *spot) for place, label, spot in found if spot is not None]

    def _settled(
        self, seen: list[tuple[int, Place]], details: list[int], found: list[Placed], *, gently: bool
    ) -> tuple[list[int], set[int], list[Placed]]:
        """How much labels say once those without room have chosen before the others, and said less if need be.

        ``gently``, a label says less only where choosing first does not help; on a small map more find room if it says
        less at once. Returns details, the labels that choose first, and the spots.
        """
        details, crowded = list(details), set[int]()
        while missing := [index for index, (*_, spot) in enumerate(found) if spot is None]:
            if all(details[index] == labels.CODE and index in crowded for index in missing):
                break
            for index in crowded.intersection(missing) if gently else missing:
                details[index] = max(details[index] - 1, labels.CODE)
            crowded.update(missing)
            found = self._try(seen, details, [Turn(index not in crowded) for index in range(len(seen))])
        return details, crowded, found

    def _press(self, seen: list[tuple[int, Place]], details: list[int], crowded: set[int], found: list[Placed]) -> None:
        """Find room for what must show and has found none: where something stands, before provinces without units."""
        pressing: set[int] = set()
        wanted: set[int] = set()
        while lost := {index for index, (*_, spot) in enumerate(found) if spot is None}:
            held = {index for index in lost if self._must_show(seen[index][1])}
            empty = {index for index in lost - held if not seen[index][1].is_sea}
            if empty <= wanted and all(details[index] == labels.SIGNS for index in held):
                break
            for index in held & pressing:
                details[index] = labels.SIGNS
            pressing |= held
            wanted |= empty
            turns = [_turn(index, details[index], crowded, pressing, wanted) for index in range(len(seen))]
            found[:] = self._try(seen, details, turns)

    def _must_show(self, place: Place) -> bool:
        return place.id == self.view.selected or self.scene.is_held(place)

    def _is_seen(self, code: int) -> bool:
        place = self.atlas.places[code - FIRST]
        column, row = self.window.cell(*place.anchor)
        if 0 <= column < self.size[0] and 0 <= row < self.size[1]:
            return True
        return self.ground.areas[code] >= 24

    def _try(self, seen: list[tuple[int, Place]], details: list[int], turns: list[Turn]) -> list[Placed]:
        written = [self._label(place, detail) for (_, place), detail in zip(seen, details, strict=True)]
        wishes = tuple(
            Wish(
                code,
                place.is_sea,
                self._middle(code, place),
                (max(map(labels.width, label)), len(label)),
                turn.number,
                turn.foreign,
                # What is chosen is always named, wherever there is room.
                detail == labels.SIGNS and place.id == self.view.selected,
            )
            for (code, place), detail, label, turn in zip(seen, details, written, turns, strict=True)
        )
        spots = placed(self.ground, wishes)
        return [(place, label, spot) for (_, place), label, spot in zip(seen, written, spots, strict=True)]

    def _label(self, place: Place, detail: int) -> Label:
        label = self.written.get((place.id, detail))
        if label is None:
            label = self.scene.label(place, detail, self.look, place.id == self.view.selected)
            self.written[place.id, detail] = label
        return label

    def _middle(self, code: int, place: Place) -> tuple[int, int]:
        """The cell of the label's middle: the anchor's, or the middle of what is seen of the place."""
        column, row = self.window.cell(*place.anchor)
        if 0 <= column < self.size[0] and 0 <= row < self.size[1]:
            return column, row
        cells = [(x, y) for y, line in enumerate(self.ground.codes) for x, here in enumerate(line) if here == code]
        return sum(x for x, _ in cells) // len(cells), sum(y for _, y in cells) // len(cells)

    def place_at(self, column: int, row: int) -> str | None:
        for place, label, left, top in self.labels:
            if top <= row < top + len(label) and left <= column < left + max(map(labels.width, label)):
                return place.id
        code = self.ground.codes[row][column]
        return self.atlas.places[code - FIRST].id if code >= FIRST else None

    # ------------------------------------------------------------------ cells

    def _rows(self) -> list[Row]:
        cells = self._background()
        for place, label, left, top in self.labels:
            ground = self.grounds[self.atlas.places.index(place) + FIRST]
            widest = max(map(labels.width, label))
            for row, line in enumerate(label, start=top):
                column = left + (widest - labels.width(line)) // 2
                if not self.look.colour:
                    _clear(cells[row], column - 1, f"class:map-on-{ground}")
                    _clear(cells[row], column + labels.width(line), f"class:map-on-{ground}")
                for style, text in line:
                    column = _put(cells[row], column, f"class:map-on-{ground} class:map-label {style}".strip(), text)
        return [joined(row) for row in cells]

    def _background(self) -> list[list[Fragment]]:
        styles = {drawing: [drawing.style(ground) for ground in self.grounds] for drawing in Drawing}
        return [
            [(styles[drawing][code], character) for drawing, code, character in row]
            for row in background(self.raster, self.look)
        ]


class Turn(NamedTuple):
    """When a label is placed, those of a smaller number first, and how much of it may lie on other provinces."""

    number: int = 1
    foreign: float = MOST_FOREIGN


def _turn(index: int, detail: int, crowded: set[int], pressing: set[int], wanted: set[int]) -> Turn:
    """The turn of a label where not all have room."""
    if index in pressing:
        return Turn(0, 1.0) if detail == labels.SIGNS else Turn(1, CROWDED)
    if index in wanted:
        return Turn(2, CROWDED)
    return Turn(3 if index in crowded else 4)


def _grounds(scene: MapScene, atlas: Atlas) -> tuple[str, ...]:
    """By code of the raster the ground that is drawn there."""
    return (SEA, BEYOND, *(SEA if place.is_sea else scene.ink(place) for place in atlas.places))


_LINE_STYLES = tuple(f"map-{line.value}" for line in LINES)


def _clear(row: list[Fragment], column: int, style: str) -> None:
    """Let no line touch a label: without colours nothing else tells them apart."""
    if 0 <= column < len(row) and row[column][0].endswith(_LINE_STYLES):
        row[column] = (style, " ")


def _put(row: list[Fragment], column: int, style: str, text: str) -> int:
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
