"""How two peers who know the charter prove to each other who they are, before any other message counts.

    dialler                                        listener
    ["hello", protocol, game, dialler, listener, nonce]  ──▶
                                    ◀──  ["welcome", nonce, signature]
    ["ready", signature]  ──▶

Either signs, under a label of his own, the game, both persons and both nonces, so that a signature serves for one
connection, one direction and one purpose. ``["refused", sentence]`` may come instead of any answer. No input or output.
"""

from __future__ import annotations

import secrets

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import EncodingError, SignatureError
from crypto.identity import Identity
from crypto.labels import Label
from p2p import shapes
from p2p.charter import PROTOCOL, Charter
from p2p.framing import MAX_GREETING

NONCE = 32


class GreetingError(Exception):
    """The other end is not who it should be, or cannot sit at this table; the message is one sentence."""


class Dialler:
    """The end that dialled: it knows whom it wants to find."""

    def __init__(self, charter: Charter, identity: Identity, other: int) -> None:
        self._charter = charter
        self._identity = identity
        self._me = charter.person(identity.public)
        self._other = other
        self._nonce = secrets.token_bytes(NONCE)

    def hello(self) -> bytes:
        """The first message."""
        return canonical.encode(("hello", PROTOCOL, self._charter.id, self._me, self._other, self._nonce))

    def ready(self, welcome: bytes) -> bytes:
        """The last message, once the listener has proven to be the person dialled; raises GreetingError if not."""
        match _decode(welcome):
            case ("welcome", nonce, signature) if shapes.digest(nonce) and shapes.signature(signature):
                fields = (self._charter.id, self._me, self._other, self._nonce, nonce)
                _verify(self._charter, self._other, signature, Label.WELCOME, fields)
                return canonical.encode(("ready", self._identity.sign(Label.HELLO, *fields)))
            case _:
                raise GreetingError("Something else than a peer of this game answered.")


class Listener:
    """The end that was dialled: it learns who is there."""

    def __init__(self, charter: Charter, identity: Identity) -> None:
        self._charter = charter
        self._identity = identity
        self._me = charter.person(identity.public)
        self._nonce = secrets.token_bytes(NONCE)
        self._person = self._me
        self._fields: tuple[Value, ...] = ()

    def welcome(self, hello: bytes) -> bytes:
        """The answer to the first message; raises GreetingError for anybody who cannot be of this table."""
        match _decode(hello):
            case ("hello", protocol, *_) if shapes.number(protocol) and protocol != PROTOCOL:
                raise GreetingError(f"One end speaks protocol {protocol}, the other protocol {PROTOCOL}.")
            case ("hello", _, game, *_) if game != self._charter.id:
                raise GreetingError("This is the table of another game.")
            case ("hello", int(), _, person, me, nonce) if shapes.number(person) and shapes.digest(nonce):
                if person >= len(self._charter.persons) or person == self._me or me != self._me:
                    raise GreetingError("Somebody else of this table is expected here.")
                self._person = person
                self._fields = (self._charter.id, person, self._me, nonce, self._nonce)
                signature = self._identity.sign(Label.WELCOME, *self._fields)
                return canonical.encode(("welcome", self._nonce, signature))
            case _:
                raise GreetingError("This is a table of mare, and that was no greeting.")

    def admit(self, ready: bytes) -> int:
        """The person at the other end, who has proven it; raises GreetingError if he has not."""
        match _decode(ready):
            case ("ready", signature) if shapes.signature(signature):
                _verify(self._charter, self._person, signature, Label.HELLO, self._fields)
                return self._person
            case _:
                raise GreetingError("That was no greeting.")


def refusal(error: GreetingError) -> bytes:
    """What the other end is told before the connection is closed; a name in it may lose its accents."""
    sentence = str(error).encode("ascii", errors="replace").decode("ascii")
    return canonical.encode(("refused", sentence))


def _decode(data: bytes) -> Value:
    try:
        value = canonical.decode(data, max_size=MAX_GREETING)
    except EncodingError:
        raise GreetingError("Something else than a peer of this game is there.") from None
    match value:
        case ("refused", sentence) if shapes.text(sentence):
            raise GreetingError(f"It was refused there: {sentence}")
    return value


def _verify(charter: Charter, person: int, signature: bytes, label: Label, fields: tuple[Value, ...]) -> None:
    try:
        charter.persons[person].key.verify(signature, label, *fields)
    except SignatureError:
        raise GreetingError(f"Somebody without the key of {charter.name(person)} is there.") from None
