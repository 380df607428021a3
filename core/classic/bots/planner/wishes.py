"""The things that an empire wishes for, and the worth of hands by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from core.classic.bots.planner.budget import baskets_of
from core.classic.bots.planner.view import CARD
from core.engine.answers import Below
from core.mare.kinds import FREE
from core.mare.resources import COIN, Hand

WIN = 100_000

KEPT_COIN = CARD // 2


BREADTH = 6
"""What many coins or many kinds promise for the cards still to come; it grows with the square of their number."""


class Wish(NamedTuple):
    """A thing to buy, its place, its price, and its worth."""

    price: int
    value: int
    what: str
    where: int

    def at_a_whim(self, whim: int, below: Below) -> Wish:
        """Return the wish, worth up to ``whim`` percent more or less."""
        return self._replace(value=self.value * (100 - whim + below(2 * whim + 1)) // 100)


class Wishes:
    """The things that an empire would buy, and the worth of hands by them."""

    def __init__(self, things: Iterable[Wish], steps: tuple[int, ...]) -> None:
        """Sort the wishes by price.

        ``steps`` are the worth of the next hero or wonder as a step to victory, and of each after it.
        """
        by_price: dict[int, list[Wish]] = {}
        for wish in things:
            by_price.setdefault(wish.price, []).append(wish)
        self.by_price = {price: sorted(by_price[price], key=_by_value) for price in sorted(by_price)}
        """The wishes by price, ascending; of each price the best first."""
        self.prices = tuple(self.by_price)
        """The prices of all wishes, ascending."""
        self.steps = steps
        self._sums = [tuple(accumulate(self._values(wishes), initial=0)) for wishes in self.by_price.values()]
        self._best: dict[Hand, tuple[int, tuple[int, ...]]] = {}

    def _values(self, wishes: list[Wish]) -> list[int]:
        """Return the worth of the wishes of one price, each bought after those before it."""
        if wishes[0].where != FREE:
            return [wish.value for wish in wishes]
        return [wish.value + step for wish, step in zip(wishes, self.steps, strict=False)]

    def with_whims(self, whim: int, below: Below) -> Wishes:
        """Return the same wishes, each worth up to ``whim`` percent more or less."""
        if not whim:
            return self
        return Wishes([wish.at_a_whim(whim, below) for wishes in self.by_price.values() for wish in wishes], self.steps)

    def best_basket(self, hand: Hand) -> tuple[int, tuple[int, ...]]:
        """Return the worth of a hand's best purchase, and its number of things of each price."""
        best = self._best.get(hand)
        if best is None:
            best = self._best[hand] = max(self._baskets(hand))
        return best

    def _baskets(self, hand: Hand) -> Iterator[tuple[int, tuple[int, ...]]]:
        for numbers, kept in baskets_of(hand, self.prices):
            value = KEPT_COIN * kept
            for total, number in zip(self._sums, numbers, strict=True):
                value += total[number] if number < len(total) else total[-1]
            yield value, numbers

    def value(self, hand: Hand) -> int:
        """Return the worth of a hand: its best purchase, and what a few more cards promise."""
        kinds = len(hand) - 1 - hand[1:].count(0)
        coins = hand[COIN]
        return self.best_basket(hand)[0] + BREADTH * (kinds * kinds + coins * coins) + 6 * sum(hand)


def _by_value(wish: Wish) -> int:
    return -wish.value
