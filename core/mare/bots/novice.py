"""The novice: tries a few random answers, and takes the one with the best position right after it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Decision
from core.engine.game import Game
from core.mare.actions import Done, Offer
from core.mare.resources import Hand, minus

IDEAS = 16
"""How many answers the novice tries. It overlooks the others, even better ones."""


class Novice(ABC):
    """A player who looks one answer ahead and no further."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return the best of a few random answers, judged by the position right after each."""
        empire = game.state.seats.index(seat)
        ideas: list[Action] = [Done()] if Done() in answers else []
        ideas += [answers.draw(below) for _ in range(IDEAS)]
        return max(dict.fromkeys(ideas), key=lambda action: self._outlook(game, empire, action))

    def _outlook(self, game: Game[Any], empire: int, action: Action) -> int:
        """Return what the position after an answer is worth to an empire, less half of the best rival's worth."""
        if isinstance(action, Offer):
            return self.hand_value(minus(game.state.players[empire].hand, action.tokens))
        after = game.copy()
        if isinstance(after.node, Decision):
            after.apply(action)
        values = [self.value(after.state, other) for other in range(len(after.state.players))]
        mine = values.pop(empire)
        return mine - max(values) // 2

    @abstractmethod
    def value(self, state: Any, empire: int) -> int:
        """Return what an empire has: its hand and mat, its part of the map, its titles, and its battles to come."""

    @abstractmethod
    def hand_value(self, hand: Hand) -> int:
        """Return what a hand promises."""
