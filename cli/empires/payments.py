"""The ways to pay for a thing, in the order in which they are proposed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from core.empires.bots.budget import budget_of, payment, small_sets, ways_to_pay
from core.mare.payment import Payments, Price, SetOf
from core.mare.resources import Hand, Tokens, minus

MOST_PAYMENTS = 400


def ranked(priced: Iterable[tuple[Price, Payments]], hand: Hand, form: Any) -> list[Tokens]:
    """Return the payments of a thing, by each price it has now, that leave most, best first.

    That is most sets of three, then least that would be lost, then most coins.
    """
    found: dict[Tokens, None] = {}
    for price, payments in priced:
        if isinstance(price, SetOf):
            for way in ways_to_pay(budget_of(hand), form, price.cost):
                paid = payment(hand, way)
                if payments.accepts(paid):
                    found[paid] = None
        found.update(dict.fromkeys(islice(payments, MOST_PAYMENTS)))

    def left(paid: Tokens) -> tuple[int, int, int]:
        budget = budget_of(minus(hand, paid))
        return -small_sets(budget, form), -len(budget.goods), -budget.coins

    return sorted(found, key=left)
