"""What peers send each other once they are connected, each message one canonical array that begins with a word.

``decode`` takes nothing else: every shape is checked before anything looks at the contents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import EncodingError
from p2p import shapes
from p2p.ballots import Passed, SignedBallot, SignedWish, passed_from, proposal_from, wish_from
from p2p.claims import SignedClaim, claim_from
from p2p.presence import SignedPresence, presence_from
from p2p.proof import Breach, Contradiction
from p2p.statements import (
    Ack,
    Closing,
    Entry,
    SignedAck,
    SignedClosing,
    SignedEntry,
    Statement,
    is_body,
)
from p2p.talk import SignedTalk, talk_from

MAX_MESSAGE = 1 << 18
"""Bytes of the largest message, a chunk."""

CHUNK = 1 << 17
"""Bytes of entries in one chunk; what goes beyond waits for the next fetch."""


class MessageError(Exception):
    """Bytes that are no message of this protocol; the text follows upon the name of the sender's program."""


class CharterSignature(NamedTuple):
    """A person's signature of the charter, with the id of the charter that he means."""

    game: bytes
    person: int
    signature: bytes


class Have(NamedTuple):
    """What the sender has: his term and height, and by person the last talk that he heard.

    On every connection it follows upon what is offered at its beginning.
    """

    term: int
    height: int
    heard: tuple[int, ...]


class Fetch(NamedTuple):
    """Asks for the entries of all steps from ``first`` on."""

    first: int


class Chunk(NamedTuple):
    """Answers a fetch: the sender's term and height, and entries and votes in log order, each as a message."""

    first: int
    term: int
    height: int
    entries: tuple[bytes, ...]


Message: TypeAlias = (
    CharterSignature
    | SignedEntry
    | SignedAck
    | SignedClosing
    | SignedBallot
    | SignedWish
    | Passed
    | Have
    | Fetch
    | Chunk
    | Contradiction
    | Breach
    | SignedPresence
    | SignedTalk
    | SignedClaim
)


def encode(message: Message) -> bytes:
    """The bytes of a message."""
    return canonical.encode(_value(message))


def decode(data: bytes) -> Message:
    """The message of these bytes; MessageError for anything else."""
    try:
        value = canonical.decode(data, max_size=MAX_MESSAGE)
    except EncodingError as error:
        raise MessageError(f"sent what is no canonical encoding: {error}") from None
    message = _message(value)
    if message is None:
        raise MessageError("sent a message that is none of this protocol")
    return message


def statement_value(statement: Statement) -> tuple[Value, ...]:
    """A statement as it stands in messages and proofs."""
    match statement:
        case SignedEntry(entry, signature):
            return "entry", tuple(entry), signature
        case SignedAck(person, ack, signature):
            return "ack", person, tuple(ack), signature
        case SignedClosing(person, closing, signature):
            return "closing", person, tuple(closing), signature
        case SignedBallot(person, proposal, signature):
            return "ballot", person, proposal.value, signature


_PLAIN: Mapping[type[CharterSignature | Fetch | Chunk | Have], str] = {
    CharterSignature: "signature",
    Fetch: "fetch",
    Chunk: "chunk",
    Have: "have",
}
"""What is sent as it is, with its word before it."""


def _value(message: Message) -> Value:
    match message:
        case SignedEntry() | SignedAck() | SignedClosing() | SignedBallot():
            return statement_value(message)
        case SignedWish(person, content, signature):
            return "wish", person, content.value, signature
        case Passed(proposal, signatures):
            return "passed", proposal.value, signatures
        case CharterSignature() | Fetch() | Chunk() | Have():
            return _PLAIN[type(message)], *message
        case SignedPresence(person, content, signature):
            return "presence", person, tuple(content), signature
        case SignedTalk(person, content, signature):
            return "talk", person, tuple(content), signature
        case SignedClaim(content, signature):
            return "claim", content.value, signature
        case Contradiction(one, other):
            return "contradiction", statement_value(one), statement_value(other)
        case Breach(entry):
            return "breach", statement_value(entry)


_ENTRY = (
    shapes.digest,
    shapes.number,
    shapes.digest,
    shapes.positive,
    shapes.number,
    is_body,
    shapes.digest,
    shapes.digest,
    shapes.number,
)
_CLOSING = (shapes.digest, shapes.number, shapes.digest, shapes.number, shapes.digest, shapes.digest)
_ACK = (*_CLOSING, shapes.number)

Fields: TypeAlias = tuple[Value, ...]


