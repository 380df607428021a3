"""Random games keep the rules; and what watches over them would see it if they did not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.empires.state import State
from core.engine.state import NO_EMPIRE
from core.mare.resources import changed
from core.mare.state import MARKER
from tests.core.positions import Position
from tests.core.random_games import RandomGame, options
from tests.core.recount import levels, problems

GAMES = 18
"""Every table once: of each size, with both displays, with empires dealt, chosen and mixed."""
SHARE = 0.1


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_the_rules(seed: int) -> None:
    """Architecture: no legal sequence dead-ends; 0.5 and 0.6: all pieces are in one place and levels are derived."""
    assert RandomGame(seed, SHARE).play().result.victory


def test_the_random_games_are_of_all_sizes_displays_and_ways_to_choose_empires() -> None:
    tables = [options(seed) for seed in range(GAMES)]
    assert {(table.players, table.display) for table in tables} == {
        (players, display) for players in (3, 4, 5) for display in ("open", "short")
    }
    dealt = [table.empires.count("random") / table.players for table in tables]
    assert 0 in dealt
    assert 1 in dealt
    assert any(0 < share < 1 for share in dealt)


def test_a_failing_game_says_how_to_see_it_again() -> None:
    random_game = RandomGame(7)
    random_game.game.state.reserve = bytes(len(random_game.game.state.reserve))
    with pytest.raises(AssertionError) as failure:
        random_game.play()
    assert failure.value.__notes__ == [
        "At step 0 of a random game; see it again with: python -m tests.core.random_games --start 7 --games 1"
    ]


# ---------------------------------------------------------------------- the watchman is awake


def occupied() -> State:
    """A position with something of everything, in which nothing is wrong."""
    position = Position().give("rome", "coin grain *sheep").tiles("greece", "hercules").fleet("mare_ionium", rome=2)
    position.units("cyrenaica", rome=2).occupy("cyrenaica", "rome", "city", "caravan:papyrus")
    return position.at_war_turn("rome").game().state


def change(state: State, province: str, **fields: Any) -> None:
    index = state.board.provinces.index(province)
    state.provinces[index] = replace(state.provinces[index], **fields)


def test_nothing_is_wrong_with_a_sound_position() -> None:
    assert problems(occupied(), {}) == []


def lose_a_coin(state: State) -> None:
    state.reserve = changed(state.reserve, 0, -1)


def double_a_legendary_token(state: State) -> None:
    state.discard = changed(state.discard, 0, 1)


def lose_a_building(state: State) -> None:
    state.buildings = changed(state.buildings, 0, -1)


def lose_a_trireme(state: State) -> None:
    state.seas[state.board.seas.index("mare_ionium")] = bytes([1, 0, 0, 0, 0])


def lose_a_tile(state: State) -> None:
    state.display = state.display[1:]


def convert_a_capital(state: State) -> None:
    change(state, "latium", controller=1)
    state.players[1] = replace(state.players[1], markers=state.players[1].markers - 1)


def leave_a_ghost_on_a_post(state: State) -> None:
    change(state, "cyrenaica", legions=bytes([1, 0, 0, 0, 0]))
    state.players[0] = replace(state.players[0], legions=state.players[0].legions + 1)


def occupy_as_nobody(state: State) -> None:
    change(state, "cyrenaica", occupier=NO_EMPIRE)


def occupy_nothing(state: State) -> None:
    change(state, "cyrenaica", posts=0)


def occupy_ones_own(state: State) -> None:
    change(state, "latium", occupier=0, posts=1)


def occupy_marker_and_building(state: State) -> None:
    change(state, "cyrenaica", posts=MARKER | 1)


def stand_on_an_icon_never_pillaged(state: State) -> None:
    index = state.board.provinces.index("cyrenaica")
    names = [icon.name for icon in state.board.icons[index]]
    change(state, "cyrenaica", posts=1 << names.index("market"))


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lose_a_coin, "0.5"),
        (double_a_legendary_token, "1.2"),
        (lose_a_building, "0.5"),
        (lose_a_trireme, "0.5"),
        (lose_a_tile, "0.8"),
        (convert_a_capital, "4.3.5"),
        (leave_a_ghost_on_a_post, "4.3"),
        (occupy_as_nobody, "4.3"),
        (occupy_nothing, "4.3"),
        (occupy_ones_own, "4.3"),
        (occupy_marker_and_building, "4.3.3"),
        (stand_on_an_icon_never_pillaged, "4.3.1"),
    ],
)
def test_what_is_wrong_with_a_position_is_seen(spoil: Callable[[State], None], rule: str) -> None:
    state = occupied()
    spoil(state)
    assert [problem.split(":")[0] for problem in problems(state, {})] == [rule]


def test_the_recount_gives_occupied_buildings_to_their_occupier() -> None:
    """0.6: Rome started with 7, 1 and 3; a city, a caravan and four units have come to it."""
    assert levels(occupied(), 0) == (8, 2, 7)
