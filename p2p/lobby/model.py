"""How players come together before there is a charter: a host, and guests who are connected with the host only.

The host's side (``p2p.lobby.host``) keeps the lobby and decides, first come, first served. Everyone sees the whole
lobby after every change. A member who is ready agrees to the current terms; once the terms change, all must agree anew.
When every seat is taken and all are ready, the host proposes the charter that follows from the lobby. A guest
(``p2p.lobby.guest``) computes the same charter. So guests sign only what they agreed to, and trust the host only to
bring players together.

Neither side has input or output of its own. This module has what both share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from crypto.canonical import Value
from crypto.identity import PublicKey
from p2p.errors import TableError, Text
from p2p.lobby.messages import MAX_SPEECH, RANDOM, Picture, Rules
from p2p.log.charter import MAX_NAME, After, Charter, CharterError, Player, Seat
from p2p.log.presence import Addresses
from p2p.net.tls import TableSecret


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
    """The place of a player who comes back for another game: their key, and what they play if it is free."""

    key: PublicKey
    choice: str


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
