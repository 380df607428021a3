"""The rules of Mare Nostrum as a pure, deterministic engine: state in, state out."""

from core.empires.edition import Edition
from core.empires.game import Game
from core.empires.rules import EMPIRES, empires_edition, load_edition, new_game
from core.empires.state import Options
from core.engine.errors import DataError, NotationError, RuleError
from core.engine.flow import Chance, Decision, Node, Over, Simultaneous
from core.engine.state import Result

__all__ = [
    "EMPIRES",
    "Chance",
    "DataError",
    "Decision",
    "Edition",
    "Game",
    "Node",
    "NotationError",
    "Options",
    "Over",
    "Result",
    "RuleError",
    "Simultaneous",
    "empires_edition",
    "load_edition",
    "new_game",
]
