"""Isolation on random maps (5.7.1, 5.7.2, S6, S7, S11), compared with a count that is written another way."""

from __future__ import annotations

from random import Random

from core.engine.game import Game
from core.sword.isolation import isolated
from core.sword.order import Ranking
from core.sword.powers import INDEPENDENTS, POWERS
from core.sword.rules import SWORD
from core.sword.state import GameTurn
from tests.core.sword.recount import compare, random_state


def test_both_ways_find_the_same_markers_on_random_maps() -> None:
    markers, lost = compare(400)
    assert markers > 2000
    assert markers > lost > 500


def test_s6_the_phase_replaces_just_these_and_what_is_left_holds() -> None:
    random = Random(5)
    for _ in range(40):
        state = random_state(random)
        for power in range(6):
            state.change_points(power, 10 * power)  # No ties: no one is asked for an order.
        lost = {place for power in range(len(POWERS)) for place in isolated(state, power)}
        state.stack = [GameTurn(7), Ranking((), (6, 7, 3, 4, 0, 1, 2, 5))]
        game = Game(SWORD, state.copy())
        for place, site in enumerate(game.state.sites):
            assert site.control == (INDEPENDENTS if place in lost else state.sites[place].control)
        assert not any(isolated(game.state, power) for power in range(len(POWERS)))
