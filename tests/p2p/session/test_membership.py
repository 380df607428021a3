"""A message about a player who is not at this table, or about another game, reaches nothing behind the entrance."""

from __future__ import annotations

from typing import Any

import pytest

from p2p.log import messages
from p2p.log.justify import head_of
from p2p.log.messages import (
    NOT_OF_TABLE,
    CharterSignature,
    Chunk,
    Fetch,
    Have,
    Message,
    Presence,
    SignedPresence,
    SignedTalk,
    Talk,
)
from p2p.log.statements import (
    ABSENT,
    Change,
    Closing,
    Epoch,
    Equivocation,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Violation,
)
from p2p.session.events import MessageRefused, Output
from p2p.session.session import Session
from p2p.wire.codec import MessageError
from tests.p2p.tables import Table, charter, identity, sent

OF = charter(3, rounds=4)
ATTACKER, STRANGER = 1, 7
MINE = identity(ATTACKER)


def playing() -> Session:
    """A session in the middle of a game, at the other end of whose link the attacker sits."""
    table = Table(OF, seed=1)
    table.begin()
    while table.sessions[0].log.height < 2:
        table._happen()
    return table.sessions[0]


SESSION = playing()
LOG = SESSION.log
ACK = SignedAck.by(MINE, ATTACKER, LOG.ack(50))
ENTRY = next(signed for step in LOG.steps for signed in step.entries).entry
ABOUT_STRANGER = Change(ABSENT, STRANGER)
PROMISE = Promise(OF.id, 1, head_of(LOG))
EPOCH = Epoch(OF.id, 1, head_of(LOG), ())
MY_PROMISE = SignedPromise.by(MINE, ATTACKER, PROMISE)
MY_PROPOSAL = SignedProposal.by(MINE, ATTACKER, EPOCH)
REQUEST = Request(OF.id, 99, 1, ())


def promised(**changed: Any) -> Promised:
    return Promised(SignedPromise.by(MINE, ATTACKER, PROMISE._replace(**changed)), ())


def proposed(**changed: Any) -> Proposed:
    return Proposed(SignedProposal.by(MINE, ATTACKER, EPOCH._replace(**changed)), (MY_PROMISE,))


FOREIGN: dict[str, Message] = {
    "signature": CharterSignature(OF.id, STRANGER, bytes(64)),
    "entry of a seat": SignedEntry.by(MINE, ENTRY._replace(seat=STRANGER)),
    "link of a player": SignedEntry.by(MINE, ENTRY._replace(seat=STRANGER, body=(1, bytes(32)))),
    "entry of another game": SignedEntry.by(MINE, ENTRY._replace(game=bytes(32))),
    "ack": SignedAck.by(MINE, STRANGER, LOG.ack(1)),
    "closing": SignedClosing.by(MINE, STRANGER, Closing(*LOG.epoch, LOG.height, LOG.head, LOG.state)),
    "request": SignedRequest.by(MINE, STRANGER, REQUEST),
    "request about a stranger": SignedRequest.by(MINE, ATTACKER, REQUEST._replace(changes=(ABOUT_STRANGER,))),
    "request of another game": SignedRequest.by(MINE, ATTACKER, REQUEST._replace(game=bytes(32))),
    "promise": Promised(MY_PROMISE._replace(player=STRANGER), ()),
    "promise about a stranger": promised(changes=(ABOUT_STRANGER,)),
    "promise of a secret of a stranger": promised(secrets=(STRANGER,)),
    "promise of another game": promised(game=bytes(32)),
    "promise with evidence of a stranger": Promised(MY_PROMISE, (SignedRequest.by(MINE, STRANGER, REQUEST),)),
    "promise with a secret of a seat": Promised(MY_PROMISE, (), (SignedEntry.by(MINE, ENTRY._replace(seat=STRANGER)),)),
    "proposal": Proposed(MY_PROPOSAL._replace(player=STRANGER), ()),
    "proposal about a stranger": proposed(changes=(ABOUT_STRANGER,)),
    "proposal of another game": proposed(game=bytes(32)),
    "proposal with a promise of a stranger": Proposed(MY_PROPOSAL, (MY_PROMISE._replace(player=STRANGER),)),
    "have of another table": Have(0, 0, (0, 0)),
    "equivocation of a stranger": Equivocation(ACK, MY_PROMISE._replace(player=STRANGER)),
    "equivocation of two players": Equivocation(ACK, MY_PROMISE._replace(player=2)),
    "violation": Violation(SignedEntry.by(MINE, ENTRY._replace(seat=STRANGER))),
    "presence": SignedPresence.by(MINE, STRANGER, Presence(OF.id, 1, 0, (), ())),
    "presence with a neighbour": SignedPresence.by(MINE, ATTACKER, Presence(OF.id, 99, 0, (STRANGER,), ())),
    "talk": SignedTalk.by(MINE, STRANGER, Talk(OF.id, 1, None, b"hello")),
    "talk to a stranger": SignedTalk.by(MINE, ATTACKER, Talk(OF.id, 99, STRANGER, bytes(200))),
}


def received(message: Message) -> list[Output]:
    return playing().receive(ATTACKER, messages.encode(message))


@pytest.mark.parametrize("name", FOREIGN)
def test_a_message_that_names_what_is_not_at_this_table_is_refused(name: str) -> None:
    outputs = received(FOREIGN[name])
    assert [output.reason for output in outputs if isinstance(output, MessageRefused)] == [NOT_OF_TABLE]


@pytest.mark.parametrize(
    "signed",
    [
        FOREIGN["entry of a seat"],
        FOREIGN["proposal about a stranger"],
        FOREIGN["proposal with a promise of a stranger"],
    ],
)
def test_a_chunk_with_such_a_message_ends_the_connection(signed: Message) -> None:
    of, height = playing(), LOG.height + 5
    of.receive(ATTACKER, messages.encode(SignedAck.by(MINE, ATTACKER, LOG.ack(50)._replace(height=height))))
    (fetch,) = (message for message in sent(of.flush()) if isinstance(message, Fetch))
    with pytest.raises(MessageError, match=NOT_OF_TABLE):
        of.receive(ATTACKER, messages.encode(Chunk(fetch.first, LOG.term, height, (messages.encode(signed),))))
