"""Votes of programs where nobody sits, and wishes on their way."""

from __future__ import annotations

from p2p import messages
from p2p.ballots import (
    Change,
    SignedBallot,
    SignedWish,
    Wish,
    sign_wish,
)
from p2p.events import Output, Send
from p2p.messages import CharterSignature
from p2p.session import Session
from tests.p2p.absences import Absences
from tests.p2p.tables import charter, identity, signer
from tests.p2p.votes import PAUSE_HERE, away, bot, quiet, sent
from tests.p2p.wager import new_wager


def wish(table: Absences, person: int, *changes: Change) -> bytes:
    """A person's wish upon his log."""
    table.sent[person].clear()
    for change in changes:
        table.agree(change, [person])
    return messages.encode([said for said in table.sent[person] if isinstance(said, SignedWish)][-1])


def ballots(outputs: list[Output]) -> list[tuple[Change, ...]]:
    return [message.proposal.changes for message in sent(outputs) if isinstance(message, SignedBallot)]


def test_a_program_by_itself_agrees_to_what_others_wish_for() -> None:
    table = quiet()
    of = bot(table, 0)
    outputs = of.receive(1, wish(table, 1, PAUSE_HERE))
    assert [
        said.content.proposal.changes
        for said in sent(outputs)
        if isinstance(said, SignedWish) and said.content.proposal is not None
    ] == [(PAUSE_HERE,)]


def test_a_program_by_itself_declares_nobody_absent_whom_it_reaches_and_never_its_own_person() -> None:
    table = quiet()
    of = bot(table, 0)
    assert ballots(of.receive(1, wish(table, 1, away(2)))) == []
    of.disconnected(2)
    assert away(2) not in of._voting.agreed
    table.sessions[1].disagree(away(2))
    assert ballots(of.receive(1, wish(table, 1, away(0)))) == []
    table = quiet()
    table.go(2)
    of = bot(table, 0)
    assert ballots(of.receive(1, wish(table, 1, away(2)))) == [(away(2),)]


def test_whoever_wishes_somebody_absent_is_offered_again_what_we_have_of_him() -> None:
    """Else a person who gives to some alone what he owes to all keeps them from agreeing on who is missing."""
    of = Session(charter(3), new_wager, signer(0))
    of.start()
    for person in (1, 2):
        of.connected(person, person)
        signature = of.charter.sign(identity(person))
        of.receive(person, messages.encode(CharterSignature(of.charter.id, person, signature)))
    of.flush()
    wish = Wish(of.charter.id, 1, 0, of.log.proposal(1, (away(2),)))
    of.receive(1, messages.encode(sign_wish(identity(1), 1, wish)))
    assert of.due
    sends = [output for output in of.flush() if isinstance(output, Send)]
    offered = [output.links for output in sends if isinstance(messages.decode(output.data), CharterSignature)]
    assert set(offered) == {(1,)}
