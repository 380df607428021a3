"""The rules of Mare Nostrum: Empires as a pure, deterministic engine: state in, state out."""

from core.empires.edition import Edition
from core.empires.rules import ENGINE, empires_edition, load_edition
from core.empires.state import Options, Result
from core.engine.errors import DataError, NotationError, RuleError
from core.engine.flow import Chance, Decision, Node, Over, Simultaneous
from core.engine.game import Game

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
