"""The setup with points: what to place first."""

from __future__ import annotations

from core.classic.actions import Place
from core.classic.bots.planner.view import View
from core.classic.points import SetupTurn
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done
from core.mare.buildings import CARAVAN, CITY, MARKET
from core.mare.kinds import FREE

HERO_VALUE = 110
"""All values are for three points."""

MARKER_VALUE, ICON_VALUE = 10, 58
CARAVAN_VALUE, SAME_GOOD = 130, 25
CITY_VALUE = 120
DOUBLED_VALUE = 60
LEGION_VALUES = (95, 50, 10)
FORTRESS_VALUE = 55
TRIREME_VALUE = 45
LEAST_POINTS = 6
"""With fewer points a marker would leave none to build beside it."""


def place(view: View, frame: SetupTurn, answers: Answers) -> Action:
    """Return the placement with the best value for its points."""
    found = [action for action in answers if isinstance(action, Place)]
    best = max(found, key=lambda action: _value(view, frame, action), default=None)
    return best if best is not None and _value(view, frame, best) > 0 else Done()


def _value(view: View, frame: SetupTurn, action: Place) -> int:
    board, where = view.board, action.where
    if where == FREE:
        return HERO_VALUE
    if action.what == "control":
        icons = board.of_kind[where][CARAVAN].bit_count() + board.of_kind[where][CITY].bit_count()
        return MARKER_VALUE + ICON_VALUE * icons if frame.points >= LEAST_POINTS else 1
    if action.what == "legion":
        return LEGION_VALUES[min(view.state.provinces[where].legions[view.empire], len(LEGION_VALUES) - 1)]
    if action.what == "fortress":
        return FORTRESS_VALUE
    if action.what == "trireme":
        return 0 if any(view.state.provinces[where].docks) else TRIREME_VALUE
    return _building_value(view, where, board.icon_of[where][action.what])


def _building_value(view: View, where: int, index: int) -> int:
    icon = view.board.icons[where][index]
    if icon.kind == CARAVAN:
        return CARAVAN_VALUE - SAME_GOOD * min(2, view.income[icon.commodity])
    if icon.kind == CITY:
        return CITY_VALUE
    doubled = view.board.of_kind[where][CARAVAN if icon.kind == MARKET else CITY]
    return DOUBLED_VALUE * (view.state.provinces[where].built & doubled).bit_count()
