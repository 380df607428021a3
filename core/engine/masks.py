"""Sets of places as bit masks.

A *mask* has bit i set for the place (province, sea or icon) of index i.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=1 << 12)
def bits(mask: int) -> tuple[int, ...]:
    """Return the indices in a mask, in ascending order. They are kept: the same masks come again and again."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def nth_bit(mask: int, number: int) -> int:
    """Return the index in a mask that has ``number`` smaller ones before it."""
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def mask_of(indices: Iterable[int]) -> int:
    """Return the mask of some indices."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask
