"""The worth of a hand to a player who knows what to buy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TypeVar

from core.empires.board import Board
from core.empires.bots.planner.budget import Budget, Plan, budget_of, plans, ways_to_pay
from core.empires.bots.planner.victory_race import WIN, tile_value
from core.empires.bots.planner.view import View
from core.empires.victory import TILES_TO_WIN
from core.mare.payment import Form
from core.mare.resources import Hand

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
