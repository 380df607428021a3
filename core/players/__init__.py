"""Built-in players: policies over the engine's public collections and public state, with no special access."""

from core.players.drawing import RandomPlayer
from core.players.policy import Policy, questions
from core.players.steward import Steward

__all__ = ["Policy", "RandomPlayer", "Steward", "questions"]
