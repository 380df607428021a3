"""The messages at the door of a game by which a stranger asks for a seat, before any session hears of it.

A player's program tells a stranger no more than a claim needs, until the claim is in and the players at the table know
of it. So there are two visits for the purpose "rejoin". At the first, whose subject is empty, the stranger names the
player. The answer says which game and player a claim must name, and by which rules the game is played. If the name is
no single player's, the answer has the names of all players, so that the stranger can find their own among them::

    stranger                     player
    ["who", name]  ──▶
              ◀──  ["seat", game, player, engine, edition, data, options, [choice, …]]
                   or  ["names", [name, …]]  or  ["refused", sentence]

At the second, whose subject is the game, the claim comes first::

    the claim      ──▶
              ◀──  the charter, and then whatever a guest hears  or  ["refused", sentence]
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeVar

import trio

from p2p.errors import Text
from p2p.game import Setup
from p2p.log.charter import MAX_NAME, MAX_SEATS, Charter, CharterError, Name
from p2p.log.keys import SignedClaim
from p2p.log.messages import encode
from p2p.net.connection import Connection
from p2p.net.greeting import Unwelcome
from p2p.wire.codec import Codec, Limits, MessageError, begins
from p2p.wire.frames import FrameError
from p2p.wire.schema import Anything, Digest, Line, Number
from p2p.wire.sentences import Refused
from p2p.wire.text import composed, folded, shown

PATIENCE = 10.0
"""Seconds for the other end to send the message that is due."""

T = TypeVar("T")


UNANSWERED = Text("The player who was asked has not answered.")


@begins("who")
class Who(NamedTuple):
    """Asks for the player with this name or number."""

    name: Annotated[bytes, Limits(0, MAX_NAME)]


@begins("seat")
class Seat(NamedTuple):
    """What a claim must name, and the game that the claimant must be able to play."""

    game: Digest
    player: Number
    engine: Number
    edition: Name
    release: Name
    data: Digest
    options: Anything
    choices: Annotated[tuple[Line, ...], Limits(0, MAX_SEATS)]

    @property
    def setup(self) -> Setup:
        """Return what the game needs in order to start."""
        return Setup(*self[2:])


@begins("names")
class Names(NamedTuple):
    """The names of the players, for a stranger whose name is no single player's."""

    names: Annotated[tuple[Annotated[bytes, Limits(0, MAX_NAME)], ...], Limits(1, MAX_SEATS)]


class NoSuchPlayer(Exception):
    """The name is no single player's; ``names`` has those of all players, safe for any terminal."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


_WHO: Codec[Who] = Codec(Who)
_SEAT: Codec[Seat | Names | Refused] = Codec(Seat | Names | Refused)
_CHARTER: Codec[Charter | Refused] = Codec(Charter | Refused)


async def find_seat(connection: Connection, called: str) -> Seat:
    """Return, at the first visit, which player of which game to ask for.

    Raises NoSuchPlayer for the name of none or several, Unwelcome if the other end answers nothing of use; FrameError
    and BrokenResourceError as connections do.
    """
    name = composed(called).encode("utf-8", errors="replace")[:MAX_NAME]
    await connection.send(_WHO.encode(Who(name)))
    answer = await _answer(connection, _SEAT)
    if isinstance(answer, Seat):
        return answer
    raise NoSuchPlayer(tuple(map(shown, answer.names)) if isinstance(answer, Names) else ())


async def hand_in(connection: Connection, claim: SignedClaim) -> Charter:
    """Ask for a seat, at the second visit; return the charter of the game once its players have been told.

    Raises Unwelcome if the claim is refused, CharterError if the charter is invalid; FrameError and BrokenResourceError
    as connections do.
    """
    await connection.send(encode(claim))
    charter, claimed = await _answer(connection, _CHARTER), claim.content
    if not isinstance(charter, Charter) or charter.id != claimed.game or claimed.player >= len(charter.players):
        raise CharterError("This is the charter of another game.")
    return charter


def answer(charter: Charter, question: bytes) -> bytes:
    """Return the answer to a stranger who asks which player of which game to claim; raise
    FrameError if it is no question.
    """
    try:
        called = _WHO.decode(question).name
    except MessageError:
        raise FrameError("asked for a seat without naming a player") from None
    player = _player(charter, called)
    if player is None:
        return _SEAT.encode(Names(tuple(charter.seats[charter.seats_of(one)[0]].name for one in charter.everyone)))
    return _SEAT.encode(Seat(charter.id, player, *charter.setup))


def _player(charter: Charter, called: bytes) -> int | None:
    """Return the player with this number, counted from 1, or the only one with this name.

    The form of its letters and their case do not matter, unless only these tell two players apart.
    """
    players, name = charter.everyone, shown(called)
    if name.isascii() and name.isdecimal():
        return next((player for player in players if str(player + 1) == name), None)
    alike = [player for player in players if name and folded(charter.own_name(player)) == folded(name)]
    exactly = [player for player in alike if charter.own_name(player) == name]
    return next((found[0] for found in (alike, exactly) if len(found) == 1), None)


async def _answer(connection: Connection, codec: Codec[T]) -> T:
    """Return what the other end answers; it is no refusal. Raises Unwelcome."""
    with trio.move_on_after(PATIENCE):
        if (message := await connection.receive()) is not None:
            try:
                answer = codec.decode(message)
            except MessageError:
                raise Unwelcome("Something else than a table of mare answered.") from None
            if isinstance(answer, Refused):
                raise Unwelcome(answer.text)
            return answer
    raise Unwelcome(UNANSWERED)
