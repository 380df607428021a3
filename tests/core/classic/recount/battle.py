"""5.5: what a battle comes to, from the dice; and how its losses can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.core.classic.recount.position import Position

FORTRESS = 6
POINTS_FOR_A_LOSS = 5


def strength(
    position: Position, side: str, dice: Sequence[int], fortresses: int = 0, support: int = 0, at_sea: bool = False
) -> int:
    """5.5a, 5.5b, 7.2b, 7.2e: a side's total: dice, one for each legion or trireme, with what heroes and walls add."""
    total = sum(dice) + FORTRESS * fortresses + support
    if not at_sea and position.has(side, "hannibal"):
        total += len(dice)
    if at_sea and not position.revised and position.has(side, "pericles"):
        total += len(dice)
    return total


def losses(others_total: int, units: int) -> int:
    """5.5c: how many of so many units fall: one for every full 5 points of the other side."""
    return min(units, others_total // POINTS_FOR_A_LOSS)


def choices(units: Sequence[str], number: int) -> set[tuple[str, ...]]:
    """5.5c: every choice of so many of the units that took part, by what tells them apart."""
    return {tuple(chosen) for chosen in _choices(sorted(Counter(units).items()), number)}


def _choices(kinds: list[tuple[str, int]], number: int) -> Iterator[list[str]]:
    if not kinds:
        if not number:
            yield []
        return
    (kind, count), *rest = kinds
    for of_this in range(min(count, number) + 1):
        for others in _choices(rest, number - of_this):
            yield [kind] * of_this + others
