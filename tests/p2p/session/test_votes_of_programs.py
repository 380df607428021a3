"""Votes of programs where nobody sits, and wishes on their way."""

from __future__ import annotations

import pytest

from p2p.log import messages
from p2p.log.ballots import Proposal, SignedBallot, SignedWish, Wish, sign_wish
from p2p.log.changes import BACK, RESIGN, Change
from p2p.log.messages import CharterSignature
from p2p.log.statements import SignedEntry
from p2p.log.steps import Kind
from p2p.session.events import Output, Refused, Send
from p2p.session.session import Session
from tests.p2p.absences import Absences
from tests.p2p.newcomers import change as key_change
from tests.p2p.tables import Table, charter, identity, signer
from tests.p2p.votes import END_HERE, at_dice, away, bot, quiet, sent, votes
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
    outputs = of.receive(1, wish(table, 1, END_HERE))
    assert [
        said.content.proposal.changes
        for said in sent(outputs)
        if isinstance(said, SignedWish) and said.person == 0 and said.content.proposal is not None
    ] == [(END_HERE,)]


def test_a_program_by_itself_declares_nobody_absent_whom_it_reaches_and_never_its_own_person() -> None:
    table = quiet()
    of = bot(table, 0)
    assert ballots(of.receive(1, wish(table, 1, away(2)))) == []
    of.disconnected(2)
    assert away(2) not in of._polls.agreed
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


# Where nobody pauses


def test_a_program_by_itself_agrees_also_once_it_comes_to_where_others_have_wished() -> None:
    """The wish came on a shorter way than the action upon which it stands, and is not said again."""
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.ACTION)
    (decider,) = table.sessions[0].awaited
    slow, wisher = (person for person in range(3) if person != decider)
    of = bot(table, slow)
    table.sent[decider].clear()
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    (action,) = [said for said in table.sent[decider] if isinstance(said, SignedEntry)]
    table.deliver((decider, wisher))
    of.receive(wisher, wish(table, wisher, END_HERE))
    assert END_HERE not in of._polls.agreed
    of.receive(decider, messages.encode(action))
    assert END_HERE in of._polls.agreed


def passed_on(of: Session, outputs: list[Output]) -> list[int]:
    """The numbers of others' wishes that are sent on."""
    return [said.content.counter for said in sent(outputs) if isinstance(said, SignedWish) and said.person != of.me]


def test_a_persons_first_wish_upon_our_log_is_passed_on_at_once_and_all_others_with_the_next_flush() -> None:
    """So it is there before the acknowledgements by which the game goes on, and nobody makes us pass on a flood."""
    table = quiet()
    of = bot(table, 0)
    of.flush()
    below = of.log.height - 1
    place = (of.log.term, of.log.epoch_id, below, of.log.log_at(below), of.log.state_at(below))
    elsewhere = Proposal(of.charter.id, 1, *place, ())
    here = [of.log.proposal(term, ()) for term in (1, 2, 3)]

    def at_once(counter: int, proposal: Proposal) -> list[int]:
        signed = sign_wish(identity(1), 1, Wish(of.charter.id, counter, 0, proposal))
        return passed_on(of, of.receive(1, messages.encode(signed)))

    assert at_once(1, elsewhere) == []
    assert at_once(2, here[0]) == [2]
    assert at_once(3, here[1]) == []
    assert at_once(4, elsewhere) == []
    assert at_once(5, here[2]) == []
    assert passed_on(of, of.flush()) == [5]


@pytest.mark.parametrize("run", range(4))
def test_what_one_wishes_for_passes_though_programs_in_a_row_go_on_without_a_pause(run: int) -> None:
    """Everybody answers at once, and what may wait for a flush comes late."""
    table = Table(charter(5, rounds=4), run, run, ((0, 1), (1, 2), (2, 3), (3, 4)))
    for person in range(1, 5):
        table.sessions[person] = Session(table.charter, new_wager, signer(person), agreeable=True)
    table.begin()
    while table.sessions[0].log.height < 3:
        assert table._happen()
    table.agree(END_HERE, [0])
    table.go_on()
    assert votes(table, 0).count((END_HERE,)) == 1


def test_a_program_by_itself_resigns_for_nobody_whose_program_it_is() -> None:
    table = quiet()
    of = bot(table, 0)
    of.receive(1, messages.encode(sign_wish(identity(1), 1, upon(of, 500, Change(RESIGN, 0)))))
    assert of._polls.agreed == set()
    of.receive(1, messages.encode(sign_wish(identity(1), 1, upon(of, 501, Change(RESIGN, 1)))))
    assert of._polls.agreed == {Change(RESIGN, 1)}


def upon(of: Session, counter: int, *changes: Change) -> Wish:
    """A wish upon the log as it is."""
    return Wish(of.charter.id, counter, 0, of.log.proposal(of.log.term + 1, changes))


@pytest.mark.parametrize(
    "change",
    [
        away(3),
        Change(BACK, 7),
        Change(RESIGN, 3),
        key_change(7, 12),
    ],
)
def test_a_wish_about_nobody_is_refused_and_shown_to_nobody(change: Change) -> None:
    of = bot(quiet(), 0)
    outputs = of.receive(1, messages.encode(sign_wish(identity(1), 1, upon(of, 500, change))))
    assert [type(output) for output in outputs] == [Refused]
    assert of.wished == {}
    assert of._polls.agreed == set()


def test_the_wish_that_somebody_here_comes_back_keeps_nobody_from_coming_back_in_the_stead_of_the_last() -> None:
    table = at_dice(charter(3, rounds=6), 2)
    table.agree(away(2), [0, 1])
    table.settle()
    table.come(2)
    table.settle()
    of = table.sessions[2]
    of._polls.agreed |= {Change(BACK, 0), Change(BACK, 2), away(0), away(1)}
    assert of._polls.replacement == (away(0), away(1), Change(BACK, 2))
