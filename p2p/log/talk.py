"""Talk at the table: to all, or to one player alone. It is kept with the game, but isn't part of the log.

A private message is sealed to the chat key of its receiver, so the players who pass it on can't read it. The seal binds
game, sender, receiver and counter, and the sender signs the whole. A thief of the receiver's key can read old messages.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.charter import Charter
from p2p.wire.codec import Limits, begins
from p2p.wire.schema import Count, Digest, Number, Signature

MAX_BODY = 1024
"""The most bytes of one message, sealed or not."""

KEPT = 1000
"""How many messages of each player are kept, in memory and in a journal: the newest."""


class Talk(NamedTuple):
    """What is signed. ``body`` is UTF-8 if it is for all, else sealed for the player ``to``; ``counter`` is the
    sender's.
    """

    game: Digest
    counter: Count
    to: Number | None
    body: Annotated[bytes, Limits(1, MAX_BODY)]


@begins("talk")
class SignedTalk(NamedTuple):
    """A player's message and their signature."""

    player: Number
    content: Talk
    signature: Signature

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its player's key."""
        return charter.players[self.player].key.has_signed(self.signature, Label.TALK, *self.content)


def sign_talk(identity: Identity, player: int, talk: Talk) -> SignedTalk:
    """Return a message signed by its player."""
    return SignedTalk(player, talk, identity.sign(Label.TALK, *talk))
