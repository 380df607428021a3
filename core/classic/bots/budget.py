"""What a hand can buy at once, and the worth of a hand to an empire that wishes for things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from core.classic.bots.worth import CARD
from core.engine.answers import Below
from core.mare.kinds import FREE
from core.mare.resources import COIN, Hand, Tokens

MOST_KEPT = 2
"""The number of coins in hand that still have a value."""


class Basket(NamedTuple):
    """A number of things of each price, and the coins left, as far as they have a value."""

    numbers: tuple[int, ...]
    kept: int


def baskets_of(hand: Hand, prices: tuple[int, ...]) -> Sequence[Basket]:
    """Return the baskets that a hand can pay; prices ascend. Baskets within others are left out."""
    return _baskets(hand[COIN], tuple(sorted([count for count in hand[1:] if count], reverse=True)), prices)


@lru_cache(maxsize=1 << 15)
def _baskets(coins: int, goods: tuple[int, ...], prices: tuple[int, ...]) -> tuple[Basket, ...]:
    by_goods = list(_numbers(sum(goods), prices, goods))
    found: dict[tuple[int, ...], int] = {}
    for paid in _numbers(coins, prices, None):
        kept = min(MOST_KEPT, coins - sum([price * number for price, number in zip(prices, paid, strict=True)]))
        for other in by_goods:
            numbers = tuple([one + two for one, two in zip(paid, other, strict=True)])
            found[numbers] = max(kept, found.get(numbers, 0))
    baskets = [Basket(numbers, kept) for numbers, kept in found.items()]
    return tuple([basket for basket in baskets if not any(_within(basket, other) for other in baskets)])


def _within(basket: Basket, other: Basket) -> bool:
    """Return whether another basket has everything that this one has, and more."""
    if basket == other or basket.kept > other.kept:
        return False
    return all(mine <= theirs for mine, theirs in zip(basket.numbers, other.numbers, strict=True))


def _numbers(cards: int, prices: tuple[int, ...], goods: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
    """Yield how many things of each price these cards pay: coins, or goods with these counts of each kind."""
    if not prices:
        yield ()
        return
    for number in range(cards // prices[-1] + 1):
        for rest in _numbers(cards - number * prices[-1], prices[:-1], None):
            numbers = (*rest, number)
            if goods is None or _payable(numbers, prices, goods):
                yield numbers


def _payable(numbers: tuple[int, ...], prices: tuple[int, ...], goods: tuple[int, ...]) -> bool:
    """Return whether goods with these counts of each kind divide into sets of these sizes (4.2a)."""
    needed = sets = 0
    for number, price in zip(reversed(numbers), reversed(prices), strict=True):
        for _ in range(number):
            sets += 1
            needed += price
            if needed > sum([min(count, sets) for count in goods]):
                return False
    return True


def plentiful(hand: Hand, price: int) -> Tokens | None:
    """Return a set of the goods that the hand has most of; None if it has too few kinds."""
    goods = sorted([token for token in range(COIN + 1, len(hand)) if hand[token]], key=lambda token: -hand[token])
    return tuple(sorted(goods[:price])) if len(goods) >= price else None


def payments(hand: Hand, price: int) -> list[Tokens]:
    """Return the ways worth trying to pay a price: the goods that the hand has most of, and coins."""
    found = [(COIN,) * price] if hand[COIN] >= price else []
    goods = plentiful(hand, price)
    return [goods, *found] if goods is not None else found


# ---------------------------------------------------------------------- wishes


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
