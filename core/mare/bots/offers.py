"""Offers in the trade: the resources that a hand needs least, and offers that differ in one of them."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.action import Action
from core.mare.actions import Offer
from core.mare.resources import Hand, changed, minus


def least_needed(hand: Hand, number: int, value: Callable[[Hand], int]) -> list[int]:
    """Return tokens of a hand, one after another the one whose loss leaves the hand of the highest value."""
    tokens = []
    for _ in range(number):
        held = [token for token, count in enumerate(hand) if count]
        token = max(held, key=lambda token: value(changed(hand, token, -1)))
        hand = changed(hand, token, -1)
        tokens.append(token)
    return tokens


def variants(usual: Action, hand: Hand, most: int) -> list[Action]:
    """Return offers with one resource exchanged for another that the usual offer keeps, about ``most`` of all."""
    if not isinstance(usual, Offer):
        return []
    kept = minus(hand, usual.tokens)
    found: list[Action] = []
    for token in dict.fromkeys(usual.tokens):
        rest = list(usual.tokens)
        rest.remove(token)
        found += [Offer(tuple(sorted((*rest, other)))) for other, count in enumerate(kept) if count and other != token]
    return found[:: 1 + len(found) // most]
