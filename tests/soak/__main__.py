"""``python -m tests.soak --kills N --cut N``: real games of five whose processes are killed at random instants.

Each process is started again as soon as it is killed. A cut breaks wires between them for a while. Every game must end
for all with the same log; every signed entry must stand in it, and no one may have signed two versions of
anything.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import cycle
from pathlib import Path
from random import Random

from core.editions import EDITIONS
from tests.arguments import positive
from tests.soak.table import play

PLAYERS = 5
A_GAME = 20
"""Kills, and cuts, in one game."""


def main() -> None:
    """Play until there were so many kills."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Kill and resume peers of real games.")
    parser.add_argument("--kills", type=positive, default=200, help="how many processes to kill in all")
    parser.add_argument("--cut", type=int, default=0, help="how often to cut connections in all")
    parser.add_argument("--seed", type=int, default=0, help="decides whom and when, as far as that can be decided")
    parser.add_argument("--pause", type=float, default=40.0, help="milliseconds, at most, to think about an answer")
    parser.add_argument("--edition", choices=list(EDITIONS), help="the edition of all games; else they take turns")
    asked = parser.parse_args()
    editions = cycle([asked.edition] if asked.edition else EDITIONS)
    fate, began = Random(asked.seed), time.monotonic()
    total: dict[str, int] = {"games": 0, "kills": 0, "cuts": 0, "ended_alone": 0, "entries": 0, "steps": 0}
    while total["kills"] < asked.kills or total["cuts"] < asked.cut:
        kills, cuts = min(A_GAME, asked.kills - total["kills"]), min(A_GAME, asked.cut - total["cuts"])
        with tempfile.TemporaryDirectory() as folder:
            edition = next(editions)
            found = play(Path(folder), PLAYERS, kills, fate, asked.pause, cuts, edition)
        for what, number in (found | {"games": 1}).items():
            total[what] += number
        print(f"game {total['games']}, {edition}: {found}", flush=True)
    print(f"{total}, in {time.monotonic() - began:.0f} s: nothing lost, nothing signed twice, all logs equal.")


if __name__ == "__main__":
    main()
