"""Built-in players: policies over the engine's public collections and public state, with no special access.

``STRENGTHS`` names those who sit down at a table, weakest first, and ``player`` makes one.
"""

from core.players.drawing import RandomPlayer
from core.players.novice import Novice
from core.players.policy import More, Policy, questions
from core.players.steward import Steward
from core.players.strategist import Strategist
from core.players.strengths import NODES, STEADY, STRENGTHS, always, player

__all__ = [
    "NODES",
    "STEADY",
    "STRENGTHS",
    "More",
    "Novice",
    "Policy",
    "RandomPlayer",
    "Steward",
    "Strategist",
    "always",
    "player",
    "questions",
]
