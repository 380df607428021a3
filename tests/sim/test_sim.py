"""A fixed range of simulated evenings: everything that must hold does, whatever goes wrong and whoever lies."""

from __future__ import annotations

import pytest

from tests.sim import keys
from tests.sim.world import Plan, World


@pytest.mark.parametrize("seed", range(12))
def test_whatever_goes_wrong_the_game_comes_to_its_end(seed: int) -> None:
    with keys.playing(real=True):
        assert World(seed, Plan(rounds=1, real=True, empires=False)).run().events > 0


@pytest.mark.parametrize("seed", range(1, 7))
def test_empires_from_the_start_and_from_late_positions_come_to_their_end_too(seed: int) -> None:
    with keys.playing(real=True):
        assert World(seed, Plan(rounds=1, real=True, empires=True)).run().events > 0


@pytest.mark.parametrize(
    ("seed", "to_end"),
    [
        pytest.param(91, True, id="two whose links are missing are bound by a vote that the other two did not sign"),
        pytest.param(
            1218, False, id="one who is bound, and one who says nothing, keep the quorum from the dice of two"
        ),
    ],
)
def test_votes_that_came_to_nothing_at_open_dice_end_no_game(seed: int, *, to_end: bool) -> None:
    with keys.playing(real=True):
        assert World(seed, Plan(real=True, to_end=to_end)).run().events > 0
