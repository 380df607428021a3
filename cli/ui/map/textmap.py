"""The map on a terminal: coasts, borders and labels in a grid of cells of any size, as prompt_toolkit fragments.

``draw`` gives rows of (style class, text); ``STYLES`` has the classes' colours for terminals of every kind. Where
there is too little room for a map, a `Roster` lists all places, with what stands there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, Protocol

from cli.ui.map.geography import Atlas, Place, Point
from cli.ui.map.labels import GOODS, ICONS, SEA, UNITS, Fragment, Line, Look, below, heading, units, width
from cli.ui.map.painting import Painting, Prospect
from cli.ui.map.pins import pinned
from cli.ui.map.raster import Window, joined, rasterised
from cli.ui.map.view import MapScene

APART = 2
"""Columns between columns of the list."""


class Roster:
    """Provinces and then seas, in as many columns as there is room for; the selected place is among those that show."""

    rows: list[list[Fragment]]

    def __init__(self, scene: MapScene, size: Size, selected: str | None, look: Look) -> None:
        self._scene, self._look, self._selected = scene, look, selected
        columns, rows = size
        places = sorted(scene.atlas.places, key=lambda place: place.is_sea)
        for detail in (ICONS, UNITS):
            lines = [self._line(place, detail) for place in places]
            self._breadth = min(max(map(width, lines)) + APART, columns)
            if columns // self._breadth > 1:
                break
        across = max(columns // self._breadth, 1)
        down = -(-len(places) // across)
        chosen = next((number for number, place in enumerate(places) if place.id == selected), 0)
        first = min(max(chosen % down - rows // 2, 0), max(down - rows, 0))
        self._shown = [
            [number for column in range(across) if (number := row + column * down) < len(places) and row < down]
            for row in range(first, first + rows)
        ]
        self._places = places
        self.rows = [self._row([lines[number] for number in numbers], columns) for numbers in self._shown]
        if first + rows < down:
            more = look.glyphs.more
            self.rows[-1] = joined(_cut([*_cut(self.rows[-1], columns - width([("", more)])), ("", more)], columns))

    def place_at(self, column: int, row: int) -> str | None:
        """Return the id of the place whose line stands in a cell."""
        numbers, number = self._shown[row], column // self._breadth
        return self._places[numbers[number]].id if number < len(numbers) else None

    def _line(self, place: Place, detail: int) -> Line:
        """Return a place in one line: its heading, its marks where they have room, its units."""
        label = self._scene.label(place, detail, self._look)
        parts = [line for _, line in heading(place, label, GOODS, self._look, place.id == self._selected)]
        line: Line = [] if label.held else [("", " ")]
        for part in [*parts, *below(label, detail, units(label, detail))]:
            line += [("", " "), *part] if width(line) > 1 else part
        ink = SEA if place.is_sea else self._scene.ink(place)
        return [(f"class:map-on-{ink} class:map-label {style}".strip(), text) for style, text in line]

    def _row(self, lines: list[Line], columns: int) -> list[Fragment]:
        """Return a row of so many columns; what is too long for a narrow terminal is cut at its end."""
        row: list[Fragment] = []
        for line in lines:
            row += [*_cut(line, self._breadth), ("", " " * (self._breadth - min(width(line), self._breadth)))]
        return joined([*row, ("", " " * (columns - width(row)))])


def _cut(line: Line, columns: int) -> Line:
    """Return as much of a line as fits."""
    found: Line = []
    for style, text in line:
        for character in text:
            if width([*found, ("", character)]) > columns:
                return found
            found.append((style, character))
    return found


Direction = Literal["left", "right", "up", "down"]
Size = tuple[int, int]
Row = list[Fragment]

NOTHING = Prospect()
"""Nothing would change."""

ZOOM = 1.4
"""How much larger everything is at the next zoom."""

MOST_ZOOM = 4

DETAIL = 2
"""The zoom at which a detail is shown."""

STRETCHED = 1.45
"""How much wider or narrower than it should be the drawing may become, to fill its place."""


@dataclass(frozen=True, slots=True)
class View:
    """What is looked at: a middle in units of the drawing (None: its own), a zoom from 0, where all of it is seen, to
    MOST_ZOOM, and the id of the selected province or sea.

    Of a detail no list is shown, even if there is too little room for a map of everything.
    """

    centre: Point | None = None
    zoom: int = 0
    selected: str | None = None
    is_detail: bool = False

    def zoomed(self, steps: int) -> View:
        """Zoom nearer, or with negative steps farther."""
        return replace(self, zoom=min(max(self.zoom + steps, 0), MOST_ZOOM))

    def detail(self, atlas: Atlas, places: Iterable[str]) -> View:
        """Return what shows some places and what is around them."""
        found = [place.anchor for place in map(atlas.place, places) if place is not None]
        x, y = (sum(values) / len(found) for values in zip(*found, strict=True))
        return View((x, y), DETAIL, is_detail=True)

    def shifted(self, atlas: Atlas, size: Size, columns: int, rows: int) -> View:
        """Return the window moved by so many cells, as far as there is something to see."""
        window = _window(atlas, self, size)
        x = window.left + (size[0] / 2 + columns) * window.column
        y = window.top + (size[1] / 2 + rows) * window.row
        moved = _window(atlas, replace(self, centre=(x, y)), size)
        return replace(self, centre=(moved.left + size[0] / 2 * moved.column, moved.top + size[1] / 2 * moved.row))

    def on(self, atlas: Atlas, place: str | None) -> View:
        """Return the place selected, and in the middle if there is not all to be seen."""
        found = atlas.place(place) if place else None
        return replace(self, selected=place, centre=found.anchor if found else self.centre)


def draw(scene: MapScene, size: Size, *, view: View, look: Look, prospect: Prospect = NOTHING) -> list[Row]:
    """Return the map as rows of fragments, exactly so many columns wide and rows high, with what would change on it."""
    if min(size) < 1:
        return [[] for _ in range(size[1])]
    return [list(row) for row in _picture(scene, size, view, look, prospect).rows]


def place_at(scene: MapScene, size: Size, column: int, row: int, *, view: View, look: Look) -> str | None:
    """Return the id of the province or sea that is drawn or labelled in a cell, else None."""
    if not (0 <= column < size[0] and 0 <= row < size[1]):
        return None
    return _picture(scene, size, view, look, NOTHING).place_at(column, row)


def neighbour_towards(atlas: Atlas, place: str | None, direction: Direction) -> str:
    """Return the place that an arrow key leads to from another, or from nowhere: one near by in that direction."""
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


def whole(atlas: Atlas, size: Size) -> Window:
    """Return the window that shows all of a board."""
    return _window(atlas, View(), size)


def _window(atlas: Atlas, view: View, size: Size) -> Window:
    """Return what a view shows in so many cells. At zoom 0 the drawing fills them, a bit stretched; else it is cut."""
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
    """Return a start from which a length lies within the whole, or has it in its middle."""
    return (whole - length) / 2 if length >= whole else min(max(start, 0.0), whole - length)


# ---------------------------------------------------------------------- drawing


class _Drawing(Protocol):
    """A map, or the list that stands in its place."""

    rows: list[Row]

    def place_at(self, column: int, row: int) -> str | None:
        """Return the id of the place that is drawn in a cell."""


@lru_cache(maxsize=16)
def _picture(scene: MapScene, size: Size, view: View, look: Look, prospect: Prospect) -> _Drawing:
    """Return a drawing; a console asks for the same one over and over."""
    all_seen = whole(scene.atlas, size)
    window = _window(scene.atlas, view, size)
    raster = rasterised(scene.atlas, window, *size)
    pins = pinned(scene.usual, raster, window)
    if not view.is_detail and not pinned(scene.usual, rasterised(scene.atlas, all_seen, *size), all_seen).all_named:
        return Roster(scene, size, view.selected, look)
    return Painting(scene, raster, pins.pins, view.selected, look, prospect)
