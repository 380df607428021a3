"""Paying for several things at once: whether one hand holds a set for each of them (R13).

No search assigns commodities to sets. A kind goes into each set at most once, so the question is about a flow from
kinds to sets. The max-flow min-cut theorem (here Gale and Ryser's condition for matrices of 0 and 1) answers it. A
split exists if and only if no group of sets needs more than all kinds together can give it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from core.mare.payment import Form
from core.mare.resources import COIN, Hand, Tokens, holds, kind_of, minus


def can_pay_all(hand: Hand, costs: tuple[int, ...], form: Form, begun: Tokens = ()) -> bool:
    """Return whether the hand can be split into one set of each cost. The first set holds the tokens ``begun``."""
    if not costs:
        return True
    if sum(hand) < sum(costs) or not holds(hand, begun):
        return False
    kinds = [kind_of(token) for token in begun if token != COIN]
    coins = len(begun) - len(kinds)
    doubled = [form.doubled_kinds] * len(costs)
    doubled[0] -= len(kinds) - len(set(kinds))
    left = minus(hand, begun)
    counts = [plain + star for plain, star in zip(left[1::2], left[2::2], strict=True)]
    in_first = [kind in kinds for kind in range(1, len(counts) + 1)]
    return doubled[0] >= 0 and any(
        sum(spent) <= hand[COIN]
        and spent[0] >= coins
        and goods[0] >= len(kinds)
        and _suffice(counts, [goods[0] - len(kinds), *goods[1:]], doubled, in_first)
        for spent, goods in _splits(costs, form)
    )


def _splits(costs: tuple[int, ...], form: Form) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield how many coins and how many commodities each set may hold, in every combination."""
    allowed = [[goods for goods in range(cost + 1) if form.allows(cost - goods, goods)] for cost in costs]
    for goods in product(*allowed):
        yield [cost - number for cost, number in zip(costs, goods, strict=True)], goods


def _suffice(counts: list[int], wanted: list[int], doubled: list[int], in_first: list[bool]) -> bool:
    """Return whether the commodities of each kind fill sets of the ``wanted`` sizes.

    A kind that is ``in_first`` can't go into the first set again. ``doubled`` says by set whether any one kind may come
    twice.
    """
    for size in range(1, len(wanted) + 1):
        for group in combinations(range(len(wanted)), size):
            room = [size - (there and group[0] == 0) for there in in_first]
            brought = sum(map(min, counts, room)) + sum(doubled[one] for one in group)
            if sum(wanted[one] for one in group) > min(brought, sum(counts)):
                return False
    return True
