"""A token bucket: limits how much of something a peer may do."""

from __future__ import annotations


class Allowance:
    """Grants ``rate`` units a second, and at most ``most`` at once after a pause.

    The caller passes ``now`` in seconds of a steady clock.
    """

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._time = now

    def has(self, now: float, amount: float = 1) -> bool:
        """Return whether this amount is left."""
        self._left = min(self._most, self._left + self._rate * (now - self._time))
        self._time = now
        return amount <= self._left

    def spend(self, now: float, amount: float = 1) -> bool:
        """Take this amount; if not enough is left, take nothing and return False."""
        if not self.has(now, amount):
            return False
        self._left -= amount
        return True
