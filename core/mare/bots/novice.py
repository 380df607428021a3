"""The novice: tries a few answers that occur to them, and takes the one after which the position looks best."""

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
"""How many answers occur to them; others, perhaps better ones, they overlook."""


class Novice(ABC):
    """A player who looks one answer ahead and no further."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """The best of the answers that occur to them, by what is seen of the position right after it."""
        empire = game.state.seats.index(seat)
        ideas: list[Action] = [Done()] if Done() in answers else []
        ideas += [answers.draw(below) for _ in range(IDEAS)]
        return max(dict.fromkeys(ideas), key=lambda action: self._outlook(game, empire, action))

    def _outlook(self, game: Game[Any], empire: int, action: Action) -> int:
        """What the position is worth to an empire after its answer, to others half as much."""
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
        """What an empire has: its hand and mat, its part of the map, its titles, and its battles to come."""

    @abstractmethod
    def hand_value(self, hand: Hand) -> int:
        """What a hand promises."""
