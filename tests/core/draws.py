"""Chance walked through: every outcome of a random draw, instead of many draws and hope."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")


def all_draws(draw: Callable[[Callable[[int], int]], T]) -> Iterator[T]:
    """What a draw gives for every course that its source of chance can take."""
    course: list[int] = []
    while True:
        bounds: list[int] = []

        def below(bound: int, bounds: list[int] = bounds) -> int:
            assert bound > 0, "a choice among nothing"
            bounds.append(bound)
            if len(bounds) > len(course):
                course.append(0)
            return course[len(bounds) - 1]

        yield draw(below)
        while course and course[-1] + 1 == bounds[len(course) - 1]:
            course.pop()
        if not course:
            return
        course[-1] += 1
