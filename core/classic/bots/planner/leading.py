"""The order of turns, and the choice among tied players for a title."""

from __future__ import annotations

from core.classic.bots.planner.view import View
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Award, Name
from core.mare.kinds import CULTURE
from core.mare.titles import Tie
from core.mare.turns import Turns


def name(view: View, frame: Turns, answers: Answers) -> Action:
    """Return the next player: itself first to buy, but last to conquer, so that its conquests stay.

    Of the others it names the one farthest behind.
    """
    waiting = frame.waiting
    if frame.track == CULTURE and view.empire in waiting:
        return Name(view.empire)
    others = [empire for empire in waiting if empire != view.empire]
    return Name(min(others, key=view.standing) if others else view.empire)


def award(view: View, frame: Tie, answers: Answers) -> Action:
    """Return the player who is farthest from winning."""
    return Award(frame.track, min(frame.tied, key=view.standing))
