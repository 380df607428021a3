"""The odds of dice, which the log throws: ways to a total, and chances of hits."""

from __future__ import annotations

from functools import lru_cache

FACES = 6
PIPS_PER_HIT = 5
"""Every full 5 points of a total destroy one unit of the other side."""


@lru_cache(maxsize=64)
def totals(dice: int) -> tuple[int, ...]:
    """Return by total in how many ways this number of dice shows it."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(total - FACES, 0) : total]) for total in range(len(ways) + FACES)]
    return tuple(ways)


@lru_cache(maxsize=1 << 12)
def hit_chance(dice: int, bonus: int, hits: int) -> int:
    """Return the chance, in percent, that these dice with a bonus make at least ``hits`` hits."""
    wanted = max(hits * PIPS_PER_HIT - bonus, 0)
    ways = sum(totals(dice))
    return 100 * sum(totals(dice)[wanted:]) // ways
