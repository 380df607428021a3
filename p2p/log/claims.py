"""How somebody who has lost his identity asks for his seat: with a new key, which signs for which person of which game.

A claim proves that whoever makes it has that key, and nothing else. That it is he, the others have to find out for
themselves, best by having him read the key's fingerprint aloud; then they agree to the change ``KEY``.
"""

from __future__ import annotations

from typing import NamedTuple

from crypto.canonical import Value
from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from p2p.log.keys import NewKey
from p2p.wire import schema


class Claim(NamedTuple):
    """What is signed: the game, the person whose seat is asked for, and all that he is to be given."""

    game: bytes
    person: int
    key: NewKey

    @property
    def value(self) -> tuple[Value, ...]:
        """[game, person, identity key, chat key, tip, first index]."""
        return self.game, self.person, *self.key


class SignedClaim(NamedTuple):
    """A claim, and the signature by the key that it names."""

    content: Claim
    signature: bytes


def sign_claim(identity: Identity, claim: Claim) -> SignedClaim:
    """A claim as whoever has its key signs it."""
    return SignedClaim(claim, identity.sign(Label.CLAIM, *claim.value))


def verify_claim(signed: SignedClaim) -> None:
    """Raise SignatureError unless the claim bears the signature of its own key."""
    claim = signed.content
    PublicKey(claim.key.identity).verify(signed.signature, Label.CLAIM, *claim.value)


def claim_from(value: Value) -> Claim | None:
    """The claim of a decoded value of the right shape, else None; its keys protect what they are for."""
    shape = (schema.digest, schema.number, schema.identity_key, schema.chat_key, schema.digest, schema.positive)
    if not schema.fits(value, *shape):
        return None
    game, person, *key = value
    return Claim._make((game, person, NewKey._make(key)))
