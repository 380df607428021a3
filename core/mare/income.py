"""The income of the map: what buildings pay, within the limits of the bank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from core.mare.buildings import Worth
from core.mare.events import Collected
from core.mare.resources import Counts
from core.mare.state import CommonState

Due = dict[int, int]
"""By kind, how many of it an empire collects; kinds with none are left out."""


def due_income(state: CommonState, worths: Iterable[tuple[int, Worth]]) -> list[Due]:
    """Return by empire what the buildings that it controls pay, before the bank sets limits."""
    due: list[Due] = [{} for _ in state.players]
    for empire, worth in worths:
        of_empire = due[empire]
        for kind, number in worth.income:
            of_empire[kind] = of_empire.get(kind, 0) + number
    return due


def pay_income(
    state: CommonState, due: Sequence[Due], order: Sequence[int], bank: Counts, token_of: Callable[[int], int]
) -> Counts:
    """Pay to the empires in this order what is due. Return by kind what is left in the bank.

    Each kind is served in this order, so a later empire gets what is left of it. ``token_of`` returns the token of a
    kind.
    """
    left = bytearray(bank)
    for empire in order:
        player = state.players[empire]
        hand = bytearray(player.hand)
        wanted = due[empire]
        for kind, number in wanted.items():
            served = number
            if served > left[kind]:
                served = wanted[kind] = left[kind]
            left[kind] -= served
            hand[token_of(kind)] += served
        state.players[empire] = player.holding(bytes(hand))
    if state.listener is not None:
        for empire in order:
            tokens = [token_of(kind) for kind, number in sorted(due[empire].items()) for _ in range(number)]
            state.tell(Collected(empire, tuple(tokens)))
    return bytes(left)
