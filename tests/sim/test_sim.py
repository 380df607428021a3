"""A fixed range of simulated evenings: everything that must hold does, whatever goes wrong and whoever lies."""

from __future__ import annotations

import pytest

from tests.sim import keys
from tests.sim.world import Plan, World


@pytest.mark.parametrize("seed", range(12))
def test_whatever_goes_wrong_the_game_comes_to_its_end(seed: int) -> None:
    with keys.playing(real=True):
        assert World(seed, Plan(rounds=1, real=True)).run().events > 0
