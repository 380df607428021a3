"""The rules of Mare Nostrum as a pure, deterministic engine: state in, state out.

Here is what all editions share. ``core.empires`` and ``core.classic`` begin a game.
"""

from core.editions import EDITIONS
from core.engine.errors import DataError, NotationError, RuleError
from core.engine.flow import Chance, Decision, Node, Over, Simultaneous
from core.engine.state import Result

__all__ = [
    "EDITIONS",
    "Chance",
    "DataError",
    "Decision",
    "Node",
    "NotationError",
    "Over",
    "Result",
    "RuleError",
    "Simultaneous",
]
