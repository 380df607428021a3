"""What a march or a battle would change is drawn on the map: arrows, and how likely it is won."""

from __future__ import annotations

import re

import pytest

from cli.editions import view_named
from cli.empires.view import EMPIRES_VIEW
from cli.ui.map.labels import Look
from cli.ui.map.painting import Prospect, prospect_of
from cli.ui.map.textmap import View, draw
from cli.ui.map.view import Course, Stake
from cli.ui.screen.layout import LOW
from cli.ui.screen.rows import Size
from cli.ui.screen.scene import Page
from core.mare.events import Marched, MarkerOccupied, Occupied
from tests.cli.map.positions import printed
from tests.cli.map.test_pins import names
from tests.cli.screen.golden import conquest, fight, march, seated, table
from tests.cli.screen.seats import LARGE, SMALL, Seat
from tests.core.positions import Position

empires_map = EMPIRES_VIEW.map

PLAIN = Look(colour=False)
SIDES = empires_map.sides(printed(3).state.board)
MARCH = prospect_of([Course("italia", "macedonia", 0, 2)], SIDES, [Stake("macedonia", "72%")])


def text(prospect: Prospect, size: tuple[int, int], look: Look = PLAIN) -> str:
    rows = draw(empires_map.scene(printed(3).state), size, view=View(), look=look, prospect=prospect)
    return "\n".join("".join(part for _, part in row) for row in rows)


