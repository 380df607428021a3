"""What a hand can buy: its shape, the ways to pay, and the plans it can pay for (3.0a).

All but two coins is lost if it is not spent by the end of a build phase (3.0b), and one kind of commodity is as good
as another. So what counts of a hand is how many coins it has and how many of each kind, whichever kinds they are.
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
    """A way to pay: coins, commodities, and whether the kind held most is given ``twice``."""

    coins: int
    goods: int
    twice: bool


class Plan(NamedTuple):
    """What a budget can pay for together: the next ``tiles``, ``large`` and ``small`` sets, and ``coins`` to keep."""

    tiles: int
    large: int
    small: int
    coins: int


@lru_cache(maxsize=1 << 14)
def budget_of(hand: Hand) -> Budget:
    """The shape of a hand."""
    counts = [plain + star for plain, star in zip(hand[1::2], hand[2::2], strict=True)]
    return Budget(hand[COIN], tuple(sorted(filter(None, counts), reverse=True)))


@lru_cache(maxsize=1 << 14)
def ways_to_pay(budget: Budget, form: Form, cost: int) -> tuple[Way, ...]:
    """The ways to pay a set of some cost, commodities always from the kinds held most: so the rest stays varied."""
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
    """What is left after paying."""
    left = list(budget.goods)
    for kind in range(way.goods - way.twice):
        left[kind] -= 1
    if way.twice:
        left[0] -= 1
    return Budget(budget.coins - way.coins, tuple(sorted(filter(None, left), reverse=True)))


def payment(hand: Hand, way: Way) -> Tokens:
    """The tokens of a hand that pay in this way, sorted."""
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
    """The plans a budget can pay for, none of them worse than another in everything.

    ``ladder`` has the costs of the next heroes or wonders in the order in which they must be bought, ``large`` is the
    cost of a market or temple.
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
    """How many sets of 3 the budget pays."""
    if form.coins_among_goods and form.goods_among_coins:
        return _varied_sets(budget.goods, budget.coins, form.doubled_kinds)
    return budget.coins // SMALL_SET + _varied_sets(budget.goods, 0, form.doubled_kinds)


def _varied_sets(goods: tuple[int, ...], coins: int, doubled_kinds: int) -> int:
    """The most sets of 3 from different kinds and from coins that may stand in for any of them.

    There are enough for so many sets if what is left after using each kind once a set at most (and, where a hero allows
    it, one kind a set twice) still fills them.
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
