"""An edition of the game, as the engine knows it: how a game goes on, and how its actions are written."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.flow import Flow
from core.engine.notation import Grammar


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one edition.

    ``id`` names it in charters and on the command line. ``engine`` is raised whenever the hash of any recorded game
    would change, the autopilot's answers included; a charter names it. ``side`` and ``sides`` are its words for what a
    seat plays.
    """

    id: str
    engine: int
    flow: Flow
    notation: Grammar
    side: str = "empire"
    sides: str = "empires"

    def phases(self, verb: str) -> tuple[int, ...]:
        """Return the numbers of the phases in which some question accepts a verb."""
        actions = {form.action for form in self.notation.forms(verb)}
        asking = [handler for handler in self.flow.values() if actions.intersection(handler.accepts)]
        return tuple(sorted({phase for handler in asking for phase in handler.phases}))
