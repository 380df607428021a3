"""Sieges of sessions by people without a seat, who watch.

They may say next to nothing; so most of what they say costs the connection, and they come again.
"""

from __future__ import annotations

from tests.insider.forging import STRANGERS
from tests.insider.sessions import HONEST, INSIDER, Besieged, besiege
from tests.insider.sieges import Tally


class Watched(Besieged):
    """A table where all who have a seat are honest, and a guest is not."""

    link = 90
    honest_persons = (*HONEST, INSIDER)
    key = STRANGERS[0]

    def arrive(self) -> None:
        for to in self.targets:
            self.connect(to)

    def connect(self, to: int) -> None:
        if self.link not in self.sessions[to].links.all():
            self._take(to, self.sessions[to].connected(self.link, None))

    def part(self) -> None:
        for to in self.targets:
            self._take(to, self.sessions[to].disconnected(self.link))

    @property
    def targets(self) -> list[int]:
        return self.here


def besiege_as_guest(number: int) -> Tally:
    """A siege by a spectator."""
    return besiege(number, Watched)
