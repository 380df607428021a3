"""The strangers at a door who ask for a seat: few at once, one for each key, with room for newcomers.

Anyone with the invitation can ask with many keys. So when it is full, a newcomer isn't turned away: one of the earlier
claimants makes way. A stranger who asks for nothing isn't among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crypto.identity import PublicKey
from p2p.net.visitors import busiest
from p2p.wire.allowance import Quota

CLAIMS_AT_ONCE = 6
CLAIMS_PER_SECOND = 0.1
"""New claims a second that are taken from one network, after a first burst; a key that has asked may return freely."""


@dataclass(slots=True, eq=False)
class Asker:
    """A stranger who asks: the key, where the connection comes from, and how to cut it."""

    key: PublicKey
    network: bytes
    cut: Callable[[], None]


class Askers:
    """The strangers who are here, in the order in which they asked."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._there: list[Asker] = []
        self._claims = Quota(CLAIMS_PER_SECOND, CLAIMS_AT_ONCE)

    def enter(self, key: PublicKey, network: bytes, cut: Callable[[], None]) -> Asker:
        """Take a claimant in; end an older connection of the same key, or, if there are too many, one of the others.

        To make room, it ends the one who has waited longest, in the network from which most come.
        """
        same = [asker for asker in self._there if asker.key == key]
        for asker in same or ([self._longest()] if len(self._there) == self._most else []):
            self.leave(asker)
            asker.cut()
        self._there.append(asker := Asker(key, network, cut))
        return asker

    def leave(self, asker: Asker) -> None:
        """A claimant is gone."""
        if asker in self._there:
            self._there.remove(asker)

    def may_claim(self, network: bytes, now: float) -> bool:
        """Return whether one more new claim is taken from a network; if so, count it."""
        return self._claims.of(network, now).spend(now)

    def _longest(self) -> Asker:
        crowd = busiest(asker.network for asker in self._there)
        return next(asker for asker in self._there if asker.network == crowd)
