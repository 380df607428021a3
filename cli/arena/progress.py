"""A bar that shows on a terminal how far a long task has come."""

from __future__ import annotations

import shutil
import time
from types import TracebackType
from typing import Self

from cli.output.lines import can_overwrite, overwrite

WIDTH = 30
PAUSE = 0.2
"""Seconds between two pictures of the bar."""


class Progress:
    """A bar on standard error, if that is a terminal that can show it; gone when the block ends."""

    def __init__(self, total: int, thing: str) -> None:
        self._total = total
        self._thing = thing
        self._done = 0
        self._started = time.monotonic()
        self._drawn = 0.0
        self._shows = can_overwrite()

    def __enter__(self) -> Self:
        self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shows:
            overwrite("")

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._started

    def step(self) -> None:
        """Count one more as done."""
        self._done += 1
        if time.monotonic() - self._drawn >= PAUSE:
            self._draw()

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        if self._shows:
            columns = shutil.get_terminal_size().columns
            overwrite(self.line()[: columns - 1])

    def line(self) -> str:
        """Return the bar as it is now: how many of how many are done, how fast, and how long the rest will take."""
        filled = WIDTH * self._done // self._total
        bar = "#" * filled + "." * (WIDTH - filled)
        rate = self._done / self.seconds if self.seconds else 0.0
        rest = f", {_span((self._total - self._done) / rate)} left" if rate else ""
        return f"[{bar}] {self._done} of {self._total} {self._thing}, {rate:.1f} a second{rest}"


def _span(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds) + 1, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
