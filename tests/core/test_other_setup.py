"""Another map and start: whole games on it keep the rules, and its positions can be written."""

from __future__ import annotations

import random

import pytest

from core import DataError, Game, Options, Over
from core.position import dump_position, load_position
from tests.core.recount import problems
from tests.core.test_position import step
from tests.core.test_scenarios import setup

EDITION = setup("setups/two_islands.toml")


@pytest.mark.parametrize("seed", range(10))
def test_a_game_on_another_map_keeps_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    game = Game.new(Options(2, ("random", "random"), ("open", "short")[seed % 2], 10), EDITION)
    while not isinstance(game.node, Over):
        # Of who pillaged which icon a position does not remember.
        assert [wrong for wrong in problems(game.state, {}) if not wrong.startswith("4.3.1")] == []
        assert load_position(dump_position(game), EDITION).digest() == game.digest()
        step(game, chance)


def test_its_positions_say_of_which_edition_they_are() -> None:
    text = dump_position(Game.new(Options(2, ("easterners", "westerners")), EDITION))
    assert text.startswith('edition = "two_islands"\n')
    with pytest.raises(DataError) as refusal:
        load_position(text)
    assert (refusal.value.line, refusal.value.key) == (1, "edition")
