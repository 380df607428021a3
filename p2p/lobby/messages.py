"""The messages in a lobby; each is one canonical array that begins with a word.

The host first says what the *table* plays. A guest says *join*, then sends requests. The host answers every change with
the whole *lobby*, and at the end with the *charter* to sign. No message says who a guest is: the connection has proven
it.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from crypto import canonical
from p2p.errors import Text
from p2p.log.charter import MAX_NAME, MAX_PLAYERS, MAX_SEATS, Charter, CharterError, Name, told_apart
from p2p.log.messages import MAX_PAST
from p2p.log.presence import Addresses
from p2p.net.tls import SECRET_SIZE
from p2p.wire.codec import Anything, ChatKey, Codec, Count, Digest, Key, Limits, MessageError, Number, begins, value
from p2p.wire.sentences import Refusal, Sentence

MAX_LOBBY_MESSAGE = 1 << 14
"""Bytes of the largest message besides a record: a lobby of eight with all addresses, and options as in a charter."""

MAX_SPEECH = 512
"""The most bytes of one message to all."""

RANDOM = "random"
"""The choice that leaves the decision to chance. Any number of seats may have it; other choices belong to one seat."""

Called: TypeAlias = Annotated[bytes, Limits(0, MAX_NAME)]
Speech: TypeAlias = Annotated[bytes, Limits(1, MAX_SPEECH)]
Bots: TypeAlias = Annotated[int, Limits(0, MAX_SEATS - 1)]


@begins("table")
class Rules(NamedTuple):
    """The rules of a game: the number of their implementation, the edition, and the hash of its data (32 bytes).

    ``release`` is the first release of the program that plays the edition with this engine. This is the host's first
    message. The guest's program decides whether it can play that. ``past`` is the record of a game that the table
    continues; empty if it begins a new one.
    """

    engine: Number
    edition: Name
    release: Name
    data: Digest
    past: Annotated[bytes, Limits(0, MAX_PAST)] = b""


@begins("join")
class Join(NamedTuple):
    """The guest's first message: what the charter will say about them."""

    name: Called
    chat: ChatKey
    tip: Digest
    addresses: Addresses


@begins("choose")
class Choose(NamedTuple):
    """Asks to play this."""

    choice: Name


@begins("lend")
class Lend(NamedTuple):
    """Lends this many bots. They play seats of the guest and run in the guest's program; 0 takes them back."""

    bots: Bots


@begins("ready")
class Ready(NamedTuple):
    """Agrees to the terms of the lobby that has this number; 0 withdraws that."""

    number: Number


@begins("say")
class Say(NamedTuple):
    """Says something to all."""

    text: Speech


@begins("here")
class Here(NamedTuple):
    """Shows that this end is still there; either side sends it after a while of silence."""


class Member(NamedTuple):
    """A member of the lobby: identity key, the other contents of the charter, and whether they are ready."""

    key: Key
    name: Called
    chat: ChatKey
    tip: Digest
    choice: Name
    bots: Bots
    ready: bool
    addresses: Addresses


@begins("lobby")
class Picture(NamedTuple):
    """The whole lobby. Its number is raised whenever its *terms* change: all of it except who is ready."""

    number: Count
    seats: Annotated[int, Limits(1, MAX_SEATS)]
    options: Anything
    watch: bool
    members: Annotated[tuple[Member, ...], Limits(1, MAX_PLAYERS)]

    @property
    def taken(self) -> int:
        """Return the number of seats that have a player."""
        return sum(1 + member.bots for member in self.members)

    @property
    def terms(self) -> Picture:
        """Return the picture in which no member is ready: what a guest agrees to."""
        return self._replace(members=tuple(member._replace(ready=False) for member in self.members))

    def name(self, index: int) -> Text:
        """Return how messages name a member, safe for any terminal and as in the charter."""
        return told_apart([one.name for one in self.members], [one.key for one in self.members], index)


@begins("said")
class MemberSaid(NamedTuple):
    """The member at this index of the newest lobby said something."""

    member: Number
    text: Speech


@begins("no")
class No(NamedTuple):
    """A request is not granted; the text says why."""

    text: Sentence


@begins("charter")
class Proposal(NamedTuple):
    """All are ready and every seat is taken: this charter is to be signed. The last message."""

    charter: Charter


@begins("secret")
class NewSecret(NamedTuple):
    """The table has this secret now. The former one, and all invitations with it, open nothing any more."""

    secret: Annotated[bytes, Limits(SECRET_SIZE, SECRET_SIZE)]

    def __repr__(self) -> str:
        return "<NewSecret: secret>"


GuestMessage: TypeAlias = Join | Choose | Lend | Ready | Say | Here
"""The messages of a guest."""

HostMessage: TypeAlias = Picture | MemberSaid | No | Refusal | NewSecret | Proposal | Here
"""The messages of the host."""

_FIRST: Codec[Rules | Refusal] = Codec(Rules | Refusal, MAX_LOBBY_MESSAGE + MAX_PAST)
_OF_GUEST: Codec[GuestMessage] = Codec(GuestMessage, MAX_LOBBY_MESSAGE)
_OF_HOST: Codec[HostMessage] = Codec(HostMessage, MAX_LOBBY_MESSAGE)


def encode(message: Rules | GuestMessage | HostMessage) -> bytes:
    """Return the bytes of a message."""
    return canonical.encode(value(message))


decode_first = _FIRST.decode
"""Return the host's first message in these bytes; raise MessageError for any others."""

decode_guest_message = _OF_GUEST.decode
"""Return the guest's message in these bytes; raise MessageError for any others."""


def decode_host_message(data: bytes) -> HostMessage:
    """Return the host's message in these bytes; raise MessageError for any others, also for an invalid charter."""
    try:
        return _OF_HOST.decode(data)
    except CharterError as error:
        raise MessageError(f"sent a charter that cannot be signed: {error}") from None
