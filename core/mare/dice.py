"""Dice."""

from __future__ import annotations

from functools import lru_cache

FACES = 6
PIPS_PER_HIT = 5
"""Every full 5 points of a total destroy one unit of the other side."""


@lru_cache(maxsize=64)
def totals(dice: int) -> tuple[int, ...]:
    """Return by total in how many ways so many dice show it."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(total - FACES, 0) : total]) for total in range(len(ways) + FACES)]
    return tuple(ways)
