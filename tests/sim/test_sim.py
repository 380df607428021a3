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
