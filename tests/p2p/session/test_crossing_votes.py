"""Votes that cross, or come to nothing at open dice: all come to stand by one proposal, and nobody has dice anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from p2p.log import messages
from p2p.log.ballots import Proposal, SignedBallot, SignedWish, Wish, sign_ballot, sign_wish
from p2p.log.changes import BACK, RESIGN, Change
from p2p.log.messages import Message
from p2p.log.statements import Closing, SignedClosing
from p2p.log.steps import Kind
from p2p.session.agreeing import MOST_TIMES_AWAY
from p2p.session.choosing import MAX_HOPE, MAX_INSISTENCE
from p2p.session.events import Output, Parted
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.absences import Absences
from tests.p2p.tables import Liar, Table, charter, identity
from tests.p2p.votes import END_HERE, assert_finished, at_dice, away, bind, bot, quiet, sent, votes


def agreeing() -> tuple[Absences, Session]:
    """A table of four, and the program of person 0 there, who agrees that person 3 is absent."""
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    of = bot(table, 0)
    of.agree(away(3))
    return table, of


def wishes(of: Session, person: int, counter: int, proposal: Proposal) -> list[Output]:
    """Somebody's wish comes to a program."""
    wish = Wish(of.charter.id, counter, 0, proposal)
    return of.receive(person, messages.encode(sign_wish(identity(person), person, wish)))


def terms_of_wishes(outputs: list[Output]) -> list[int]:
    """Of person 0."""
    own = [message for message in sent(outputs) if isinstance(message, SignedWish) and message.person == 0]
    said = [message.content.proposal for message in own]
    return [proposal.term for proposal in said if proposal is not None]


def test_what_passes_with_our_ballot_is_signed_in_the_term_of_the_others_ballots() -> None:
    """Whoever has signed wishes for the next term meanwhile; to go on to that would have all vote twice."""
    _, of = agreeing()
    upon = of.log
    outputs = wishes(of, 1, 1, upon.proposal(9, (away(3),)))
    assert terms_of_wishes(outputs) == [9]
    for person in (1, 2):
        ballot = sign_ballot(identity(person), person, upon.proposal(7, (away(3),)))
        outputs = of.receive(person, messages.encode(ballot))
    signed = [message for message in sent(outputs) if isinstance(message, SignedBallot) and message.person == 0]
    assert [ballot.proposal.term for ballot in signed] == [7]
    assert of.log.term == 7
    assert of.log.absent == {3}


def test_terms_of_wishes_only_rise_however_they_cross() -> None:
    _, of = agreeing()
    upon = of.log
    said = terms_of_wishes(wishes(of, 1, 1, upon.proposal(5, (away(3),))))
    said += terms_of_wishes(wishes(of, 1, 2, upon.proposal(4, (away(3),))))
    said += terms_of_wishes(wishes(of, 2, 1, upon.proposal(3, (away(3),))))
    assert said == [5]
    said = terms_of_wishes(wishes(of, 2, 2, upon.proposal(6, (away(3),))))
    assert said == [6]


@pytest.mark.parametrize("more", [[0], [0, 1]])
def test_what_enough_agree_to_passes_though_some_agree_to_more(more: list[int]) -> None:
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    table.agree(Change(RESIGN, 3), more)
    table.agree(away(3), [0, 1, 2])
    table.settle()
    assert votes(table, 2) == [(away(3),)]


def test_who_wishes_for_long_and_does_not_sign_keeps_nobody_bound() -> None:
    _, of = agreeing()
    upon = of.log
    for person in (1, 2):
        wishes(of, person, 1, upon.proposal(1, (away(3),)))
    assert of._polls.bound
    for _ in range(MAX_HOPE - 1):
        assert 2 not in terms_of_wishes(of.flush())
        assert of.due
    assert terms_of_wishes(of.flush()) == [2]


def test_what_needs_all_gives_way_to_what_a_majority_agrees_to() -> None:
    """Two agree to either; the third insists on the end, the fourth on going on without him."""
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    table.agree(END_HERE, [0, 1, 2])
    table.settle()
    table.agree(away(2), [0, 1, 3])
    table.settle()
    assert votes(table, 3) == [(away(2),)]


def test_a_vote_upon_another_log_of_our_epoch_is_looked_into() -> None:
    """It may be all that is left to show of a liar in two majorities, where both logs are final."""
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.ACTION)
    of = bot(table, 0)
    other = replace(of.log.proposal(1, (away(0),)), log=bytes(32))
    outputs = of.receive(2, messages.encode(sign_ballot(identity(2), 2, other)))
    assert [event for event in outputs if isinstance(event, Parted)] == [Parted(2, of.log.height)]


def test_whoever_wants_to_be_free_is_freed_though_another_who_does_is_to_be_absent() -> None:
    """Person 3 has voted first, and all but him agree to go on without him."""
    _, of = agreeing()
    upon = of.log
    outputs: list[Output] = []
    for person in (3, 1):
        of.receive(person, messages.encode(sign_ballot(identity(person), person, upon.proposal(1, (END_HERE,)))))
        outputs = wishes(of, person, 1, upon.proposal(2, ()))
    said = [m.content.proposal for m in sent(outputs) if isinstance(m, SignedWish) and m.person == 0]
    assert [proposal.changes for proposal in said if proposal is not None] == [()]


