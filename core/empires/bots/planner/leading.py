"""Who goes next and who gets a title (3.0, 4.0, 5.1)."""

from __future__ import annotations

from core.empires.bots.planner.view import View
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Award, Name
from core.mare.kinds import CULTURE
from core.mare.titles import Tie
from core.mare.turns import Turns


def name(view: View, frame: Turns, answers: Answers) -> Action:
    """Return the next player: itself last to build, after others have shown their aims, but first to move.

    Of the others the one with the most great cities goes first, so that everyone else can still answer.
    """
    others = [empire for empire in frame.waiting if empire != view.empire]
    if not others or (frame.track != CULTURE and view.empire in frame.waiting):
        return Name(view.empire)
    return Name(max(others, key=lambda empire: view.great_cities[empire]))


def award(view: View, frame: Tie, answers: Answers) -> Action:
    """Return itself, or the player with the fewest titles."""
    if view.empire in frame.tied:
        return Award(frame.track, view.empire)
    return Award(frame.track, min(frame.tied, key=view.state.leaders.count))
