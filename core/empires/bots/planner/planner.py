"""The Planner itself, and its decision for each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.empires.battle import LandBattles, Losses, SeaBattles
from core.empires.bots.planner import building, collecting, conquering, fighting, leading, marching, trading
from core.empires.bots.planner.view import View
from core.empires.building import BuildTurn
from core.empires.collect import CollectChoice
from core.empires.conquest import Conquests
from core.empires.game import Game
from core.empires.movement import Marching, Sailing
from core.empires.tiles.antigone import NamingSize
from core.empires.tiles.castor_and_pollux import Copying
from core.empires.tiles.circe import Standing
from core.empires.tiles.colossus import Obtaining
from core.empires.tiles.hanging_gardens import Keeping
from core.empires.tiles.perseus import Ambition
from core.empires.tiles.queen_of_sheba import GivingUp
from core.empires.tiles.statue_of_zeus import Declaring
from core.empires.trade import Announcing
from core.empires.war import Conversions
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.mare.actions import Done
from core.mare.offers import Offers
from core.mare.taking import Compensation, Taking
from core.mare.titles import Tie
from core.mare.turns import Turns

Decide = Callable[[View, Any, Answers], Action]
"""A decision on a question: the position, the frame that asks, and the legal answers."""

DECISIONS: Mapping[type, Decide] = {
    # 1. Collect resources
    CollectChoice: collecting.collect,
    Obtaining: collecting.obtain,
    # 2. Trade
    Announcing: trading.announce,
    NamingSize: trading.name_size,
    Offers: trading.offer,
    Taking: trading.take,
    Compensation: trading.give,
    # 3. Build
    Turns: leading.name,
    Ambition: building.win_first,
    BuildTurn: building.build,
    Copying: building.copy,
    Keeping: collecting.keep,
    # 4. Move and battle
    Declaring: marching.make_peace,
    Conversions: conquering.convert,
    Sailing: marching.sail,
    SeaBattles: fighting.attack,
    Marching: marching.march,
    LandBattles: fighting.fight,
    Losses: fighting.lose,
    Conquests: conquering.conquer,
    GivingUp: conquering.convert,
    Standing: conquering.stand,
    # 5. Leadership
    Tie: leading.award,
}
"""The decision for every question of the rules, by the frame that asks."""


class Planner:
    """A player who plans by values: see the package."""

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        """Return the answer with the highest value."""
        state = game.state
        frame = state.stack[-1]
        decide = DECISIONS.get(type(frame))
        if decide is not None:
            action = decide(View(state, state.seats.index(seat), below), frame, answers)
            if action in answers:
                return action
        # The question is unknown, or the plan breaks a rule that the decision does not know.
        return Done() if Done() in answers else answers.draw(below)
