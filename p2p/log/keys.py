"""Which keys each person has: those of the charter, until an epoch gives a player others who has lost them.

From the term of that epoch on only the new key signs for that player. What the old one signs counts no more, and what
the new one signs counts in no older epoch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from crypto.canonical import Value
from crypto.errors import SignatureError
from crypto.identity import PublicKey
from crypto.labels import Label
from p2p.log.charter import Charter
from p2p.wire.schema import ChatKey, Count, Digest, IdentityKey


class NewKey(NamedTuple):
    """What a person is given who has lost their identity: two keys, neither of them weak, and a chain of the beacon.

    Keys and tip have 32 bytes each; ``first`` is the index of the first link behind the tip.
    Link number i of the game is the one that hashes to this tip in i - first + 1 steps.
    """

    identity: IdentityKey
    chat: ChatKey
    tip: Digest
    first: Count


@dataclass(frozen=True, slots=True)
class KeySet:
    """What a person signs with from the term ``since`` on, reads private messages with, and throws dice with."""

    key: PublicKey
    chat: bytes
    tip: bytes
    first: int = 1
    since: int = 0

    @property
    def value(self) -> NewKey:
        """The hand as a change of keys names it."""
        return NewKey(self.key.raw, self.chat, self.tip, self.first)

    def place_of(self, index: int) -> int:
        """The number, in this hand's own chain, of the game's link with an index; below 1 there is none."""
        return index - self.first + 1


class Keys:
    """Every person's hand at one place of a log, and all that were taken from somebody before. Never changed."""

    def __init__(self, hands: tuple[KeySet, ...], former: tuple[KeySet, ...] = ()) -> None:
        self._hands = hands
        self._former = former

    @classmethod
    def of(cls, charter: Charter) -> Keys:
        """The keys with which a game begins."""
        return cls(tuple(KeySet(person.key, person.chat, person.tip) for person in charter.persons))

    def __getitem__(self, person: int) -> KeySet:
        return self._hands[person]

    def person(self, key: PublicKey) -> int | None:
        """Who has this key; None where it is nobody's, or nobody's any more."""
        return next((person for person, hand in enumerate(self._hands) if hand.key == key), None)

    def is_former(self, key: PublicKey) -> bool:
        """Whether somebody had this key who has another one now."""
        return any(hand.key == key for hand in self._former)

    def keeps(self, person: int, new: NewKey | tuple[()]) -> bool:
        """Whether what somebody is to be given is what he has."""
        return person < len(self._hands) and self._hands[person].value == new

    def changed(self, since: Keys) -> tuple[int, ...]:
        """The persons who have another key here than there, in rising order."""
        pairs = zip(self._hands, since._hands, strict=True)
        return tuple(person for person, (one, other) in enumerate(pairs) if one != other)

    def objection(self, new: NewKey, attempts: int) -> str | None:
        """Why nobody can be given a key, as the end of a sentence; None where he can.

        ``attempts`` at dice have been made, so their links are used; the next one has to be a link of the new chain.
        """
        key = PublicKey(new.identity)
        hands = (*self._hands, *self._former)
        if any(hand.key == key or new.chat == hand.chat or new.tip == hand.tip for hand in hands):
            return "a key, chat key or tip that somebody has or had"
        if not 1 <= new.first <= attempts + 1:
            return "a chain that begins too late"
        return None

    def given(self, person: int, new: NewKey, term: int) -> Keys:
        """The keys once an epoch of this term has given a player another one, to which there is no ``objection``."""
        if new == self._hands[person].value:
            return self
        hand = KeySet(PublicKey(new.identity), new.chat, new.tip, new.first, term)
        hands = tuple(hand if number == person else known for number, known in enumerate(self._hands))
        return Keys(hands, (*self._former, self._hands[person]))

    def verify(self, person: int, term: int | None, signature: bytes, label: Label, *fields: Value) -> None:
        """Raise SignatureError unless a person's key has signed this, and had a right to in an epoch of this term.

        The term is None for what belongs to no epoch.
        """
        hand = self._hands[person]
        hand.key.verify(signature, label, *fields)
        if term is not None and term < hand.since:
            raise SignatureError(f"The key {hand.key.short}… was this person's only later.")
