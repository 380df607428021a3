"""Random games in which everything that must always hold is checked at every step.

    python -m tests.core.random_games --games 2000 [--start N] [--share S]

Game N is the same on every machine. Tables of 3, 4 and 5, both displays, and dealt, chosen and mixed empires take
turns; the answers are drawn by the collections' own ``draw``. Every second game is played by reluctant players, who
think twice before they are done and so get further in a round. What costs most, looking at everything a player could
say, is done at a share of the steps (all of them, unless told otherwise).
"""

from __future__ import annotations

import argparse
import random
from typing import Any

from core.empires.actions import Stand
from core.empires.rules import empires_board, new_game
from core.empires.state import Options
from core.engine.action import Action
from core.engine.game import Game
from core.mare import titles as engine
from core.mare.actions import Pillage
from tests.core import recount
from tests.core.checked_game import CheckedGame, play_games

MAX_ROUNDS = 12


def options(seed: int) -> Options:
    """The table of a game: its size, display and empires."""
    chance = random.Random(f"table {seed}")
    players = 3 + seed % 3
    display = ("open", "short")[seed // 3 % 2]
    empires = list(empires_board(players).empires)
    chance.shuffle(empires)
    dealt = (0, players, chance.randrange(1, players))[seed // 6 % 3]
    return Options(players, ("random",) * dealt + tuple(empires[dealt:]), display, MAX_ROUNDS)


class RandomGame(CheckedGame):
    """A game of Empires."""

    command = "tests.core.random_games"

    def __init__(self, seed: int, share: float = 1.0) -> None:
        super().__init__(seed, share)
        self._taken: dict[int, int] = {}  # by province, the empty icons on which legions came to stand

    def begin(self) -> Game[Any]:
        return new_game(options(self.seed))

    def check_position(self) -> None:
        state = self.game.state
        assert not (found := recount.problems(state, self._taken)), found
        for empire in range(len(state.players)):
            counted = recount.levels(state, empire)
            assert engine.levels(state, empire) == counted, f"0.6: {state.board.empires[empire]} should have {counted}"

    def note(self, action: Action) -> None:
        super().note(action)
        if isinstance(action, Pillage):
            self._taken[action.province] = 1 << action.icon
        elif isinstance(action, Stand):
            self._taken[action.province] = self._taken.get(action.province, 0) | 1 << action.icon


if __name__ == "__main__":
    play_games(RandomGame, argparse.ArgumentParser(description="Random games, checked at every step."))
