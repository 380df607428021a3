"""The ladder: the built-in players of an edition that people choose by name, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game
from core.engine.policy import STEADY, More, Policy, RandomPlayer

Strengths = Mapping[str, Callable[[int, More], Policy]]
"""By name, weakest first, a function that makes a player from a budget of nodes and a ``More``.

Only a player who searches uses them.
"""

CHANCE, GLANCE, PLAN, SEARCH = range(4)
"""How a player thinks: it leaves all to chance, glances one answer ahead, plans by values, or tries answers out."""


class Level(NamedTuple):
    """How a player thinks, how often it slips, and how much it searches, both in percent.

    An answer that slips is one of a player who thinks in the way before this one.
    """

    thinks: int
    slips: int = 0
    share: int = 100


LADDER: Mapping[str, Level] = {
    "beginner": Level(GLANCE, slips=50),
    "novice": Level(GLANCE),
    "able": Level(PLAN, slips=30),
    STEADY: Level(PLAN),
    "keen": Level(SEARCH, share=20),
    "strong": Level(SEARCH),
}
"""The levels by name, weakest first."""


class Slipping:
    """A player some of whose answers, in percent, are those of a weaker one."""

    def __init__(self, player: Policy, weaker: Policy, percent: int) -> None:
        self.player = player
        self.weaker = weaker
        self.percent = percent

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return the answer of one of the two."""
        policy = self.weaker if below(100) < self.percent else self.player
        return policy.decide(game, seat, answers, below)


def ladder(glance: Policy, plan: Policy, search: Callable[[int, More], Policy]) -> Strengths:
    """Return the players of an edition by level; three are given, one for each way to think."""

    def maker(level: Level) -> Callable[[int, More], Policy]:
        def make(nodes: int, more: More) -> Policy:
            players = (RandomPlayer(), glance, plan, search(nodes * level.share // 100, more))
            player = players[level.thinks]
            return Slipping(player, players[level.thinks - 1], level.slips) if level.slips else player

        return make

    return {name: maker(level) for name, level in LADDER.items()}


def searching() -> tuple[str, ...]:
    """Return the names of the levels that search."""
    return tuple([name for name, level in LADDER.items() if level.thinks == SEARCH])
