"""What a hand can buy, and the worth of a hand to a player who knows what to buy (3.0a).

All but two coins is lost if it is not spent by the end of a build phase (3.0b). One kind of commodity is as good as
another. So a budget holds only the number of coins and the number of each kind, without the kinds' names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeVar

from core.empires.board import Board
from core.empires.bots.worth import WIN, View, tile_value
from core.empires.build import COINS_KEPT
from core.empires.victory import TILES_TO_WIN
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


# ---------------------------------------------------------------------- the worth of hands


Key = TypeVar("Key")

KEPT_COIN = 55

# The values of sets of 3 and of 6, best first. In the trade no player knows exactly what they will build.
USUAL_SMALL = (280, 272, 264, 256, 248, 240, 200, 160, 160)
USUAL_LARGE = (650, 600, 550)

# Many coins or many kinds promise more for the resources still to come; the nearer to the Pyramids, the more.
BREADTH = 9
NEAR_PYRAMIDS = 60
NEAR_FROM = 7

REMEMBERED = 1 << 12
"""The most hands whose value a valuation remembers."""


class Valuation:
    """Values of what a budget can pay for: the Pyramids, the next heroes and wonders, and sets of the two lower prices.

    ``ladder`` has the costs of the next heroes and wonders. ``tiles`` has the total worth of the next ones, by number.
    ``large`` has it of sets of 6 (a market or temple), and ``small`` of sets of 3 (nearly everything).
    """

    def __init__(
        self,
        board: Board,
        now: int,
        steps: range,
        form: Form,
        small: Sequence[int],
        large: Sequence[int],
        extra: int = 0,
    ) -> None:
        """Set up the values in round ``now`` for a player who may buy the ``steps`` of heroes and wonders.

        Values are best first. ``extra`` is the worth of the next hero or wonder beyond its step.
        """
        self.form = form
        self.large_cost = board.prices["market"].cost
        self.pyramids_cost = board.pyramids_price.cost
        self.ladder = tuple([board.tile_price(step).cost for step in steps])
        self.tiles = _sums([tile_value(board, now, step) + extra * (step == steps[0]) for step in steps])
        self.large = _sums(large)
        self.small = _sums(small)
        self._worths: dict[Budget, int] = {}
        self._promises: dict[Hand, int] = {}

    def worth(self, budget: Budget) -> int:
        """Return the value of the best plan that the budget pays for."""
        worth = self._worths.get(budget)
        if worth is None:
            wins = ways_to_pay(budget, self.form, self.pyramids_cost)
            worth = WIN if wins else max([self.value(plan) for plan in self.plans(budget)])
            _remember(self._worths, budget, worth)
        return worth

    def promise(self, hand: Hand) -> int:
        """Return the value of the best that the hand can buy, and of what it may become in a trade."""
        promise = self._promises.get(hand)
        if promise is None:
            budget = budget_of(hand)
            coins, kinds = budget.coins, len(budget.goods)
            near = max(coins - NEAR_FROM, kinds - NEAR_FROM, 0)
            promise = self.worth(budget) + BREADTH * (coins * coins + kinds * kinds) + NEAR_PYRAMIDS * near * near
            _remember(self._promises, hand, promise)
        return promise

    def best_plan(self, budget: Budget) -> Plan:
        """Return the best plan that the budget pays for, without the Pyramids."""
        return max(self.plans(budget), key=self.value)

    def plans(self, budget: Budget) -> tuple[Plan, ...]:
        """Return the plans that the budget can pay for."""
        return plans(budget, self.form, self.ladder, self.large_cost)

    def value(self, plan: Plan) -> int:
        """Return the value of a plan."""
        value = self.tiles[plan.tiles] + KEPT_COIN * plan.coins
        value += self.large[min(plan.large, len(self.large) - 1)]
        return value + self.small[min(plan.small, len(self.small) - 1)]


def valuation_of(view: View, form: Form, small: Sequence[int], large: Sequence[int], extra: int) -> Valuation:
    """Return the valuation of an empire with these values of sets of 3 and of 6, best first.

    ``extra`` is the worth of the next hero or wonder beyond its step to victory.
    """
    return Valuation(view.board, view.state.round, _steps(view), form, small, large, extra)


def usual_valuation(view: View) -> Valuation:
    """Return the valuation of an empire before it knows what it will build."""
    return _usual_valuation(view.board, view.state.round, _steps(view), view.form_of(view.empire))


@lru_cache(maxsize=1 << 8)
def _usual_valuation(board: Board, now: int, steps: range, form: Form) -> Valuation:
    return Valuation(board, now, steps, form, USUAL_SMALL, USUAL_LARGE)


def _steps(view: View) -> range:
    """Return the heroes and wonders that the empire can still buy, counted as they come on its mat."""
    held = len(view.player.tiles)
    there = sum([view.board.tiles[tile].kind != "pyramids" for tile in view.state.display])
    return range(held, min(TILES_TO_WIN, held + there))


def _remember(values: dict[Key, int], key: Key, value: int) -> None:
    if len(values) >= REMEMBERED:
        values.clear()
    values[key] = value


def _sums(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(accumulate(values, initial=0))
