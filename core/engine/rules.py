"""An edition of the game, as the engine knows it: how a game goes on, and how its actions are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from core.engine.action import Action
from core.engine.flow import Flow


class Notation(Protocol):
    """How actions are written: one line of text for each, one spelling only."""

    def parse(self, board: Any, line: str) -> Action:
        """Return the action that a line spells, leniently; raises NotationError."""
        ...

    def parse_strict(self, board: Any, line: str) -> Action:
        """Return the action that a line spells exactly; raises NotationError."""
        ...

    def text(self, board: Any, action: Action) -> str:
        """Return the one spelling of an action."""
        ...


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one edition.

    ``id`` names it in charters and on the command line. ``engine`` is raised whenever the hash of any recorded game
    would change, the autopilot's answers included; a charter names it.
    """

    id: str
    engine: int
    flow: Flow
    notation: Notation
