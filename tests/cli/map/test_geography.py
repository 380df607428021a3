"""The drawing and the board tell one story."""

from __future__ import annotations

from itertools import combinations

import pytest

from cli.ui.map import geography
from cli.ui.map.atlas import atlas_of
from cli.ui.map.raster import FIRST, Window, rasterised
from core import standard_map
from core.empires.rules import empires_board
from tests.cli.map.positions import printed

MAP = standard_map()
LINES = {
    "/".join(beside): text.split()
    for lines in (geography.COASTS, geography.BORDERS, geography.STRAITS)
    for beside, text in lines.items()
} | {name: text.split() for name, text in geography.EDGES.items()}


def pairs(lines: dict[tuple[str, str], str]) -> set[frozenset[str]]:
    return {frozenset(beside) for beside in lines}


def outline(province: str) -> list[tuple[str, list[str]]]:
    """The lines and points of an outline, each with its points in the order in which they are passed."""
    parts = []
    for word in geography.OUTLINES[province].split():
        name = word.removeprefix("-")
        if not word[-1].isalpha():
            parts.append((word, [word]))
        else:
            parts.append((name, LINES[name][::-1] if word.startswith("-") else LINES[name]))
    return parts


def test_provinces_share_a_border_exactly_where_they_are_adjacent() -> None:
    assert pairs(geography.BORDERS) == {frozenset((facts.id, other)) for facts in MAP.provinces for other in facts.land}


def test_provinces_have_a_coast_exactly_on_their_seas() -> None:
    assert set(geography.COASTS) == {(facts.id, sea) for facts in MAP.provinces for sea in facts.coast}


def test_seas_meet_exactly_where_they_are_adjacent() -> None:
    assert pairs(geography.STRAITS) == {frozenset((facts.id, other)) for facts in MAP.seas for other in facts.seas}


@pytest.mark.parametrize("province", geography.OUTLINES)
def test_an_outline_has_the_lines_of_its_province_and_no_others(province: str) -> None:
    named = {name for name, _ in outline(province) if "/" in name}
    assert named == {name for name in LINES if province in name.split("/")}


@pytest.mark.parametrize("province", geography.OUTLINES)
def test_an_outline_is_closed(province: str) -> None:
    """Where one line ends the next begins; only along the frame of the drawing points stand alone."""
    parts = outline(province)
    gaps = [(one[1][-1], other[1][0]) for one, other in zip(parts, [*parts[1:], parts[0]], strict=True)]
    open_ends = {point for gap in gaps if gap[0] != gap[1] for point in gap}
    longitudes = {geography.LONGITUDES[0][0], geography.LONGITUDES[-1][0]}
    latitudes = {geography.LATITUDES[0][0], geography.LATITUDES[-1][0]}
    for point in open_ends:
        longitude, latitude = map(float, point.split(","))
        assert not (min(longitudes) < longitude < max(longitudes) and min(latitudes) < latitude < max(latitudes)), point


def test_no_two_provinces_overlap() -> None:
    atlas = atlas_of(empires_board(5))
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
    atlas = atlas_of(board)
    assert [place.id for place in atlas.places] == [*board.seas, *board.provinces]
    window = Window(0, 0, atlas.width / 160, atlas.height / 60)
    raster = rasterised(atlas, window, 160, 60)
    for code, place in enumerate(atlas.places, FIRST):
        column, row = window.cell(*place.anchor)
        assert code in raster.cells[row][column], place.id
