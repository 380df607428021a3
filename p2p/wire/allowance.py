"""How much of something one person may do: a token bucket."""

from __future__ import annotations


class Allowance:
    """So much a second, and so much at once after a pause. The caller tells the time, in seconds of a steady clock."""

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._time = now

    def has(self, now: float, amount: float = 1) -> bool:
        """Return whether so much is left."""
        self._left = min(self._most, self._left + self._rate * (now - self._time))
        self._time = now
        return amount <= self._left

    def spend(self, now: float, amount: float = 1) -> bool:
        """Take some of it; False, and nothing is taken, where so much is not left."""
        if not self.has(now, amount):
            return False
        self._left -= amount
        return True
