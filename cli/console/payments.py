"""The ways to pay for a thing, in the order in which they are proposed."""

from __future__ import annotations

from itertools import islice
from typing import Any

from core.building import Thing
from core.payment import Payments, SetOf
from core.players.steward.purse import payment, purse_of, small_sets, ways_to_pay
from core.resources import Hand, Tokens, minus

MOST_PAYMENTS = 400


def ranked(payments: Payments, hand: Hand, form: Any, thing: Thing) -> list[Tokens]:
    """The payments that leave most, best first: most sets of three, then least that would be lost, then most coins."""
    found: dict[Tokens, None] = {}
    if isinstance(thing.price, SetOf):
        for way in ways_to_pay(purse_of(hand), form, thing.price.cost):
            paid = payment(hand, way)
            if payments.accepts(paid):
                found[paid] = None
    found.update(dict.fromkeys(islice(payments, MOST_PAYMENTS)))

    def left(paid: Tokens) -> tuple[int, int, int]:
        purse = purse_of(minus(hand, paid))
        return -small_sets(purse, form), -len(purse.goods), -purse.coins

    return sorted(found, key=left)
