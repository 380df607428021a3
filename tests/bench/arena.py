"""How fast the arena plays: games per second of steady players in one process and in more, up to one on each core.

By the clock, because that is what processes beside each other save; so an idle machine is needed. The time in which
processes start is counted, too.
"""

from __future__ import annotations

import time

from cli.arena.match import portions
from cli.arena.schedule import cores, play_here, play_in_processes
from core.engine.policy import NODES
from tests.cli.arena.matches import match

GAMES = 200
MATCH = match(*("steady",) * 5, seed=1, max_rounds=40, nodes=NODES)


def measure() -> dict[str, float | int | str]:
    """Games per second by number of processes: one, two, four and so on, up to one for each core."""
    wanted = portions(MATCH, range(GAMES))
    began = time.perf_counter()
    here = list(play_here(MATCH, wanted))
    figures: dict[str, float | int | str] = {
        "games": GAMES,
        "games_per_s_jobs_1": GAMES / (time.perf_counter() - began),
    }
    jobs = [number for number in (2, 4, 8, 16, 32, 64) if number < cores()]
    for number in [*jobs, cores()] if cores() > 1 else []:
        began = time.perf_counter()
        there = sorted(play_in_processes(MATCH, wanted, number))
        figures[f"games_per_s_jobs_{number}"] = GAMES / (time.perf_counter() - began)
        if there != here:
            raise AssertionError(f"{number} processes have played other games than one")
    return figures
