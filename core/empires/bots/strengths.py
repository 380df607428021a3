"""How strong the built-in players are, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.empires.bots.novice import Novice
from core.empires.bots.planner import Planner
from core.empires.bots.searcher import Searcher
from core.engine.policy import NODES, More, Policy


def always() -> bool:
    """A search that only its budget of nodes ends, so that the same question has the same answer on every machine."""
    return True


STRENGTHS: Mapping[str, Callable[[int, More], Policy]] = {
    "novice": lambda nodes, more: Novice(),
    "steady": lambda nodes, more: Planner(),
    "strong": Searcher,
}
"""By name, weakest first, what makes a player of a budget of nodes (0 for no limit) and a ``More``.

Only a player who searches makes use of either.
"""


def player(strength: str, nodes: int = NODES, more: More = always) -> Policy:
    """A built-in player of a strength in STRENGTHS; raises KeyError for any other name."""
    return STRENGTHS[strength](nodes, more)
