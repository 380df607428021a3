"""The timer of a promised term: when it runs out, we request the coordinator of the next term."""

from __future__ import annotations

from typing import Final

FIRST: Final = 2.0
"""Seconds of a term after one that has not failed."""

LONGEST: Final = 16.0
"""The most seconds of any term; each failed term doubles the time of the next."""

SHARE_FOR_PROMISES: Final = 4
"""A coordinator with a quorum's promises waits 1/SHARE_FOR_PROMISES of the term for other promises."""


class Timer:
    """``runs`` counts how often it has run out since it was started; ``period`` is its length in seconds."""

    def __init__(self) -> None:
        self.runs = 0
        self.period = FIRST
        self._has_failed = False
        self._end: float | None = None

    @property
    def wait(self) -> float:
        """Return how many seconds the coordinator of this term, with a quorum's promises, waits for others."""
        return self.period / SHARE_FOR_PROMISES

    def start(self, now: float) -> None:
        """Run for the term that begins now: longer than before if the term before has failed."""
        self.period = min(2 * self.period, LONGEST) if self._has_failed else FIRST
        self._has_failed = True
        self._end = now + self.period
        self.runs = 0

    def extend(self, now: float) -> None:
        """Something is on its way: start again, unless it has run out already."""
        if self._end is not None and not self.runs:
            self._end = now + self.period

    def look(self, now: float) -> None:
        """Check whether it has run out. If it should run but doesn't, after a restart, start it."""
        if self._end is None:
            self._end = now + self.period
        elif now >= self._end:
            self.runs += 1
            self._end = now + self.period

    def stop(self) -> None:
        """An epoch of this term or a higher one has begun."""
        self.runs, self._end = 0, None

    def succeeded(self) -> None:
        """The newest term has not failed, so the next one is no longer than the first."""
        self._has_failed = False
