"""The rules R1 to R8 of the protocol switched off in the code, and the test that notices.

    python -m tests.p2p.rules_off [RULE …]

Each rule is switched off in a process of its own, in which the tests named beside it run until one fails. The exit code
is 1 if no test notices one of them. What a simulated evening notices, ``tests.sim.breaks`` tells.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from unittest.mock import patch

import pytest

from tests.sim import broken

TRIAL = "--trial"


def replaced(*places: str, by: object) -> Callable[[], AbstractContextManager[object]]:
    """Have something else stand in these places."""

    def switched() -> AbstractContextManager[object]:
        stack = ExitStack()
        for place in places:
            stack.enter_context(patch(place, by))
        return stack

    return switched


@dataclass(frozen=True, slots=True)
class Off:
    """A rule that does not hold: what follows, how it is switched off, and the tests that look at it."""

    rule: str
    says: str
    switched: Callable[[], AbstractContextManager[object]]
    tests: tuple[str, ...]


SESSION, LOG = "tests/p2p/session/", "tests/p2p/log/"
ENTERING, CHANGE = SESSION + "test_entering.py", SESSION + "test_change.py"
PROPOSALS, JUSTIFY = LOG + "test_proposals.py", LOG + "test_justify.py"

OFF = (
    Off("R1", "a promise binds to nothing", broken.promises_do_not_bind, (CHANGE,)),
    Off("R1", "a restart forgets promises", broken.promises_forgotten, (SESSION + "test_kept_epochs.py",)),
    Off("R2", "a promise needs no evidence", broken.no_pre_vote, (CHANGE,)),
    Off(
        "R3",
        "the longest head is the base",
        replaced(
            "p2p.log.justify.base",
            by=lambda promises, *_: max((p.head for p in promises.values()), key=lambda h: h.height),
        ),
        (JUSTIFY,),
    ),
    Off(
        "R4",
        "secrets in promises complete no step",
        replaced("p2p.log.justify.are_complete", by=lambda *_: False),
        (JUSTIFY, ENTERING),
    ),
    Off("R5", "throwing anew costs nothing", broken.every_redraw_is_free, (JUSTIFY,)),
    Off("R6", "one player is enough", replaced("p2p.log.justify.is_supported", by=lambda *_: True), (JUSTIFY,)),
    Off(
        "R6",
        "changes are not weighed against each other",
        replaced("p2p.log.justify._together", by=lambda found, *_: list(found)),
        (JUSTIFY,),
    ),
    Off(
        "R7",
        "a proposal is entered as it is",
        replaced("p2p.log.justify.judge", by=lambda *_: frozenset()),
        (ENTERING,),
    ),
    Off(
        "R8",
        "a price is never put off",
        replaced("p2p.session.epochs._puts_off", by=lambda *_: False),
        (ENTERING,),
    ),
    Off(
        "R7",
        "what is final may be dropped",
        replaced("p2p.session.epochs._drops_final", by=lambda *_: False),
        (ENTERING,),
    ),
)


def trial(number: int) -> int:
    """Run the tests with a rule switched off; pytest's exit code."""
    off = OFF[number]
    with off.switched():
        return int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "--no-header", *off.tests]))


def noticed_by(number: int) -> str:
    """The first test that fails where a rule is switched off; empty if all pass."""
    command = [sys.executable, "-m", "tests.p2p.rules_off", TRIAL, str(number)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0] if done.returncode == 1 and failed else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Switch the rules off one by one; 1 if no test notices one of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.p2p.rules_off", description="Switch rules off.")
    parser.add_argument("rules", nargs="*", metavar="RULE", help="R1 to R8; by default all")
    parser.add_argument(TRIAL, type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.trial is not None:
        return trial(asked.trial)
    unnoticed = 0
    for number, off in enumerate(OFF):
        if not asked.rules or off.rule in asked.rules:
            found = noticed_by(number)
            unnoticed += not found
            print(f"{off.rule}: {off.says}: {found or 'NOT NOTICED'}", flush=True)
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
