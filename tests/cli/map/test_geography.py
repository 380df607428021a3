"""The drawing and the board tell one story."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.ui.map.geography import Atlas, Geography, GeographyError, Point, Site, load
from cli.ui.map.raster import FIRST, Window, rasterised
from tests import outlines
from tests.cli.map.positions import printed

empires_map = EMPIRES_VIEW.map

ROOT = Path(__file__).parents[3]
EDITIONS = ("empires", "classic")


@cache
def facts(edition: str) -> Mapping[str, Any]:
    """What an edition's map says."""
    return tomllib.loads((ROOT / "core" / edition / "data" / f"{edition}.toml").read_text("utf-8"))


@cache
def geography(edition: str) -> Geography:
    """What is drawn of it."""
    return load((ROOT / "cli" / edition / "mediterranean.toml").read_text("utf-8"))


@cache
def whole(edition: str) -> Atlas:
    """The shapes of all places of an edition's map."""
    sites = [
        Site(place, found["name"], is_sea, index)
        for is_sea, kind in ((False, "provinces"), (True, "seas"))
        for index, (place, found) in enumerate(facts(edition)[kind].items())
    ]
    return geography(edition).atlas(sites)


@cache
def lines(edition: str) -> Mapping[str, list[str]]:
    """The points of all lines by name."""
    return {name: text.split() for found in geography(edition).lines.values() for name, text in found.items()}


def pairs(edition: str, kind: str) -> set[frozenset[str]]:
    return {frozenset(name.split("/")) for name in geography(edition).lines[kind]}


def outline(edition: str, province: str) -> list[tuple[str, list[str]]]:
    """The lines and points of an outline, each with its points in the order in which they are passed."""
    parts = []
    for word in geography(edition).provinces[province].split():
        name = word.removeprefix("-")
        if not word[-1].isalpha():
            parts.append((word, [word]))
        else:
            points = lines(edition)[name]
            parts.append((name, points[::-1] if word.startswith("-") else points))
    return parts


every_edition = pytest.mark.parametrize("edition", EDITIONS)
every_province = pytest.mark.parametrize(
    ("edition", "province"), [(edition, province) for edition in EDITIONS for province in geography(edition).provinces]
)


@every_edition
def test_every_place_is_drawn(edition: str) -> None:
    drawn, given = geography(edition), facts(edition)
    assert (drawn.provinces.keys(), drawn.seas.keys()) == (given["provinces"].keys(), given["seas"].keys())


@every_edition
@pytest.mark.parametrize(
    ("places", "neighbours", "line"), [("provinces", "land", "border"), ("seas", "seas", "strait")]
)
def test_places_share_a_line_exactly_where_they_are_adjacent(
    edition: str, places: str, neighbours: str, line: str
) -> None:
    found = facts(edition)[places].items()
    adjacent = {frozenset((one, other)) for one, place in found for other in place[neighbours]}
    assert pairs(edition, line) == adjacent


@every_edition
def test_provinces_have_a_coast_exactly_on_their_seas(edition: str) -> None:
    provinces = facts(edition)["provinces"]
    coasts = {f"{province}/{sea}" for province, found in provinces.items() for sea in found["coast"]}
    assert set(geography(edition).lines["coast"]) == coasts


@every_province
def test_an_outline_has_the_lines_of_its_province_and_no_others(edition: str, province: str) -> None:
    named = {name for name, _ in outline(edition, province) if "/" in name}
    assert named == {name for name in lines(edition) if province in name.split("/")}


