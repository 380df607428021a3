"""Where labels are pinned: worked out from the map and the room for it alone, whatever stands on the map.

Labels go near the middle of their place, on as little of other places as can be, and never on each other. Each is
given the room that it takes in the usual position, as large as there is for all. There its name stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
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
    Look,
    below,
    names,
    reserved,
    units,
    width,
)
from cli.ui.map.raster import FIRST, LAND, Raster, Window
from cli.ui.map.view import MapScene

FAR_ACROSS, FAR_DOWN = 9, 4
"""How far from its middle a label may go, in cells."""

NEAR_WITHOUT_GROUND = 6
"""How far the label of a place may go that has no ground of its own to touch, so small is it."""

AIR = 1
"""Cells at both sides of a label that no other label may take."""

MOST_FOREIGN = 0.3
"""The share of a label, at most, that may lie on other provinces; one on more of them would be misread."""

CROWDED = 0.7
"""The same where there is no other room, and what stands there must be seen."""


Spot = tuple[int, int]
"""The upper left cell of a label: its column and its row."""

Rows = tuple[int, ...]
"""By row of a label its columns; each row lies in the middle of the widest."""


class Wish(NamedTuple):
    """A label to be placed: its place's code in the raster and whether that is a sea, the cell of its middle, its
    rows, its turn (those of a smaller number go first), how much of it may lie on other provinces, and how
    far from its middle it may go."""

    code: int
    is_sea: bool
    middle: tuple[int, int]
    rows: Rows
    turn: int = 0
    foreign: float = MOST_FOREIGN
    reach: int = FAR_ACROSS + 2 * FAR_DOWN


@dataclass(frozen=True, slots=True)
class Ground:
    """By cell, the code of the place that has most of it, and whether that is a province."""

    codes: tuple[bytes, ...]
    provinces: tuple[bytes, ...]
    areas: tuple[int, ...]
    """By code, how many cells it has."""


@lru_cache(maxsize=32)
def ground_of(raster: Raster) -> Ground:
    """Return the cells of a raster."""
    most = {cell: max(cell, key=cell.count) for row in raster.cells for cell in row}
    codes = tuple(bytes([most[cell] for cell in row]) for row in raster.cells)
    whole = b"".join(codes)
    areas = tuple([whole.count(code) for code in range(256)])
    is_province = bytes([is_solid and code != LAND for code, is_solid in enumerate(raster.solid)])
    return Ground(codes, tuple([line.translate(is_province) for line in codes]), areas)


@lru_cache(maxsize=64)
def placed(ground: Ground, wishes: tuple[Wish, ...]) -> tuple[Spot | None, ...]:
    """Return by wish the upper left cell of its label, or None if there is no room for it.

    Labels of the smallest places are placed first, those of seas last, but for those that go before others.
    """
    rows, columns = len(ground.codes), len(ground.codes[0])
    taken = [bytearray(columns) for _ in range(rows)]
    found: list[Spot | None] = [None] * len(wishes)
    turns = [(wish.turn, wish.is_sea, ground.areas[wish.code], index) for index, wish in enumerate(wishes)]
    for *_, index in sorted(turns):
        wish = wishes[index]
        spot = _best(ground, taken, wish)
        if spot is not None:
            _take(taken, spot, wish.rows)
        found[index] = spot
    return tuple(found)


def fitted(ground: Ground, others: Sequence[tuple[Spot, Rows]], wish: Wish) -> Spot | None:
    """Return the upper left cell of a label among others that stay where they are, or None where it has no room."""
    taken = [bytearray(len(ground.codes[0])) for _ in ground.codes]
    for spot, rows in others:
        _take(taken, spot, rows)
    return _best(ground, taken, wish)


def _take(taken: Sequence[bytearray], spot: Spot, rows: Rows) -> None:
    left, top = spot
    for row, (indent, columns) in enumerate(indented(rows), top):
        start, stop = max(left + indent - AIR, 0), min(left + indent + columns + AIR, len(taken[row]))
        taken[row][start:stop] = b"\1" * (stop - start)


@cache
def indented(rows: Rows) -> tuple[tuple[int, int], ...]:
    """Return by row where it begins, from the left of the widest, and its columns."""
    widest = max(rows)
    return tuple([((widest - columns) // 2, columns) for columns in rows])


@cache
def offsets() -> tuple[tuple[int, int, int], ...]:
    """Return how far a label may go from its middle: distance, rows and columns, the nearest first."""
    rows, columns = range(-FAR_DOWN, FAR_DOWN + 1), range(-FAR_ACROSS, FAR_ACROSS + 1)
    return tuple(sorted((abs(column) + 2 * abs(row), row, column) for row in rows for column in columns))


def _best(ground: Ground, taken: Sequence[bytearray], wish: Wish) -> Spot | None:
    """Return the cheapest spot for a label where no other one is, or None if there is none."""
    rows = indented(wish.rows)
    for column, row in _spots(ground, wish._replace(turn=0)):
        for y, (indent, breadth) in enumerate(rows, row):
            start = column + indent
            if taken[y].find(1, start, start + breadth) >= 0:
                break
        else:
            return column, row
    return None


@lru_cache(maxsize=1024)
def _spots(ground: Ground, wish: Wish) -> tuple[Spot, ...]:
    """Return where a label may stand, the cheapest spot first; one without ground of its own need not touch it.

    Labels are tried again and again, in another order or with more or less to say.
    """
    rows, has_ground = indented(wish.rows), ground.areas[wish.code] > 0
    width, height, cells = max(wish.rows), len(rows), sum(wish.rows)
    last_row, last_column = len(ground.codes) - height, len(ground.codes[0]) - width
    codes, provinces = ground.codes, ground.provinces
    middle, centre = wish.middle[0] - width // 2, wish.middle[1] - height // 2
    code, others = wish.code, 0 if wish.is_sea else 1
    reach, most = wish.reach if has_ground else NEAR_WITHOUT_GROUND, wish.foreign * cells
    found: list[tuple[float, int, Spot]] = []
    for away, down, across in offsets():
        if away > reach:
            break
        row, column = centre + down, middle + across
        if not (0 <= row <= last_row and 0 <= column <= last_column):
            continue
        cost, touched, foreign = float(away), 0, 0
        for y, (indent, breadth) in enumerate(rows, row):
            start = column + indent
            stop = start + breadth
            own = codes[y].count(code, start, stop)
            alien = provinces[y].count(1, start, stop) - others * own
            touched += own
            foreign += alien
            cost += 4.0 * alien + 0.7 * (breadth - own - alien)
            if foreign > most:
                break
        else:
            if touched or not has_ground:
                found.append((cost, len(found), (column, row)))
    return tuple([spot for *_, spot in sorted(found)])


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
