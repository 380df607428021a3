"""The rules of an edition as the engine uses them: how a game goes on, and how its actions are written."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.flow import Flow
from core.engine.notation import Grammar


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one edition.

    ``id`` names the edition in charters and on the command line. ``engine`` is its version, which a charter names, too:
    it grows when the hash of any recorded game would change, the autopilot's answers included. ``side`` and ``sides``
    are the edition's words for what a seat plays.
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
