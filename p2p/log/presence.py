"""Who is connected with whom: what every person says of himself, signed, and newest known to all.

A *presence* names its person's neighbours and the addresses at which he can be dialled. Two persons count as connected
where both say so. Nothing about the game follows from it: it spares messages that would arrive twice, shows who can be
reached through whom, and tells where to dial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Annotated, NamedTuple, TypeAlias

from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.charter import Charter, Players
from p2p.log.keys import Keys
from p2p.wire.codec import Limits, begins
from p2p.wire.schema import Count, Digest, Line, Number, Signature

MAX_ADDRESSES = 8
MAX_HOST = 64
"""Characters of a host in an address: a literal IPv4 or IPv6 address, with a zone at most."""

Address: TypeAlias = tuple[Annotated[Line, Limits(1, MAX_HOST)], Annotated[int, Limits(1, (1 << 16) - 1)]]
"""A host and a port, by their shape; whether one may be dialled is another question."""

Addresses: TypeAlias = Annotated[tuple[Address, ...], Limits(0, MAX_ADDRESSES)]


class Status(IntEnum):
    """What a person's session is about."""

    HERE = 0
    LEFT = 1
    STOPPED = 2


class Presence(NamedTuple):
    """What is signed; ``counter`` numbers a person's presences from 1, and only the newest counts."""

    game: Digest
    counter: Count
    standing: Annotated[int, Limits(min(Status), max(Status))]
    neighbours: Players
    addresses: Addresses


@begins("presence")
class SignedPresence(NamedTuple):
    """A presence and the signature of its person."""

    person: Number
    content: Presence
    signature: Signature


def sign_presence(identity: Identity, person: int, presence: Presence) -> SignedPresence:
    """A presence as its person signs it."""
    return SignedPresence(person, presence, identity.sign(Label.PRESENCE, *presence))


def verify_presence(keys: Keys, signed: SignedPresence) -> None:
    """Raise SignatureError unless the presence bears its person's signature."""
    keys.verify(signed.person, None, signed.signature, Label.PRESENCE, *signed.content)


class Roster:
    """The newest presence of every person."""

    def __init__(self, charter: Charter) -> None:
        self._charter = charter
        self._newest: dict[int, SignedPresence] = {}

    def __iter__(self) -> Iterator[SignedPresence]:
        return iter(self._newest.values())

    @property
    def heard(self) -> set[int]:
        """The persons who have said something of themselves."""
        return set(self._newest)

    def is_newer(self, signed: SignedPresence) -> bool:
        """Whether a presence says more than what is known; its signature is not looked at."""
        known = self._newest.get(signed.person)
        return known is None or known.content.counter < signed.content.counter

    def take(self, signed: SignedPresence) -> bool:
        """Keep a newer presence; whether its person, or anybody he had named, may have lost a connection by it."""
        known = self._newest.get(signed.person)
        self._newest[signed.person] = signed
        return known is not None and not set(known.content.neighbours) <= set(signed.content.neighbours)

    def forget(self, person: int) -> None:
        """What a person has said of himself was said with a key that he has no more."""
        self._newest.pop(person, None)

    def counter(self, person: int) -> int:
        """The number of the person's newest presence, 0 if there is none."""
        known = self._newest.get(person)
        return known.content.counter if known is not None else 0

    def standing(self, person: int) -> Status:
        """Whether a person is here, as far as he has said."""
        known = self._newest.get(person)
        return Status(known.content.standing) if known is not None else Status.HERE

    def addresses(self, person: int) -> tuple[Address, ...]:
        """Where a person says he can be dialled."""
        known = self._newest.get(person)
        return known.content.addresses if known is not None else ()

    def connected(self, one: int, other: int) -> bool:
        """Whether two persons are connected, as both say."""
        return other in self._neighbours(one) and one in self._neighbours(other)

    def reachable(self, start: int, own: Iterable[int]) -> set[int]:
        """The persons whom messages reach from ``start``, who is connected with ``own``, through whomever it may be."""
        found = {start, *own}
        waiting = list(own)
        while waiting:
            one = waiting.pop()
            for other in self._neighbours(one):
                if other not in found and self.connected(one, other):
                    found.add(other)
                    waiting.append(other)
        return found

    def _neighbours(self, person: int) -> tuple[int, ...]:
        known = self._newest.get(person)
        return known.content.neighbours if known is not None else ()
