"""The map on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from cli.empires.view import EMPIRES_VIEW
from cli.mare.map import marks_of
from cli.ui.map.labels import STYLES, Look
from cli.ui.map.textmap import MOST_ZOOM, Direction, View, draw, neighbour_towards, place_at
from cli.ui.screen.rows import Size
from core.empires.data import empires_toml
from core.empires.rules import empires_board, load_map, new_game
from core.empires.state import Game, Options
from tests.cli.map.golden import DRAWINGS, text
from tests.cli.map.positions import contested, printed
from tests.cli.map.test_pins import badges
from tests.core.positions import Position
from tests.core.suites import EMPIRES_SUITE

empires_map = EMPIRES_VIEW.map

PLAIN = Look(colour=False)
SMALL, LARGE = (80, 24), (140, 45)
BOARD = empires_board(5)
ATLAS = empires_map.atlas(BOARD)
PLACES = (*BOARD.provinces, *BOARD.seas)
DIRECTIONS: tuple[Direction, ...] = ("left", "right", "up", "down")


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.name)
def test_the_drawing_is_the_one_that_is_kept(path: Path) -> None:
    assert DRAWINGS[path]() == path.read_text("utf-8")


@settings(max_examples=25)
@given(
    size=st.tuples(st.integers(0, 90), st.integers(0, 30)),
    zoom=st.integers(0, MOST_ZOOM),
    selected=st.sampled_from((None, "thule", *PLACES)),
    look=st.builds(Look, st.booleans(), st.booleans()),
)
def test_a_drawing_fills_its_cells_exactly(size: tuple[int, int], zoom: int, selected: str | None, look: Look) -> None:
    view = View(zoom=zoom).on(ATLAS, selected)
    rows = draw(empires_map.scene(contested().state), size, view=view, look=look)
    assert [sum(get_cwidth(part) for _, part in row) for row in rows] == [size[0]] * size[1]


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", [printed(3), printed(4), printed(5), contested()], ids=["3", "4", "5", "war"])
def test_every_province_is_named_with_its_controller(game: Game, size: tuple[int, int]) -> None:
    drawn, board = text(game, size, PLAIN), game.state.board
    for name, province in zip(board.province_names, game.state.provinces, strict=True):
        if province.posts == 0:
            controller = "·" if province.controller < 0 else empires_map.sides(board)[province.controller].letter
            assert f"{controller} {name}" in drawn


def test_a_large_map_names_every_sea_and_all_goods() -> None:
    drawn = text(printed(5), LARGE, PLAIN)
    assert [name for name in BOARD.sea_names if name not in drawn] == []
    assert [name for name, _ in BOARD.map.commodities if name not in drawn] == []


def test_closed_provinces_are_absent() -> None:
    drawn = text(printed(3), LARGE, PLAIN)
    assert [name for name in ("Babylonia", "Mesopotamia", "Armenia", "Aegyptus", "Nubia") if name in drawn] == []


def test_war_and_occupation_are_marked() -> None:
    drawn = text(contested(), LARGE, PLAIN)
    assert "E Cyrenaica ✕" in drawn
    assert "R⚑2 E⚑1♜" in drawn
    assert "C Sicilia◂R" in drawn
    assert "●grainR" in drawn
    assert "■R" in drawn


def test_fleets_stand_below_their_sea() -> None:
    lines = text(contested(), LARGE, PLAIN).splitlines()
    row = next(number for number, line in enumerate(lines) if "Mare Africum" in line)
    assert "R◢1 E◢2 C◢2" in lines[row + 1]


@pytest.mark.parametrize("look", [Look(), Look(unicode=False)])
def test_every_mark_is_explained(look: Look) -> None:
    legend = empires_map.legend(look, contested().state.board)
    explained = " ".join(legend)
    marks, glyphs = marks_of(look), look.glyphs
    shown = (
        *marks.built,
        *marks.free,
        marks.legion,
        marks.fortress,
        marks.trireme,
        marks.war,
        glyphs.held,
        glyphs.wave,
    )
    assert [mark for mark in shown if mark not in explained] == []
    assert max(map(get_cwidth, legend)) <= 72


def test_ascii_is_enough() -> None:
    for look in (Look(unicode=False), Look(unicode=False, colour=False)):
        assert text(contested(), LARGE, look).isascii()


def test_the_selected_place_is_marked_without_colours_too() -> None:
    view = View().on(ATLAS, "italia")
    assert "▸Italia◂" in text(contested(), LARGE, PLAIN, view)
    assert ">Italia<" in text(contested(), LARGE, Look(unicode=False), view)


@pytest.mark.parametrize("place", ["macedonia", "germania", "creta", "thracia"])
def test_the_selected_province_is_named_even_at_war_on_a_map_that_is_too_small(place: str) -> None:
    position = Position(3).units(place, rome=3, greece=2).fortress(place, "greece")
    shown = text(position.game(), (45, 8), PLAIN, View().on(empires_map.atlas(position.board), place))
    assert PLAIN.glyphs.left in shown
    assert marks_of(PLAIN).war in shown


@pytest.mark.parametrize("size", [Size(54, 13), Size(54, 12), Size(54, 11)])
def test_units_show_wherever_they_stand_however_many_there_are(size: Size) -> None:
    position, at_war = Position(4), ("italia", "latium", "sicilia", "macedonia", "achaia", "creta", "asia")
    for province in at_war:
        position.units(province, rome=1, greece=1)
    for sea in (seas := ("mare_ionium", "mare_hadriaticum", "mare_aegaeum", "mare_africum")):
        position.fleet(sea, rome=1, carthage=1)
    shown = badges(empires_map.scene(position.game().state), size)
    assert [province for province in at_war if not shown[province] >= {"R", "G"}] == []
    assert [sea for sea in seas if shown[sea] != {"R", "C"}] == []


def test_every_style_has_its_colours() -> None:
    used = {
        style.removeprefix("class:")
        for look in (Look(), PLAIN)
        for row in draw(empires_map.scene(contested().state), LARGE, view=View().on(ATLAS, "creta"), look=look)
        for styles, _ in row
        for style in styles.split()
    }
    for styles in STYLES.values():
        assert used - set(styles) == set()
        Style(list(styles.items()))


def test_wide_characters_do_not_shift_anything() -> None:
    game_map = load_map(empires_toml().replace('name = "Sicilia"', 'name = "西西里島"'))
    game = new_game(Options(5, ("random",) * 5), game_map)
    rows = draw(empires_map.scene(game.state), SMALL, view=View(), look=PLAIN)
    assert any("西西里島" in "".join(part for _, part in row) for row in rows)
    assert {sum(get_cwidth(part) for _, part in row) for row in rows} == {SMALL[0]}


def test_another_map_is_drawn_as_a_plan() -> None:
    game = new_game(Options(2, ("westerners", "easterners")), EMPIRES_SUITE.map_named("maps/two_islands.toml"))
    drawn = text(game, SMALL, PLAIN)
    board = game.state.board
    assert [name for name in (*board.province_names, *board.sea_names) if name not in drawn] == []


# ---------------------------------------------------------------------- pointing and walking


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_label_points_at_its_place(size: tuple[int, int]) -> None:
    lines = text(printed(5), size, PLAIN).splitlines()
    for place, name in zip(BOARD.provinces, BOARD.province_names, strict=True):
        row = next(number for number, line in enumerate(lines) if f" {name}" in line)
        column = lines[row].index(f" {name}") + 1
        assert place_at(empires_map.scene(printed(5).state), size, column, row, view=View(), look=PLAIN) == place


def test_nothing_is_pointed_at_outside() -> None:
    for column, row in ((-1, 0), (0, -1), (80, 0), (0, 24)):
        assert place_at(empires_map.scene(printed(5).state), SMALL, column, row, view=View(), look=PLAIN) is None


def test_the_arrow_keys_reach_every_place() -> None:
    for start in PLACES:
        reached, edge = {start}, [start]
        while edge:
            place = edge.pop()
            found = {neighbour_towards(ATLAS, place, direction) for direction in DIRECTIONS} - reached
            reached |= found
            edge += sorted(found)
        assert reached == set(PLACES)


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [("gallia", "right", "germania"), ("sicilia", "right", "mare_ionium"), ("aegyptus", "down", "aethiopia")],
)
def test_an_arrow_key_goes_where_it_points(start: str, direction: Direction, end: str) -> None:
    assert neighbour_towards(ATLAS, start, direction) == end


def test_a_view_stays_on_the_map() -> None:
    near = View(zoom=2)
    west = near.shifted(ATLAS, SMALL, -500, 0)
    assert west == west.shifted(ATLAS, SMALL, -1, 0)
    assert west != west.shifted(ATLAS, SMALL, 1, 0)
    assert View().zoomed(-1) == View()
    assert View(zoom=MOST_ZOOM).zoomed(1) == View(zoom=MOST_ZOOM)
