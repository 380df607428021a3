"""How somebody who has lost his identity asks for his seat: with a new key, which signs for which person of which game.

A claim proves that whoever makes it has that key, and nothing else. That it is he, the others have to find out for
themselves, best by having him read the key's fingerprint aloud; then they agree to the change ``KEY``.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from p2p.log.keys import NewKey
from p2p.wire.codec import SPREAD, begins, value
from p2p.wire.schema import Digest, Number, Signature


class Claim(NamedTuple):
    """What is signed: the game, the person whose seat is asked for, and all that he is to be given."""

    game: Digest
    person: Number
    key: Annotated[NewKey, SPREAD]


@begins("claim")
class SignedClaim(NamedTuple):
    """A claim, and the signature by the key that it names."""

    content: Claim
    signature: Signature


def sign_claim(identity: Identity, claim: Claim) -> SignedClaim:
    """A claim as whoever has its key signs it."""
    return SignedClaim(claim, identity.sign(Label.CLAIM, *value(claim)))


def verify_claim(signed: SignedClaim) -> None:
    """Raise SignatureError unless the claim bears the signature of its own key."""
    claim = signed.content
    PublicKey(claim.key.identity).verify(signed.signature, Label.CLAIM, *value(claim))
