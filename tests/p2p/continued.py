"""Games that continue a recorded one: the record up to a height, and charters of those who go on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from p2p.log.charter import After, Charter, Seat
from p2p.log.log import Log
from p2p.log.messages import Past
from p2p.log.record import write_record
from p2p.log.steps import Kind
from tests.p2p.tables import NAMES, Table, charter, player


class GoingOn(Table):
    """A table whose players go on with a recorded game."""

    def __init__(self, of: Charter, past: Past, seed: int = 0) -> None:
        super().__init__(of, seed)
        for number, session in enumerate(self.sessions):
            self._take(number, session.go_on_from(past))


@cache
def played() -> Table:
    """A whole game of three; player 1 has two seats."""
    table = Table(charter(3, (0, 1, 2, 1)), seed=2, answers=3)
    table.play()
    return table


def cut(log: Log, height: int) -> Log:
    """A log up to the height at which a charter may continue it, at this one or below."""
    found = log.rest(height)
    assert found is not None
    return log.at_height(found)


def middle(kind: Kind = Kind.ACTION) -> Log:
    """The game of three, up to a step in its middle that is followed by one of this kind."""
    log = played().sessions[0].log
    found = next(step.number for step in log.steps[4:] if step.kind is kind) - 1
    return log.at_height(found)


def record_of(log: Log) -> bytes:
    """The record of the game of three as far as a log of it goes."""
    return write_record(log, played().sessions[0].signatures, {})


def after(log: Log, who: Sequence[int] = (0, 1, 2), holders: Sequence[int] = (0, 1, 2, 1)) -> Charter:
    """A charter by which these players of the tests continue a log; ``holders`` has by seat who plays it."""
    old = log.charter
    seats = tuple(Seat(seat.choice, by, NAMES[who[by]].encode()) for seat, by in zip(old.seats, holders, strict=True))
    players = tuple(player(number) for number in who)
    place = After(old.id, log.height, log.head, log.state, tuple(map(holders.index, range(len(who)))))
    return Charter(*old.setup[:-1], old.watch, players, seats, place)


def going_on(of: Charter, past: bytes, seed: int = 0) -> Table:
    """A table of the players 0, 1, 2 … who go on with the game of a record."""
    return GoingOn(of, Past(past), seed)
