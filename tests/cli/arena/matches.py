"""Matches for tests, short ones unless a test wants another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from cli.arena.match import Match, Played
from core.empires.rules import standard_map
from core.empires.state import Options
from core.engine.policy import More, Policy


def match(
    *seats: str,
    seed: int = 7,
    display: str = "open",
    max_rounds: int = 1,
    nodes: int = 1,
    think: float = 10.0,
    **changes: Any,
) -> Match:
    """A match of one round, seed 7, among three random players unless others are named."""
    seats = seats or ("random",) * 3
    options = Options(len(seats), standard_map().table(len(seats)).empires, display, max_rounds)
    return Match(seats, seed, options, nodes, think, **changes)


def played(number: int, winners: tuple[int, ...] = (0,), victory: str = "leadership", **changes: Any) -> Played:
    """A game of three that has been played in two rounds; player 0 sat in seat 0, and so on."""
    facts: dict[str, Any] = {"places": (0, 1, 2), "rounds": 2, "answers": 10, "digest": f"{number:064x}"} | changes
    return Played(number, winners=winners, victory=victory, **facts)


def play_with(monkeypatch: pytest.MonkeyPatch, strengths: Mapping[str, Callable[[int, More], Policy]]) -> None:
    """Have Empires played by these built-in players."""
    monkeypatch.setattr("core.empires.bots.STRENGTHS", strengths)
