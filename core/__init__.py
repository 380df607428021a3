"""The rules of Mare Nostrum as a pure, deterministic engine: state in, state out."""

from core.editions import EDITIONS
from core.empires.rules import EMPIRES, load_map, new_game, standard_map
from core.empires.state import Options
from core.engine.errors import DataError, NotationError, RuleError
from core.engine.flow import Chance, Decision, Node, Over, Simultaneous
from core.engine.state import Result

__all__ = [
    "EDITIONS",
    "EMPIRES",
    "Chance",
    "DataError",
    "Decision",
    "Node",
    "NotationError",
    "Options",
    "Over",
    "Result",
    "RuleError",
    "Simultaneous",
    "load_map",
    "new_game",
    "standard_map",
]
