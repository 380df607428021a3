"""Built-in players: policies over the engine's public collections and public state, with no special access.

``STRENGTHS`` has the players that can sit down at a table, weakest first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.classic.bots.novice import Novice
from core.classic.bots.planner import Planner
from core.classic.bots.searcher import Searcher
from core.engine.policy import More, Policy

__all__ = ["STRENGTHS", "Novice", "Planner"]

STRENGTHS: Mapping[str, Callable[[int, More], Policy]] = {
    "novice": lambda nodes, more: Novice(),
    "steady": lambda nodes, more: Planner(),
    "strong": Searcher,
}
"""By name, weakest first, a function that makes a player from a budget of nodes (0 for no limit) and a ``More``.

Only a player who searches uses them.
"""
