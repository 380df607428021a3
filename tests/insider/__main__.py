"""``python -m tests.insider [--messages N | --minutes M] [--seed S] [--against TARGET …]``; see the package."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Mapping

from tests.insider import consoles, lobbies, outsiders, sessions
from tests.insider.sieges import Siege, Tally

TARGETS: Mapping[str, Siege] = {
    "sessions": sessions.besiege,
    "guests": outsiders.besiege_as_guest,
    "lobby": lobbies.besiege,
    "consoles": consoles.besiege,
}
"""Sieges of sessions by who has a seat and who watches; of both sides of a lobby; of programs."""

MOST_FAILURES = 5
"""Failures of one target after which it is left alone."""


def main() -> int:
    """Besiege all targets in turn; print a closing line for each, and return 1 if there was a failure."""
    parser = argparse.ArgumentParser(prog="python -m tests.insider", description="Signed messages of every kind.")
    parser.add_argument("--messages", type=int, default=100_000, help="messages to each target (default: %(default)s)")
    parser.add_argument("--minutes", type=float, help="how long, over all targets, instead of so many messages")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first siege (default: %(default)s)")
    parser.add_argument("--against", nargs="+", choices=(*TARGETS, "all"), default=["all"], metavar="TARGET")
    asked = parser.parse_args()
    chosen = list(TARGETS) if "all" in asked.against else asked.against
    seconds = None if asked.minutes is None else 60 * asked.minutes / len(chosen)
    failures = [_besiege(name, asked.seed, asked.messages, seconds) for name in chosen]
    return 1 if any(failures) else 0


def _besiege(name: str, seed: int, wanted: int, seconds: float | None) -> int:
    """Besiege a target with so many messages, or for so long; how many sieges failed."""
    began, number, failures, tally = time.monotonic(), seed, 0, Tally()
    while failures < MOST_FAILURES:
        try:
            tally.add(TARGETS[name](number))
        except Exception:  # noqa: BLE001 - every exception is a failure, and the next siege is another one
            failures += 1
            print(traceback.format_exc(), flush=True)
            print(
                f"See it again with: python -m tests.insider --against {name} --seed {number} --messages 1", flush=True
            )
        number += 1
        if time.monotonic() - began >= seconds if seconds is not None else tally.messages >= wanted:
            break
    took = time.monotonic() - began
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(tally.kinds.items()))
    print(
        f"{name}: {tally.messages} messages in {number - seed} sieges, {tally.refused} cost the connection,"
        f" {failures} failures, in {took:.0f} s ({kinds}).",
        flush=True,
    )
    return failures


if __name__ == "__main__":
    sys.exit(main())
