"""Prints the share of the tactical suite that each level solves.

    python -m tests.tactics [--edition empires] [--level steady] [--seeds 4] [--nodes 500] [--unsolved]

Each player tries each problem with as many lucks as ``--seeds`` says. The share counts all tries. The interval is
Wilson's of 95 % confidence, over problems.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction

from cli.arena.tally import Share
from core import EDITIONS
from core.engine.levels import LADDER
from core.engine.policy import NODES
from tests.arguments import positive
from tests.tactics.suite import PROVED, Problem, problems


def solved(problem: Problem, level: str, seeds: int, nodes: int) -> int:
    """In how many of the tries a level solves a problem."""
    player = EDITIONS[problem.edition].strengths[level](nodes, lambda: True)
    return sum(problem.is_solved_by(player, seed) for seed in range(seeds))


def _line(name: str, tries: Sequence[int], seeds: int) -> str:
    share = Share(Fraction(sum(tries), seeds), len(tries))
    low, high = share.interval
    return f"  {name:<12} {100 * share.value:5.1f} % of {len(tries)} ({100 * low:.1f} to {100 * high:.1f})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the shares by edition and level, and with one level also by theme."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tactics", description="Prints the share of the tactical suite that each level solves."
    )
    parser.add_argument("--edition", choices=PROVED, action="append", help="only this edition")
    parser.add_argument("--level", choices=LADDER, help="only this level, with its share of each theme")
    parser.add_argument("--seeds", type=positive, default=4, help="tries at each problem (%(default)s)")
    parser.add_argument("--nodes", type=positive, default=NODES, help="the budget of a decision (%(default)s)")
    parser.add_argument("--unsolved", action="store_true", help="name the problems that are not always solved")
    chosen = parser.parse_args(arguments)
    for edition in chosen.edition or PROVED:
        found = problems(edition)
        print(f"{edition}:")
        for level in [chosen.level] if chosen.level else EDITIONS[edition].strengths:
            tries = [solved(problem, level, chosen.seeds, chosen.nodes) for problem in found]
            print(_line(level, tries, chosen.seeds), flush=True)
            if chosen.level:
                for theme in dict.fromkeys(problem.theme for problem in found):
                    of_theme = [number for problem, number in zip(found, tries, strict=True) if problem.theme == theme]
                    print("  " + _line(theme, of_theme, chosen.seeds))
            if chosen.unsolved:
                for problem, number in zip(found, tries, strict=True):
                    if number < chosen.seeds:
                        print(f"    {problem.edition}.scenario:{problem.scenario.line} {problem.title}: {number}")


if __name__ == "__main__":
    main()
