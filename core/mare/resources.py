"""Resources: coins, the 13 commodities and their legendary twins (0.2).

A *kind* is 0 for coins and 1 to 13 for the commodities, in the order of the data file. A *token* is what a player
holds: token 0 is a coin, token 2k-1 an ordinary commodity of kind k and token 2k a legendary one. So sorted tokens run
from coins through the commodities, a legendary token right after its ordinary twin.

*Counts* are small numbers by index, one byte each: short to encode, quick to copy, and immutable. A *hand* is the
counts of a player's tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import or_

COIN = 0

Counts = bytes
Hand = Counts
Tokens = tuple[int, ...]


def kind_of(token: int) -> int:
    """Return the kind of a token: 0 for a coin, else the commodity."""
    return (token + 1) // 2


def is_legendary(token: int) -> bool:
    """Return whether the token is a legendary commodity."""
    return token > 0 and token % 2 == 0


def ordinary(kind: int) -> int:
    """Return the ordinary token of a kind (the coin for kind 0)."""
    return 2 * kind - 1 if kind else COIN


def legendary(kind: int) -> int:
    """Return the legendary token of a commodity."""
    return 2 * kind


def token_names(commodities: Iterable[str]) -> tuple[str, ...]:
    """Return names by token, as the notation writes them: ``coin``, ``sheep``, ``*sheep``."""
    names = ["coin"]
    for commodity in commodities:
        names += [commodity, "*" + commodity]
    return tuple(names)


def spread(hand: Hand) -> Tokens:
    """Return all tokens of a hand, sorted, each as often as the hand holds it."""
    tokens: list[int] = []
    for token, count in enumerate(hand):
        if count:
            tokens += [token] * count
    return tuple(tokens)


def kinds_held(hand: Hand) -> list[int]:
    """Return the commodities of which a hand holds a token, legendary or not, in ascending order."""
    plain, stars = hand[1::2], hand[2::2]
    return list(compress(range(1, len(hand)), map(or_, plain, stars) if any(stars) else plain))


def number_of_kinds(hand: Hand) -> int:
    """Return the number of commodities of which a hand holds a token, legendary or not."""
    plain, stars = hand[1::2], hand[2::2]
    return sum(map(bool, map(or_, plain, stars))) if any(stars) else len(plain) - plain.count(0)


def changed(counts: Counts, index: int, difference: int) -> Counts:
    """Return the counts with one of them changed. Raises ValueError if it would leave the range 0 to 255."""
    copy = bytearray(counts)
    copy[index] += difference
    return bytes(copy)


def plus(hand: Hand, tokens: Iterable[int]) -> Hand:
    """Return the hand with the tokens added."""
    counts = bytearray(hand)
    for token in tokens:
        counts[token] += 1
    return bytes(counts)


def minus(hand: Hand, tokens: Iterable[int]) -> Hand:
    """Return the hand without the tokens, all of which it must hold."""
    counts = bytearray(hand)
    for token in tokens:
        counts[token] -= 1
    return bytes(counts)


def holds(hand: Hand, tokens: Tokens) -> bool:
    """Return whether the hand holds all the tokens, each as often as it is named."""
    for token in tokens:
        if not 0 <= token < len(hand):
            return False
        if tokens.count(token) > hand[token]:
            return False
    return True
