"""What peers send each other once they are connected, each message one canonical array that begins with a word.

``decode`` takes nothing else: every shape is checked before anything looks at the contents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import EncodingError
from p2p.log.ballots import Passed, SignedBallot, SignedWish, passed_from, proposal_from, wish_from
from p2p.log.claims import SignedClaim, claim_from
from p2p.log.presence import SignedPresence, presence_from
from p2p.log.proof import Equivocation, Violation
from p2p.log.statements import (
    Ack,
    Closing,
    Entry,
    SignedAck,
    SignedClosing,
    SignedEntry,
    Statement,
    is_body,
)
from p2p.log.talk import SignedTalk, talk_from
from p2p.wire import schema
from p2p.wire.frames import MAX_MESSAGE

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
    | Equivocation
    | Violation
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
        case Equivocation(one, other):
            return "contradiction", statement_value(one), statement_value(other)
        case Violation(entry):
            return "breach", statement_value(entry)


_ENTRY = (
    schema.digest,
    schema.number,
    schema.digest,
    schema.positive,
    schema.number,
    is_body,
    schema.digest,
    schema.digest,
    schema.number,
)
_CLOSING = (schema.digest, schema.number, schema.digest, schema.number, schema.digest, schema.digest)
_ACK = (*_CLOSING, schema.number)

Fields: TypeAlias = tuple[Value, ...]


def _entry(fields: Fields) -> SignedEntry | None:
    if len(fields) == 2:
        entry, signature = fields
        if schema.fits(entry, *_ENTRY) and schema.signature(signature):
            return SignedEntry.of(Entry._make(entry), signature)
    return None


def _ack(fields: Fields) -> SignedAck | None:
    if len(fields) == 3:
        person, ack, signature = fields
        if schema.number(person) and schema.fits(ack, *_ACK) and schema.signature(signature):
            return SignedAck(person, Ack._make(ack), signature)
    return None


def _closing(fields: Fields) -> SignedClosing | None:
    if len(fields) == 3:
        person, closing, signature = fields
        if schema.number(person) and schema.fits(closing, *_CLOSING) and schema.signature(signature):
            return SignedClosing(person, Closing._make(closing), signature)
    return None


def _charter_signature(fields: Fields) -> CharterSignature | None:
    return (
        CharterSignature._make(fields) if schema.fits(fields, schema.digest, schema.number, schema.signature) else None
    )


def _fetch(fields: Fields) -> Fetch | None:
    return Fetch._make(fields) if schema.fits(fields, schema.positive) else None


def _chunk(fields: Fields) -> Chunk | None:
    shape = (schema.positive, schema.number, schema.number, schema.packets)
    return Chunk._make(fields) if schema.fits(fields, *shape) else None


def _have(fields: Fields) -> Have | None:
    return Have._make(fields) if schema.fits(fields, schema.number, schema.number, schema.numbers) else None


def _ballot(fields: Fields) -> SignedBallot | None:
    if len(fields) == 3:
        person, value, signature = fields
        proposal = proposal_from(value)
        if schema.number(person) and proposal is not None and schema.signature(signature):
            return SignedBallot(person, proposal, signature)
    return None


def _wish(fields: Fields) -> SignedWish | None:
    if len(fields) == 3:
        person, value, signature = fields
        wish = wish_from(value)
        if schema.number(person) and wish is not None and schema.signature(signature):
            return SignedWish(person, wish, signature)
    return None


def _passed(fields: Fields) -> Passed | None:
    return passed_from(*fields) if len(fields) == 2 else None


def _presence(fields: Fields) -> SignedPresence | None:
    if len(fields) == 3:
        person, value, signature = fields
        presence = presence_from(value)
        if schema.number(person) and presence is not None and schema.signature(signature):
            return SignedPresence(person, presence, signature)
    return None


def _talk(fields: Fields) -> SignedTalk | None:
    if len(fields) == 3:
        person, value, signature = fields
        talk = talk_from(value)
        if schema.number(person) and talk is not None and schema.signature(signature):
            return SignedTalk(person, talk, signature)
    return None


def _claim(fields: Fields) -> SignedClaim | None:
    if len(fields) == 2:
        value, signature = fields
        claim = claim_from(value)
        if claim is not None and schema.signature(signature):
            return SignedClaim(claim, signature)
    return None


def _contradiction(fields: Fields) -> Equivocation | None:
    if len(fields) == 2:
        one, other = _statement(fields[0]), _statement(fields[1])
        if one is not None and other is not None:
            return Equivocation(one, other)
    return None


def _breach(fields: Fields) -> Violation | None:
    entry = _statement(fields[0]) if len(fields) == 1 else None
    return Violation(entry) if isinstance(entry, SignedEntry) else None


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
