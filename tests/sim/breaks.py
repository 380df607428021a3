"""Breaks the protocol on purpose, one rule at a time, and lets the simulator find it.

    python -m tests.sim.breaks [--most N] [--at-least N] [--only INVARIANT] [NAME …]

For each break: how many seeds it took until an invariant failed, and which; with more seeds played, all that failed.
What is broken may break several invariants, and the first to fail ends the evening; with --only the others are silent,
so that an evening goes on to the one that is meant. Without names all breaks are played, and those of ``BEHIND`` again
with the invariants that others hide. A break that is not found, or an invariant that none makes fail, says that the
simulator is blind there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from tests.sim import broken, keys
from tests.sim.watch import Invariant, InvariantViolation
from tests.sim.world import WAGER, Plan, World


@dataclass(frozen=True)
class Case:
    """A break, and the evenings on which it comes to light.

    ``liar`` sits at every table. ``game`` can be Empires, where everybody has many turns in a row; ``parted`` has one
    partition follow the other until long after the end of the game.
    """

    broken: Callable[[], AbstractContextManager[None]]
    liar: str | None = None
    game: str = WAGER
    parted: bool = False

    @property
    def name(self) -> str:
        """As it is asked for and shown."""
        return self.broken.__name__.replace("_", "-")


BREAKS: dict[str, Case] = {
    case.name: case
    for case in (
        Case(broken.no_sync),
        Case(broken.a_disk_that_forgets),
        Case(broken.secrets_forgotten),
        Case(broken.no_barrier),
        Case(broken.barrier_of_a_quorum),
        Case(broken.authors_acknowledge_their_step),
        Case(broken.epochs_added_up),
        Case(broken.half_is_a_quorum),
        Case(broken.two_promises),
        Case(broken.promises_forgotten),
        Case(broken.promises_do_not_bind),
        Case(broken.proposals_of_no_quorum),
        Case(broken.shortest_head),
        Case(broken.no_timer, "WithholdsProposals"),
        Case(broken.no_pre_vote, "FloodsPromises"),
        Case(broken.taken_back_is_cut_off, game="empires"),
        Case(broken.what_was_cut_off_stays_lost),
        Case(broken.none_waits_at_the_end, parted=True),
        Case(broken.one_program_with_a_fault),
        Case(broken.signs_of_life_of_another_shape),
        Case(broken.records_without_their_last_step),
        Case(broken.no_head_check, "ActsOtherwise", game="empires"),
        Case(broken.no_convictions, "ActsOtherwise", game="empires"),
        Case(broken.another_log_is_an_offence, "ActsOtherwise", game="empires"),
        Case(broken.chunks_unverified, "ServesForgeries"),
        Case(broken.signatures_unverified, "Forges"),
        Case(broken.promises_unverified, "ForgesProposals"),
        Case(broken.proofs_unverified, "AccusesOthers"),
        Case(broken.every_redraw_is_free, "WithholdsValues"),
        Case(broken.chunks_of_anything),
    )
}

BEHIND: tuple[tuple[str, Invariant], ...] = (
    ("a-disk-that-forgets", Invariant.ONE_VERSION),
    ("two-promises", Invariant.ONE_PROMISE),
    ("half-is-a-quorum", Invariant.ONE_FINAL_LOG),
    ("taken-back-is-cut-off", Invariant.FINAL_STAYS),
    ("none-waits-at-the-end", Invariant.ONE_END),
    ("a-disk-that-forgets", Invariant.ONE_LOG),
    ("no-convictions", Invariant.LIARS_PROVEN),
    ("proofs-unverified", Invariant.NO_FALSE_PROOF),
)
"""By name: what a break breaks besides the invariant that mostly notices it."""


def noticed(case: Case, seed: int, only: Invariant | None = None) -> str | None:
    """What fails on one evening; None where nothing does. With ``only`` that alone can, and a program's own error."""
    rounds = 1 if case.game != WAGER or case.parted else 3
    plan = Plan(rounds=rounds, liar=case.liar, game=case.game, parted=case.parted, only=only)
    with keys.playing(real=False), case.broken():
        try:
            World(seed, plan).run()
        except InvariantViolation as violation:
            return str(violation.invariant)
        except Exception as error:  # noqa: BLE001 - every exception shows the break
            return f"a program ends with {type(error).__name__}"
    return None


def look(case: Case, only: Invariant | None, most: int, at_least: int) -> dict[str, int]:
    """By what failed: the seeds that it took. Until something did, with ``only`` that; no more than ``most`` seeds."""
    found: dict[str, int] = {}
    for seed in range(most):
        if seed >= at_least and (only in found if only is not None else found):
            break
        if (what := noticed(case, seed, only)) is not None:
            found.setdefault(what, seed + 1)
    return found


def main() -> int:
    """Break what is asked for, or everything; 1 if a break is not found, or an invariant not shown able to fail."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim.breaks", description="Breaks the protocol on purpose.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BREAKS)}")
    parser.add_argument("--most", type=int, default=300, help="the seeds to try for each")
    parser.add_argument("--at-least", type=int, default=1, help="the seeds to play of each, though it was found before")
    names = [invariant.name for invariant in Invariant]
    parser.add_argument("--only", choices=names, metavar="INVARIANT", help=f"look at one alone of {', '.join(names)}")
    asked = parser.parse_args()
    only = Invariant[asked.only] if asked.only is not None else None
    cases = [(name, only) for name in asked.names or BREAKS]
    plays_all = not asked.names and only is None
    if plays_all:
        cases += BEHIND
    missed, unshown = 0, {str(invariant) for invariant in Invariant}
    for name, invariant in cases:
        found = look(BREAKS[name], invariant, asked.most, asked.at_least)
        missed += invariant not in found if invariant is not None else not found
        unshown -= found.keys()
        alone = f", {invariant.name} alone" if invariant is not None else ""
        what = "; ".join(f"{seeds}: {what}" for what, seeds in found.items())
        print(f"{name}{alone}: {what or 'not found'}", flush=True)
    unshown = unshown if plays_all else set()
    for sentence in sorted(unshown):
        print(f"Not shown able to fail: {sentence}")
    return 1 if missed or unshown else 0


if __name__ == "__main__":
    sys.exit(main())
