"""How players come together before there is a charter: a host, and guests who are connected with the host only.

The host's side (``p2p.lobby.host``) keeps the lobby and decides, first come, first served. Everyone sees the whole
lobby after every change. A member who is ready agrees to the current terms; once the terms change, all must agree anew.
When every seat is taken and all are ready, the host proposes the charter that follows from the lobby. A guest
(``p2p.lobby.guest``) computes the same charter. So guests sign only what they agreed to, and trust the host only to
bring players together.

The host first says what the *table* plays. A guest says *join*, then sends requests. The host answers every change with
the whole *lobby*, and at the end with the *charter* to sign. No message says who a guest is: the connection has proven
it.

Neither side has input or output of its own. This module has what both share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from crypto import canonical
from crypto.canonical import Value
from crypto.identity import PublicKey
from p2p.errors import TableError, Text
from p2p.log.charter import (
    MAX_NAME,
    MAX_PLAYERS,
    MAX_SEATS,
    After,
    Charter,
    CharterError,
    Name,
    Player,
    Seat,
    told_apart,
)
from p2p.log.messages import MAX_PAST, Addresses
from p2p.net.connection import Refusal, Sentence
from p2p.net.tls import SECRET_SIZE, TableSecret
from p2p.wire.codec import Anything, ChatKey, Codec, Count, Digest, Key, Limits, MessageError, Number, begins, value

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
    """The host does not grant a request; the text says why."""

    text: Sentence


@begins("charter")
class Proposal(NamedTuple):
    """All are ready and every seat has a player: all sign this charter. It is the last message."""

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


class Denied(TableError):
    """A request is not granted; the message is one sentence."""


def not_full(free: int, seats: int) -> Denied:
    """Return why no member can be ready yet, for programs that ask and for those that see it themselves."""
    return Denied(
        "You cannot be ready while seats are free, {free} of {seats}: wait for players, or lend bots.",
        free=free,
        seats=seats,
    )


class Offer(NamedTuple):
    """What the host's table plays: the rules, their options, the number of seats, and the choices for one seat each.

    ``watch`` says whether spectators may follow the games.
    """

    rules: Rules
    options: Value
    seats: int
    choices: tuple[str, ...]
    watch: bool = True


class Entrant(NamedTuple):
    """What a player brings to the lobby: an identity key and, made for one charter, a chat key and a beacon tip."""

    key: PublicKey
    name: bytes
    chat: bytes
    tip: bytes
    addresses: Addresses


class Continued(NamedTuple):
    """A recorded game that a table continues: the game, and the height, L and S at which it goes on.

    ``choices`` has by seat what it asked to play, ``seats`` what a member chooses now to have the seat.
    """

    game: bytes
    height: int
    log: bytes
    state: bytes
    choices: tuple[str, ...]
    seats: tuple[str, ...]


class Place(NamedTuple):
    """The place of a player who comes back for another game: their key, and what they play if it is free.

    If it has a ``name``, a newcomer of this name gets it, too: a player who has lost their key.
    """

    key: PublicKey
    choice: str
    name: bytes = b""


@dataclass(frozen=True, slots=True)
class Deliver:
    """A message from the host to the guest ``to``, or from a guest to the host if ``to`` is None."""

    to: int | None
    data: bytes


@dataclass(frozen=True, slots=True)
class Changed:
    """The lobby has changed to this."""

    picture: Picture


@dataclass(frozen=True, slots=True)
class Spoken:
    """A player said something. Name and text are safe for any terminal."""

    name: Text
    text: str


@dataclass(frozen=True, slots=True)
class Renewed:
    """The table has this secret now, and invitations with the former one open nothing any more."""

    secret: TableSecret


@dataclass(frozen=True, slots=True)
class NotGranted:
    """The host says why it has not granted a request of this guest."""

    sentence: Text


@dataclass(frozen=True, slots=True)
class Dismissed:
    """A guest can't stay: close the connection after what has been sent. This event is for the host.

    ``name`` is what the guest calls themselves, in UTF-8 as it came; empty if they have not said it.
    """

    guest: int
    sentence: Text
    name: bytes = b""


@dataclass(frozen=True, slots=True)
class Ended:
    """The guest's stay in the lobby is over. This event tells the guest why."""

    sentence: Text


