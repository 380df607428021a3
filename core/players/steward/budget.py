"""What a hand is worth to one who knows what he would buy."""

from __future__ import annotations

from itertools import accumulate

from core.payment import Form
from core.players.steward.purse import Plan, Purse, plans, ways_to_pay
from core.players.steward.race import WIN, tile_value
from core.players.steward.view import View
from core.victory import TILES_TO_WIN

KEPT_COIN = 70


class Budget:
    """Values of what a purse may pay for: the Pyramids, the next heroes and wonders, and sets of the two lower prices.

    ``small`` and ``large`` are the values of the best things for a set of 3 (nearly everything) and of 6 (a market or
    temple), best first.
    """

    def __init__(self, view: View, form: Form, small: list[int], large: list[int]) -> None:
        board = view.board
        held = len(view.player.tiles)
        there = sum([board.tiles[tile].kind != "pyramids" for tile in view.state.display])
        steps = range(held, min(TILES_TO_WIN, held + there))
        self.form = form
        self.large_cost = board.prices["market"].cost
        self.pyramids_cost = board.pyramids_price.cost
        self.ladder = tuple(board.tile_price(step).cost for step in steps)
        self.tiles = _sums([tile_value(view, step) for step in steps])
        self.large = _sums(large)
        self.small = _sums(small)

    def worth(self, purse: Purse) -> int:
        """The value of the best that the purse pays for."""
        if ways_to_pay(purse, self.form, self.pyramids_cost):
            return WIN
        return max([self._value(plan) for plan in self._plans(purse)])

    def best_plan(self, purse: Purse) -> Plan:
        """The best of the plans that the purse pays for, the Pyramids apart."""
        return max(self._plans(purse), key=self._value)

    def _plans(self, purse: Purse) -> tuple[Plan, ...]:
        return plans(purse, self.form, self.ladder, self.large_cost)

    def _value(self, plan: Plan) -> int:
        value = self.tiles[plan.tiles] + KEPT_COIN * plan.coins
        value += self.large[min(plan.large, len(self.large) - 1)]
        return value + self.small[min(plan.small, len(self.small) - 1)]


def _sums(values: list[int]) -> list[int]:
    return list(accumulate(values, initial=0))
