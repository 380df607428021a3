"""Random play of every edition in turns: answers per second, and how many times as many as in Empires."""

from __future__ import annotations

import statistics
from collections.abc import Callable

from core.classic import rules
from core.classic.state import Options
from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.bench.engine import GAMES, MAX_ROUNDS, ROUNDS_OF_MEASURING, play, play_out, timed

EMPIRES = "empires"


def measure() -> dict[str, float | int | str]:
    """Rates per second of processor time by edition, medians of several runs, and their ratios to that of Empires."""
    games = {
        EMPIRES: play,
        ORIGINAL.id: lambda seed: play_classic(seed, ORIGINAL),
        REVISED.id: lambda seed: play_classic(seed, REVISED),
    }
    rates: dict[str, list[float]] = {edition: [] for edition in games}
    for run in range(ROUNDS_OF_MEASURING):
        for edition, game in games.items():
            rates[edition].append(_rate(game, range(run * GAMES, (run + 1) * GAMES)))
    figures: dict[str, float | int | str] = {
        f"{edition}_actions_per_s": statistics.median(found) for edition, found in rates.items()
    }
    return figures | {
        f"{edition}_to_{EMPIRES}": statistics.median(a / b for a, b in zip(found, rates[EMPIRES], strict=True))
        for edition, found in rates.items()
        if edition != EMPIRES
    }


def play_classic(seed: int, variant: Variant) -> int:
    """Play one random game of 2003, over all tables, starts and options; returns the answers counted."""
    players = 3 + seed % 3
    has_options = variant.has_options and seed // 6 % 2 == 1
    options = Options(
        players,
        ("random",) * players,
        ("printed", "points")[seed // 3 % 2],
        blockade=has_options,
        alps=has_options,
        max_rounds=MAX_ROUNDS,
    )
    return play_out(rules.new_game(options, variant), seed)


def _rate(game: Callable[[int], int], seeds: range) -> float:
    answers, seconds = timed(lambda: sum(map(game, seeds)))
    return answers / seconds
