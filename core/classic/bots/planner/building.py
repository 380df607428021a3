"""Phase 2, build: what to buy, how to pay, and what to keep."""

from __future__ import annotations

from core.classic.actions import Build, Convert, Exchange
from core.classic.bots.planner.appraisal import CONVERT, wishes_of
from core.classic.bots.planner.budget import payments
from core.classic.bots.planner.holdings import marker_value, province_value
from core.classic.bots.planner.threats import Threats
from core.classic.bots.planner.view import CARD, View
from core.classic.bots.planner.wishes import Wish, Wishes
from core.classic.build import Gift
from core.classic.building import BuildTurn, Prospects
from core.classic.upkeep import Keeping
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done, Keep
from core.mare.graph import bits
from core.mare.resources import Hand, Tokens, minus, plus

LEAST_GAIN = CARD // 4
"""By how much a hand must improve by an exchange."""


def build(view: View, frame: BuildTurn, answers: Answers) -> Action:
    """Return a free thing first, then a useful exchange, then the dearest thing of the best purchase."""
    wishes, prospects = wishes_of(view, frame), Prospects(view.state, frame)
    for action in (_take_free(view, prospects), _exchange(prospects, wishes), _buy(view, wishes)):
        if action is not None and action in answers:
            return action
    return Done()


def _take_free(view: View, prospects: Prospects) -> Action | None:
    """Return the free marker in the province where it is worth most."""
    found: list[tuple[int, Action]] = []
    if prospects.converts_free:
        found += [(2 * province_value(view, where), Convert(where, ())) for where in bits(prospects.convertible)]
    found += [(marker_value(view, where), Build("control", where, ())) for where in bits(prospects.free_markers)]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _exchange(prospects: Prospects, wishes: Wishes) -> Action | None:
    """Return the exchange with the bank that gives the best hand, if it is better than the hand now."""
    hand = prospects.hand
    best, chosen = wishes.value(hand) + LEAST_GAIN, None
    for given in prospects.given():
        left = minus(hand, (given,))
        for gained in prospects.gained(given):
            value = wishes.value(plus(left, (gained,)))
            if value > best:
                best, chosen = value, Exchange(given, gained)
    return chosen


def _buy(view: View, wishes: Wishes) -> Action | None:
    """Return the dearest thing of the best purchase, paid so that the rest can still be bought."""
    hand, wishes = view.player.hand, wishes.with_whims(view.whim, view.below)
    _, numbers = wishes.best_basket(hand)
    bought = [price for price, number in zip(wishes.prices, numbers, strict=True) if number]
    if not bought:
        return None
    wish = wishes.by_price[max(bought)][0]
    payment = best_payment(wishes, hand, wish)
    if wish.what == CONVERT:
        return Convert(wish.where, payment)
    return Build(wish.what, wish.where, payment)


def best_payment(wishes: Wishes, hand: Hand, wish: Wish) -> Tokens:
    """Return the set that leaves the most valuable hand."""
    return max(payments(hand, wish.price), key=lambda payment: wishes.best_basket(minus(hand, payment))[0])


def place_gift(view: View, frame: Gift, answers: Answers) -> Action:
    """Return the place where the piece is worth most."""
    threats = Threats(view)

    def value(action: Action) -> int:
        if not isinstance(action, Build):
            return -1
        return marker_value(view, action.where) if action.what == "control" else threats.defence(action.where)

    return max(answers, key=value)


def keep(view: View, frame: Keeping, answers: Answers) -> Action:
    """Return as many goods as allowed, first those that the empire earns least of."""

    def value(action: Action) -> int:
        if not isinstance(action, Keep):
            return 0
        kinds = dict.fromkeys(action.tokens)
        return 10 * len(action.tokens) + 30 * len(kinds) - 5 * sum([view.income[token] for token in kinds])

    return max(answers, key=value)
