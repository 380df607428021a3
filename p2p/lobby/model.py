"""How people come together before there is a charter: a host, and guests who are connected with him only.

The host's side (``p2p.lobby.host``) keeps the lobby and decides, first come, first served; everybody sees the whole of
it after every change. Who is ready agrees to the terms as they stand: once any of them changes, nobody is ready any
more. When every seat is taken and everybody is ready, the host proposes the charter that follows from the lobby. A
guest (``p2p.lobby.guest``) makes the same charter himself, so that he signs nothing but what he has agreed to, and
trusts the host with no more than bringing people together.

Neither side has input or output of its own. What both have in common is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from crypto.canonical import Value
from crypto.identity import PublicKey
from p2p.errors import TableError, Text
from p2p.lobby.messages import MAX_SPEECH, RANDOM, Picture, Rules
from p2p.log.charter import MAX_NAME, Charter, Person, Seat
from p2p.log.presence import Addresses


class Denied(TableError):
    """A wish that is not granted; the message is one sentence."""


def not_full(free: int, seats: int) -> Denied:
    """Return why nobody is ready yet, for a program that asks as for one that sees it by itself."""
    return Denied(
        "Nobody can be ready while seats are free, {free} of {seats}: wait for people, or lend bots.",
        free=free,
        seats=seats,
    )


class Offer(NamedTuple):
    """What the host's table plays: the rules, their options, how many seats, and what one seat each may choose.

    ``watch`` says whether guests may follow the games.
    """

    rules: Rules
    options: Value
    seats: int
    choices: tuple[str, ...]
    watch: bool = True


class Entrant(NamedTuple):
    """What somebody brings to the lobby: his identity key; and, made for one charter, chat key and beacon tip."""

    key: PublicKey
    name: bytes
    chat: bytes
    tip: bytes
    addresses: Addresses


class Place(NamedTuple):
    """Where somebody sits who comes back for another game: his key, and what he is to play if it is free."""

    key: PublicKey
    choice: str


@dataclass(frozen=True, slots=True)
class Send:
    """A message of the host's for the guest with this number, or of a guest's for the host, where ``to`` is None."""

    to: int | None
    data: bytes


@dataclass(frozen=True, slots=True)
class Changed:
    """The lobby is now this."""

    picture: Picture


@dataclass(frozen=True, slots=True)
class Spoken:
    """Somebody said something. Name and text may go to any terminal."""

    name: Text
    text: str


@dataclass(frozen=True, slots=True)
class NotGranted:
    """The host says why he has not granted a wish of this guest's."""

    sentence: Text


@dataclass(frozen=True, slots=True)
class Dismissed:
    """A guest cannot stay: his connection is to be closed after what has been sent to him. The host is told.

    ``name`` is what he calls himself, in UTF-8 as it came; empty where he has not said it.
    """

    guest: int
    sentence: Text
    name: bytes = b""


@dataclass(frozen=True, slots=True)
class Ended:
    """The guest's time in the lobby is over. The guest is told why."""

    sentence: Text


@dataclass(frozen=True, slots=True)
class Agreed:
    """Everybody has agreed to this charter; now it is to be signed."""

    charter: Charter


Event: TypeAlias = Changed | Spoken | NotGranted | Dismissed | Ended | Agreed
Output: TypeAlias = Send | Event


def charter_of(rules: Rules, picture: Picture) -> Charter:
    """The charter that follows from a lobby: each member with one seat, and behind it those of his bots.

    Raises CharterError where nobody may sign it.
    """
    persons = tuple(Person(member.key, member.chat, member.tip) for member in picture.members)
    seats: list[Seat] = []
    for index, member in enumerate(picture.members):
        seats.append(Seat(member.choice, index, member.name))
        seats += [Seat(RANDOM, index, _bot_name(number, member.name)) for number in range(1, member.bots + 1)]
    return Charter(*rules, picture.options, picture.watch, persons, tuple(seats))


def _bot_name(number: int, owner: bytes) -> bytes:
    """Return ``Bot 1 of Ada``, with as much of the owner's name as there is room for and is UTF-8.

    What of it shows does not matter here: that depends on the release of Unicode, and the charter must not.
    """
    name = b"Bot %d of %s" % (number, owner) if owner else b"Bot %d" % number
    return name[:MAX_NAME].decode("utf-8", errors="ignore").encode("utf-8")


def turned(charter: Charter, played: tuple[str, ...]) -> tuple[Place, ...]:
    """The places for another game of the same people, the seats turned by one.

    ``played`` has by seat of the charter what was played there. Everybody moves up by one person, the first to the end,
    and gets what was played at the seat after his own.
    """
    places: list[Place] = []
    for index, person in enumerate(charter.persons):
        seat = charter.seats_of(index)[0]
        places.append(Place(person.key, played[(seat + 1) % len(played)]))
    return (*places[1:], places[0])


def speech(text: str) -> bytes:
    """What somebody wants to say, as it is sent; raises Denied where it is nothing or too long."""
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
