"""The rules of Mare Nostrum: Empires as a pure, deterministic engine: state in, state out."""

from core.edition import Edition
from core.empires import ENGINE, empires_edition, load_edition
from core.errors import DataError, NotationError, RuleError
from core.flow import Chance, Decision, Node, Over, Simultaneous
from core.game import Game
from core.state import Options, Result

__all__ = [
    "ENGINE",
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
]
