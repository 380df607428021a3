"""What positions of 2003 need not say (1.1b, 1.4a)."""

from __future__ import annotations

import pytest

from core.classic.position.text import dump_position, load_position
from core.classic.revised import REVISED
from core.engine.errors import DataError


def test_the_civilizations_of_the_seats_play_k5() -> None:
    game = load_position(REVISED, 'seats = "egypt rome babylon"')
    assert game.state.board.empires == ("rome", "babylon", "egypt")
    assert game.state.seats == (1, 2, 0)
    assert load_position(REVISED, dump_position(game)).encode() == game.encode()


def test_seats_that_chance_fills_play_the_advised_line_up() -> None:
    game = load_position(REVISED, 'seats = "random random carthage"\nphase = "start"')
    assert game.state.board.empires == ("greece", "babylon", "carthage")


@pytest.mark.parametrize("seats", ["rome rome egypt", "rome egypt thule", "random rome egypt"])
def test_seats_that_no_line_up_has_are_refused(seats: str) -> None:
    with pytest.raises(DataError, match="seats"):
        load_position(REVISED, f'seats = "{seats}"')


def test_no_civilization_has_its_hero_before_it_has_spent_points_for_it() -> None:
    game = load_position(REVISED, 'start = "points"\nphase = "start"')
    assert [player.tiles for player in game.state.players] == [()] * 5
    game.settle((0,))
    game.apply(game.parse("place caesar"))
    assert "caesar" in dump_position(game)
    assert load_position(REVISED, dump_position(game)).encode() == game.encode()


def test_a_civilization_has_its_hero_in_other_positions() -> None:
    game = load_position(REVISED, 'start = "points"\nphase = "building"')
    assert game.state.players[0].tiles == (game.state.board.heroes[0],)


@pytest.mark.parametrize(
    "doing",
    [
        '{ what = "taking", taker = "egypt" }',
        '{ what = "offers", sizes = { rome = 0 } }',
        '{ what = "compensation", empire = "carthage" }',
    ],
)
def test_the_title_is_called_as_the_edition_calls_it(doing: str) -> None:
    with pytest.raises(DataError, match="the Great Navigator "):
        load_position(REVISED, f'phase = "commerce"\ndoing = [{doing}]\n')
