"""The first words on a connection, in either direction, once TLS has proven both ends' keys::

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
from p2p.wire.sentences import Refusal

GREETING = 15
"""Raised whenever a message changes; `charter.PROTOCOL` is the number of what is signed and hashed."""

PURPOSES = ("lobby", "game", "watch")
"""To join the lobby; to play; to watch without a seat."""

MAX_SUBJECT = 32
"""Bytes of a subject: none, or a game's id."""


CONNECTED = Text("You are connected here already, more than once.")
FULL = Text("As many spectators are here as there is room for; try again in a minute.")
FOR_NOW = (CONNECTED, FULL)
"""Refusals that say nothing against the caller: a little later there may be room."""


class Unwelcome(TableError):
    """The two ends can't talk to each other; the message is one sentence, which either end may show."""


@begins("hello", GREETING)
class Hello(NamedTuple):
    """What the dialler wants."""

    purpose: Annotated[str, PURPOSES.__contains__]
    subject: Annotated[bytes, Limits(0, MAX_SUBJECT)]


@begins("welcome", GREETING)
class Welcome(NamedTuple):
    """The listener lets the dialler in."""


_HELLO: Codec[Hello] = Codec(Hello, MAX_GREETING)
_ANSWER: Codec[Welcome | Refusal] = Codec(Welcome | Refusal, MAX_GREETING)

T = TypeVar("T")


def hello(purpose: str, subject: bytes) -> bytes:
    """Return the dialler's first message."""
    return _HELLO.encode(Hello(purpose, subject))


def read_hello(message: bytes) -> Hello:
    """Return what the dialler wants; raise Unwelcome if that can't be understood."""
    return _read(_HELLO, message, Unwelcome("This is a table of mare, and that was no greeting."))


def welcome() -> bytes:
    """Return the listener's first message to a dialler that it lets in."""
    return _ANSWER.encode(Welcome())


def refusal(sentence: Text) -> bytes:
    """Return the listener's only message to a dialler that it refuses; a name in it may lose its accents."""
    return _ANSWER.encode(Refusal(sentence))


def read_answer(message: bytes) -> None:
    """Take the listener's first message; raise Unwelcome if it is no welcome."""
    answer = _read(_ANSWER, message, Unwelcome("Something else than a table of mare answered."))
    if isinstance(answer, Refusal):
        raise Unwelcome(answer.text)


def _read(codec: Codec[T], message: bytes, otherwise: Unwelcome) -> T:
    """Return the contents of a first message; raise Unwelcome for another protocol number or shape."""
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
