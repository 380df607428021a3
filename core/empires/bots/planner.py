"""The Planner: a built-in player who saves at home, takes unguarded places, and watches others' victories.

It looks only at its own next step. It gives every possible step a value in hundredths of a resource: what it earns
until the end of the game, what it protects, and how near it brings a victory (``worth``, ``threats``). Things to build
become a list of wishes with such values (``building``). A hand is worth the best wishes that it pays for (``worth``).
Trading, building, moving and fighting then take the step with the highest value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.empires.actions import Collect, Obtain
from core.empires.battle import LandBattles, Losses, SeaBattles
from core.empires.bots import building, trading, warring
from core.empires.bots.worth import View
from core.empires.building import BuildTurn
from core.empires.collect import CollectChoice
from core.empires.conquest import Conquests
from core.empires.heroes import Ambition, Copying, GivingUp, NamingSize, Standing
from core.empires.movement import Marching, Sailing
from core.empires.state import Game
from core.empires.trade import Announcing
from core.empires.war import Conversions
from core.empires.wonders import Declaring, Keeping, Obtaining
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.mare.actions import Award, Done, Keep, Name
from core.mare.kinds import CULTURE
from core.mare.resources import legendary, ordinary
from core.mare.rounds import Turns
from core.mare.titles import Tie
from core.mare.trade import Compensation, Offers, Taking

# ---------------------------------------------------------------------- collecting and keeping


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


# ---------------------------------------------------------------------- turns and titles


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


# ---------------------------------------------------------------------- every question


Decide = Callable[[View, Any, Answers], Action]
"""A decision on a question: the position, the frame that asks, and the legal answers."""

DECISIONS: Mapping[type, Decide] = {
    # 1. Collect resources
    CollectChoice: collect,
    Obtaining: obtain,
    # 2. Trade
    Announcing: trading.announce,
    NamingSize: trading.name_size,
    Offers: trading.offer,
    Taking: trading.take,
    Compensation: trading.give,
    # 3. Build
    Turns: name,
    Ambition: building.win_first,
    BuildTurn: building.build,
    Copying: building.copy,
    Keeping: keep,
    # 4. Move and battle
    Declaring: warring.make_peace,
    Conversions: warring.convert,
    Sailing: warring.sail,
    SeaBattles: warring.attack_at_sea,
    Marching: warring.march,
    LandBattles: warring.fight,
    Losses: warring.lose,
    Conquests: warring.conquer,
    GivingUp: warring.convert,
    Standing: warring.stand,
    # 5. Leadership
    Tie: award,
}
"""The decision for every question of the rules, by the frame that asks."""


class Planner:
    """A player who plans by values: see the module."""

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
