"""Phase 1, collect resources, and what tiles keep (1.1, 1.3, 3.0b)."""

from __future__ import annotations

from core.empires.actions import Collect, Obtain
from core.empires.bots.planner.view import View
from core.empires.collect import CollectChoice
from core.empires.tiles.colossus import Obtaining
from core.empires.tiles.hanging_gardens import Keeping
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done, Keep
from core.mare.resources import legendary, ordinary


def collect(view: View, frame: CollectChoice, answers: Answers) -> Action:
    """Return a coin. It fits all other coins; the hand may already have the commodity."""
    return Collect(legendary=False)


def obtain(view: View, frame: Obtaining, answers: Answers) -> Action:
    """Return the commodity of which the hand has least."""
    hand = view.player.hand
    kinds = [action.kind for action in answers if isinstance(action, Obtain)]
    return Obtain(min(kinds, key=lambda kind: hand[ordinary(kind)] + hand[legendary(kind)]))


def keep(view: View, frame: Keeping, answers: Answers) -> Action:
    """Return two commodities to keep, or at least one."""
    keeps = [action for action in answers if isinstance(action, Keep)]
    return max(keeps, key=lambda action: len(action.tokens), default=Done())
