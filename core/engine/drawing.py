"""A player who leaves everything to chance."""

from __future__ import annotations

from typing import Any

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game


class RandomPlayer:
    """Draws every answer; the yardstick for all others."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """One of the answers by chance, every one being possible."""
        return answers.draw(below)
