"""What a player is to the engine: somebody who answers questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Decision, Node, Simultaneous
from core.engine.game import Game

NODES = 500
"""The budget of a decision unless another is given, in *nodes*: actions and outcomes of chance tried on copies."""

STEADY = "steady"
"""The name that every edition gives to the player who is its autopilot, and who plays where none is named."""

More = Callable[[], bool]
"""Whether a search may go on, asked between its nodes. The program passes a clock in here; core reads none."""


class Policy(Protocol):
    """A built-in player: a function of what lies open, the question and chance.

    Integers only, and no state of its own between questions: the same game, seat and chance give the same answer on
    every machine. It changes nothing in the game it looks at.
    """

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """One of ``answers``, which ``game`` asks of ``seat`` at its present node; ``below`` is the only chance."""
        ...


def questions(node: Node) -> Mapping[int, Answers]:
    """The legal answers by seat of everybody who is asked at a node, in seat order; nobody at a Chance or Over."""
    if isinstance(node, Decision):
        return {node.seat: node.answers}
    return node.answers if isinstance(node, Simultaneous) else {}
