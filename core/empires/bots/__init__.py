"""Built-in players: policies over the engine's public collections and public state, with no special access.

``STRENGTHS`` has the players that can sit down at a table, weakest first, and ``player`` makes one.
"""

from core.empires.bots.novice import Novice
from core.empires.bots.planner import Planner
from core.empires.bots.searcher import Searcher
from core.empires.bots.strengths import STRENGTHS, always, player
from core.engine.drawing import RandomPlayer
from core.engine.policy import NODES, STEADY, More, Policy, questions

__all__ = [
    "NODES",
    "STEADY",
    "STRENGTHS",
    "More",
    "Novice",
    "Planner",
    "Policy",
    "RandomPlayer",
    "Searcher",
    "always",
    "player",
    "questions",
]
