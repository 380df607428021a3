"""What the engine expects of a player: answers to questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Decision, Node, Simultaneous
from core.engine.game import Game

NODES = 500
"""The usual budget of a decision in *nodes*: actions and outcomes of chance tried on copies."""

STEADY = "steady"
"""The name that every edition gives to its autopilot. This player also plays if no player is named."""

CERTAIN = 1_000_000
"""The chance of what is sure to happen: chances are in millionths."""

More = Callable[[], bool]
"""Returns whether a search may go on; the search asks between its nodes.

The program passes in a clock; core reads none.
"""


def always() -> bool:
    """Return True: only the budget of nodes ends the search, so every machine gives the same answer."""
    return True


class Policy(Protocol):
    """A built-in player: a function of open information, the question and chance.

    It computes with integers only, and keeps no state between questions. The same game, seat and chance give the same
    answer on every machine. It changes nothing in the game it looks at.
    """

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return one of ``answers``, which ``game`` asks of ``seat`` at its present node.

        ``below`` is the only chance.
        """
        ...


UNTRIED = -1
"""In place of its chance, of an action that was not tried."""


class RankedAction(NamedTuple):
    """An answer, and how likely its player then is to win, in millionths, or UNTRIED."""

    action: Action
    chance: int


@runtime_checkable
class RankingPolicy(Policy, Protocol):
    """A built-in player who tries several answers, and can say how good each one is."""

    def ranked(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> list[RankedAction]:
        """Return the answers that can be compared: what ``decide`` returns, then the others, best first.

        If there are several, all of them were tried.
        """
        ...


def questions(node: Node) -> Mapping[int, Answers]:
    """Return by seat the legal answers of every player asked at a node, in seat order; empty at a Chance or Over."""
    if isinstance(node, Decision):
        return {node.seat: node.answers}
    return node.answers if isinstance(node, Simultaneous) else {}


class RandomPlayer:
    """Draws every answer at random. It is the yardstick for all other players."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return one of the answers at random. Every answer has a chance."""
        return answers.draw(below)
