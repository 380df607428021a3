"""Talk at the table: to all, or to one person alone. It is kept with the game and is no part of its log.

A private message is sealed to the chat key of its receiver, so those who pass it on cannot read it; the seal binds
game, sender, receiver and counter, and the sender signs the whole. Whoever later steals the receiver's key can read it.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from crypto.identity import Identity
from crypto.labels import Label
from p2p.wire.codec import Limits, begins
from p2p.wire.schema import Count, Digest, Number, Signature

MAX_BODY = 1024
"""Bytes of what is said, sealed or not."""

KEPT = 1000
"""How much of what each person has said is kept, in memory and in a journal: the newest."""


class Talk(NamedTuple):
    """What is signed: ``body`` is UTF-8 for all, or sealed for the person ``to``. ``counter``: the sender's, from 1."""

    game: Digest
    counter: Count
    to: Number | None
    body: Annotated[bytes, Limits(1, MAX_BODY)]


@begins("talk")
class SignedTalk(NamedTuple):
    """What a person said, and his signature."""

    person: Number
    content: Talk
    signature: Signature


def sign_talk(identity: Identity, person: int, talk: Talk) -> SignedTalk:
    """What a person says, as he signs it."""
    return SignedTalk(person, talk, identity.sign(Label.TALK, *talk))
