"""The shapes of a board: places, lines, land and water, read from a file of geography or laid out as a plan of boxes.

A file has lines by longitude and latitude, which are checked and made smooth. A *line* runs between two ends and
belongs to the one or two places beside it; coasts, borders and straits are named after these: ``one/other``. The
outline of a place strings lines together, ``-`` before a name meaning backwards, with single points,
``longitude,latitude``, where it follows the frame. The curves are centripetal Catmull-Rom splines, which make no
loops and keep close to their points: E. Catmull, R. Rom, "A class of local interpolating splines" (1974); the
recursion is Barry and Goldman's (1988).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, hypot, sqrt
from typing import Any

Point = tuple[float, float]
Outline = tuple[Point, ...]


MARGIN = 25.0
"""Units beyond the easternmost province that are shown."""


SYLLABLE = re.compile(r"\w{2,}?[^\Waeiouy](?=[aeiouy])", re.IGNORECASE)
"""The beginning of a name with which abbreviations end: before the second vowel, as in Mac., Thr. and Tyrrh."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place that is open on a board, before it has a shape; ``at`` is its longitude and latitude."""

    id: str
    name: str
    is_sea: bool
    index: int
    at: Point = (0.0, 0.0)

    def abbreviation(self, usual: str = "") -> str:
        """Return a short form of its name: the ``usual`` one if that fits the name, else one made from a word of it."""
        words = self.name.split()
        if usual and all(any(word.startswith(part.rstrip(".")) for word in words) for part in usual.split()):
            return usual
        word = words[-1 if self.is_sea else 0]
        found = SYLLABLE.match(word)
        return f"{found[0]}." if found and len(found[0]) < len(word) - 2 else word


@dataclass(frozen=True, slots=True)
class Place:
    """A province or sea that is open: ``index`` is the board's, ``anchor`` the middle of its name."""

    id: str
    name: str
    abbreviation: str
    is_sea: bool
    index: int
    outline: Outline
    anchor: Point


@dataclass(frozen=True, slots=True)
class Boundary:
    """A ``coast``, a ``border``, a ``strait`` between seas, or the ``edge`` of the board, with the places beside it."""

    kind: str
    beside: tuple[str, ...]
    points: Outline


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """All shapes of a board, seas first.

    ``beyond`` is land that is no part of the board and ``closed`` are its closed provinces; they lie below all others.
    """

    width: float
    height: float
    places: tuple[Place, ...]
    beyond: tuple[Outline, ...]
    closed: tuple[Outline, ...]
    lines: tuple[Boundary, ...]

    @property
    def seen(self) -> float:
        """The width that is worth showing: to the east, closed provinces are left out."""
        if not self.closed:
            return self.width
        eastmost = max([x for place in self.places if not place.is_sea for x, _ in place.outline], default=self.width)
        return min(eastmost + MARGIN, self.width)

    def place(self, name: str) -> Place | None:
        """Return the place of that id, if it is on the board."""
        return next((place for place in self.places if place.id == name), None)


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


SEPARATOR = "/"

KINDS = {"coasts": "coast", "borders": "border", "straits": "strait", "edges": "edge"}
"""By table of a file, the kind of its lines."""

AREAS = ("provinces", "seas", "beyond", "anchors", "short")
FRAME = ("size", "longitudes", "latitudes")

Scale = Sequence[tuple[tuple[float, float], tuple[float, float]]]
"""Pairs of degrees and units, two beside each other each time."""


class GeographyError(ValueError):
    """A file that can't be drawn; the message says what is wrong in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Geography:
    """What a file says: ``lines`` by kind and name, and by place its outline, the middle of its name,
    and what it is called where there is little room, if that goes by no rule."""

    size: tuple[float, float]
    longitudes: Sequence[tuple[float, float]]
    latitudes: Sequence[tuple[float, float]]
    lines: Mapping[str, Mapping[str, str]]
    provinces: Mapping[str, str]
    seas: Mapping[str, str]
    beyond: Mapping[str, str]
    anchors: Mapping[str, str]
    short: Mapping[str, str]

    def has(self, places: Iterable[str]) -> bool:
        """Return whether all these places can be drawn."""
        return self.anchors.keys() >= set(places)

    def has_lines(self, kind: str, pairs: Iterable[tuple[str, str]]) -> bool:
        """Return whether the lines of a kind run between just these pairs of places, in either order."""
        return {frozenset(name.split(SEPARATOR)) for name in self.lines[kind]} == set(map(frozenset, pairs))

    def atlas(self, sites: Iterable[Site]) -> Atlas:
        """Return the shapes of a board whose open places these are."""
        return _Drafting(self).atlas(sites)


def load(text: str) -> Geography:
    """Read a file and check its names; raises GeographyError."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GeographyError(str(error)) from None
    wanted = {*FRAME, *KINDS, *AREAS}
    if found.keys() != wanted:
        raise GeographyError(f"missing or unknown: {', '.join(sorted(found.keys() ^ wanted))}")
    for table in (*KINDS, *AREAS):
        _check_table(table, found[table])
    geography = Geography(
        tuple(found["size"]),
        [(degrees, units) for degrees, units in found["longitudes"]],
        [(degrees, units) for degrees, units in found["latitudes"]],
        {kind: found[table] for table, kind in KINDS.items()},
        *(found[table] for table in AREAS),
    )
    _check_names(geography)
    return geography


