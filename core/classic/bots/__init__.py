"""Built-in players: policies over the engine's public collections and public state, with no special access.

``STRENGTHS`` has the players that can sit down at a table, weakest first.
"""

from core.classic.bots.novice import Novice
from core.classic.bots.planner import Planner
from core.classic.bots.strengths import STRENGTHS

__all__ = ["STRENGTHS", "Novice", "Planner"]
