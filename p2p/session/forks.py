"""Logs that diverge from ours: if a player signs two versions of something, there are two logs of one term.

A peer that is connected with the holder of another log fetches its entries and verifies them on a copy. The next epoch
decides on which log the game goes on (R3). Within a term a peer leaves its log only for an end that enough players have
closed (R10).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from p2p.log.justify import has_head
from p2p.log.log import Log
from p2p.log.proposals import enter
from p2p.log.statements import Proposed, SignedEntry
from p2p.log.steps import Refused, Step


class Fork(NamedTuple):
    """A log that is ours up to the height ``at`` and another one above it."""

    at: int
    log: Log


class Forks:
    """Has by link the log that is held there, as far as it has been shown."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._forks: dict[int, Fork] = {}

    @property
    def logs(self) -> tuple[Log, ...]:
        """Return the logs that have been shown."""
        return tuple(fork.log for fork in self._forks.values())

    @property
    def all(self) -> tuple[Fork, ...]:
        """Return the forks that have been shown."""
        return tuple(self._forks.values())

    def having(self, proposed: Proposed) -> Fork | None:
        """Return a log that contains the base of a proposal."""
        forks = self._forks.values()
        return next((fork for fork in forks if has_head(fork.log, proposed.epoch.base)), None)

    def of(self, link: int) -> Fork | None:
        """Return the log at the other end of a link, if it diverges from ours."""
        return self._forks.get(link)

    def disconnected(self, link: int) -> None:
        """Forget a link that has ended."""
        self._forks.pop(link, None)

    def begin_epoch(self) -> None:
        """Our log has changed, so everything must be compared anew."""
        self._forks.clear()

    def feed(self, link: int, shown: Iterable[SignedEntry | Proposed]) -> bool:
        """Take items, in order, of the log at the other end of a link; return whether any was new and fits."""
        shown = tuple(takewhile(self._is_of_our_term, shown))
        fork = self._forks.get(link) or self._fork(shown)
        if fork is None:
            return False
        before = fork.log.head
        for item in shown:
            try:
                if isinstance(item, Proposed):
                    enter(fork.log, item)
                elif item.entry.step > fork.at:
                    fork.log.accept(item)
            except Refused:
                continue  # an item that doesn't fit on this log proves nothing here; our own log judges it too
        has_grown = fork.log.head != before
        if has_grown or fork.log.given:
            self._forks[link] = fork
        return has_grown

    def take_over(self, fork: Fork) -> tuple[Step, ...]:
        """Make an already judged fork our log; return the steps of ours that no longer count."""
        log = self._log
        undone = tuple(log.steps[fork.at :])
        log.go_back(fork.at)
        for step in fork.log.steps[fork.at :]:
            if step.proposed is not None:
                log.begin(step.proposed)
            for signed in step.entries:
                log.append(signed)
        self._forks.clear()
        return undone

    def _is_of_our_term(self, item: SignedEntry | Proposed) -> bool:
        """Return whether an item is in a log of our term or an earlier one; a later epoch is for our log to enter."""
        return not isinstance(item, Proposed) or item.epoch.term <= self._log.term

    def _fork(self, shown: tuple[SignedEntry | Proposed, ...]) -> Fork | None:
        """Return the fork at the first item that differs from our log and names the same log before it."""
        for item in shown:
            height, log_there = _place(item)
            if not self._log.start <= height <= self._log.height or log_there != self._log.log_at(height):
                continue
            if self._differs(item, height):
                return Fork(height, self._log.at_height(height))
        return None

    def _differs(self, item: SignedEntry | Proposed, height: int) -> bool:
        """Return whether our step above this height is another one than that of an entry or a proposal."""
        if isinstance(item, Proposed):
            known = self._log.steps[height].proposed if height < self._log.height else None
            return height < self._log.height and (known is None or known.epoch.id != item.epoch.id)
        ours = self._log.entry(height + 1, item.entry.seat)
        # A step of ours without such an entry is another one, or that of an epoch.
        return height < self._log.height if ours is None else ours.id != item.id


def _place(item: SignedEntry | Proposed) -> tuple[int, bytes]:
    """Return the height at which an entry or a proposal stands, and L there."""
    if isinstance(item, Proposed):
        return item.epoch.base.height, item.epoch.base.log
    return item.entry.step - 1, item.entry.log
