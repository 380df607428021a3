"""The map of an owner's file as boxes, on a terminal, in a picture and on a page."""

from __future__ import annotations

from cli.sword.map import HOLDERS, LETTERS, marks_of
from cli.sword.view import SWORD_VIEW
from cli.ui.map.labels import Look
from cli.ui.map.textmap import View, draw
from cli.ui.map.view import Course
from cli.ui.picture.svg import picture
from cli.ui.screen.rows import Size
from core.engine.event import Event
from tests.cli.sword.tables import carry_on, game_of

sword_map = SWORD_VIEW.map


def shown(width: int, height: int) -> str:
    """Return the map of the start as text."""
    scene = sword_map.scene(game_of().state)
    rows = draw(scene, Size(width, height), view=View(), look=Look(colour=False))
    return "\n".join("".join(text for _, text in row) for row in rows)


def test_every_location_shows_who_controls_it_and_what_stands_there() -> None:
    text = shown(160, 50)
    for name in game_of().state.board.location_names:
        assert name in text
    assert "R Kingsbridge" in text
    assert "R4*" in text
    assert "rvw" in text


def test_a_siege_shows_beside_the_kinds_of_a_location() -> None:
    game = carry_on(game_of(), 4)
    game.apply(game.parse("siege kingsbridge 2"))
    place = game.state.board.locations.index("kingsbridge")
    assert marks_of(game.state, place) == "rvws"


def test_each_holder_has_a_letter_and_sides_have_those_of_their_first_power() -> None:
    assert len(set(LETTERS)) == len(HOLDERS)
    assert [side.letter for side in sword_map.sides(game_of().state.board)] == ["G", "E", "K", "R"]


def test_a_picture_has_all_locations_and_the_points() -> None:
    svg = picture("The Sword of Rome", sword_map, game_of().state, "Turn 1")
    assert "Saltharbor" in svg
    assert "Etruscans: " in svg


def test_units_on_their_way_are_drawn_in_the_colour_of_who_moves_them() -> None:
    game, told = carry_on(game_of(), 4), list[Event]()
    game.listen(told.append)
    game.apply(game.parse("move gauls 3 from elmgate to lakeside"))
    assert sword_map.course(game.state.board, told[0]) == Course("elmgate", "lakeside", 0, 3)
    assert sword_map.dice(told[0]) == ()


def test_the_columns_of_a_player_with_two_powers_have_both() -> None:
    state = game_of().state
    etruscans, samnites = (state.powers[power] for power in state.board.seated[1])
    assert sword_map.standings(state)[1] == [f"{etruscans.points} + {samnites.points}", "0 + 0", "3 + 5", "2 + 1"]
