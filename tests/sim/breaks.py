"""Breaks the protocol on purpose, one rule at a time, and lets the simulator find it.

    python -m tests.sim.breaks [--most N] [NAME …]

For each break: how many seeds it took until an invariant failed, and which. One that is not found shows an invariant
that cannot fail.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from p2p import statements
from p2p.acknowledgements import Acknowledgements
from p2p.disputes import Disputes
from p2p.entering import Entering
from p2p.log import Log
from p2p.signer import Signer
from p2p.statements import SignedEntry
from p2p.steps import Offence, Parted
from p2p.voting import Voting
from tests.sim import keys
from tests.sim.disk import Disk
from tests.sim.watch import Violation
from tests.sim.world import Plan, World

Break = Callable[[], Any]
"""Makes a context in which a rule is broken."""


@contextmanager
def no_sync() -> Iterator[None]:
    """What one has signed is written, and sent before it is durable."""

    def append(disk: Disk, item: bytes, *, own: bool) -> None:
        disk._pending.append(item)

    with patch.object(Disk, "append", append):
        yield


@contextmanager
def no_barrier() -> Iterator[None]:
    """Secrets are shown as soon as their step is open."""
    with patch.object(Acknowledgements, "bars_nobody", lambda *_: True):
        yield


@contextmanager
def barrier_of_a_quorum() -> Iterator[None]:
    """Secrets are shown when a quorum has acknowledged, though others are present."""

    def bars_nobody(acks: Acknowledgements, present: Iterable[int], height: int) -> bool:
        return sum(known >= height for known in acks._heights) >= acks._charter.quorum

    with patch.object(Acknowledgements, "bars_nobody", bars_nobody):
        yield


@contextmanager
def authors_acknowledge_their_step() -> Iterator[None]:
    """The author of one entry among several counts as acknowledging the step that it became part of."""
    entered = Entering.entered

    def counts(entering: Entering, person: int, signed: SignedEntry, steps: Any) -> None:
        entered(entering, person, signed, steps)
        for step in steps:
            for one in step.entries:
                author = statements.author(entering._charter, one)
                if author is not None:
                    entering._acks.add(author, step.number, one)

    with patch.object(Entering, "entered", counts):
        yield


@contextmanager
def epochs_added_up() -> Iterator[None]:
    """Acknowledgements of an older epoch count on in a new one."""
    with patch.object(Acknowledgements, "begin_epoch", lambda _: None):
        yield


@contextmanager
def half_is_a_quorum() -> Iterator[None]:
    """Half of the persons are taken for a majority."""
    with patch("p2p.charter.Charter.quorum", property(lambda charter: (len(charter.persons) + 1) // 2)):
        yield


@contextmanager
def no_head_check() -> Iterator[None]:
    """Entries are taken whatever log they were signed upon."""
    examine = Log._examine

    def unaware(log: Log, signed: SignedEntry) -> int:
        entry = signed.entry
        if entry.step == log.height + 1 and statements.epoch(signed) == log.epoch and entry.log != log.head:
            person = statements.author(log.charter, signed)
            if person is not None and log.entry(entry.step, entry.seat) is None:
                return person
        return examine(log, signed)

    with patch.object(Log, "_examine", unaware):
        yield


@contextmanager
def two_ballots_in_a_term() -> Iterator[None]:
    """Whoever has voted votes again in the same term, if more people wish for something else."""
    with patch.object(Voting, "_signed_term", property(lambda voting: voting._log.term)):
        yield


@contextmanager
def votes_do_not_bind() -> Iterator[None]:
    """Whoever has signed a ballot goes on signing in the older epoch."""
    with patch.object(Voting, "bound", property(lambda _: False)):
        yield


@contextmanager
def votes_of_no_quorum() -> Iterator[None]:
    """One ballot less than a quorum makes an epoch."""
    passes = Log.passes

    def lax(log: Log, proposal: Any, persons: Any) -> bool:
        return len(persons) + 1 >= log.charter.quorum and passes(log, proposal, range(len(log.charter.persons)))

    with patch.object(Log, "passes", lax):
        yield


@contextmanager
def no_convictions() -> Iterator[None]:
    """Whoever sees two versions of something keeps it to himself."""
    with patch.object(Disputes, "convict", lambda *_: None), patch.object(Disputes, "receive_proof", lambda *_: None):
        yield


@contextmanager
def another_log_is_an_offence() -> Iterator[None]:
    """Whoever has signed upon another log than ours is taken for a liar, though he was lied to."""
    examine = Log._examine

    def rash(log: Log, signed: SignedEntry) -> int:
        try:
            return examine(log, signed)
        except Parted:
            raise Offence("an entry upon another log") from None

    with patch.object(Log, "_examine", rash):
        yield


@contextmanager
def secrets_forgotten() -> Iterator[None]:
    """A program that is started again forgets what it has answered in secret."""
    with patch.object(Signer, "remember", lambda *_: None):
        yield


BREAKS: dict[str, tuple[Break, str | None]] = {
    made.__name__.replace("_", "-"): (made, liar)
    for made, liar in (
        (no_sync, None),
        (no_barrier, None),
        (barrier_of_a_quorum, None),
        (authors_acknowledge_their_step, None),
        (epochs_added_up, None),
        (half_is_a_quorum, None),
        (two_ballots_in_a_term, None),
        (votes_do_not_bind, None),
        (votes_of_no_quorum, None),
        (secrets_forgotten, None),
        (no_head_check, "ActsOtherwise"),
        (no_convictions, "ActsOtherwise"),
        (another_log_is_an_offence, "ActsOtherwise"),
    )
}
"""By name: what is broken, and who sits at the table where only a liar can bring it to light."""


def seeds_until_found(broken: Break, liar: str | None, most: int) -> tuple[int, str] | None:
    """How many seeds it takes until something fails, and how; None where none of so many does."""
    for seed in range(most):
        with keys.playing(real=False), broken():
            try:
                World(seed, Plan(liar=liar, empires=False)).run()
            except Violation as violation:
                return seed + 1, str(violation).splitlines()[0]
            except Exception as error:  # noqa: BLE001
                return seed + 1, f"{type(error).__name__}: {error}"
    return None


def main() -> int:
    """Break what is asked for, or everything; 1 if a break is not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim.breaks", description="Breaks the protocol on purpose.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BREAKS)}")
    parser.add_argument("--most", type=int, default=300, help="the seeds to try for each")
    asked = parser.parse_args()
    missed = 0
    for name in asked.names or BREAKS:
        found = seeds_until_found(*BREAKS[name], asked.most)
        missed += found is None
        print(f"{name}: " + (f"{found[0]} seeds: {found[1][:160]}" if found else f"not in {asked.most}"), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