def test_who_agrees_to_more_insists_on_it_for_a_while_and_then_keeps_to_what_others_agree_to() -> None:
    """Two who each followed the other's newest wish at once would change places for ever."""
    of = bot(quiet(), 0)
    of.agree(away(1))
    of.agree(away(2))
    both, one = of.log.proposal(1, (away(1), away(2))), of.log.proposal(1, (away(2),))
    outputs = wishes(of, 1, 1, one)
    for _ in range(MAX_INSISTENCE - 1):
        outputs += of.flush()
        assert of.due
    assert wished_by_us(outputs) <= {both.changes}
    assert wished_by_us(of.flush()) == {one.changes}
    assert of._polls.own_ballot is not None
    assert of._polls.own_ballot.proposal == one


def test_who_keeps_to_what_others_agreed_to_does_so_while_they_wish_for_that_and_more() -> None:
    """Else two who have both settled for the same would change places as before, where they hear of each other late."""
    of = bot(quiet(), 0)
    of.agree(away(1))
    of.agree(away(2))
    wishes(of, 1, 1, of.log.proposal(5, (away(2),)))
    for _ in range(MAX_INSISTENCE):
        of.flush()
    assert of._polls.own_ballot is not None
    outputs = wishes(of, 1, 2, of.log.proposal(6, (away(1), away(2))))
    for _ in range(2 * MAX_HOPE):
        outputs += of.flush()
    assert (away(1), away(2)) not in wished_by_us(outputs)
    assert (away(2),) in wished_by_us(outputs)


def wished_by_us(outputs: list[Output]) -> set[tuple[Change, ...]]:
    """What person 0 says that he wishes for."""
    said = [m.content.proposal for m in sent(outputs) if isinstance(m, SignedWish) and m.person == 0]
    return {proposal.changes for proposal in said if proposal is not None}


def test_at_dice_that_are_out_whoever_is_bound_still_agrees_whom_they_wait_for() -> None:
    """An empty vote would throw anew what they have seen, so that nothing else can free them."""
    table = at_dice(charter(4), 1)
    for person in (0, 2):
        bind(table, person)
    table.agree(away(1), [0, 2, 3])
    table.settle()
    assert votes(table, 3) == [(away(1),)]


def test_whoever_can_acknowledge_the_log_before_the_dice_wishes_for_nothing_upon_it_first() -> None:
    """Else he takes back, as soon as he has acknowledged it, the wish that others have signed."""
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.ACTION)
    gone = 3
    table.agree(away(gone), range(gone))
    table.settle()
    assert table.sessions[gone].log.absent == {gone}
    table.agree(END_HERE, [gone])
    table.settle()
    table.go_on()
    assert_finished(table)
    said = [message.content.proposal for message in table.sent[gone] if isinstance(message, SignedWish)]
    places = table.sessions[gone].log._places
    upon = [places[proposal.base].kind for proposal in said if proposal is not None]
    assert Kind.ACTION in upon
    assert Kind.LINKS not in upon
    first = next(proposal.base for proposal in said if proposal is not None)
    assert any(place.kind is Kind.LINKS for place in places[first:])


def test_who_comes_back_again_and_again_and_gives_nothing_is_let_back_by_people_alone() -> None:
    """He may keep his acknowledgements to himself each time, and so hold up the table for good."""
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    others, back = [0, 1, 2], Change(BACK, 3)
    for _ in range(MOST_TIMES_AWAY):
        table.agree(away(3), others)
        table.settle()
        table.agree(back, [3])
        table.settle()
    assert votes(table, 0).count((away(3),)) == MOST_TIMES_AWAY
    assert table.sessions[0].log.absent == {3}
    table.agree(back, [0, 1])
    table.settle()
    assert table.sessions[0].log.absent == set()


class KeepsItsClosing(Liar):
    """Never says that the game is closed."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if not isinstance(message, SignedClosing):
            yield message


@pytest.mark.parametrize("has_signed", [True, False])
def test_nobody_is_finished_while_a_vote_upon_the_end_may_pass(has_signed: bool) -> None:
    """The others in that vote would wait for his acknowledgement of its log, or come to another end than he."""
    table = Table(charter(3))
    table.lie(KeepsItsClosing, 2)
    table.play()
    of = table.sessions[0]
    assert of.phase is Phase.CLOSING
    empty = of.log.proposal(1, ())
    for person in (1, 2):
        wishes(of, person, 1000, empty)
    if has_signed:
        of.receive(1, messages.encode(sign_ballot(identity(0), 0, empty)))
    closing = table.sessions[2].closings[2]
    content = Closing(*of.log.epoch, of.log.height, of.log.head, of.log.state)
    of.receive(2, messages.encode(SignedClosing(2, content, closing)))
    assert of.closings.keys() == {0, 1, 2}
    assert of.phase is Phase.CLOSING
    own = of._polls.own_ballot
    assert own is not None
    assert own.proposal == empty  # until its epoch begins nobody is waited for, and so nobody given up
    for person in (1,) if has_signed else (1, 2):
        of.receive(person, messages.encode(sign_ballot(identity(person), person, empty)))
    assert of.log.epoch_at(of.log.height)[0] == 1
