"""The drawing and the board tell one story."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from cli.empires.map import view as empires_map
from cli.empires.map.board import mediterranean
from cli.ui.map.geography import GeographyError, load
from cli.ui.map.raster import FIRST, Window, rasterised
from cli.ui.map.shapes import Site
from core import standard_map
from core.empires.rules import empires_board
from tests.cli.map.positions import printed

MAP = standard_map()
GEOGRAPHY = mediterranean()
LINES = {name: text.split() for lines in GEOGRAPHY.lines.values() for name, text in lines.items()}


def pairs(kind: str) -> set[frozenset[str]]:
    return {frozenset(name.split("/")) for name in GEOGRAPHY.lines[kind]}


def outline(province: str) -> list[tuple[str, list[str]]]:
    """The lines and points of an outline, each with its points in the order in which they are passed."""
    parts = []
    for word in GEOGRAPHY.provinces[province].split():
        name = word.removeprefix("-")
        if not word[-1].isalpha():
            parts.append((word, [word]))
        else:
            parts.append((name, LINES[name][::-1] if word.startswith("-") else LINES[name]))
    return parts


def test_provinces_share_a_border_exactly_where_they_are_adjacent() -> None:
    assert pairs("border") == {frozenset((facts.id, other)) for facts in MAP.provinces for other in facts.land}


def test_provinces_have_a_coast_exactly_on_their_seas() -> None:
    assert set(GEOGRAPHY.lines["coast"]) == {f"{facts.id}/{sea}" for facts in MAP.provinces for sea in facts.coast}


def test_seas_meet_exactly_where_they_are_adjacent() -> None:
    assert pairs("strait") == {frozenset((facts.id, other)) for facts in MAP.seas for other in facts.seas}


@pytest.mark.parametrize("province", GEOGRAPHY.provinces)
def test_an_outline_has_the_lines_of_its_province_and_no_others(province: str) -> None:
    named = {name for name, _ in outline(province) if "/" in name}
    assert named == {name for name in LINES if province in name.split("/")}


@pytest.mark.parametrize("province", GEOGRAPHY.provinces)
def test_an_outline_is_closed(province: str) -> None:
    """Where one line ends the next begins; only along the frame of the drawing points stand alone."""
    parts = outline(province)
    gaps = [(one[1][-1], other[1][0]) for one, other in zip(parts, [*parts[1:], parts[0]], strict=True)]
    open_ends = {point for gap in gaps if gap[0] != gap[1] for point in gap}
    longitudes = {GEOGRAPHY.longitudes[0][0], GEOGRAPHY.longitudes[-1][0]}
    latitudes = {GEOGRAPHY.latitudes[0][0], GEOGRAPHY.latitudes[-1][0]}
    for point in open_ends:
        longitude, latitude = map(float, point.split(","))
        assert not (min(longitudes) < longitude < max(longitudes) and min(latitudes) < latitude < max(latitudes)), point


def test_no_two_provinces_overlap() -> None:
    atlas = empires_map.atlas(empires_board(5))
    window = Window(0, 0, atlas.width / 200, atlas.height / 80)
    shares = {}
    for place in atlas.places:
        if not place.is_sea:
            alone = type(atlas)(atlas.width, atlas.height, (place,), (), (), ())
            samples = b"".join(rasterised(alone, window, 200, 80).samples)
            shares[place.id] = {index for index, code in enumerate(samples) if code == FIRST}
    assert [names for names in combinations(shares, 2) if shares[names[0]] & shares[names[1]]] == []


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_open_place_is_drawn_and_named_inside(players: int) -> None:
    board = printed(players).state.board
    atlas = empires_map.atlas(board)
    assert [place.id for place in atlas.places] == [*board.seas, *board.provinces]
    window = Window(0, 0, atlas.width / 160, atlas.height / 60)
    raster = rasterised(atlas, window, 160, 60)
    for code, place in enumerate(atlas.places, FIRST):
        column, row = window.cell(*place.anchor)
        assert code in raster.cells[row][column], place.id


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
        ("borders = {}", "borders = { a = 1 }", "[borders]: expected names with points"),
    ],
)
def test_a_wrong_geography_is_refused(wrong: str, right: str, told: str) -> None:
    with pytest.raises(GeographyError, match=re.escape(told)):
        load(FILE.replace(wrong, right))
