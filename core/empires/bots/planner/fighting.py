"""Phase 4: which battles to fight, and which units to lose in them (4.1.1, 4.1.2, 4.2b)."""

from __future__ import annotations

from core.empires.actions import Attack, Fight, LoseLegion
from core.empires.battle import LandBattles, Losses, SeaBattles
from core.empires.bots.planner.view import View
from core.empires.state import land_units
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done, LoseFortress
from core.mare.kinds import CONTROL, FREE


def attack(view: View, frame: SeaBattles, answers: Answers) -> Action:
    """Return an attack on an opponent with fewer triremes, or none."""
    for action in answers:
        if isinstance(action, Attack):
            triremes = view.state.seas[action.sea]
            if triremes[view.empire] > triremes[action.empire]:
                return action
    return Done()


def fight(view: View, frame: LandBattles, answers: Answers) -> Action:
    """Return the fight with the weakest opponent."""

    def strength(action: Fight) -> int:
        province = view.state.provinces[action.province]
        return land_units(province, action.empire) + (province.fortress == action.empire)

    return min([action for action in answers if isinstance(action, Fight)], key=strength)


def lose(view: View, frame: Losses, answers: Answers) -> Action:
    """Return the next loss: free legions, then those on the poorest posts, on a control marker, last the fortress."""

    def dearness(action: Action) -> tuple[int, int]:
        match action:
            case LoseLegion(icon=icon) if icon == FREE:
                return 0, 0
            case LoseLegion(province=index, icon=icon) if icon != CONTROL:
                return 1, view.income(index, 1 << icon)
            case LoseFortress():
                return 3, 0
        return 2, 0

    return min(answers, key=dearness)
