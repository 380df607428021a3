"""Tables of The Sword of Rome on the practice file, and random play on them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from core.engine.flow import Over
from core.engine.game import Game
from core.engine.policy import questions
from core.sword.rules import SWORD, new_game, standard_map, tables
from core.sword.state import Options, State


def seated(players: int) -> Game[State]:
    """A new game in which every seat has the side of its number."""
    return new_game(Options(players, tables(standard_map())[players]))


def went_on(game: Game[State], random: Random) -> None:
    """Go on by a random answer or outcome."""
    assert not isinstance(game.node, Over), "the game is over"
    game.step(lambda seat, answers: answers.draw(random.randrange), random.randrange)


def wandered(game: Game[State], random: Random, steps: int, look: Callable[[Game[State]], None]) -> None:
    """Play at random for so many steps, or to the end, and look at the game before each."""
    for _ in range(steps):
        look(game)
        if isinstance(game.node, Over):
            return
        went_on(game, random)


def asked(game: Game[State]) -> list[int]:
    """The sides that are asked."""
    board = game.state.board
    return sorted(side for side in range(len(board.empires)) if game.state.seats[side] in questions(game.node))


__all__ = ["SWORD", "asked", "seated", "wandered", "went_on"]