def _entry(fields: Fields) -> SignedEntry | None:
    if len(fields) == 2:
        entry, signature = fields
        if shapes.fits(entry, *_ENTRY) and shapes.signature(signature):
            return SignedEntry.of(Entry._make(entry), signature)
    return None


def _ack(fields: Fields) -> SignedAck | None:
    if len(fields) == 3:
        person, ack, signature = fields
        if shapes.number(person) and shapes.fits(ack, *_ACK) and shapes.signature(signature):
            return SignedAck(person, Ack._make(ack), signature)
    return None


def _closing(fields: Fields) -> SignedClosing | None:
    if len(fields) == 3:
        person, closing, signature = fields
        if shapes.number(person) and shapes.fits(closing, *_CLOSING) and shapes.signature(signature):
            return SignedClosing(person, Closing._make(closing), signature)
    return None


def _charter_signature(fields: Fields) -> CharterSignature | None:
    return (
        CharterSignature._make(fields) if shapes.fits(fields, shapes.digest, shapes.number, shapes.signature) else None
    )


def _fetch(fields: Fields) -> Fetch | None:
    return Fetch._make(fields) if shapes.fits(fields, shapes.positive) else None


def _chunk(fields: Fields) -> Chunk | None:
    shape = (shapes.positive, shapes.number, shapes.number, shapes.packets)
    return Chunk._make(fields) if shapes.fits(fields, *shape) else None


def _have(fields: Fields) -> Have | None:
    return Have._make(fields) if shapes.fits(fields, shapes.number, shapes.number, shapes.numbers) else None


def _ballot(fields: Fields) -> SignedBallot | None:
    if len(fields) == 3:
        person, value, signature = fields
        proposal = proposal_from(value)
        if shapes.number(person) and proposal is not None and shapes.signature(signature):
            return SignedBallot(person, proposal, signature)
    return None


def _wish(fields: Fields) -> SignedWish | None:
    if len(fields) == 3:
        person, value, signature = fields
        wish = wish_from(value)
        if shapes.number(person) and wish is not None and shapes.signature(signature):
            return SignedWish(person, wish, signature)
    return None


def _passed(fields: Fields) -> Passed | None:
    return passed_from(*fields) if len(fields) == 2 else None


def _presence(fields: Fields) -> SignedPresence | None:
    if len(fields) == 3:
        person, value, signature = fields
        presence = presence_from(value)
        if shapes.number(person) and presence is not None and shapes.signature(signature):
            return SignedPresence(person, presence, signature)
    return None


def _talk(fields: Fields) -> SignedTalk | None:
    if len(fields) == 3:
        person, value, signature = fields
        talk = talk_from(value)
        if shapes.number(person) and talk is not None and shapes.signature(signature):
            return SignedTalk(person, talk, signature)
    return None


def _claim(fields: Fields) -> SignedClaim | None:
    if len(fields) == 2:
        value, signature = fields
        claim = claim_from(value)
        if claim is not None and shapes.signature(signature):
            return SignedClaim(claim, signature)
    return None


def _contradiction(fields: Fields) -> Contradiction | None:
    if len(fields) == 2:
        one, other = _statement(fields[0]), _statement(fields[1])
        if one is not None and other is not None:
            return Contradiction(one, other)
    return None


def _breach(fields: Fields) -> Breach | None:
    entry = _statement(fields[0]) if len(fields) == 1 else None
    return Breach(entry) if isinstance(entry, SignedEntry) else None


_STATEMENTS: Mapping[Value, Callable[[Fields], Statement | None]] = {
    "entry": _entry,
    "ack": _ack,
    "closing": _closing,
    "ballot": _ballot,
}
_MESSAGES: Mapping[Value, Callable[[Fields], Message | None]] = {
    **_STATEMENTS,
    "signature": _charter_signature,
    "wish": _wish,
    "passed": _passed,
    "fetch": _fetch,
    "chunk": _chunk,
    "have": _have,
    "presence": _presence,
    "talk": _talk,
    "claim": _claim,
    "contradiction": _contradiction,
    "breach": _breach,
}


def _statement(value: Value) -> Statement | None:
    if type(value) is not tuple or not value or value[0] not in _STATEMENTS:
        return None
    return _STATEMENTS[value[0]](value[1:])


def _message(value: Value) -> Message | None:
    if type(value) is not tuple or not value or value[0] not in _MESSAGES:
        return None
    return _MESSAGES[value[0]](value[1:])
