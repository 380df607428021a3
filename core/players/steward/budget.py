"""What a hand is worth to one who knows what he would buy."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from core.payment import Form
from core.players.steward.purse import Plan, Purse, plans, ways_to_pay
from core.players.steward.race import WIN, tile_value
from core.players.steward.view import View
from core.victory import TILES_TO_WIN

KEPT_COIN = 55


class Budget(NamedTuple):
    """Values of what a purse may pay for: the Pyramids, the next heroes and wonders, and sets of the two lower prices.

    ``ladder`` has the costs of the next heroes and wonders; ``tiles``, ``large`` and ``small`` say what so many of
    them, so many sets of 6 (a market or temple) and so many sets of 3 (nearly everything) are worth together.
    """

    form: Form
    large_cost: int
    pyramids_cost: int
    ladder: tuple[int, ...]
    tiles: tuple[int, ...]
    large: tuple[int, ...]
    small: tuple[int, ...]

    def worth(self, purse: Purse) -> int:
        """The value of the best that the purse pays for."""
        return _worth(self, purse)

    def best_plan(self, purse: Purse) -> Plan:
        """The best of the plans that the purse pays for, the Pyramids apart."""
        return max(self.plans(purse), key=self.value)

    def plans(self, purse: Purse) -> tuple[Plan, ...]:
        """What the purse can pay for together."""
        return plans(purse, self.form, self.ladder, self.large_cost)

    def value(self, plan: Plan) -> int:
        """What a plan is worth."""
        value = self.tiles[plan.tiles] + KEPT_COIN * plan.coins
        value += self.large[min(plan.large, len(self.large) - 1)]
        return value + self.small[min(plan.small, len(self.small) - 1)]


def budget_of(view: View, form: Form, small: list[int], large: list[int]) -> Budget:
    """The budget of an empire to whom the best things for a set of 3 and of 6 are worth so much, best first."""
    board = view.board
    held = len(view.player.tiles)
    there = sum([board.tiles[tile].kind != "pyramids" for tile in view.state.display])
    steps = range(held, min(TILES_TO_WIN, held + there))
    return Budget(
        form,
        board.prices["market"].cost,
        board.pyramids_price.cost,
        tuple([board.tile_price(step).cost for step in steps]),
        _sums([tile_value(view, step) for step in steps]),
        _sums(large),
        _sums(small),
    )


@lru_cache(maxsize=1 << 15)
def _worth(budget: Budget, purse: Purse) -> int:
    if ways_to_pay(purse, budget.form, budget.pyramids_cost):
        return WIN
    return max([budget.value(plan) for plan in budget.plans(purse)])


def _sums(values: list[int]) -> tuple[int, ...]:
    return tuple(accumulate(values, initial=0))
