"""Answers in other players' turns: losses, Helen, ships in support, blockades and routes."""

from __future__ import annotations

from core.classic.actions import Blockade, LoseLegion, LoseTrireme, Pass, Replace, Ship, Support
from core.classic.battle_frames import Helen, LandLosses, SeaLosses, Supporting
from core.classic.blockade import Blockades, Shipping
from core.classic.bots.planner.view import View
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done
from core.mare.graph import bits
from core.mare.kinds import FREE


def lose_on_land(view: View, frame: LandLosses, answers: Answers) -> Action:
    """Return a legion that stands on nothing; else any legion; a fortress last."""
    first = LoseLegion(frame.province, FREE)
    return first if first in answers else next(iter(answers))


def lose_at_sea(view: View, frame: SeaLosses, answers: Answers) -> Action:
    """Return the ship that can do least."""
    return LoseTrireme(frame.sea, FREE)


def replace(view: View, frame: Helen, answers: Answers) -> Action:
    """Return the first possible replacement."""
    return next(action for action in answers if isinstance(action, Replace))


def support(view: View, frame: Supporting, answers: Answers) -> Action:
    """Return the support of all ships that can give it."""
    for sea in bits(view.board.coast[frame.province]):
        for number in range(view.state.seas[sea][view.empire], 0, -1):
            action = Support(sea, number)
            if action in answers:
                return action
    return Done()


def choose_route(view: View, frame: object, answers: Answers) -> Action:
    """Return the chain with the fewest ships of others."""

    def others(action: Action) -> int:
        seas = action.seas if isinstance(action, Ship) else ()
        return sum([sum(view.state.seas[sea]) - view.state.seas[sea][view.empire] for sea in seas])

    return min(answers, key=others)


def blockade(view: View, frame: Blockades, answers: Answers) -> Action:
    """Return a battle against legions that come for an own province, in a sea with enough own ships."""
    shipping: Shipping = view.state.stack[-2]  # type: ignore[assignment]
    if view.state.provinces[shipping.target].controller != view.empire:
        return Pass()

    def lead(sea: int) -> int:
        ships = view.state.seas[sea]
        return ships[view.empire] - ships[shipping.empire]

    seas = [sea for sea in shipping.seas if Blockade((sea,)) in answers and lead(sea) >= 0]
    return Blockade((max(seas, key=lead),)) if seas else Pass()
