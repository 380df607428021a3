"""Who is connected with whom: what every player's program says about itself, signed; the newest is known to all.

A *presence* names its player's neighbours and the addresses at which that player can be dialled. Two players count as
connected if both say so. The game doesn't depend on it. It spares duplicate messages, shows who can be reached through
whom, and tells where to dial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Annotated, NamedTuple, TypeAlias

from crypto.labels import Label
from p2p.log.charter import Charter, PlayerNumbers
from p2p.log.envelope import Envelope, signed_as
from p2p.wire.codec import Count, Digest, Limits, Line

MAX_ADDRESSES = 8
MAX_HOST = 128
"""The most characters of a host in an address: a literal IPv4 or IPv6 address, or an endpoint's key and its relay."""

Address: TypeAlias = tuple[Annotated[Line, Limits(1, MAX_HOST)], Annotated[int, Limits(1, (1 << 16) - 1)]]
"""A host and a port of valid shape; whether we may dial it is another question."""

Addresses: TypeAlias = Annotated[tuple[Address, ...], Limits(0, MAX_ADDRESSES)]


class Status(IntEnum):
    """What a player's session is doing."""

    HERE = 0
    LEFT = 1
    STOPPED = 2


class Presence(NamedTuple):
    """What is signed. ``counter`` numbers a player's presences from 1, and only the newest counts."""

    game: Digest
    counter: Count
    status: Annotated[int, Limits(min(Status), max(Status))]
    neighbours: PlayerNumbers
    addresses: Addresses


@signed_as("presence", Label.PRESENCE)
class SignedPresence(Envelope[Presence]):
    """A presence and its player's signature."""

    __slots__ = ()


class Roster:
    """The newest presence of every player."""

    def __init__(self, charter: Charter) -> None:
        self._charter = charter
        self._newest: dict[int, SignedPresence] = {}

    def __iter__(self) -> Iterator[SignedPresence]:
        return iter(self._newest.values())

    @property
    def heard(self) -> set[int]:
        """Return the players from whom a presence is known."""
        return set(self._newest)

    def is_newer(self, signed: SignedPresence) -> bool:
        """Return whether a presence is newer than the known one; its signature is not checked."""
        known = self._newest.get(signed.player)
        return known is None or known.content.counter < signed.content.counter

    def take(self, signed: SignedPresence) -> bool:
        """Keep a newer presence; return whether a connection of its player or their neighbours may have ended."""
        known = self._newest.get(signed.player)
        self._newest[signed.player] = signed
        return known is not None and not set(known.content.neighbours) <= set(signed.content.neighbours)

    def counter(self, player: int) -> int:
        """Return the number of the player's newest presence, 0 if there is none."""
        known = self._newest.get(player)
        return known.content.counter if known is not None else 0

    def status(self, player: int) -> Status:
        """Return whether a player is here, as far as their presence says."""
        known = self._newest.get(player)
        return Status(known.content.status) if known is not None else Status.HERE

    def addresses(self, player: int) -> tuple[Address, ...]:
        """Return the addresses at which a player says they can be dialled."""
        known = self._newest.get(player)
        return known.content.addresses if known is not None else ()

    def connected(self, one: int, other: int) -> bool:
        """Return whether two players are connected, as both say."""
        return other in self._neighbours(one) and one in self._neighbours(other)

    def reachable(self, start: int, own: Iterable[int]) -> set[int]:
        """Return the players whom messages from ``start``, who is connected with ``own``, reach directly or through
        others.
        """
        found = {start, *own}
        waiting = list(own)
        while waiting:
            one = waiting.pop()
            for other in self._neighbours(one):
                if other not in found and self.connected(one, other):
                    found.add(other)
                    waiting.append(other)
        return found

    def _neighbours(self, player: int) -> tuple[int, ...]:
        known = self._newest.get(player)
        return known.content.neighbours if known is not None else ()
