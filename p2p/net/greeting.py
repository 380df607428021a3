"""The first words on a connection, in either direction, once TLS has proven both ends' keys.

    dialler                                        listener
    ["hello", number, purpose, subject]  ──▶
                                  ◀──  ["welcome", number]  or  ["refused", template, fields]

``purpose`` is one of `PURPOSES`; ``subject`` says which game is meant, where there can be several. A refusal is
one sentence, as in the lobby. No input or output.
"""

from __future__ import annotations

from typing import NamedTuple, TypeGuard

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import EncodingError
from p2p.errors import TableError, Text
from p2p.wire import schema
from p2p.wire.frames import MAX_GREETING
from p2p.wire.sentences import received, sent

GREETING = 11
"""Raised whenever anything changes that is sent; `charter.PROTOCOL` is that of what is signed and hashed."""

PURPOSES = ("lobby", "game", "watch", "rejoin")
"""Sitting down; playing; watching without a seat; asking, with a new key, for a seat that one had."""

OF_STRANGERS = ("watch", "rejoin")
"""Purposes of diallers who are not of the table: what they may say is short, so their frames stay short, too."""

MAX_SUBJECT = 32
"""Bytes of a subject: none, or a game's id."""


class Unwelcome(TableError):
    """The two ends have nothing to say to each other; the message is one sentence, which both may be shown."""


class Hello(NamedTuple):
    """What whoever dialled wants."""

    purpose: str
    subject: bytes


def hello(purpose: str, subject: bytes) -> bytes:
    """The dialler's first message."""
    return canonical.encode(("hello", GREETING, purpose, subject))


def read_hello(message: bytes) -> Hello:
    """What the dialler wants; raises Unwelcome where that cannot be understood."""
    match _decode(message):
        case ("hello", protocol, *_) if schema.number(protocol) and protocol != GREETING:
            raise _protocols(protocol)
        case ("hello", protocol, str(purpose), subject) if (
            schema.number(protocol) and purpose in PURPOSES and _is_subject(subject)
        ):
            return Hello(purpose, subject)
    raise Unwelcome("This is a table of mare, and that was no greeting.")


def welcome() -> bytes:
    """The listener's first message to whom it lets in."""
    return canonical.encode(("welcome", GREETING))


def refusal(sentence: Text) -> bytes:
    """The listener's only message to whom it does not let in; a name in it may lose its accents."""
    return canonical.encode(("refused", *sent(sentence)))


def read_answer(message: bytes) -> None:
    """Take the listener's first message; raises Unwelcome where that is no welcome."""
    read_refusal(message)
    match _decode(message):
        case ("welcome", protocol, *_) if schema.number(protocol) and protocol != GREETING:
            raise _protocols(protocol)
        case ("welcome", protocol) if schema.number(protocol):
            return
    raise Unwelcome("Something else than a table of mare answered.")


def read_refusal(message: bytes) -> None:
    """Raise Unwelcome, with the other end's sentence, where a message says that we are not let in."""
    match _decode(message):
        case ("refused", template, fields) if template and (sentence := received(template, fields)) is not None:
            raise Unwelcome(sentence)


def _decode(message: bytes) -> Value:
    try:
        return canonical.decode(message, max_size=MAX_GREETING)
    except EncodingError:
        return None


def _is_subject(value: Value) -> TypeGuard[bytes]:
    return type(value) is bytes and len(value) <= MAX_SUBJECT


def _protocols(other: int) -> Unwelcome:
    return Unwelcome(
        "One end speaks protocol {other}, the other protocol {own}: install the same release of mare at both.",
        other=other,
        own=GREETING,
    )
