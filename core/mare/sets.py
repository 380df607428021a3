"""Payment in plain sets: an exact number of coins, or of different goods, one card of each.

A hand has counts by token: token 0 is a coin, every other token is a kind of goods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from core.engine.errors import RuleError
from core.mare.payment import Payments
from core.mare.resources import COIN, Hand, Tokens, holds


def largest_set(hand: Hand) -> int:
    """Return the size of the largest set that a hand can pay. It can pay every smaller one as well."""
    return max(hand[COIN], len(hand) - 1 - hand[1:].count(0))


class PlainSets(Payments):
    """All sets of one size from a hand; ``rule`` is the number of the rule about sets."""

    def __init__(self, hand: Hand, cost: int, rule: str) -> None:
        self.hand = hand
        self.cost = cost
        self.rule = rule
        self.goods = [token for token in range(1, len(hand)) if hand[token]]

    def check(self, payment: Tokens, thing: str) -> None:
        if len(payment) != self.cost:
            raise RuleError(
                self.rule,
                "{thing} costs a set of exactly {cost}; you named {payment}.",
                thing=thing,
                cost=self.cost,
                payment=len(payment),
            )
        if not holds(self.hand, payment):
            raise RuleError(self.rule, "You do not hold all the resources you named.")
        if tuple(sorted(payment)) != payment:
            raise RuleError(self.rule, "Name the resources of a set in their order.")
        if COIN in payment and payment.count(COIN) < len(payment):
            raise RuleError(self.rule, "A set is either only coins or only different commodities.")
        if COIN not in payment and len(dict.fromkeys(payment)) < len(payment):
            raise RuleError(self.rule, "A set may not hold two commodities of one kind.")

    def possible(self) -> bool:
        return self.cost <= max(self.hand[COIN], len(self.goods))

    def __iter__(self) -> Iterator[Tokens]:
        if self.hand[COIN] >= self.cost:
            yield (COIN,) * self.cost
        yield from combinations(self.goods, self.cost)

    def draw(self, below: Callable[[int], int]) -> Tokens:
        coins, goods = self.hand[COIN] >= self.cost, len(self.goods) >= self.cost
        if coins and (not goods or not below(2)):
            return (COIN,) * self.cost
        left = self.goods.copy()
        for taken in range(self.cost):
            chosen = taken + below(len(left) - taken)
            left[taken], left[chosen] = left[chosen], left[taken]
        return tuple(sorted(left[: self.cost]))

    def can_grow(self, tokens: Tokens) -> bool:
        if len(tokens) > self.cost or not holds(self.hand, tokens):
            return False
        coins = tokens.count(COIN)
        if coins:
            return coins == len(tokens) and self.hand[COIN] >= self.cost
        if not tokens:
            return self.possible()
        return len(dict.fromkeys(tokens)) == len(tokens) and len(self.goods) >= self.cost


def number_of_sets(hand: Hand, size: int) -> int:
    """Return the number of sets of one size into which a hand can be divided.

    Goods make n sets if their counts, each limited to n, sum to at least n times the size.
    """
    number = 0
    while sum([min(count, number + 1) for count in hand[1:]]) >= size * (number + 1):
        number += 1
    return hand[COIN] // size + number