@pytest.mark.parametrize("size", [(53, 12), (80, 20), (110, 30)])
def test_an_arrow_goes_from_place_to_place(size: tuple[int, int]) -> None:
    plain = names(empires_map.scene(printed(3).state), Size(*size), View())
    rows = text(MARCH, size).splitlines()
    [tip] = [(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign in "→↘↗"]
    assert abs(tip[0] - plain["macedonia"][0]) <= 1
    assert plain["italia"][1] < tip[1] < plain["macedonia"][1] + len("Macedonia")


def test_an_arrow_tells_how_many_go_where_it_has_room() -> None:
    [line] = [line for line in text(MARCH, (110, 30)).splitlines() if "R2" in line]
    assert line.index("R Italia") < line.index("•") < line.index("R2→") < line.index("Macedonia")


@pytest.mark.parametrize("size", [(80, 20), (110, 30)])
def test_what_is_at_stake_stands_behind_the_units(size: tuple[int, int]) -> None:
    assert "✕72%" in text(MARCH, size)
    assert "X72%" in text(MARCH, size, Look(unicode=False))


def test_where_there_is_no_room_for_the_chance_the_units_still_stand_behind_their_name() -> None:
    position = Position(3).units("achaia", rome=3, greece=1).fortress("achaia", "greece")
    scene = empires_map.scene(position.units("macedonia", rome=3, greece=1).game().state)
    prospect = prospect_of((), SIDES, [Stake("achaia", "98%"), Stake("macedonia", "100%")])
    rows = draw(scene, (53, 12), view=View(), look=PLAIN, prospect=prospect)
    shown = ["".join(part for _, part in row) for row in rows]
    assert [line for line in shown if re.search(r"G Ach(aia|\.).*R⚑?3 ?G⚑?1♜", line)]
    assert [line for line in shown if re.search(r"G Mac(edonia|\.).*R⚑?3 ?G⚑?1", line)]


@pytest.mark.parametrize("source", ["latium", "sicilia", "asia", "libya"])
@pytest.mark.parametrize("size", [(53, 12), (80, 20), (110, 30)])
def test_the_tip_of_an_arrow_stands_beside_the_name_of_its_target(size: tuple[int, int], source: str) -> None:
    scene, course = empires_map.scene(printed(3).state), Course(source, "achaia", 0, 2)
    row, column, word = names(scene, Size(*size), View())["achaia"]
    tips = [
        (y, x)
        for y, line in enumerate(text(prospect_of([course], SIDES, ()), size).splitlines())
        for x, sign in enumerate(line)
        if sign in PLAIN.glyphs.tips
    ]
    assert [(y, x) for y, x in tips if abs(y - row) > 1 or not column - 5 < x < column + len(word) + 12] == []


@pytest.mark.parametrize("size", [(53, 12), (80, 20), (110, 30)])
def test_nothing_of_an_arrow_touches_a_label(size: tuple[int, int]) -> None:
    course = Course("latium", "achaia", 0, 2)
    bare, full = (text(prospect, size).splitlines() for prospect in (Prospect(), prospect_of([course], SIDES, ())))
    for before, after in zip(bare, full, strict=True):
        for column, (old, new) in enumerate(zip(before, after, strict=True)):
            beside = before[max(column - 1, 0) : column + 2]
            assert old == new or not any(sign.isalnum() for sign in beside)


def test_steps_on_one_way_are_one_arrow() -> None:
    way = Course("italia", "macedonia", 0, 1)
    assert prospect_of([way, way._replace(source="latium"), way], SIDES, ()).courses == (
        (way._replace(number=2), SIDES[0]),
        (way._replace(source="latium"), SIDES[0]),
    )


@pytest.mark.parametrize("size", [(53, 12), (80, 20), (110, 30)])
def test_no_arrow_covers_a_name_or_moves_it(size: tuple[int, int]) -> None:
    everywhere = [
        Course(one.id, other.id, 1, 1)
        for one in empires_map.atlas(printed(3).state.board).places
        for other in empires_map.atlas(printed(3).state.board).places
        if one != other
    ]
    bare, full = text(Prospect(), size), text(prospect_of(everywhere, SIDES, ()), size)
    letters = [(place, letter) for place, letter in enumerate(bare) if letter.isalpha() and letter.isascii()]
    assert [letter for place, letter in letters if full[place] != letter] == []


def test_a_march_that_is_typed_is_drawn_and_gone_with_the_line() -> None:
    seat = march()
    assert "R2→" in seat.shown(LARGE)
    assert "R⚑2 G⚑1 ✕97%" in seat.shown(LARGE).replace("█", " ")
    seat.line = ""
    seat.screen.edited("")
    upper = seat.shown(LARGE).split("4.1.2")[0]
    assert [sign for sign in ("→", "97%") if sign in upper] == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_march_that_is_staged_is_drawn_until_it_is_taken_back(size: Size) -> None:
    seat = seated(table().at_war_turn("rome"))
    seat.enter("done; done")
    seat.enter("march italia macedonia 2")
    assert "→" in with_map(seat, size)
    seat.enter("back")
    assert "→" not in with_map(seat, size)


def with_map(seat: Seat, size: Size) -> str:
    """The screen without its keys, with the map, for which a player must ask where there are few rows."""
    seat.scene.shows_map = False
    if size.height < LOW:
        seat.screen.open(Page.BOARD)
    shown = seat.shown(size).rpartition("\n")[0]
    assert "Sicilia" in shown
    return shown


def test_a_battle_shows_the_chance_to_win_it() -> None:
    assert "✕97%" in fight().shown(LARGE)


def test_a_sail_into_the_dark_has_no_stakes() -> None:
    seat = seated(table().at_war_turn("rome"))
    seat.type("sail mare_ionium mare_hadriaticum 1")
    upper = seat.shown(LARGE).split("4.1.1")[0]
    assert "R1" in upper
    assert "%" not in upper


def test_an_occupation_that_is_typed_lights_its_icons_and_is_gone_with_the_line() -> None:
    seat = conquest()
    assert "●oilR ●sheepR" in upper_of(seat)
    seat.line = ""
    seat.screen.edited("")
    assert "●oilR" not in upper_of(seat)


def test_an_occupation_that_is_staged_is_drawn_until_it_is_taken_back() -> None:
    seat = seated(table().units("libya", rome=2).units("numidia", rome=1).at_war_turn("rome"))
    seat.enter("done; done; done; occupy libya caravan:oil")
    assert "●oilR ●sheep " in upper_of(seat)
    seat.enter("back")
    assert "●oilR" not in upper_of(seat)


def upper_of(seat: Seat) -> str:
    """The map, without the question below it."""
    return seat.shown(LARGE).replace("█", " ").split("─ 4.3")[0]


@pytest.mark.parametrize("edition", ["empires", "original", "revised"])
def test_every_edition_of_mare_nostrum_knows_an_occupation(edition: str) -> None:
    view = view_named(edition).map
    assert view.is_occupation(Occupied(0, ("caravan:oil",), 0))
    assert view.is_occupation(MarkerOccupied(0, 0))
    assert not view.is_occupation(Marched(0, 1, 0, 1))
