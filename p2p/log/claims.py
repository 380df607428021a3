"""How a player who lost their identity asks for their seat: with a new key that signs a claim.

A claim names the game and the player, and proves only that its author holds the new key. The other players must check
who the author is. The best way is to have them read the key's fingerprint aloud. Then the others agree to the change
``KEY``.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from p2p.log.keys import NewKey
from p2p.wire.codec import SPREAD, begins, value
from p2p.wire.schema import Digest, Number, Signature


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


def sign_claim(identity: Identity, claim: Claim) -> SignedClaim:
    """Return a claim signed with its own key."""
    return SignedClaim(claim, identity.sign(Label.CLAIM, *value(claim)))


def verify_claim(signed: SignedClaim) -> None:
    """Raise SignatureError unless the claim bears the signature of its own key."""
    claim = signed.content
    PublicKey(claim.key.identity).verify(signed.signature, Label.CLAIM, *value(claim))
