"""Paying for several things at once: whether one hand holds a set for each of them (R13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from core.payment import Form
from core.resources import COIN, Hand

Need = tuple[int, int]
"""What a set still wants: so many commodities of different kinds, and whether one kind may still come twice."""


def can_pay_all(hand: Hand, costs: tuple[int, ...], form: Form) -> bool:
    """Whether the hand can be split into one set of each cost.

    Kind by kind, the possible wants of all sets that are left are followed; there are few sets, so few wants.
    """
    if sum(hand) < sum(costs):
        return False
    counts = [plain + star for plain, star in zip(hand[1::2], hand[2::2], strict=True) if plain + star]
    wants = dict.fromkeys(_wants(hand[COIN], costs, form))
    for kinds_left, held in zip(range(len(counts) - 1, -1, -1), counts, strict=True):
        after = [left for want in wants for left in _after(want, held)]
        # A set that wants more kinds than are left will never be full.
        wants = dict.fromkeys(want for want in after if all(goods - twice <= kinds_left for goods, twice in want))
    return any(all(goods == 0 for goods, _ in want) for want in wants)


def _wants(coins: int, costs: tuple[int, ...], form: Form) -> Iterator[tuple[Need, ...]]:
    """What the sets want in commodities, for each way to spread the coins over them."""
    for goods in product(*(range(cost + 1) for cost in costs)):
        spent = [cost - wanted for cost, wanted in zip(costs, goods, strict=True)]
        if sum(spent) <= coins and all(map(form.allows, spent, goods)):
            yield tuple((wanted, form.doubled_kinds) for wanted in goods)


def _after(want: tuple[Need, ...], held: int) -> Iterator[tuple[Need, ...]]:
    """What is wanted after so many tokens of one kind have been spread over the sets in each possible way."""
    choices = [[0, *([1] if goods else []), *([2] if goods > 1 and twice else [])] for goods, twice in want]
    for given in product(*choices):
        if sum(given) <= held:
            yield tuple(
                (goods - number, twice - (number == 2)) for (goods, twice), number in zip(want, given, strict=True)
            )