@dataclass(frozen=True, slots=True)
class Agreed:
    """All have agreed to this charter; now it must be signed."""

    charter: Charter


LobbyEvent: TypeAlias = Changed | Spoken | Renewed | NotGranted | Dismissed | Ended | Agreed
Output: TypeAlias = Deliver | LobbyEvent


def charter_of(rules: Rules, picture: Picture, past: Continued | None = None) -> Charter:
    """Return the charter that follows from a lobby: each member has one seat, followed by those of their bots.

    If the table continues a game, the seats are those of that game: each member has the one they have chosen, or else
    the first that is free. Bots have the rest. Raises CharterError if the charter is invalid.
    """
    players = tuple(Player(member.key, member.chat, member.tip) for member in picture.members)
    seats: list[Seat] = []
    for index, member in enumerate(picture.members):
        seats.append(Seat(member.choice, index, member.name))
        seats += [Seat(RANDOM, index, _bot_name(number, member.name)) for number in range(1, member.bots + 1)]
    after: tuple[()] | After = ()
    if past is not None:
        own, order = _seated(picture, past)
        seats = [seats[number]._replace(choice=choice) for number, choice in zip(order, past.choices, strict=True)]
        after = After(*past[:4], own)
    return Charter(*rules[:4], picture.options, picture.watch, players, tuple(seats), after)


def _seated(picture: Picture, past: Continued) -> tuple[tuple[int, ...], list[int]]:
    """Return by member the seat that they have in a game that goes on, and by seat who has it.

    Members and bots are counted in the order of a charter that begins anew. Raises CharterError if a seat is left.
    """
    if picture.taken != len(past.seats):
        raise CharterError("The table has another number of seats than the game that it continues.")
    free = list(range(len(past.seats)))
    own: dict[int, int] = {}
    members = sorted(enumerate(picture.members), key=lambda one: one[1].choice not in past.seats)
    for index, member in members:
        wanted = past.seats.index(member.choice) if member.choice in past.seats else free[0]
        if wanted not in free:
            raise CharterError("Two players have chosen one seat.")
        free.remove(wanted)
        own[index] = wanted
    order = [0] * len(past.seats)
    number = 0
    for index, member in enumerate(picture.members):
        for seat in (own[index], *(free.pop(0) for _ in range(member.bots))):
            order[seat] = number
            number += 1
    return tuple(own[index] for index in range(len(picture.members))), order


def _bot_name(number: int, owner: bytes) -> bytes:
    """Return ``Bot 1 of Ada``, with as much of the owner's name as fits and is UTF-8.

    It doesn't matter which characters are visible: that depends on the release of Unicode, and the charter must not.
    """
    name = b"Bot %d of %s" % (number, owner) if owner else b"Bot %d" % number
    return name[:MAX_NAME].decode("utf-8", errors="ignore").encode("utf-8")


def turned(charter: Charter, played: tuple[str, ...]) -> tuple[Place, ...]:
    """Return the places for another game of the same players, with the seats turned by one.

    ``played`` has by seat of the charter what was played there. All move up by one player, the first to the end. Each
    gets what was played at the next seat.
    """
    places: list[Place] = []
    for player in charter.everyone:
        seat = charter.seats_of(player)[0]
        places.append(Place(charter.players[player].key, played[(seat + 1) % len(played)]))
    return (*places[1:], places[0])


def speech(text: str) -> bytes:
    """Return a player's text as it is sent; raise Denied if it is empty or too long."""
    said = text.strip().encode("utf-8", errors="replace")
    if not said:
        raise Denied("There is nothing to say.")
    if len(said) > MAX_SPEECH:
        raise Denied(
            "That is too long to be said at once: {size} bytes, and {most} are allowed.",
            size=len(said),
            most=MAX_SPEECH,
        )
    return said
