"""Phase 1, collect resources, and what may be kept (1.1, 1.3, 3.0b)."""

from __future__ import annotations

from core.actions import Action, Collect, Done, Keep, Obtain
from core.answers import Answers
from core.collect import CollectChoice
from core.players.steward.view import View
from core.resources import legendary, ordinary
from core.tiles.colossus import Obtaining
from core.tiles.hanging_gardens import Keeping


def collect(view: View, frame: CollectChoice, answers: Answers) -> Action:
    """A coin, which goes with all other coins, rather than a commodity that may be there already."""
    return Collect(legendary=False)


def obtain(view: View, frame: Obtaining, answers: Answers) -> Action:
    """The commodity of which there is least."""
    hand = view.player.hand
    kinds = [action.kind for action in answers if isinstance(action, Obtain)]
    return Obtain(min(kinds, key=lambda kind: hand[ordinary(kind)] + hand[legendary(kind)]))


def keep(view: View, frame: Keeping, answers: Answers) -> Action:
    """Two commodities, or at least one."""
    keeps = [action for action in answers if isinstance(action, Keep)]
    return max(keeps, key=lambda action: len(action.tokens), default=Done())
