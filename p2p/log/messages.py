"""What peers send each other once they are connected, each message one canonical array that begins with a word.

Their fields are declared where what they are about is; `p2p.wire.codec` takes nothing else.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from p2p.log.claims import SignedClaim
from p2p.log.evidence import Promised, Proposed
from p2p.log.presence import SignedPresence
from p2p.log.promises import SignedRequest
from p2p.log.proof import Violation
from p2p.log.statements import Equivocation, SignedAck, SignedClosing, SignedEntry
from p2p.log.talk import SignedTalk
from p2p.wire.codec import Codec, begins
from p2p.wire.frames import MAX_MESSAGE
from p2p.wire.schema import Count, Digest, Number, Signature

CHUNK = 1 << 17
"""Bytes of entries in one chunk; what goes beyond waits for the next fetch."""


@begins("signature")
class CharterSignature(NamedTuple):
    """A person's signature of the charter, with the id of the charter that he means."""

    game: Digest
    person: Number
    signature: Signature


@begins("have")
class Have(NamedTuple):
    """What the sender has: his term and height, and by person the last talk that he heard.

    On every connection it follows upon what is offered at its beginning.
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


Message: TypeAlias = (
    CharterSignature
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
    | SignedClaim
)

MESSAGES: Codec[Message] = Codec(Message, MAX_MESSAGE)

encode = MESSAGES.encode
"""The bytes of a message."""

decode = MESSAGES.decode
"""The message of these bytes; MessageError for anything else."""
