"""What peers send each other once they are connected, each message one canonical array that begins with a word.

``decode`` takes nothing else: every shape is checked before anything looks at the contents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import EncodingError
from p2p.log.charter import MAX_PERSONS, MAX_SEATS
from p2p.log.claims import SignedClaim, claim_from
from p2p.log.evidence import Promised, Proposed
from p2p.log.presence import SignedPresence, presence_from
from p2p.log.promises import SignedPromise, SignedProposal, SignedRequest, epoch_from, promise_from, request_from
from p2p.log.proof import Violation
from p2p.log.statements import (
    Ack,
    Closing,
    Entry,
    Equivocation,
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
    """Answers a fetch: the sender's term and height, and entries and proposals in log order, each as a message."""

    first: int
    term: int
    height: int
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
        case SignedPromise(person, promise, signature):
            return "promise", person, promise.value, signature
        case SignedProposal(person, epoch, signature):
            return "proposal", person, epoch.value, signature


def proposed_value(promises: tuple[SignedPromise, ...], proofs: tuple[Equivocation, ...]) -> tuple[Value, Value]:
    """The promises and the proofs of a proposal as they stand in messages and records."""
    return tuple(map(statement_value, promises)), tuple(map(_value, proofs))


def proposed_from(promises: Value, proofs: Value) -> tuple[tuple[SignedPromise, ...], tuple[Equivocation, ...]] | None:
    """The promises and the proofs of decoded values of the right shapes, else None."""
    if not schema.rows(promises) or len(promises) > MAX_PERSONS:
        return None
    shown = [_statement(value) for value in promises]
    made = tuple(promise for promise in shown if isinstance(promise, SignedPromise))
    proven = _all(proofs, Equivocation, MAX_PERSONS)
    return None if proven is None or len(made) < len(shown) else (made, proven)


_PLAIN: Mapping[type[CharterSignature | Fetch | Chunk | Have], str] = {
    CharterSignature: "signature",
    Fetch: "fetch",
    Chunk: "chunk",
    Have: "have",
}
"""What is sent as it is, with its word before it."""


def _value(message: Message) -> Value:
    match message:
        case SignedEntry() | SignedAck() | SignedClosing():
            return statement_value(message)
        case SignedRequest(person, content, signature):
            return "request", person, content.value, signature
        case Promised(signed, evidence, secrets):
            return "promised", statement_value(signed), tuple(map(_value, evidence)), tuple(map(_value, secrets))
        case Proposed(signed, promises, proofs):
            return "proposed", statement_value(signed), *proposed_value(promises, proofs)
        case CharterSignature() | Fetch() | Chunk() | Have():
            return _PLAIN[type(message)], *message
        case SignedPresence(person, content, signature):
            return "presence", person, tuple(content), signature
        case SignedTalk(person, content, signature):
            return "talk", person, tuple(content), signature
        case SignedClaim(content, signature):
            return "claim", content.value, signature
        case Equivocation(one, other):
            return "equivocation", statement_value(one), statement_value(other)
        case Violation(entry):
            return "violation", statement_value(entry)


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

_M = TypeVar("_M")
_C = TypeVar("_C")
_S = TypeVar("_S")


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


def _request(fields: Fields) -> SignedRequest | None:
    return _signed(fields, request_from, SignedRequest)


def _promise(fields: Fields) -> SignedPromise | None:
    return _signed(fields, promise_from, SignedPromise)


def _proposal(fields: Fields) -> SignedProposal | None:
    return _signed(fields, epoch_from, SignedProposal)


def _promised(fields: Fields) -> Promised | None:
    if len(fields) == 3:
        signed = _statement(fields[0])
        evidence, secrets = _all(fields[1], SignedRequest, MAX_PERSONS), _all(fields[2], SignedEntry, MAX_SEATS)
        if isinstance(signed, SignedPromise) and evidence is not None and secrets is not None:
            return Promised(signed, evidence, secrets)
    return None


def _proposed(fields: Fields) -> Proposed | None:
    if len(fields) == 3:
        signed, shown = _statement(fields[0]), proposed_from(*fields[1:])
        if isinstance(signed, SignedProposal) and shown is not None:
            return Proposed(signed, *shown)
    return None


def _all(values: Value, kind: type[_M], most: int) -> tuple[_M, ...] | None:
    """The messages of one kind that these are; None where they are something else, or too many."""
    if not schema.rows(values) or len(values) > most:
        return None
    made = [_message(value) for value in values]
    found = tuple(message for message in made if isinstance(message, kind))
    return found if len(found) == len(made) else None


def _signed(
    fields: Fields, content_from: Callable[[Value], _C | None], signed: Callable[[int, _C, bytes], _S]
) -> _S | None:
    """What is made of a player, of what they sign and of their signature."""
    if len(fields) == 3:
        person, value, signature = fields
        content = content_from(value)
        if schema.number(person) and content is not None and schema.signature(signature):
            return signed(person, content, signature)
    return None


def _presence(fields: Fields) -> SignedPresence | None:
    return _signed(fields, presence_from, SignedPresence)


def _talk(fields: Fields) -> SignedTalk | None:
    return _signed(fields, talk_from, SignedTalk)


def _claim(fields: Fields) -> SignedClaim | None:
    if len(fields) == 2:
        value, signature = fields
        claim = claim_from(value)
        if claim is not None and schema.signature(signature):
            return SignedClaim(claim, signature)
    return None


def _equivocation(fields: Fields) -> Equivocation | None:
    if len(fields) == 2:
        one, other = _statement(fields[0]), _statement(fields[1])
        if one is not None and other is not None:
            return Equivocation(one, other)
    return None


def _violation(fields: Fields) -> Violation | None:
    entry = _statement(fields[0]) if len(fields) == 1 else None
    return Violation(entry) if isinstance(entry, SignedEntry) else None


_STATEMENTS: Mapping[Value, Callable[[Fields], Statement | None]] = {
    "entry": _entry,
    "ack": _ack,
    "closing": _closing,
    "promise": _promise,
    "proposal": _proposal,
}
_MESSAGES: Mapping[Value, Callable[[Fields], Message | None]] = {
    "entry": _entry,
    "ack": _ack,
    "closing": _closing,
    "signature": _charter_signature,
    "request": _request,
    "promised": _promised,
    "proposed": _proposed,
    "fetch": _fetch,
    "chunk": _chunk,
    "have": _have,
    "presence": _presence,
    "talk": _talk,
    "claim": _claim,
    "equivocation": _equivocation,
    "violation": _violation,
}


def _statement(value: Value) -> Statement | None:
    if type(value) is not tuple or not value or value[0] not in _STATEMENTS:
        return None
    return _STATEMENTS[value[0]](value[1:])


def _message(value: Value) -> Message | None:
    if type(value) is not tuple or not value or value[0] not in _MESSAGES:
        return None
    return _MESSAGES[value[0]](value[1:])
