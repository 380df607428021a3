"""Random games of the editions of 2003 keep the rules."""

from __future__ import annotations

import pytest

from core.classic.variant import Variant
from tests.core.classic.random_games import VARIANTS, RandomGame, options

GAMES = 12
"""Every size of table with both starts, advised and other line-ups."""
SHARE = 0.05


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_the_rules(variant: Variant, seed: int) -> None:
    """0.4a, 4.7a, 5.8d: no legal sequence dead-ends, all pieces are in one place, and positions can be written."""
    assert RandomGame(variant, seed, SHARE).play().result.victory


def test_the_random_games_are_of_all_sizes_starts_and_line_ups() -> None:
    tables = [options(seed, variant) for seed in range(GAMES) for variant in VARIANTS.values()]
    assert {(table.players, table.start, bool(table.line_up)) for table in tables} == {
        (players, start, line_up)
        for players in (3, 4, 5)
        for start in ("printed", "points")
        for line_up in (False, True)
    }
    assert {(table.blockade, table.alps) for table in tables} == {
        (blockade, alps) for blockade in (False, True) for alps in (False, True)
    }
