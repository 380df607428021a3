"""A board's geography as data: its lines by longitude and latitude, read from TOML and checked, made into shapes.

A *line* runs between two ends and belongs to the one or two places beside it; the coasts, borders and straits of a file
are named after these: ``one/other``. The outline of a place strings lines together, ``-`` before a name meaning
backwards, with single points, ``longitude,latitude``, where it follows the frame.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cli.ui.map.shapes import Atlas, Line, Outline, Place, Point, Site
from cli.ui.map.smooth import curve, loop

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
                site.short(geography.short.get(site.id, "")),
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

    def _lines(self, opened: set[str]) -> Iterator[Line]:
        for kind in ("coast", "border", "strait", "edge"):
            for name in self._geography.lines[kind]:
                beside = tuple(place for place in name.split(SEPARATOR) if place in opened)
                if beside or kind == "edge":
                    yield Line(kind, beside, self._curves[name])

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