def _check_table(name: str, table: Any) -> None:
    if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
        raise GeographyError(f"[{name}]: expected names with points")


def _check_names(geography: Geography) -> None:
    """Let every place have an outline and a middle, and every line places beside it."""
    places = {*geography.provinces, *geography.seas}
    if geography.anchors.keys() != places:
        raise GeographyError(f"no outline or no anchor: {', '.join(sorted(geography.anchors.keys() ^ places))}")
    if unknown := geography.short.keys() - places:
        raise GeographyError(f"[short]: no such place: {', '.join(sorted(unknown))}")
    for kind, lines in geography.lines.items():
        for name in lines:
            if kind != "edge" and not places.issuperset(name.split(SEPARATOR)):
                raise GeographyError(f"{kind} {name}: names no two places")
    known = {name for lines in geography.lines.values() for name in lines}
    for place, outline in (*geography.provinces.items(), *geography.seas.items()):
        unknown = {word.removeprefix("-") for word in outline.split() if word[-1].isalpha()} - known
        if unknown:
            raise GeographyError(f"{place}: no such line: {', '.join(sorted(unknown))}")


class _Drafting:
    """One drawing of a geography; each line is smoothed once, for the outlines on both its sides."""

    def __init__(self, geography: Geography) -> None:
        self._geography = geography
        self._eastwards: Scale = tuple(pairwise(geography.longitudes))
        self._southwards: Scale = tuple(pairwise([(-degrees, units) for degrees, units in geography.latitudes]))
        self._curves = {
            name: curve(self._points(text)) for lines in geography.lines.values() for name, text in lines.items()
        }

    def atlas(self, sites: Iterable[Site]) -> Atlas:
        geography = self._geography
        places = [
            Place(
                site.id,
                site.name,
                site.abbreviation(geography.short.get(site.id, "")),
                site.is_sea,
                site.index,
                self._outline((geography.seas if site.is_sea else geography.provinces)[site.id]),
                self._points(geography.anchors[site.id])[0],
            )
            for site in sorted(sites, key=lambda site: not site.is_sea)
        ]
        opened = {place.id for place in places}
        closed = [text for province, text in geography.provinces.items() if province not in opened]
        return Atlas(
            *geography.size,
            tuple(places),
            beyond=tuple(loop(self._points(text)) for text in geography.beyond.values()),
            closed=tuple(self._outline(text) for text in closed),
            lines=tuple(self._lines(opened)),
        )

    def _lines(self, opened: set[str]) -> Iterator[Boundary]:
        for kind in ("coast", "border", "strait", "edge"):
            for name in self._geography.lines[kind]:
                beside = tuple(place for place in name.split(SEPARATOR) if place in opened)
                if beside or kind == "edge":
                    yield Boundary(kind, beside, self._curves[name])

    def _outline(self, text: str) -> Outline:
        points: list[Point] = []
        for word in text.split():
            if not word[-1].isalpha():
                points += self._points(word)
            elif word.startswith("-"):
                points += self._curves[word[1:]][::-1]
            else:
                points += self._curves[word]
        return tuple([point for point, following in pairwise((*points, points[0])) if point != following])

    def _points(self, text: str) -> list[Point]:
        points: list[Point] = []
        for word in text.split():
            try:
                longitude, latitude = map(float, word.split(","))
            except ValueError:
                raise GeographyError(f"{word}: expected longitude,latitude") from None
            points.append((_scaled(longitude, self._eastwards), _scaled(-latitude, self._southwards)))
        return points


def _scaled(degrees: float, scale: Scale) -> float:
    """Return the unit at which degrees lie; beyond the marks the scale goes on as it was."""
    for (low, start), (high, end) in scale:  # noqa: B007 - the last one, if none is left by break
        if degrees <= high:
            break
    return round(start + (degrees - low) * (end - start) / (high - low), 1)


BOX_WIDTH, BOX_HEIGHT = 180.0, 100.0
GAP_WIDTH, GAP_HEIGHT = 20.0, 20.0


def plan_of(sites: Collection[Site]) -> Atlas:
    """Return the plan of a board whose open places these are."""
    columns = max(1, ceil(sqrt(len(sites))))
    southwards = sorted(sites, key=lambda site: (-site.at[1], site.id))
    places: list[Place] = []
    for start in range(0, len(southwards), columns):
        row = sorted(southwards[start : start + columns], key=lambda site: (site.at[0], site.id))
        y = GAP_HEIGHT + (start // columns) * (BOX_HEIGHT + GAP_HEIGHT)
        for column, site in enumerate(row):
            x = GAP_WIDTH + column * (BOX_WIDTH + GAP_WIDTH)
            right, bottom = x + BOX_WIDTH, y + BOX_HEIGHT
            box = ((x, y), (right, y), (right, bottom), (x, bottom))
            middle = ((x + right) / 2, (y + bottom) / 2)
            places.append(Place(site.id, site.name, site.abbreviation(), site.is_sea, site.index, box, middle))
    rows = ceil(len(sites) / columns)
    return Atlas(
        GAP_WIDTH + columns * (BOX_WIDTH + GAP_WIDTH),
        GAP_HEIGHT + rows * (BOX_HEIGHT + GAP_HEIGHT),
        tuple(sorted(places, key=lambda place: not place.is_sea)),
        beyond=(),
        closed=(),
        lines=(),
    )
