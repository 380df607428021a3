"""The messages between connected peers; each is one canonical array that begins with a word.

The types of their fields are declared in the modules of their subjects. `p2p.wire.codec` refuses anything else.

Talk is to all, or to one player alone. It is kept with the game, but isn't part of the log. A private message is sealed
to the chat key of its receiver, so the players who pass it on can't read it. The seal binds game, sender, receiver and
counter, and the sender signs the whole. A thief of the receiver's key can read old messages.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from crypto.labels import Label
from p2p.log.envelope import Envelope, signed_as
from p2p.log.presence import SignedPresence
from p2p.log.statements import (
    Equivocation,
    Promised,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedRequest,
    Violation,
)
from p2p.wire.codec import Codec, Count, Digest, Limits, Number, Signature, begins
from p2p.wire.frames import MAX_MESSAGE

MAX_PAST = MAX_MESSAGE - 1024
"""Bytes of the longest record that a game can continue."""

CHUNK = 1 << 17
"""Bytes of entries in one chunk; the rest waits for the next fetch."""


MAX_BODY = 1024
"""The most bytes of one message, sealed or not."""

KEPT = 1000
"""How many messages of each player are kept, in memory and in a journal: the newest."""


@begins("signature")
class CharterSignature(NamedTuple):
    """A player's signature of the charter, with the charter's id."""

    game: Digest
    player: Number
    signature: Signature


@begins("past")
class Past(NamedTuple):
    """The record of the game that the charter continues, up to where it goes on."""

    record: Annotated[bytes, Limits(1, MAX_PAST)]


@begins("have")
class Have(NamedTuple):
    """What the sender has: its term and height, and by player the number of the last talk that it heard.

    On every connection it follows what the sender offers at the start.
    """

    term: Number
    height: Number
    heard: tuple[Number, ...]


@begins("fetch")
class Fetch(NamedTuple):
    """Asks for the entries of all steps from ``first`` on."""

    first: Count


@begins("chunk")
class Chunk(NamedTuple):
    """Answers a fetch: the sender's term and height, and entries and proposals in log order, each as a message."""

    first: Count
    term: Number
    height: Number
    entries: tuple[bytes, ...]


class Talk(NamedTuple):
    """What is signed. ``body`` is UTF-8 if it is for all, else sealed for the player ``to``; ``counter`` is the
    sender's.
    """

    game: Digest
    counter: Count
    to: Number | None
    body: Annotated[bytes, Limits(1, MAX_BODY)]


@signed_as("talk", Label.TALK)
class SignedTalk(Envelope[Talk]):
    """A player's message and their signature."""

    __slots__ = ()


Message: TypeAlias = (
    CharterSignature
    | Past
    | SignedEntry
    | SignedAck
    | SignedClosing
    | SignedRequest
    | Promised
    | Proposed
    | Have
    | Fetch
    | Chunk
    | Equivocation
    | Violation
    | SignedPresence
    | SignedTalk
)

MESSAGES: Codec[Message] = Codec(Message, MAX_MESSAGE)

encode = MESSAGES.encode
"""Return the bytes of a message."""

decode = MESSAGES.decode
"""Return the message of these bytes; raise MessageError for any others."""
