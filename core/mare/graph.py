"""Places as a graph: sets of places as bit masks, and what triremes connect.

A *mask* has bit i set for the place (province, sea or icon) of index i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(mask: int) -> Iterator[int]:
    """The indices in a mask, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth_bit(mask: int, number: int) -> int:
    """The index in a mask that has so many smaller ones before it."""
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def mask_of(indices: Iterable[int]) -> int:
    """The mask of some indices."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask
