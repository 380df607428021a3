"""A player who answers at random."""

from __future__ import annotations

from typing import Any

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game


class RandomPlayer:
    """Draws every answer at random. It is the yardstick for all other players."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return one of the answers at random. Every answer has a chance."""
        return answers.draw(below)
