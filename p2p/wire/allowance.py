"""A token bucket: limits how much of something a peer may do, or all peers of one network."""

from __future__ import annotations

NETWORKS = 64
"""How many networks a quota counts: those that were asked for last."""


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


class Quota:
    """An allowance for each network from which peers come."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._allowances: dict[bytes, Allowance] = {}

    def of(self, network: bytes, now: float) -> Allowance:
        """Return the allowance of a network."""
        allowance = self._allowances.pop(network, None) or Allowance(self._rate, self._most, now)
        self._allowances[network] = allowance
        if len(self._allowances) > NETWORKS:
            del self._allowances[next(iter(self._allowances))]
        return allowance
