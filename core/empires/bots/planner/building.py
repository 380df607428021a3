"""Phase 3, build: the best plan that the hand pays for, one thing at a time (chapter 3)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import Build, Copy
from core.empires.bots.planner.budget import budget_of, payment, spend, ways_to_pay
from core.empires.bots.planner.valuation import Valuation
from core.empires.bots.planner.view import View
from core.empires.bots.planner.wishes import Wish, Wishes
from core.empires.building import BuildTurn
from core.empires.tiles.castor_and_pollux import Copying
from core.empires.tiles.perseus import Ambition
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done
from core.mare.resources import Hand, minus


class Intent(NamedTuple):
    """What to build: a bargain at once, if there is one, else the things of a plan, dearest first."""

    bargain: Action | None
    things: list[Wish]
    valuation: Valuation


def build(view: View, frame: BuildTurn, answers: Answers) -> Action:
    """Return the first thing to build."""
    intent = intent_of(view, frame)
    if intent.bargain is not None:
        return intent.bargain
    return paid(view.player.hand, intent.valuation, intent.things[0]) if intent.things else Done()


def intent_of(view: View, frame: BuildTurn) -> Intent:
    """Return the Pyramids; else a hero's cheap offer; else the best plan."""
    wishes = Wishes(view, frame)
    valuation = wishes.valuation
    if wishes.pyramids:
        return Intent(None, wishes.pyramids[:1], valuation)
    cheap = _bargain(wishes)
    if cheap is not None:
        return Intent(cheap, [], valuation)
    plan = valuation.best_plan(wishes.budget)
    things = [*wishes.tiles[: plan.tiles], *wishes.large[: plan.large], *wishes.small[: plan.small]]
    return Intent(None, sorted(things, key=lambda wish: wish.value, reverse=True), valuation)


def _bargain(wishes: Wishes) -> Action | None:
    """Return what a hero or wonder offers at a price of its own, if it is worth more than its price."""
    hand, valuation = wishes.prospects.hand, wishes.valuation
    worth = valuation.worth(wishes.budget)
    for wish in wishes.bargains:
        for tokens in wishes.prospects.payments(wish.thing.price):
            if wish.value + valuation.worth(budget_of(minus(hand, tokens))) > worth:
                return Build(wish.thing.what, wish.thing.where, tokens)
    return None


def paid(hand: Hand, valuation: Valuation, wish: Wish) -> Action:
    """Return the action that buys a wish, paid with the set that leaves the most for a valuation."""
    budget = budget_of(hand)
    ways = ways_to_pay(budget, valuation.form, wish.cost)
    way = max(ways, key=lambda way: valuation.worth(spend(budget, way)))
    return Build(wish.thing.what, wish.thing.where, payment(hand, way))


def win_first(view: View, frame: Ambition, answers: Answers) -> Action:
    """Return a step on the way to victory with Perseus (R13); such answers come first."""
    return next(iter(answers))


def copy(view: View, frame: Copying, answers: Answers) -> Action:
    """Return the first answer: any hero will do."""
    heroes = [action for action in answers if isinstance(action, Copy)]
    return heroes[view.below(len(heroes))]
