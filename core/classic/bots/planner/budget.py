"""What a hand can pay: how many things of each price, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

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
