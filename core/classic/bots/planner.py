"""The Planner: a built-in player who plans by the values of provinces, buildings, tiles and titles.

It looks only at the state and the chance passed in. ``DECISIONS`` has the decision for each question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.classic.actions import PlacePiece
from core.classic.battle import Helen, LandLosses, SeaLosses, Supporting
from core.classic.blockade import Blockades, Route
from core.classic.bots import building, trading, warring
from core.classic.bots.worth import View
from core.classic.build import Gift, Keeping
from core.classic.building import BuildTurn
from core.classic.commerce import Announcing, ForcedTake, Obtaining, Redirecting, Undoing
from core.classic.conquest import MarketGood
from core.classic.deeds import WarTurn
from core.classic.setup import SetupTurn
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game
from core.mare.actions import Award, Done, Name
from core.mare.buildings import CARAVAN, CITY, MARKET
from core.mare.kinds import CULTURE, FREE
from core.mare.rounds import Turns
from core.mare.titles import Tie
from core.mare.trade import Compensation, Offers, Taking

# ---------------------------------------------------------------------- setup


HERO_VALUE = 134
"""All values are for three points."""

MARKER_VALUE, ICON_VALUE = 10, 55
CARAVAN_VALUE, SAME_GOOD = 130, 27
CITY_VALUE = 131
DOUBLED_VALUE = 60
LEGION_VALUES = (95, 68, 10)
FORTRESS_VALUE = 55
TRIREME_VALUE = 56
LEAST_POINTS = 6
"""With fewer points a marker would leave none to build beside it."""


def place(view: View, frame: SetupTurn, answers: Answers) -> Action:
    """Return the placement with the best value for its points."""
    found = [action for action in answers if isinstance(action, PlacePiece)]
    best = max(found, key=lambda action: _value(view, frame, action), default=None)
    return best if best is not None and _value(view, frame, best) > 0 else Done()


def _value(view: View, frame: SetupTurn, action: PlacePiece) -> int:
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


# ---------------------------------------------------------------------- turns and titles


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


# ---------------------------------------------------------------------- every question


WHIM = 6
"""The usual whim, in percent. Without whims games would hardly differ."""

Decide = Callable[[View, Any, Answers], Action]
"""A decision on a question: the position, the frame that asks, and the legal answers."""

DECISIONS: Mapping[type, Decide] = {
    # 1. Setup
    SetupTurn: place,
    # 2. Titles and turns
    Tie: award,
    Turns: name,
    # 3. Commerce
    Obtaining: trading.obtain,
    Announcing: trading.announce,
    Offers: trading.offer,
    Taking: trading.take,
    ForcedTake: trading.take,
    Undoing: trading.speak,
    Redirecting: trading.speak,
    Compensation: trading.give,
    # 4. Building
    BuildTurn: building.build,
    Gift: building.place_gift,
    Keeping: building.keep,
    # 5. Military
    WarTurn: warring.order,
    LandLosses: warring.lose_on_land,
    SeaLosses: warring.lose_at_sea,
    Helen: warring.replace,
    Supporting: warring.support,
    Route: warring.choose_route,
    Blockades: warring.blockade,
    MarketGood: trading.obtain,
}
"""The decision for every question of the rules, by the frame that asks."""


class Planner:
    """A player who plans by values: see the module."""

    def __init__(self, whim: int = WHIM) -> None:
        """Set the ``whim``: the most, in percent, by which a thing may seem worth more or less than it is."""
        self.whim = whim

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return the answer with the highest value."""
        state = game.state
        frame = state.stack[-1]
        decide = DECISIONS.get(type(frame))
        if decide is not None:
            action = decide(View(state, state.seats.index(seat), below, self.whim), frame, answers)
            if action in answers:
                return action
        # The question is unknown, or the plan breaks a rule that the decision does not know.
        return Done() if Done() in answers else answers.draw(below)
