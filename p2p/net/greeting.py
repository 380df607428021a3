"""The first words on a connection, in either direction, once TLS has proven both ends' keys.

    dialler                                        listener
    ["hello", number, purpose, subject]  ──▶
                                  ◀──  ["welcome", number]  or  ["refused", template, fields]

``purpose`` is one of `PURPOSES`; ``subject`` says which game is meant, where there can be several. A refusal is
one sentence, as in the lobby. No input or output.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeVar

from crypto import canonical
from crypto.errors import EncodingError
from p2p.errors import TableError, Text
from p2p.wire.codec import Codec, Limits, MessageError, begins
from p2p.wire.frames import MAX_GREETING
from p2p.wire.sentences import Refused

GREETING = 10
"""Raised whenever anything changes that is sent; `charter.PROTOCOL` is that of what is signed and hashed."""

PURPOSES = ("lobby", "game", "watch", "rejoin")
"""Sitting down; playing; watching without a seat; asking, with a new key, for a seat that one had."""

OF_STRANGERS = ("watch", "rejoin")
"""Purposes of diallers who are not of the table: what they may say is short, so their frames stay short, too."""

MAX_SUBJECT = 32
"""Bytes of a subject: none, or a game's id."""


class Unwelcome(TableError):
    """The two ends have nothing to say to each other; the message is one sentence, which both may be shown."""


@begins("hello", GREETING)
class Hello(NamedTuple):
    """What whoever dialled wants."""

    purpose: Annotated[str, PURPOSES.__contains__]
    subject: Annotated[bytes, Limits(0, MAX_SUBJECT)]


@begins("welcome", GREETING)
class Welcome(NamedTuple):
    """The listener lets in whoever dialled."""


_HELLO: Codec[Hello] = Codec(Hello, MAX_GREETING)
_ANSWER: Codec[Welcome | Refused] = Codec(Welcome | Refused, MAX_GREETING)

T = TypeVar("T")


def hello(purpose: str, subject: bytes) -> bytes:
    """The dialler's first message."""
    return _HELLO.encode(Hello(purpose, subject))


def read_hello(message: bytes) -> Hello:
    """What the dialler wants; raises Unwelcome where that cannot be understood."""
    return _read(_HELLO, message, Unwelcome("This is a table of mare, and that was no greeting."))


def welcome() -> bytes:
    """The listener's first message to whom it lets in."""
    return _ANSWER.encode(Welcome())


def refusal(sentence: Text) -> bytes:
    """The listener's only message to whom it does not let in; a name in it may lose its accents."""
    return _ANSWER.encode(Refused(sentence))


def read_answer(message: bytes) -> None:
    """Take the listener's first message; raises Unwelcome where that is no welcome."""
    answer = _read(_ANSWER, message, Unwelcome("Something else than a table of mare answered."))
    if isinstance(answer, Refused):
        raise Unwelcome(answer.text)


def _read(codec: Codec[T], message: bytes, otherwise: Unwelcome) -> T:
    """What a first message says; raises Unwelcome where it has the number of another protocol, or no shape of ours."""
    try:
        value = canonical.decode(message, max_size=MAX_GREETING)
        match value:
            case ("hello" | "welcome", int(other), *_) if type(other) is int and other != GREETING:
                raise _protocols(other)
        return codec.read(value)
    except (EncodingError, MessageError):
        raise otherwise from None


def _protocols(other: int) -> Unwelcome:
    return Unwelcome(
        "One end speaks protocol {other}, the other protocol {own}: install the same release of mare at both.",
        other=other,
        own=GREETING,
    )
