"""What a hand can buy: its shape, the ways to pay, and the plans it can pay for (3.0a).

All but two coins is lost if it is not spent by the end of a build phase (3.0b). One kind of commodity is as good as
another. So a budget holds only the number of coins and the number of each kind, without the kinds' names.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.empires.upkeep import COINS_KEPT
from core.mare.payment import Form
from core.mare.resources import COIN, Hand, Tokens, kind_of, legendary, ordinary

SMALL_SET = 3


class Budget(NamedTuple):
    """The coins of a hand, and how many it holds of each kind of commodity, most first."""

    coins: int
    goods: tuple[int, ...]


class Way(NamedTuple):
    """A way to pay: coins, commodities, and whether the commodity held most is paid ``twice``."""

    coins: int
    goods: int
    twice: bool


class Plan(NamedTuple):
    """What a budget pays for together: the next ``tiles``, ``large`` and ``small`` sets, and ``coins`` to keep."""

    tiles: int
    large: int
    small: int
    coins: int


@lru_cache(maxsize=1 << 14)
def budget_of(hand: Hand) -> Budget:
    """Return the shape of a hand."""
    counts = [plain + star for plain, star in zip(hand[1::2], hand[2::2], strict=True)]
    return Budget(hand[COIN], tuple(sorted(filter(None, counts), reverse=True)))


@lru_cache(maxsize=1 << 14)
def ways_to_pay(budget: Budget, form: Form, cost: int) -> tuple[Way, ...]:
    """Return the ways to pay a set of some cost.

    Commodities are always of the kinds held most, so that the rest stays varied.
    """
    kinds = len(budget.goods)
    ways = [
        Way(cost - goods, goods, False)
        for goods in range(min(form.goods_among_coins, cost - 1) + 1)
        if budget.coins >= cost - goods and kinds >= goods
    ]
    for coins in range(min(form.coins_among_goods, budget.coins, cost - 1) + 1):
        goods = cost - coins
        if kinds >= goods:
            ways.append(Way(coins, goods, False))
        if form.doubled_kinds and goods > 1 and kinds >= goods - 1 and budget.goods[0] > 1:
            ways.append(Way(coins, goods, True))
    return tuple(dict.fromkeys(ways))


def spend(budget: Budget, way: Way) -> Budget:
    """Return what is left after paying."""
    left = list(budget.goods)
    for kind in range(way.goods - way.twice):
        left[kind] -= 1
    if way.twice:
        left[0] -= 1
    return Budget(budget.coins - way.coins, tuple(sorted(filter(None, left), reverse=True)))


def payment(hand: Hand, way: Way) -> Tokens:
    """Return the tokens of a hand that pay in this way, sorted."""
    held = [(-hand[ordinary(kind)] - hand[legendary(kind)], kind) for kind in range(1, kind_of(len(hand)))]
    kinds = [kind for _, kind in sorted(held)][: way.goods - way.twice]
    kinds += kinds[: way.twice]
    tokens = [COIN] * way.coins
    for kind in kinds:
        plain = ordinary(kind)
        tokens.append(plain if tokens.count(plain) < hand[plain] else legendary(kind))
    return tuple(sorted(tokens))


@lru_cache(maxsize=1 << 15)
def plans(budget: Budget, form: Form, ladder: tuple[int, ...], large: int) -> tuple[Plan, ...]:
    """Return the plans a budget can pay for, except plans that another one surpasses in everything.

    ``ladder`` has the costs of the next heroes or wonders, in the order of buying. ``large`` is the cost of a market or
    temple.
    """
    found = [*_with_large_sets(budget, form, large)]
    if ladder:
        for way in ways_to_pay(budget, form, ladder[0]):
            rest = plans(spend(budget, way), form, ladder[1:], large)
            found += [plan._replace(tiles=plan.tiles + 1) for plan in rest]
    return tuple(plan for plan in dict.fromkeys(found) if not any(_beats(other, plan) for other in found))


def _beats(other: Plan, plan: Plan) -> bool:
    return other != plan and all(mine >= yours for mine, yours in zip(other, plan, strict=True))


@lru_cache(maxsize=1 << 15)
def _with_large_sets(budget: Budget, form: Form, large: int) -> tuple[Plan, ...]:
    small = small_sets(budget, form)
    found = [Plan(0, 0, small, min(COINS_KEPT, budget.coins % SMALL_SET))]
    for way in ways_to_pay(budget, form, large):
        found += [plan._replace(large=plan.large + 1) for plan in _with_large_sets(spend(budget, way), form, large)]
    return tuple(dict.fromkeys(found))


def small_sets(budget: Budget, form: Form) -> int:
    """Return how many sets of 3 the budget pays."""
    if form.coins_among_goods and form.goods_among_coins:
        return _varied_sets(budget.goods, budget.coins, form.doubled_kinds)
    return budget.coins // SMALL_SET + _varied_sets(budget.goods, 0, form.doubled_kinds)


def _varied_sets(goods: tuple[int, ...], coins: int, doubled_kinds: int) -> int:
    """Return the most sets of 3 from different kinds, with coins that may stand in for any of them.

    A number of sets is possible if the missing cards can be filled. Each kind goes into a set once, or twice if a hero
    allows it.
    """
    sets = (sum(goods) + coins) // SMALL_SET
    while sets:
        usable = coins + sum([min(count, sets) for count in goods])
        if doubled_kinds:
            usable += min(sets, sum([min(count - sets, sets) for count in goods if count > sets]))
        if usable >= SMALL_SET * sets:
            break
        sets -= 1
    return sets
