"""The list that stands in place of a map for which there is too little room: all places, with what stands there."""

from __future__ import annotations

from cli.ui.map.geography import Place
from cli.ui.map.labels import GOODS, ICONS, UNITS, Fragment, Line, below, heading, units, width
from cli.ui.map.look import SEA, Look
from cli.ui.map.raster import joined
from cli.ui.map.view import MapScene

Size = tuple[int, int]

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
