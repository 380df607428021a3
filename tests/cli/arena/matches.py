"""Matches for tests, short ones unless a test wants another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cli.arena.match import Match, Played

SHORT = Match(("random", "random", "random"), 7, "open", 1, 1, 10.0)


def match(*seats: str, **changes: Any) -> Match:
    """A match of one round, seed 7, among random players unless others are named."""
    return replace(SHORT, seats=seats or SHORT.seats, **changes)


def played(number: int, winners: tuple[int, ...] = (0,), victory: str = "leadership", **changes: Any) -> Played:
    """A game of three that has been played in two rounds; player 0 sat in seat 0, and so on."""
    facts: dict[str, Any] = {"places": (0, 1, 2), "rounds": 2, "answers": 10, "digest": f"{number:064x}"} | changes
    return Played(number, winners=winners, victory=victory, **facts)
