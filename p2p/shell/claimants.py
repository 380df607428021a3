"""The strangers at a door who ask for a seat: few at once, one of each key, and room for whoever comes next.

Anybody with the invitation can come and say nothing, or ask with many keys. So nobody is turned away because others are
there: one of those makes way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from crypto.identity import PublicKey
from p2p.wire.allowance import Allowance

CLAIMS_AT_ONCE = 6
CLAIMS_PER_SECOND = 0.1
"""New claims that are taken from one place, at once after a pause and from then on; who has asked comes back freely."""

PLACES = 64
"""Places whose claims are counted: those from which somebody has asked last."""


@dataclass(slots=True, eq=False)
class Asker:
    """One of them: the key, where the connection comes from, and how to cut it."""

    key: PublicKey
    place: bytes
    cut: Callable[[], None]
    has_asked: bool = False


class Askers:
    """Those who are there, in the order in which they came."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._there: list[Asker] = []
        self._claims: dict[bytes, Allowance] = {}

    def enter(self, key: PublicKey, place: bytes, cut: Callable[[], None]) -> Asker:
        """Take somebody in; an older connection of the same key ends, or where there are too many, one of the others.

        Of the others it is one who has not asked yet, if there is one; of the place from which most of those come; and
        of these the one who has been there longest.
        """
        same = [asker for asker in self._there if asker.key == key]
        for asker in same or ([self._longest()] if len(self._there) == self._most else []):
            self.leave(asker)
            asker.cut()
        self._there.append(asker := Asker(key, place, cut))
        return asker

    def leave(self, asker: Asker) -> None:
        """Somebody is gone."""
        if asker in self._there:
            self._there.remove(asker)

    def may_claim(self, place: bytes, now: float) -> bool:
        """Whether one more new claim is taken from a place; if so it counts."""
        allowance = self._claims.pop(place, None) or Allowance(CLAIMS_PER_SECOND, CLAIMS_AT_ONCE, now)
        self._claims[place] = allowance
        if len(self._claims) > PLACES:
            del self._claims[next(iter(self._claims))]
        return allowance.spend(now)

    def _longest(self) -> Asker:
        candidates = [asker for asker in self._there if not asker.has_asked] or self._there
        [(busiest, _)] = Counter(asker.place for asker in candidates).most_common(1)
        return next(asker for asker in candidates if asker.place == busiest)
