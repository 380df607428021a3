"""Games of any edition among built-in players.

A game is the same on every machine: chance and every player have a source of their own, all from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from core import Over
from core.empires.rules import new_game
from core.empires.state import Options
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.game import Game
from core.engine.policy import Policy


class Played(NamedTuple):
    """A game played to its end; ``winners`` are seats."""

    winners: tuple[int, ...]
    rounds: int
    digest: bytes


def play(seed: int, game: Game[Any], players: Sequence[Policy]) -> Played:
    """Play a game to its end, the players in order of their seats."""
    table = random.Random(f"table {seed}")
    minds = [random.Random(f"seat {seat}, {seed}") for seat in range(len(players))]

    def decide(seat: int, answers: Answers) -> Action:
        return players[seat].decide(game, seat, answers, minds[seat].randrange)

    while not isinstance(node := game.node, Over):
        game.step(decide, table.randrange)
    winners = tuple(game.state.seats[empire] for empire in node.result.winners)
    return Played(winners, game.state.round, game.digest())


def empires(players: int, display: str = "open", max_rounds: int = 0) -> Game[Any]:
    """Return a game of Empires at its beginning, with empires still to be dealt."""
    return new_game(Options(players, ("random",) * players, display, max_rounds))
