"""Which keys each player has: those of the charter, until an epoch replaces a lost one.

From the term of that epoch on, only the new key signs for that player. Later signatures of the old key don't count, and
the new key's signatures don't count in older epochs.

A player who lost their identity asks for their seat with a new key that signs a *claim*. It names the game and the
player, and proves only that its author holds the new key. The other players must check who the author is. The best way
is to have them read the key's fingerprint aloud. Then the others agree to the change ``KEY``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from crypto.canonical import Value
from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from p2p.log.charter import Charter
from p2p.wire.codec import SPREAD, begins, value
from p2p.wire.schema import ChatKey, Count, Digest, IdentityKey, Number, Signature


class NewKey(NamedTuple):
    """What a player who lost their identity is given: an identity key, a chat key and a beacon chain.

    Keys and tip have 32 bytes each, and no key is weak. ``first`` is the index of the first value behind the tip.
    Value number i of the game is the one that hashes to this tip in i - first + 1 steps.
    """

    identity: IdentityKey
    chat: ChatKey
    tip: Digest
    first: Count


@dataclass(frozen=True, slots=True)
class KeySet:
    """A player's keys from the term ``since`` on: for signatures, for private messages, and for the dice."""

    key: PublicKey
    chat: bytes
    tip: bytes
    first: int = 1
    since: int = 0

    @property
    def value(self) -> NewKey:
        """Return the keys as a change of keys names them."""
        return NewKey(self.key.raw, self.chat, self.tip, self.first)

    def place_of(self, index: int) -> int:
        """Return the number, in this chain, of the game's value with an index; the chain has none below 1."""
        return index - self.first + 1


class Keys:
    """Every player's keys at one place of a log, and all former keys. Immutable.

    ``histories`` has by player their key sets, the newest last.
    """

    def __init__(self, histories: tuple[tuple[KeySet, ...], ...]) -> None:
        self._histories = histories

    @classmethod
    def of(cls, charter: Charter) -> Keys:
        """Return the keys with which a game begins."""
        return cls(tuple((KeySet(player.key, player.chat, player.tip),) for player in charter.players))

    def __getitem__(self, player: int) -> KeySet:
        return self._histories[player][-1]

    def in_term(self, term: int) -> Keys:
        """Return the keys that were valid in epochs of a term."""
        if all(history[-1].since <= term for history in self._histories):
            return self
        return Keys(tuple(tuple(known for known in history if known.since <= term) for history in self._histories))

    def player(self, key: PublicKey) -> int | None:
        """Return the player who has this key now, or None."""
        return next((player for player, history in enumerate(self._histories) if history[-1].key == key), None)

    def is_former(self, key: PublicKey) -> bool:
        """Return whether a player had this key and now has another one."""
        return any(known.key == key for history in self._histories for known in history[:-1])

    def keeps(self, player: int, new: NewKey | tuple[()]) -> bool:
        """Return whether a player has exactly these keys already."""
        return player < len(self._histories) and self[player].value == new

    def changed(self, since: Keys) -> tuple[int, ...]:
        """Return the players whose keys differ between two places, in rising order."""
        return tuple(player for player in range(len(self._histories)) if self[player] != since[player])

    def objection(self, new: NewKey, attempts: int) -> str | None:
        """Return why a player can't be given a key, as the end of a sentence; None if they can.

        ``attempts`` is the number of attempts at dice so far; their values are used up. The next attempt must use a
        value of the new chain.
        """
        key = PublicKey(new.identity)
        known = [one for history in self._histories for one in history]
        if any(one.key == key or new.chat == one.chat or new.tip == one.tip for one in known):
            return "a key, chat key or tip that a player has or had"
        if not 1 <= new.first <= attempts + 1:
            return "a chain that begins too late"
        return None

    def given(self, player: int, new: NewKey, term: int) -> Keys:
        """Return the keys after an epoch of this term gives a player another one; ``objection`` must have returned
        None.
        """
        if new == self[player].value:
            return self
        added = KeySet(PublicKey(new.identity), new.chat, new.tip, new.first, term)
        histories = enumerate(self._histories)
        return Keys(tuple((*history, added) if number == player else history for number, history in histories))

    def has_signed(self, player: int, term: int | None, signature: bytes, label: Label, *fields: Value) -> bool:
        """Return whether a player's key signed this and was valid in epochs of this term.

        The term is None for statements that belong to no epoch.
        """
        current = self[player]
        return (term is None or term >= current.since) and current.key.has_signed(signature, label, *fields)


class Claim(NamedTuple):
    """What is signed: the game, the player whose seat is asked for, and the keys and chain for that player."""

    game: Digest
    player: Number
    key: Annotated[NewKey, SPREAD]


@begins("claim")
class SignedClaim(NamedTuple):
    """A claim, and the signature by the key that it names."""

    content: Claim
    signature: Signature

    @property
    def is_signed(self) -> bool:
        """Return whether the claim bears the signature of its own key."""
        return PublicKey(self.content.key.identity).has_signed(self.signature, Label.CLAIM, *value(self.content))


def sign_claim(identity: Identity, claim: Claim) -> SignedClaim:
    """Return a claim signed with its own key."""
    return SignedClaim(claim, identity.sign(Label.CLAIM, *value(claim)))
