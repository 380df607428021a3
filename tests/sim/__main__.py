"""Runs a range of simulated evenings and counts what went wrong in them; a failing one is printed as a command.

python -m tests.sim --seeds A-B [--rounds N | --to-end] [--game NAME] [--liar NAME] [--real-signatures]
                    [--parted] [--lost] [--jobs N]
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from functools import partial
from multiprocessing import Pool

from core.editions import EDITIONS
from tests.arguments import positive
from tests.sim import keys
from tests.sim.liars import KINDS
from tests.sim.watch import InvariantViolation
from tests.sim.world import WAGER, Plan, World


def play(seed: int, plan: Plan) -> tuple[Counter[str], str]:
    """An evening's counts, and what failed in it."""
    try:
        with keys.playing(real=plan.real):
            outcome = World(seed, plan).run()
    except InvariantViolation as violation:
        return Counter(), f"Violation: {violation}"
    except Exception:  # noqa: BLE001 - every exception is a failure, and the next game is another one
        return Counter(), traceback.format_exc(limit=-6)
    return outcome.counts + Counter(
        {"games": 1, "events": outcome.events, "seconds simulated": outcome.simulated // 1000}
    ), ""


def main() -> int:
    """Play the seeds asked for; 1 if any fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description="Plays simulated evenings.")
    parser.add_argument("--seeds", default="0-99", metavar="A-B", help="the seeds to play, both included")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--rounds", type=int, help="rounds of each game; 1 to 3 by chance unless given")
    length.add_argument("--to-end", action="store_true", help="play until a player has won")
    parser.add_argument(
        "--game", choices=(WAGER, *EDITIONS), help="play the wager of the tests only, or one edition, half of it late"
    )
    liars = sorted(kind.__name__ for kind in KINDS)
    parser.add_argument("--liar", choices=liars, metavar="LIAR", help="let this liar sit at every table")
    parser.add_argument(
        "--parted", action="store_true", help="let one partition follow the other for six minutes and more"
    )
    parser.add_argument("--lost", action="store_true", help="let a player lose the machine in the middle of the game")
    parser.add_argument("--real-signatures", action="store_true", help="sign with Ed25519")
    parser.add_argument("--jobs", type=positive, default=1, help="how many processes play")
    asked = parser.parse_args()
    first, _, last = asked.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    plan = Plan(
        asked.rounds, asked.real_signatures, asked.liar, asked.game, asked.to_end, asked.parted, lost=asked.lost
    )
    options = [
        (asked.rounds, f" --rounds {asked.rounds}"),
        (asked.liar, f" --liar {asked.liar}"),
        (asked.to_end, " --to-end"),
        (asked.game, f" --game {asked.game}"),
        (asked.parted, " --parted"),
        (asked.lost, " --lost"),
        (asked.real_signatures, " --real-signatures"),
    ]
    again = "".join(words for is_asked, words in options if is_asked)
    counts: Counter[str] = Counter()
    began, failed = time.monotonic(), 0
    with Pool(asked.jobs) as pool:
        for seed, (counted, failure) in zip(seeds, pool.imap(partial(play, plan=plan), seeds), strict=True):
            counts += counted
            if failure:
                failed += 1
                print(f"{failure}\nSee it again with: python -m tests.sim --seeds {seed}{again}", flush=True)
    for what, number in sorted(counts.items()):
        print(f"{number:10}  {what}")
    took = time.monotonic() - began
    print(f"{counts['games']} games came to their end in {took:.0f} s; {failed} failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
