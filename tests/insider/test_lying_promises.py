"""One liar among those who change the epoch: honest players go on in due time, no program trips, and nothing grows."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from p2p.log import messages
from p2p.log.charter import MAX_PLAYERS
from p2p.log.justify import head_of
from p2p.log.messages import Message
from p2p.log.statements import (
    ABSENT,
    BACK,
    TAKE_BACK,
    Change,
    Epoch,
    Promised,
    Proposed,
    Request,
    SignedAck,
    SignedPromise,
    SignedProposal,
    SignedRequest,
)
from p2p.log.steps import Kind
from p2p.wire.frames import MAX_MESSAGE
from tests.p2p.absences import Absences
from tests.p2p.changes import quiet
from tests.p2p.tables import Liar, charter, identity

LONG = 120.0
"""Seconds in which every change of epoch that one liar can delay has been made."""


def wait(table: Absences, seconds: float = LONG) -> None:
    """Let everything happen, until nothing more does or so much time has passed."""
    end = table.now + seconds
    while table.now < end and table._happen():
        pass


def absent(table: Absences, *players: int) -> list[frozenset[int]]:
    """Whom the logs of these players hold absent."""
    return [table.sessions[player].log.absent for player in players]


# Coordinators who are silenced


def test_a_proposal_forged_in_a_coordinators_name_does_not_silence_them() -> None:
    table = quiet(5, rounds=3)
    table.go(3)
    for player in (0, 1, 2):
        log, term = table.sessions[player].log, player or 5
        made = Epoch(log.charter.id, term, head_of(log), ())
        table.send(4, player, Proposed(SignedProposal(player, made, bytes(64)), ()))
    table.settle()
    table.go(4)
    began = table.now
    table.agree(Change(ABSENT, 3), (0, 1, 2))
    wait(table, 10.0)
    assert absent(table, 0, 1, 2) == [{3}] * 3, f"not after {table.now - began} s"


@pytest.mark.parametrize("is_forged", [True, False])
def test_a_proposal_of_a_far_term_hides_no_equivocation(*, is_forged: bool) -> None:
    table = quiet()
    of, head = table.charter, head_of(table.sessions[0].log)
    far = SignedProposal.by(identity(2), 2, Epoch(of.id, (1 << 60) + 1, head, ()))
    table.send(2, 0, Proposed(far._replace(signature=bytes(64)) if is_forged else far, ()))
    for change in (Change(ABSENT, 0), Change(ABSENT, 1)):
        table.send(2, 0, Proposed(SignedProposal.by(identity(2), 2, Epoch(of.id, 2, head, (change,))), ()))
    table.settle()
    assert 2 in table.sessions[0].proofs


def absent_since(table: Absences, *players: int) -> list[set[int]]:
    """Whom epochs of these players' logs have declared absent at any time."""
    return [
        {change.number for step in of.log.steps if step.proposed for change in step.proposed.changes}
        for of in (table.sessions[player] for player in players)
    ]


# Evidence


class PadsEvidence(Liar):
    """Keeps the request that makes the evidence for a promise, and promises with all that a message takes of it."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, SignedRequest) and message.player == self.player and message.content.term:
            return
        if isinstance(message, Promised) and message.signed.player == self.player:
            promise = message.signed.content._replace(changes=())
            message = message._replace(signed=SignedPromise.by(self.identity, self.player, promise))
            own = next(one for one in message.evidence if one.player == self.player)
            copies = MAX_PLAYERS - len(message.evidence) - 1
            message = message._replace(evidence=(*message.evidence, *[own] * copies))
            filling = max((one for one in self.fillings() if size(one) <= MAX_MESSAGE - size(message)), key=size)
            message = message._replace(evidence=(*message.evidence, filling))
        yield message

    def fillings(self) -> Iterable[SignedRequest]:
        """Requests of many lengths."""
        for many in range(40):
            for bits in (0, 7, 8, 16, 32):
                changes = tuple(Change(TAKE_BACK, height) for height in range(many))
                yield SignedRequest.by(self.identity, 3, Request(self.table.charter.id, 1 << bits, 0, changes))


def size(message: Message) -> int:
    """The bytes of a message."""
    return len(messages.encode(message))


def test_no_evidence_makes_the_promises_of_others_longer_than_messages_may_be() -> None:
    table = Absences(charter(4, rounds=3))
    table.lie(PadsEvidence, 3)
    table.begin()
    table.to(Kind.COMMITMENTS)
    table.go(2)
    table.settle()
    table.agree(Change(ABSENT, 2), (0, 1, 3))
    wait(table)
    assert max(size(one) for player in (0, 1) for one in table.sent[player]) < MAX_MESSAGE // 16


# Prices


class Silent(Liar):
    """Acknowledges nothing while dice are open."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if not (isinstance(message, SignedAck) and self.session.log.kind is Kind.BEACON):
            yield message


def test_of_two_who_is_absent_does_not_come_back_at_the_price_of_the_other() -> None:
    table = Absences(charter(2, rounds=3))
    table.lie(Silent, 1)
    table.begin()
    table.to(Kind.COMMITMENTS)
    for player in (0, 1):
        table.agree(Change(ABSENT, 1), [player])
    wait(table, 5.0)
    assert absent(table, 0) == [{1}]
    while table.sessions[0].log.kind is not Kind.BEACON:
        assert table._happen()
    wait(table, 5.0)
    table.agree(Change(BACK, 1), [1])
    wait(table, 20.0)
    assert 0 not in absent_since(table, 0)[0]
