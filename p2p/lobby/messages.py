"""What is said in a lobby: each message is one canonical array that begins with a word.

The host says first what the *table* plays. A guest says *join*, then what he wishes; the host answers with the whole
*lobby* after every change, and in the end with the *charter* that is to be signed. ``decode`` takes nothing else:
every shape is checked before anything looks at the contents. Who a guest is, the connection has proven; no message
says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeGuard

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import EncodingError
from crypto.identity import PublicKey
from p2p.errors import Text
from p2p.log.charter import MAX_NAME, MAX_PERSONS, MAX_SEATS, Charter, CharterError, charter_from, numbered
from p2p.net.address import MAX_ADDRESSES
from p2p.wire import schema
from p2p.wire.codec import MessageError
from p2p.wire.sentences import received, sent
from p2p.wire.text import shown

MAX_LOBBY_MESSAGE = 1 << 14
"""Bytes of the largest message: a lobby of eight with all their addresses, and options as long as a charter's."""

MAX_SPEECH = 512
"""Bytes of what somebody says."""

MAX_HOST = 64
"""Characters of an address without its port: an IPv6 literal with its zone."""

RANDOM = "random"
"""The choice of whoever leaves his to chance: as many seats as like may have it. Any other is one seat's only."""

Addresses: TypeAlias = tuple[tuple[str, int], ...]
"""Where somebody listens, as he says himself: hosts and ports."""


class Rules(NamedTuple):
    """What a game is: the number of the rules' implementation, the edition, and the hash of its data (32 bytes).

    ``release`` is the first release of the program that plays the edition by this engine. It is the host's first
    message: whether a guest's program can play that, the guest's program knows.
    """

    engine: int
    edition: str
    release: str
    data: bytes


class Join(NamedTuple):
    """The guest's first message: what the charter will say of him."""

    name: bytes
    chat: bytes
    tip: bytes
    addresses: Addresses


class Choose(NamedTuple):
    """Wishes to play this."""

    choice: str


class Lend(NamedTuple):
    """Lends so many bots, which play seats of the guest's person in his own process; 0 takes them back."""

    bots: int


class Ready(NamedTuple):
    """Agrees to the terms of the lobby that has this number; 0 takes it back."""

    number: int


class Say(NamedTuple):
    """Says something to all."""

    text: bytes


class Here(NamedTuple):
    """Says nothing but that this end is there: of either side, when it has had nothing to say for a while."""


class Member(NamedTuple):
    """Somebody in the lobby: his identity key, what the charter will say of him, and whether he is ready."""

    key: PublicKey
    name: bytes
    chat: bytes
    tip: bytes
    choice: str
    bots: int
    ready: bool
    addresses: Addresses


class Picture(NamedTuple):
    """The whole lobby. Its number is raised whenever its *terms* change: all of it but who is ready."""

    number: int
    seats: int
    options: Value
    watch: bool
    members: tuple[Member, ...]

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


class Said(NamedTuple):
    """The member at this index of the newest lobby said something."""

    member: int
    text: bytes


class No(NamedTuple):
    """A wish is not granted; the text says why."""

    text: Text


class Refused(NamedTuple):
    """The guest cannot stay; the text says why. The last message."""

    text: Text


class Proposal(NamedTuple):
    """Everybody is ready and every seat is taken: this charter is to be signed. The last message."""

    charter: Charter


Wish: TypeAlias = Join | Choose | Lend | Ready | Say | Here
"""What a guest says."""

Word: TypeAlias = Picture | Said | No | Refused | Proposal | Here
"""What the host says."""

_FOREIGN = "sent a message that has no place in a lobby"


_CALLED: Mapping[type, str] = {
    Rules: "table",
    Join: "join",
    Choose: "choose",
    Lend: "lend",
    Ready: "ready",
    Say: "say",
    Here: "here",
    Picture: "lobby",
    Said: "said",
    No: "no",
    Refused: "refused",
    Proposal: "charter",
}
"""The word with which a message of each type begins."""


def encode(message: Rules | Wish | Word) -> bytes:
    """The bytes of a message."""
    fields: tuple[Value, ...]
    match message:
        case Picture(number, seats, options, watch, members):
            rows = tuple((member.key.raw, *member[1:]) for member in members)
            fields = number, seats, options, watch, rows
        case Proposal(charter):
            fields = (charter.value,)
        case No(text) | Refused(text):
            fields = sent(text)
        case _:
            fields = tuple(message)
    return canonical.encode((_CALLED[type(message)], *fields))


def decode_first(data: bytes) -> Rules | Refused:
    """What the host says first with these bytes; MessageError for anything else."""
    word, fields = _parts(data)
    message = _FIRST[word](fields) if word in _FIRST else None
    if message is None:
        raise MessageError(_FOREIGN)
    return message


def decode_wish(data: bytes) -> Wish:
    """What a guest says with these bytes; MessageError for anything else."""
    word, fields = _parts(data)
    wish = _WISHES[word](fields) if word in _WISHES else None
    if wish is None:
        raise MessageError(_FOREIGN)
    return wish


