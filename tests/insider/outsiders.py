"""Sieges of sessions by people without a seat: who watches, and who asks for a seat with a new key.

They may say next to nothing; so most of what they say costs the connection, and they come again.
"""

from __future__ import annotations

from p2p.session.events import Output
from p2p.wire.codec import MessageError
from tests.insider.forging import CLAIMANTS
from tests.insider.sessions import HONEST, INSIDER, Besieged, besiege
from tests.insider.sieges import Tally


class Watched(Besieged):
    """A table where all who have a seat are honest, and a guest is not."""

    link = 90
    honest_persons = (*HONEST, INSIDER)
    key = CLAIMANTS[0]

    def arrive(self) -> None:
        for to in self.targets:
            self.connect(to)

    def connect(self, to: int) -> None:
        if self.link not in self.sessions[to].links.all():
            self._take(to, self.sessions[to].connected(self.link, None, CLAIMANTS[0].public))

    def part(self) -> None:
        for to in self.targets:
            self._take(to, self.sessions[to].disconnected(self.link))

    @property
    def targets(self) -> list[int]:
        return self.here


class Claimed(Watched):
    """A table where an outsider asks for seats, again and again, and then listens like a guest."""

    link = 91

    def heard_by(self, to: int) -> list[Output]:
        if self.fate.random() < 0.5:
            return super().heard_by(to)
        try:
            return self.sessions[to].claimed(CLAIMANTS[0].public, self.last)
        except MessageError:
            self.tally.refused += 1  # at the door, where nothing else has begun
            return []


def besiege_as_guest(number: int) -> Tally:
    """A siege by a spectator."""
    return besiege(number, Watched)


def besiege_as_claimant(number: int) -> Tally:
    """A siege by an outsider who asks for seats."""
    return besiege(number, Claimed)
