"""A finished game of honest players, and a session in the middle of it that takes whatever anybody sends.

They have once taken an action back. Only those players have their keys. So whatever a session takes, the log
stays a beginning of their log, and there is nothing to blame anybody for.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import NamedTuple

from crypto.canonical import Value, decode, encode
from crypto.errors import EncodingError
from p2p.log import messages
from p2p.log.messages import Have
from p2p.log.statements import TAKE_BACK, Change, is_opening
from p2p.log.steps import Kind, Step
from p2p.session.events import Asked, Output, Requested, Send, Stopped
from p2p.session.session import Session
from p2p.session.sync import chunk
from p2p.wire.codec import MessageError
from tests.p2p.tables import Table, charter, session

PEER, GUEST = 1, 2
"""The links of the session: to player 1, and to a spectator."""

MOST = 8
"""Messages that one input sends at most."""


class Sample(NamedTuple):
    """A game of two players as it went.

    All that player 1 sent, and last the whole log; the journal of player 0, and their bid; and by step the ids of its
    entries, or of its epoch.
    """

    record: bytes
    sent: tuple[bytes, ...]
    journal: tuple[bytes, ...]
    bid: str
    commitment: bytes
    ids: tuple[frozenset[bytes], ...]


class Undoing(Table):
    """Players who agree to take the first action back, and then go on."""

    is_due = True

    def _answer(self, player: int, seat: int) -> None:
        if self.is_due and _actions(self.sessions[player]):
            self._asked.append((player, seat))
            return
        super()._answer(player, seat)

    def undo(self) -> None:
        """Let both agree as soon as nothing else is under way."""
        while any(self._links.values()) or any(of.due or not _actions(of) for of in self.sessions):
            self._happen()
        (action,) = _actions(self.sessions[0])
        self.agree(Change(TAKE_BACK, action.number - 1))
        self.is_due = False


def _actions(of: Session) -> list[Step]:
    return [step for step in of.log.steps if step.kind is Kind.ACTION]


@cache
def sample() -> Sample:
    """A game of one round with no doubles, the pot of which player 1 gives away, takes back and takes."""
    table = Undoing(charter(2, rounds=1), seed=2, answers=27)
    table.begin()
    table.undo()
    table.go_on()
    of = table.sessions[0]
    record = of.record()
    assert record is not None
    entries = [signed for step in of.log.steps for signed in step.entries]
    (bid,) = (body[1] for signed in entries if signed.entry.seat == 0 and is_opening(body := signed.entry.body))
    (commitment,) = (signed for signed in entries if signed.entry.seat == 0 and type(signed.entry.body) is bytes)
    sent = tuple(map(messages.encode, [*table.sent[1], chunk(of.log, 1)]))
    return Sample(record, sent, tuple(table.kept[0]), bid, messages.encode(commitment), tuple(map(ids, of.log.steps)))


def ids(step: Step) -> frozenset[bytes]:
    """The ids of a step's entries, or of its epoch."""
    return frozenset([signed.id for signed in step.entries] + ([step.proposed.epoch.id] if step.proposed else []))


def session_after(number: int) -> Session:
    """Player 0's session when it has taken so many of the messages that player 1 sent."""
    of = session(charter(2, rounds=1), 0)
    of.start()
    of.connected(PEER, 1)
    of.connected(GUEST, None)
    for message in sample().sent[:number]:
        outputs = of.receive(PEER, message)
        for output in outputs:
            if isinstance(output, Asked) and of.log.kind is Kind.COMMITMENTS:
                of.answer(0, sample().bid)
            elif isinstance(output, Requested) and output.changes:
                of.agree(*output.changes)
    return of


def inputs() -> list[bytes]:
    """What player 1 sent, each message at its time; the whole log, to a player who has asked for it; a copied profile.

    The last is a commitment of player 0's own, from another program that has the same key.
    """
    sent = sample().sent
    timely = [encode((number, ((PEER, message),))) for number, message in enumerate(sent)]
    whole = messages.encode(Have(1, len(sample().ids), (0, 0))), sent[-1]
    fetched = [encode((number, tuple((PEER, message) for message in whole))) for number in (1, 2)]
    watched = encode((1, tuple((GUEST, message) for message in (sent[1], *whole))))
    copied = encode((2, tuple((PEER, message) for message in (sent[2], sample().commitment, *sent[3:5]))))
    return [*timely, *fetched, watched, copied]


def take(data: bytes) -> None:
    """Let a session take ``[messages before, [[link, message], …]]``, or any other bytes as one message."""
    stage, packets = _packets(data)
    of = session_after(stage % len(sample().sent))
    for link, packet in packets:
        before = of.log.height
        outputs: list[Output] = []
        with suppress(MessageError):
            outputs += of.receive(link, packet)
        outputs += of.flush()
        _check(of, link, before, outputs)


def _packets(data: bytes) -> tuple[int, list[tuple[int, bytes]]]:
    try:
        value: Value = decode(data)
    except EncodingError:
        return 0, [(PEER, data)]
    match value:
        case (int(stage), tuple(rows)):
            return stage, [packet for row in rows[:MOST] if (packet := _packet(row)) is not None]
    return 0, [(PEER, data)]


def _packet(row: Value) -> tuple[int, bytes] | None:
    match row:
        case (int(link), bytes(message)):
            return (GUEST if link == GUEST else PEER), message
    return None


def _check(of: Session, link: int, before: int, outputs: list[Output]) -> None:
    """Player 1 may end the game, by showing another log over their own link; that is told, and nothing proven."""
    assert of.log.height >= before
    assert not of.proofs
    assert all(link == PEER and output.player == 1 for output in outputs if isinstance(output, Stopped))
    known = sample().ids
    assert tuple(map(ids, of.log.steps)) == known[: of.log.height]
    assert {signed.id for signed in of.log.given.values()} <= frozenset().union(*known)
    for output in outputs:
        if isinstance(output, Send):
            messages.decode(output.data)
