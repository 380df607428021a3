"""Phase 3, build: the best plan that the hand pays for, one thing at a time (chapter 3)."""

from __future__ import annotations

from core.actions import Action, Build, Copy, Done
from core.answers import Answers
from core.building import BuildTurn
from core.players.steward.budget import Budget, budget_of
from core.players.steward.purse import payment, purse_of, spend, ways_to_pay
from core.players.steward.view import View
from core.players.steward.wishes import Wish, Wishes
from core.resources import Hand, minus
from core.tiles.castor_and_pollux import Copying
from core.tiles.perseus import Ambition


def build(view: View, frame: BuildTurn, answers: Answers) -> Action:
    """The Pyramids; else what a hero offers cheaply; else the dearest thing of the best plan."""
    wishes = Wishes(view, frame)
    budget = budget_of(view, wishes.prospects.form, wishes.small_values(), wishes.large_values())
    if wishes.pyramids:
        return bought(wishes, budget, wishes.pyramids[0])
    cheap = bargain(wishes, budget)
    if cheap is not None:
        return cheap
    plan = budget.best_plan(wishes.purse)
    planned = [(plan.tiles, wishes.tiles), (plan.large, wishes.large), (plan.small, wishes.small)]
    best = max([found[0] for number, found in planned if number and found], key=value_of, default=None)
    return bought(wishes, budget, best) if best is not None else Done()


def value_of(wish: Wish) -> int:
    """What a wish is worth."""
    return wish.value


def bargain(wishes: Wishes, budget: Budget) -> Action | None:
    """What a hero or wonder offers at a price of its own, if it is worth more than what it costs."""
    hand = wishes.prospects.hand
    worth = budget.worth(wishes.purse)
    for wish in wishes.bargains:
        for tokens in wishes.prospects.payments(wish.thing.price):
            if wish.value + budget.worth(purse_of(minus(hand, tokens))) > worth:
                return Build(wish.thing.what, wish.thing.where, tokens)
    return None


def bought(wishes: Wishes, budget: Budget, wish: Wish) -> Action:
    """A wish, paid with the set that leaves the most."""
    return paid(wishes.prospects.hand, budget, wish)


def paid(hand: Hand, budget: Budget, wish: Wish) -> Action:
    """A wish, paid from a hand with the set that leaves the most for a budget."""
    purse = purse_of(hand)
    ways = ways_to_pay(purse, budget.form, wish.cost)
    way = max(ways, key=lambda way: budget.worth(spend(purse, way)))
    return Build(wish.thing.what, wish.thing.where, payment(hand, way))


def win_first(view: View, frame: Ambition, answers: Answers) -> Action:
    """Perseus: anything that is on the way to victory (R13); such answers come first."""
    return next(iter(answers))


def copy(view: View, frame: Copying, answers: Answers) -> Action:
    """Any hero."""
    heroes = [action for action in answers if isinstance(action, Copy)]
    return heroes[view.below(len(heroes))]
