"""Where labels are pinned: worked out from the map and the room for it alone, whatever stands on the map.

Each label is given the room that it takes in the usual position, as large as there is for all. There its name stays.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cli.ui.map.geography import Place
from cli.ui.map.labels import (
    BRIEF,
    GOODS,
    ICONS,
    SHORT,
    TIGHT,
    UNITS,
    WORDS,
    Label,
    below,
    names,
    reserved,
    units,
    width,
)
from cli.ui.map.layout import AIR, CROWDED, MOST_FOREIGN, Rows, Spot, Wish, fitted, ground_of, indented, placed
from cli.ui.map.look import Look
from cli.ui.map.raster import FIRST, Raster, Window
from cli.ui.map.view import MapScene

MOST_LESS = 4
"""One in so many labels may say less than the others, where there is no room for it."""

PATIENCE, WELL_PLACED = 12, 5
"""How often a label without room may be put before the others: until there is no hope, and until it may lie on more
land of others."""

LEAST, FEW = 3, 5
"""Columns that are kept for units where there is no room for marks: those of one side, or of two by their numbers."""

AGREEMENTS = (
    *((detail, of_seas) for detail in (WORDS, GOODS, ICONS) for of_seas in (detail, UNITS, BRIEF, SHORT)),
    (BRIEF, SHORT),
)
"""What provinces and seas may say, the most first: all labels have room for units before some have long names."""

NEAR, FAR = 7, 17
"""How far from its middle a label may go that says more than a name, at least, and a name alone."""

LEAST_SEEN = 24
"""Cells of a place that must be seen for its name to stand there, if its middle is not seen."""


class Pin(NamedTuple):
    """The room of a label: its upper left cell, its rows, how much it says there, and where its name begins."""

    place: Place
    detail: int
    left: int
    top: int
    rows: Rows
    columns: tuple[int, ...]
    """By line of the name the column at which it begins."""


class Pins(NamedTuple):
    """All labels that have room, and whether those are all that should be seen."""

    pins: tuple[Pin, ...]
    all_named: bool


@lru_cache(maxsize=32)
def pinned(usual: MapScene, raster: Raster, window: Window) -> Pins:
    """Return where the labels of a map are, from its usual position."""
    return _Pinning(usual, raster, window).pins()


class _Pinning:
    """The search for a place for all labels: those without room go before the others, and say less."""

    def __init__(self, usual: MapScene, raster: Raster, window: Window) -> None:
        self.ground, self.window, self.usual = ground_of(raster), window, usual
        self.size = (raster.columns, raster.rows)
        self.seen = [
            (code, place) for code, place in enumerate(usual.atlas.places, FIRST) if self._is_seen(code, place)
        ]
        self.rows: dict[tuple[int, int], Rows] = {}
        self.details, self.missed = [WORDS] * len(self.seen), [0] * len(self.seen)

    def pins(self) -> Pins:
        most = max(self._agree(), UNITS)
        spots = self._settle()
        for detail in range(TIGHT, most + 1):
            for is_sea in (False, True):
                self._grow(spots, detail, is_sea)
        found = [
            _pin(place, detail, spot, self._rows(code, place, detail))
            for (code, place), detail, spot in zip(self.seen, self.details, spots, strict=True)
            if spot is not None
        ]
        return Pins(tuple(found), None not in spots)

    def _agree(self) -> int:
        """Let all provinces say as much as nearly all have room for, and seas as much, or else what room is left for.

        Goods are named in all provinces in the same way, or in none: there, all must have room.
        """
        for detail, of_seas in AGREEMENTS:
            self.details = [of_seas if place.is_sea else detail for _, place in self.seen]
            cells = sum(
                sum(self._rows(code, place, said)) for (code, place), said in zip(self.seen, self.details, strict=True)
            )
            if cells <= self.size[0] * self.size[1] and self._is_enough(detail):
                return detail
        return SHORT

    def _is_enough(self, detail: int) -> bool:
        """Return whether so many labels have room that the others may say less, or go before them."""
        spots = self._try()
        while detail >= GOODS and None in spots and max(self.missed) < WELL_PLACED:
            self.missed = [count + (spot is None) for count, spot in zip(self.missed, spots, strict=True)]
            spots = self._try()
        if spots.count(None) <= (0 if detail >= GOODS else len(self.seen) // MOST_LESS):
            return True
        self.missed = [0] * len(self.seen)
        return False

    def _settle(self) -> list[Spot | None]:
        """Let labels without room go first, and say less, until all have some or it is no use."""
        spots = self._try()
        while missing := [index for index, spot in enumerate(spots) if spot is None and self.missed[index] < PATIENCE]:
            for index in missing:
                self.details[index] = max(self.details[index] - (self.missed[index] > 0), SHORT)
                self.missed[index] += 1
            spots = self._try()
        return spots

    def _grow(self, spots: list[Spot | None], detail: int, is_sea: bool) -> None:
        """Let labels that say a little less say so much, where there is room among the others as they are."""
        for index, (code, place) in enumerate(self.seen):
            if spots[index] is None or self.details[index] != detail - 1 or place.is_sea != is_sea:
                continue
            others = [
                (spot, self._rows(*self.seen[other], self.details[other]))
                for other, spot in enumerate(spots)
                if spot is not None and other != index
            ]
            found = fitted(self.ground, others, self._wish(code, place, detail, 0))
            if found is not None:
                spots[index], self.details[index] = found, detail

    def _try(self) -> list[Spot | None]:
        wishes = [
            self._wish(code, place, detail, misses)
            for (code, place), detail, misses in zip(self.seen, self.details, self.missed, strict=True)
        ]
        return list(placed(self.ground, tuple(wishes)))

    def _wish(self, code: int, place: Place, detail: int, misses: int) -> Wish:
        return Wish(
            code,
            place.is_sea,
            self._middle(code, place),
            self._rows(code, place, detail),
            -misses,
            MOST_FOREIGN if misses <= WELL_PLACED else CROWDED if misses < PATIENCE - 3 else 1.0,
            max(NEAR, self.size[0] // 10) if detail >= UNITS else FAR,
        )

    def _rows(self, code: int, place: Place, detail: int) -> Rows:
        rows = self.rows.get((code, detail))
        if rows is None:
            rows = self.rows[code, detail] = _room(place, self.usual.label(place, detail, Look()), detail)
        return rows

    def _is_seen(self, code: int, place: Place) -> bool:
        column, row = self.window.cell(*place.anchor)
        if 0 <= column < self.size[0] and 0 <= row < self.size[1]:
            return True
        return self.ground.areas[code] >= LEAST_SEEN

    def _middle(self, code: int, place: Place) -> tuple[int, int]:
        """Return the cell of the label's middle: the anchor's, or the middle of what is seen of the place."""
        column, row = self.window.cell(*place.anchor)
        if 0 <= column < self.size[0] and 0 <= row < self.size[1]:
            return column, row
        cells = [(x, y) for y, line in enumerate(self.ground.codes) for x, here in enumerate(line) if here == code]
        return sum(x for x, _ in cells) // len(cells), sum(y for _, y in cells) // len(cells)


def _pin(place: Place, detail: int, spot: Spot, rows: Rows) -> Pin:
    """Return a label with its name in the middle of its room."""
    starts = [
        spot[0] + indent + reserved(place, detail, number)[0]
        for number, (indent, _) in enumerate(indented(rows)[: len(names(place, detail))])
    ]
    return Pin(place, detail, *spot, rows, tuple(starts))


def _room(place: Place, label: Label, detail: int) -> Rows:
    """Return the rows that a label takes in the usual position; with units alone below the name, they get less."""
    heads = _heads(place, detail)
    if detail < UNITS:
        return (heads[0] + (AIR + (LEAST if detail == TIGHT else FEW)) * (detail > SHORT),)
    if detail == UNITS:
        return (*heads, FEW)
    return (*heads, *map(width, below(label, detail, units(label, detail))))


def _heads(place: Place, detail: int) -> list[int]:
    """Return the columns of a heading, line by line."""
    return [
        width([("", text)]) + sum(reserved(place, detail, number)) for number, text in enumerate(names(place, detail))
    ]
