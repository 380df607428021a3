"""The Planner itself, and its decision for each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.classic.battle_frames import Helen, LandLosses, SeaLosses, Supporting
from core.classic.blockade import Blockades, Route
from core.classic.bots.planner import answering, building, leading, settling, trading, warring
from core.classic.bots.planner.view import View
from core.classic.build import Gift
from core.classic.building import BuildTurn
from core.classic.commerce import Obtaining
from core.classic.conquest import MarketGood
from core.classic.deeds import WarTurn
from core.classic.points import SetupTurn
from core.classic.trade import Announcing, ForcedTake, Redirecting, Undoing
from core.classic.upkeep import Keeping
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game
from core.mare.actions import Done
from core.mare.offers import Offers
from core.mare.taking import Compensation, Taking
from core.mare.titles import Tie
from core.mare.turns import Turns

WHIM = 6
"""The usual whim, in percent. Without whims games would hardly differ."""

Decide = Callable[[View, Any, Answers], Action]
"""A decision on a question: the position, the frame that asks, and the legal answers."""

DECISIONS: Mapping[type, Decide] = {
    # 1. Setup
    SetupTurn: settling.place,
    # 2. Titles and turns
    Tie: leading.award,
    Turns: leading.name,
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
    LandLosses: answering.lose_on_land,
    SeaLosses: answering.lose_at_sea,
    Helen: answering.replace,
    Supporting: answering.support,
    Route: answering.choose_route,
    Blockades: answering.blockade,
    MarketGood: trading.obtain,
}
"""The decision for every question of the rules, by the frame that asks."""


class Planner:
    """A player who plans by values: see the package."""

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