@every_province
def test_an_outline_is_closed(edition: str, province: str) -> None:
    """Where one line ends the next begins; only along the frame of the drawing points stand alone."""
    parts, drawn = outline(edition, province), geography(edition)
    gaps = [(one[1][-1], other[1][0]) for one, other in zip(parts, [*parts[1:], parts[0]], strict=True)]
    open_ends = {point for gap in gaps if gap[0] != gap[1] for point in gap}
    longitudes = {drawn.longitudes[0][0], drawn.longitudes[-1][0]}
    latitudes = {drawn.latitudes[0][0], drawn.latitudes[-1][0]}
    for point in open_ends:
        longitude, latitude = map(float, point.split(","))
        assert not (min(longitudes) < longitude < max(longitudes) and min(latitudes) < latitude < max(latitudes)), point


@every_edition
def test_no_outline_crosses_itself(edition: str) -> None:
    def turn(one: Point, other: Point, third: Point) -> float:
        return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])

    def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
        return turn(*one, other[0]) * turn(*one, other[1]) < 0 and turn(*other, one[0]) * turn(*other, one[1]) < 0

    crossed = [
        place.id
        for place in whole(edition).places
        if not place.is_sea
        and any(cross(*two) for two in combinations(pairwise((*place.outline, place.outline[0])), 2))
    ]
    assert crossed == []


@every_edition
def test_no_two_provinces_overlap(edition: str) -> None:
    atlas = whole(edition)
    window = Window(0, 0, atlas.width / 200, atlas.height / 80)
    shares = {}
    for place in atlas.places:
        if not place.is_sea:
            alone = Atlas(atlas.width, atlas.height, (place,), (), (), ())
            samples = b"".join(rasterised(alone, window, 200, 80).samples)
            shares[place.id] = {index for index, code in enumerate(samples) if code == FIRST}
    assert [names for names in combinations(shares, 2) if shares[names[0]] & shares[names[1]]] == []


@every_edition
def test_every_place_is_named_inside(edition: str) -> None:
    atlas = whole(edition)
    window = Window(0, 0, atlas.width / 160, atlas.height / 60)
    raster = rasterised(atlas, window, 160, 60)
    for code, place in enumerate(atlas.places, FIRST):
        column, row = window.cell(*place.anchor)
        assert code in raster.cells[row][column], place.id


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_open_place_is_drawn(players: int) -> None:
    board = printed(players).state.board
    assert [place.id for place in empires_map.atlas(board).places] == [*board.seas, *board.provinces]


def test_the_outlines_of_2003_are_those_that_the_program_makes() -> None:
    assert outlines.OUTLINES.read_text("utf-8") == outlines.made()


FILE = """
size = [100.0, 100.0]
longitudes = [[0.0, 0.0], [10.0, 100.0]]
latitudes = [[10.0, 0.0], [0.0, 100.0]]
straits = {}
edges = { north = "0,10 10,10" }
coasts = { "creta/mare" = "0,0 5,5 10,0" }
borders = {}
provinces = { creta = "creta/mare -north" }
seas = { mare = "creta/mare" }
beyond = {}
anchors = { creta = "5,8", mare = "5,2" }
short = {}
"""


def test_a_small_geography_is_read() -> None:
    atlas = load(FILE).atlas([Site("creta", "Creta", False, 0), Site("mare", "Mare", True, 0)])
    assert [place.anchor for place in atlas.places] == [(50.0, 80.0), (50.0, 20.0)]
    assert [(line.kind, line.beside) for line in atlas.lines] == [("coast", ("creta", "mare")), ("edge", ())]


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("-north", "-south", "creta: no such line: south"),
        ('"creta/mare" = ', '"creta/pontus" = ', "coast creta/pontus: names no two places"),
        (', mare = "5,2"', "", "no outline or no anchor: mare"),
        ("borders = {}", "", "missing or unknown: borders"),
        ("short = {}", 'short = { cos = "C." }', "[short]: no such place: cos"),
        ("borders = {}", "borders = { a = 1 }", "[borders]: expected names with points"),
    ],
)
def test_a_wrong_geography_is_refused(wrong: str, right: str, told: str) -> None:
    with pytest.raises(GeographyError, match=re.escape(told)):
        load(FILE.replace(wrong, right))
