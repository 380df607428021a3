"""The ratings of docs/arena.md: a round robin of all levels of one edition, and what strength it shows of each.

    python -m tests.ladder [--edition empires] [--games 100] [--nodes 500] [--jobs 2]

Each two levels play games at a table of four, with two seats each. The rating is that of Bradley and Terry (Rank
analysis of incomplete block designs, Biometrika 39, 1952) on Elo's scale: 400 points more make a player ten times as
likely to win.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from cli.arena.match import Match, portions
from cli.arena.schedule import cores, play_in_processes
from cli.arena.tally import Tally
from core.editions import EDITIONS
from core.engine.levels import LADDER
from core.engine.policy import NODES, STEADY
from tests.arguments import positive

EDITIONS_WITH_LADDER = ("empires", "original", "revised")
SEATS = 4
LAST_ROUND = 40
SEED = 1
ZERO = STEADY
"""The level whose rating is 0."""

PASSES = 300
RESAMPLES = 200

Wins = Mapping[tuple[str, str], float]
"""By pair of levels, the first of them and the other: how many games the first won against the other."""


def ratings(wins: Wins) -> dict[str, float]:
    """Return the most likely ratings, by Hunter's iteration (MM algorithms, Annals of Statistics 32, 2004).

    Half a game more is counted on each side of a pair, so that no rating is infinite.
    """
    levels = list(dict.fromkeys(level for pair in wins for level in pair))
    won = {pair: number + 0.5 for pair, number in wins.items()}
    strength = dict.fromkeys(levels, 1.0)
    for _ in range(PASSES):
        for level in levels:
            others = [other for other in levels if (level, other) in won]
            total = sum(won[level, other] for other in others)
            met = sum((won[level, other] + won[other, level]) / (strength[level] + strength[other]) for other in others)
            strength[level] = total / met
    zero = strength.get(ZERO, 1.0)
    return {level: 400 * math.log10(strength[level] / zero) for level in levels}


def intervals(wins: Wins) -> dict[str, tuple[float, float]]:
    """Return by level its rating's interval of 95 % confidence, from tournaments drawn with the shares of this one."""
    chance = random.Random(SEED)
    found: dict[str, list[float]] = {}
    for _ in range(RESAMPLES):
        drawn: dict[tuple[str, str], float] = {}
        for one, other in combinations(dict.fromkeys(level for pair in wins for level in pair), 2):
            games = round(wins[one, other] + wins[other, one])
            drawn[one, other] = sum(chance.random() * games < wins[one, other] for _ in range(games))
            drawn[other, one] = games - drawn[one, other]
        for level, rating in ratings(drawn).items():
            found.setdefault(level, []).append(rating)
    edge = RESAMPLES // 40
    return {level: (sorted(row)[edge], sorted(row)[-1 - edge]) for level, row in found.items()}


def tournament(edition: str, levels: Sequence[str], games: int, nodes: int, jobs: int) -> Wins:
    """Play all pairs, and return who won how often. A shared victory counts in parts."""
    facts = EDITIONS[edition]
    options = facts.options(SEATS, ("random",) * SEATS, max_rounds=LAST_ROUND)
    options = options._replace(empires=facts.empires(options, facts.standard_map()))
    wins: dict[tuple[str, str], float] = {}
    for pair in combinations(levels, 2):
        match = Match(pair * (SEATS // 2), SEED, options, nodes, 0, edition)
        tally = Tally(match, play_in_processes(match, portions(match, range(games)), jobs))
        for one, other in (pair, pair[::-1]):
            wins[one, other] = float(tally.of_player(one).count)
        print(f"{pair[0]} {wins[pair]:g}, {pair[1]} {wins[pair[::-1]]:g}", flush=True)
    return wins


def main() -> None:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.ladder", description="Rates the levels of players.")
    parser.add_argument("--edition", nargs="+", choices=EDITIONS_WITH_LADDER, default=EDITIONS_WITH_LADDER)
    parser.add_argument("--games", type=positive, default=100, help="games of each pair (%(default)s)")
    parser.add_argument("--nodes", type=positive, default=NODES, help="the budget of those who search (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=cores(), help="processes that play (%(default)s)")
    chosen = parser.parse_args()
    for edition in chosen.edition:
        wins = tournament(edition, tuple(LADDER), chosen.games, chosen.nodes, chosen.jobs)
        found, reach = ratings(wins), intervals(wins)
        print(edition)
        for level in sorted(found, key=lambda level: found[level]):
            low, high = reach[level]
            print(f"| {level} | {found[level]:.0f} ({low:.0f} to {high:.0f}) |", flush=True)


if __name__ == "__main__":
    main()