def decode_word(data: bytes) -> Word:
    """What the host says with these bytes; MessageError for anything else, a charter that nobody may sign included."""
    word, fields = _parts(data)
    message = _WORDS[word](fields) if word in _WORDS else None
    if message is None:
        raise MessageError(_FOREIGN)
    return message


# ---------------------------------------------------------------------- shapes


def is_name(value: Value) -> TypeGuard[bytes]:
    """A name as opaque bytes."""
    return type(value) is bytes and len(value) <= MAX_NAME


def is_choice(value: Value) -> TypeGuard[str]:
    """What somebody may wish to play, whether there is such a thing or not."""
    return schema.text(value) and 1 <= len(value) <= MAX_NAME


def is_speech(value: Value) -> TypeGuard[bytes]:
    """Something said."""
    return type(value) is bytes and 1 <= len(value) <= MAX_SPEECH


def are_addresses(value: Value) -> TypeGuard[Addresses]:
    """Addresses by their shape; whether one may be dialled is another question."""
    return schema.rows(value) and len(value) <= MAX_ADDRESSES and all(map(_is_address, value))


def _is_address(value: Value) -> bool:
    return schema.fits(value, _is_host, _is_port)


def _is_host(value: Value) -> bool:
    return schema.text(value) and 1 <= len(value) <= MAX_HOST


def _is_port(value: Value) -> bool:
    return schema.positive(value) and value < 1 << 16


def _is_bots(value: Value) -> TypeGuard[int]:
    return schema.number(value) and value < MAX_SEATS


def _is_seats(value: Value) -> TypeGuard[int]:
    return schema.positive(value) and value <= MAX_SEATS


_RULES = (schema.number, is_choice, is_choice, schema.digest)
_JOIN = (is_name, schema.chat_key, schema.digest, are_addresses)
_MEMBER = (
    schema.identity_key,
    is_name,
    schema.chat_key,
    schema.digest,
    is_choice,
    _is_bots,
    schema.flag,
    are_addresses,
)

Fields: TypeAlias = tuple[Value, ...]


def _rules(fields: Fields) -> Rules | None:
    return Rules._make(fields) if schema.fits(fields, *_RULES) else None


def _join(fields: Fields) -> Join | None:
    return Join._make(fields) if schema.fits(fields, *_JOIN) else None


def _choose(fields: Fields) -> Choose | None:
    return Choose._make(fields) if schema.fits(fields, is_choice) else None


def _lend(fields: Fields) -> Lend | None:
    return Lend._make(fields) if schema.fits(fields, _is_bots) else None


def _ready(fields: Fields) -> Ready | None:
    return Ready._make(fields) if schema.fits(fields, schema.number) else None


def _say(fields: Fields) -> Say | None:
    return Say._make(fields) if schema.fits(fields, is_speech) else None


def _here(fields: Fields) -> Here | None:
    return None if fields else Here()


def _picture(fields: Fields) -> Picture | None:
    if schema.fits(fields, schema.positive, _is_seats, schema.anything, schema.flag, schema.rows):
        *terms, rows = fields
        if schema.rows(rows) and 1 <= len(rows) <= MAX_PERSONS:
            return Picture._make((*terms, tuple(_member(row) for row in rows)))
    return None


def _member(value: Value) -> Member:
    if not schema.fits(value, *_MEMBER) or not schema.digest(value[0]):
        raise MessageError("sent a lobby with a member whose fields have not their shapes, or whose keys are weak")
    return Member._make((PublicKey(value[0]), *value[1:]))


def _said(fields: Fields) -> Said | None:
    return Said._make(fields) if schema.fits(fields, schema.number, is_speech) else None


def _no(fields: Fields) -> No | None:
    text = received(*fields) if len(fields) == 2 else None
    return No(text) if text is not None else None


def _refused(fields: Fields) -> Refused | None:
    text = received(*fields) if len(fields) == 2 else None
    return Refused(text) if text is not None else None


def _proposal(fields: Fields) -> Proposal | None:
    if len(fields) != 1:
        return None
    try:
        return Proposal(charter_from(fields[0]))
    except CharterError as error:
        raise MessageError(f"sent a charter that nobody may sign: {error}") from None


_FIRST: Mapping[Value, Callable[[Fields], Rules | Refused | None]] = {"table": _rules, "refused": _refused}
_WISHES: Mapping[Value, Callable[[Fields], Wish | None]] = {
    "join": _join,
    "choose": _choose,
    "lend": _lend,
    "ready": _ready,
    "say": _say,
    "here": _here,
}
_WORDS: Mapping[Value, Callable[[Fields], Word | None]] = {
    "lobby": _picture,
    "said": _said,
    "no": _no,
    "refused": _refused,
    "charter": _proposal,
    "here": _here,
}


def _parts(data: bytes) -> tuple[Value, Fields]:
    """The word with which a message begins, and its fields."""
    try:
        value = canonical.decode(data, max_size=MAX_LOBBY_MESSAGE)
    except EncodingError as error:
        raise MessageError(f"sent what is no canonical encoding: {error}") from None
    if type(value) is not tuple or not value:
        raise MessageError(_FOREIGN)
    return value[0], value[1:]
