"""The strangers at a door who ask for a seat: few at once, one for each key, with room for newcomers.

Anyone with the invitation can come and say nothing, or ask with many keys. So when it is full, a newcomer isn't turned
away: one of the earlier strangers makes way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from crypto.identity import PublicKey
from p2p.wire.allowance import Allowance

CLAIMS_AT_ONCE = 6
CLAIMS_PER_SECOND = 0.1
"""New claims a second that are taken from one place, after a first burst; a key that has asked may return freely."""

PLACES = 64
"""How many places have their claims counted: those that sent a claim last."""


@dataclass(slots=True, eq=False)
class Asker:
    """A stranger who asks: the key, where the connection comes from, and how to cut it."""

    key: PublicKey
    place: bytes
    cut: Callable[[], None]
    has_asked: bool = False


class Askers:
    """The strangers who are here, in the order in which they came."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._there: list[Asker] = []
        self._claims: dict[bytes, Allowance] = {}

    def enter(self, key: PublicKey, place: bytes, cut: Callable[[], None]) -> Asker:
        """Take a stranger in; end an older connection of the same key, or, if there are too many, one of the others.

        To make room, it ends one that has not asked yet, if there is any. Among those it picks the place from which
        most come, and there the one who has waited longest.
        """
        same = [asker for asker in self._there if asker.key == key]
        for asker in same or ([self._longest()] if len(self._there) == self._most else []):
            self.leave(asker)
            asker.cut()
        self._there.append(asker := Asker(key, place, cut))
        return asker

    def leave(self, asker: Asker) -> None:
        """A stranger is gone."""
        if asker in self._there:
            self._there.remove(asker)

    def may_claim(self, place: bytes, now: float) -> bool:
        """Return whether one more new claim is taken from a place; if so, count it."""
        allowance = self._claims.pop(place, None) or Allowance(CLAIMS_PER_SECOND, CLAIMS_AT_ONCE, now)
        self._claims[place] = allowance
        if len(self._claims) > PLACES:
            del self._claims[next(iter(self._claims))]
        return allowance.spend(now)

    def _longest(self) -> Asker:
        candidates = [asker for asker in self._there if not asker.has_asked] or self._there
        [(busiest, _)] = Counter(asker.place for asker in candidates).most_common(1)
        return next(asker for asker in candidates if asker.place == busiest)
