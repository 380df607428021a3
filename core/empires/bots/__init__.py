"""Built-in players: policies over the engine's public collections and public state, with no special access.

``STRENGTHS`` has the players that can sit down at a table, weakest first.
"""

from __future__ import annotations

from core.empires.bots.glancer import Glancer
from core.empires.bots.planner import Planner
from core.empires.bots.searcher import Searcher
from core.engine.levels import ladder

__all__ = ["STRENGTHS", "Glancer", "Planner"]

STRENGTHS = ladder(Glancer(), Planner(), Searcher)
"""The players by level, weakest first."""
