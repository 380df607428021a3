"""The timer of a promised term: when it has run out, the coordinator of the next term is wanted."""

from __future__ import annotations

from typing import Final

FIRST: Final = 2.0
"""Seconds of the first term after an epoch."""

LONGEST: Final = 16.0
"""Seconds of any term; each that fails in a row has twice those of the one before."""

SHARE_FOR_PROMISES: Final = 4
"""The part of a term for which its coordinator, with a quorum's promises, waits for those of others."""


class Timer:
    """``runs`` says how often it has run out since it was started, ``period`` for how many seconds it runs."""

    def __init__(self) -> None:
        self.runs = 0
        self.period = FIRST
        self._has_failed = False
        self._end: float | None = None

    @property
    def wait(self) -> float:
        """Seconds for which the coordinator of this term, with a quorum's promises, waits for those of others."""
        return self.period / SHARE_FOR_PROMISES

    def start(self, now: float) -> None:
        """Run for the term that begins now: longer than before if the term before has failed."""
        self.period = min(2 * self.period, LONGEST) if self._has_failed else FIRST
        self._has_failed = True
        self._end = now + self.period
        self.runs = 0

    def extend(self, now: float) -> None:
        """Something is on its way: run anew, unless it has run out already."""
        if self._end is not None and not self.runs:
            self._end = now + self.period

    def look(self, now: float) -> None:
        """See whether it has run out; one that is to run and has not been started, after a restart, is started."""
        if self._end is None:
            self._end = now + self.period
        elif now >= self._end:
            self.runs += 1
            self._end = now + self.period

    def stop(self, *, has_failed: bool) -> None:
        """An epoch of the term, or of a higher one, has begun; the term ``has_failed`` if that lacks what was due."""
        self.runs, self._end, self._has_failed = 0, None, has_failed
