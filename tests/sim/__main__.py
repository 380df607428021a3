"""Runs a range of simulated evenings and counts what went wrong in them; a failing one is printed as a command.

python -m tests.sim --seeds A-B [--rounds N] [--liar NAME] [--real-signatures]
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter

from tests.sim import keys
from tests.sim.watch import Violation
from tests.sim.world import Plan, World


def main() -> int:
    """Play the seeds asked for; 1 if any fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description="Plays simulated evenings.")
    parser.add_argument("--seeds", default="0-99", metavar="A-B", help="the seeds to play, both included")
    parser.add_argument("--rounds", type=int, help="rounds of each game; 1 to 3 by chance unless given")
    parser.add_argument("--liar", help="let this liar sit at every table")
    parser.add_argument("--real-signatures", action="store_true", help="sign with Ed25519")
    asked = parser.parse_args()
    first, _, last = asked.seeds.partition("-")
    plan = Plan(asked.rounds, asked.real_signatures, asked.liar)
    again = "".join(f" {word}" for word in sys.argv[1:] if word not in ("--seeds", asked.seeds))
    counts: Counter[str] = Counter()
    began, failed = time.monotonic(), 0
    with keys.playing(real=plan.real):
        for seed in range(int(first), int(last or first) + 1):
            try:
                outcome = World(seed, plan).run()
            except Exception as error:  # noqa: BLE001
                failed += 1
                print(f"{type(error).__name__}: {error}")
                if not isinstance(error, Violation):
                    traceback.print_exc(limit=-6)
                print(f"See it again with: python -m tests.sim --seeds {seed}{again}", flush=True)
            else:
                counts += outcome.counts
                counts["games"] += 1
                counts["events"] += outcome.events
                counts["seconds simulated"] += outcome.simulated // 1000
    for what, number in sorted(counts.items()):
        print(f"{number:10}  {what}")
    took = time.monotonic() - began
    print(f"{counts['games']} games came to their end in {took:.0f} s; {failed} failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
