"""What is said in a lobby: each message is one canonical array that begins with a word.

The host says first what the *table* plays. A guest says *join*, then what he wishes; the host answers with the whole
*lobby* after every change, and in the end with the *charter* that is to be signed. Who a guest is, the connection has
proven; no message says it.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from crypto import canonical
from p2p.errors import Text
from p2p.log.charter import MAX_NAME, MAX_PERSONS, MAX_SEATS, Charter, CharterError, Name, numbered
from p2p.log.presence import Addresses
from p2p.wire.codec import Codec, Limits, MessageError, begins, value
from p2p.wire.schema import Anything, ChatKey, Count, Digest, Key, Number
from p2p.wire.sentences import Refused, Sentence
from p2p.wire.text import shown

MAX_LOBBY_MESSAGE = 1 << 14
"""Bytes of the largest message: a lobby of eight with all their addresses, and options as long as a charter's."""

MAX_SPEECH = 512
"""Bytes of what somebody says."""

RANDOM = "random"
"""The choice of whoever leaves his to chance: as many seats as like may have it. Any other is one seat's only."""

Called: TypeAlias = Annotated[bytes, Limits(0, MAX_NAME)]
Speech: TypeAlias = Annotated[bytes, Limits(1, MAX_SPEECH)]
Bots: TypeAlias = Annotated[int, Limits(0, MAX_SEATS - 1)]


@begins("table")
class Rules(NamedTuple):
    """What a game is: the number of the rules' implementation, the edition, and the hash of its data (32 bytes).

    ``release`` is the first release of the program that plays the edition by this engine. It is the host's first
    message: whether a guest's program can play that, the guest's program knows.
    """

    engine: Number
    edition: Name
    release: Name
    data: Digest


@begins("join")
class Join(NamedTuple):
    """The guest's first message: what the charter will say of him."""

    name: Called
    chat: ChatKey
    tip: Digest
    addresses: Addresses


@begins("choose")
class Choose(NamedTuple):
    """Wishes to play this."""

    choice: Name


@begins("lend")
class Lend(NamedTuple):
    """Lends so many bots, which play seats of the guest's person in his own process; 0 takes them back."""

    bots: Bots


@begins("ready")
class Ready(NamedTuple):
    """Agrees to the terms of the lobby that has this number; 0 takes it back."""

    number: Number


@begins("say")
class Say(NamedTuple):
    """Says something to all."""

    text: Speech


@begins("here")
class Here(NamedTuple):
    """Says nothing but that this end is there: of either side, when it has had nothing to say for a while."""


class Member(NamedTuple):
    """Somebody in the lobby: his identity key, what the charter will say of him, and whether he is ready."""

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
    """The whole lobby. Its number is raised whenever its *terms* change: all of it but who is ready."""

    number: Count
    seats: Annotated[int, Limits(1, MAX_SEATS)]
    options: Anything
    watch: bool
    members: Annotated[tuple[Member, ...], Limits(1, MAX_PERSONS)]

    @property
    def taken(self) -> int:
        """How many seats have somebody to play them."""
        return sum(1 + member.bots for member in self.members)

    @property
    def terms(self) -> Picture:
        """The picture in which nobody is ready: what a guest agrees to."""
        return self._replace(members=tuple(member._replace(ready=False) for member in self.members))

    def name(self, index: int) -> Text:
        """A member for any terminal: ``Ada (person 2)``, counting from 1, as the charter will call them."""
        return numbered(shown(self.members[index].name), index)


@begins("said")
class Said(NamedTuple):
    """The member at this index of the newest lobby said something."""

    member: Number
    text: Speech


@begins("no")
class No(NamedTuple):
    """A wish is not granted; the text says why."""

    text: Sentence


@begins("charter")
class Proposal(NamedTuple):
    """Everybody is ready and every seat is taken: this charter is to be signed. The last message."""

    charter: Charter


Wish: TypeAlias = Join | Choose | Lend | Ready | Say | Here
"""What a guest says."""

Word: TypeAlias = Picture | Said | No | Refused | Proposal | Here
"""What the host says."""

_FIRST: Codec[Rules | Refused] = Codec(Rules | Refused, MAX_LOBBY_MESSAGE)
_WISHES: Codec[Wish] = Codec(Wish, MAX_LOBBY_MESSAGE)
_WORDS: Codec[Word] = Codec(Word, MAX_LOBBY_MESSAGE)


def encode(message: Rules | Wish | Word) -> bytes:
    """The bytes of a message."""
    return canonical.encode(value(message))


decode_first = _FIRST.decode
"""What the host says first with these bytes; MessageError for anything else."""

decode_wish = _WISHES.decode
"""What a guest says with these bytes; MessageError for anything else."""


def decode_word(data: bytes) -> Word:
    """What the host says with these bytes; MessageError for anything else, a charter that nobody may sign included."""
    try:
        return _WORDS.decode(data)
    except CharterError as error:
        raise MessageError(f"sent a charter that nobody may sign: {error}") from None
