"""The places of a board as shapes: the Mediterranean of ``geography``, or a plan of boxes for maps of other places.

A *unit* is the measure of the drawing; x grows to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

from cli.ui.map import geography, plan
from cli.ui.map.shapes import Atlas, Line, Outline, Place, Point
from cli.ui.map.smooth import curve, loop
from core.empires.board import Board

SEPARATOR = "/"


@lru_cache(maxsize=16)
def atlas_of(board: Board) -> Atlas:
    """The shapes of all places that are open on a board."""
    facts = board.map
    known = {*geography.OUTLINES, *geography.SEAS}
    if known >= {*(province.id for province in facts.provinces), *(sea.id for sea in facts.seas)}:
        return _mediterranean(board)
    return plan.atlas_of(board)


def _mediterranean(board: Board) -> Atlas:
    seas = [
        Place(sea, name, True, index, _outline(geography.SEAS[sea]), _anchor(sea))
        for index, (sea, name) in enumerate(zip(board.seas, board.sea_names, strict=True))
    ]
    provinces = [
        Place(province, name, False, index, _outline(geography.OUTLINES[province]), _anchor(province))
        for index, (province, name) in enumerate(zip(board.provinces, board.province_names, strict=True))
    ]
    closed = [text for province, text in geography.OUTLINES.items() if province not in board.provinces]
    places = (*seas, *provinces)
    opened = {place.id for place in places}
    return Atlas(
        geography.WIDTH,
        geography.HEIGHT,
        places,
        beyond=tuple(loop(_points(text)) for text in geography.BEYOND.values()),
        closed=tuple(_outline(text) for text in closed),
        lines=tuple(_lines(opened)),
    )


def _lines(opened: set[str]) -> Iterable[Line]:
    for kind, lines in (("coast", geography.COASTS), ("border", geography.BORDERS), ("strait", geography.STRAITS)):
        for places, text in lines.items():
            beside = tuple(place for place in places if place in opened)
            if beside:
                yield Line(kind, beside, _curve(text))
    for text in geography.EDGES.values():
        yield Line("edge", (), _curve(text))


def _anchor(place: str) -> Point:
    return _points(geography.ANCHORS[place])[0]


def _outline(text: str) -> Outline:
    points: list[Point] = []
    for word in text.split():
        if word[-1].isalpha():
            line = _curve(_line(word))
            points += line[::-1] if word.startswith("-") else line
        else:
            points += _points(word)
    return tuple([point for point, following in pairwise((*points, points[0])) if point != following])


def _line(word: str) -> str:
    """The points of a line by its name, with or without the minus before it."""
    name = word.removeprefix("-")
    one, _, other = name.partition(SEPARATOR)
    if not other:
        return geography.EDGES[name]
    for lines in (geography.COASTS, geography.BORDERS, geography.STRAITS):
        if (one, other) in lines:
            return lines[one, other]
    raise KeyError(name)


@cache
def _curve(text: str) -> Outline:
    """The curve of a line, which is part of the outlines on both its sides."""
    return curve(_points(text))


def _points(text: str) -> list[Point]:
    points: list[Point] = []
    for word in text.split():
        longitude, latitude = word.split(",")
        points.append((_scaled(float(longitude), _EASTWARDS), _scaled(-float(latitude), _SOUTHWARDS)))
    return points


_Scale = tuple[tuple[tuple[float, float], tuple[float, float]], ...]
"""Pairs of degrees and units, two beside each other each time."""

_EASTWARDS: _Scale = tuple(pairwise(geography.LONGITUDES))
_SOUTHWARDS: _Scale = tuple(pairwise((-degrees, units) for degrees, units in geography.LATITUDES))


def _scaled(degrees: float, scale: _Scale) -> float:
    """The unit at which degrees lie; beyond the marks the scale goes on as it was."""
    for (low, start), (high, end) in scale:  # noqa: B007 - the last one, if none is left by break
        if degrees <= high:
            break
    return round(start + (degrees - low) * (end - start) / (high - low), 1)
