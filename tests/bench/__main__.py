"""``python -m tests.bench [--json] [--only NAME …]``: run the measurements and print a line for each group."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from tests.bench import (
    arena,
    console,
    decisions,
    drawing,
    durable,
    engine,
    flood,
    hops,
    insider,
    keystroke,
    lockstep,
    page,
    random_play,
    recovery,
    traffic,
    trickle,
    verification,
    ways,
)

Figures = dict[str, float | int | str]

GROUPS: dict[str, Callable[[], Figures]] = {
    "engine": engine.measure,
    "random-play": random_play.measure,
    "verification": verification.measure,
    "lockstep": lockstep.measure,
    "durable": durable.measure,
    "door": flood.measure,
    "insider": insider.measure,
    "hops": hops.measure,
    "recovery": recovery.measure,
    "traffic": traffic.measure,
    "trickle": trickle.measure,
    "arena": arena.measure,
    "decisions": decisions.measure,
    "console": console.measure,
    "drawing": drawing.measure,
    "keystroke": keystroke.measure,
    "page": page.measure,
    "ways": ways.measure,
}


def main() -> None:
    """Run the groups asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure, and print the figures.")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument("--only", nargs="*", choices=list(GROUPS), default=list(GROUPS), help="the groups to run")
    args = parser.parse_args()
    for name in args.only:
        figures = {"bench": name} | {
            key: round(value, 3) if isinstance(value, float) else value for key, value in GROUPS[name]().items()
        }
        if args.json:
            print(json.dumps(figures), flush=True)
        else:
            print(
                f"{name}:", ", ".join(f"{key} {value}" for key, value in figures.items() if key != "bench"), flush=True
            )


if __name__ == "__main__":
    main()
