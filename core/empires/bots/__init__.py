"""Built-in players: policies over the engine's public collections and public state, with no special access.

``STRENGTHS`` has the players that can sit down at a table, weakest first, and ``player`` makes one.
"""

from __future__ import annotations

from core.empires.bots.glancer import Glancer
from core.empires.bots.planner import Planner
from core.empires.bots.searcher import Searcher
from core.engine.levels import ladder
from core.engine.policy import NODES, STEADY, More, Policy, RandomPlayer, always, questions

__all__ = [
    "NODES",
    "STEADY",
    "STRENGTHS",
    "Glancer",
    "More",
    "Planner",
    "Policy",
    "RandomPlayer",
    "Searcher",
    "always",
    "player",
    "questions",
]


STRENGTHS = ladder(Glancer(), Planner(), Searcher)
"""The players by level, weakest first."""


def player(strength: str, nodes: int = NODES, more: More = always) -> Policy:
    """Return a built-in player of a strength in STRENGTHS. Raises KeyError for any other name."""
    return STRENGTHS[strength](nodes, more)
