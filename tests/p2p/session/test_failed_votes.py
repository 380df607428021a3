"""Wishes and ballots: whoever has signed is bound, and a vote that fails frees him and stops no table."""

from __future__ import annotations

import pytest

from p2p.log.ballots import SignedBallot
from p2p.log.changes import ABSENT, BACK, TAKE_BACK, Change
from p2p.log.statements import SignedAck, SignedEntry, author
from p2p.log.steps import Kind, Refused
from p2p.session.events import Stopped, Wished
from p2p.session.session import NotAsked
from p2p.session.standstill import MAX_EMPTY_VOTES
from p2p.session.state import Phase
from p2p.session.terms import MAX_FREEING_LEAP
from p2p.wire.schema import MAX_COUNT
from tests.p2p.absences import Absences, Impatient
from tests.p2p.tables import charter, game
from tests.p2p.votes import assert_finished, away, bind, quiet, sent, votes


@pytest.mark.parametrize("number", range(3))
def test_whatever_comes_when_all_who_stay_have_the_same_game_in_the_end(number: int) -> None:
    """Persons go away and come back at any time, in the middle of votes, too, and messages come in any order."""
    table = Impatient(number)
    table.play()
    assert_finished(table)


def test_rival_wishes_come_to_one_and_then_to_the_other() -> None:
    table = Absences(charter(5))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.go(3, 4)
    table.agree(away(3), [0])
    table.agree(away(4), [1])
    table.settle()
    assert table.sessions[2].wished == {0: (away(3),), 1: (away(4),)}
    for person, gone in ((2, 3), (2, 4), (0, 4), (1, 3)):
        table.agree(away(gone), [person])
    table.go_on()
    assert_finished(table)
    assert sorted(change for changes in votes(table, 0) for change in changes) == [away(3), away(4)]


def failing() -> Absences:
    """A table at which person 0 has signed a ballot of whose term nothing will come, since two have changed minds."""
    table = Absences(charter(5))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    table.go(3, 4)
    table.settle()
    for person in (0, 1, 2):
        table.agree(away(3), [person])
    for person in (1, 2):
        wish = table._links[person, 0].popleft()
        table._take(0, table.sessions[0].receive(person, wish))
    for person in (1, 2):
        table._take(person, table.sessions[person].disagree(away(3)))
    return table


def test_who_has_signed_a_ballot_signs_nothing_in_the_older_epoch() -> None:
    table = failing()
    ada = table.sessions[0]
    (ballot,) = [message for message in table.sent[0] if isinstance(message, SignedBallot)]
    assert ballot.proposal.changes == (away(3),)
    assert ada.asked == ()
    with pytest.raises(NotAsked):
        ada.answer(0, "bid 0")
    signed = [message for message in sent(ada.flush()) if isinstance(message, SignedEntry | SignedAck)]
    assert all(message in table.sent[0] for message in signed if author(table.charter, message) == 0)


def test_a_failed_vote_frees_everybody_by_an_empty_one() -> None:
    table = failing()
    table.settle()
    assert [of.log.term for of in table.sessions[:3]] == [2] * 3
    assert votes(table, 0) == [()]
    assert table.sessions[0].asked == (0,)
    table.come(3, 4)
    table.go_on()
    assert_finished(table)
    assert votes(table, 3) == [()]


@pytest.mark.parametrize(("ahead", "empty"), [(1, 1), (MAX_FREEING_LEAP, 1), (MAX_FREEING_LEAP + 1, 0)])
def test_a_failed_vote_frees_only_whom_one_empty_vote_can_free(ahead: int, empty: int) -> None:
    """Else one ballot of a term far above the game's would have the others vote thousands of times."""
    table = quiet()
    bind(table, 2, ahead)
    assert votes(table, 0) == [()] * empty
    table.agree(away(2), [0, 1])
    table.settle()
    assert table.sessions[0].log.absent == {2}
    table.go_on()
    assert {table.sessions[person].phase for person in (0, 1)} == {Phase.FINISHED}


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_who_signs_ballots_without_end_does_not_hold_up_the_table(persons: int) -> None:
    """The others vote for nothing a few times to free him, and then go on without him."""
    table = Absences(charter(persons))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    others = table.here[:-1]
    for _ in range(3 * MAX_EMPTY_VOTES):
        bind(table, persons - 1)
    assert votes(table, 0) == [()] * MAX_EMPTY_VOTES
    assert [table.sessions[person].asked for person in others] == [(person,) for person in others]
    table.agree(away(persons - 1), others)
    table.settle()
    assert table.sessions[0].log.absent == {persons - 1}
    table.go_on()
    assert_finished(table)


def test_who_is_needed_for_a_vote_is_freed_as_often_as_it_takes() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    table.go(1)
    table.settle()
    for _ in range(3 * MAX_EMPTY_VOTES):
        bind(table, 2)
    assert votes(table, 0) == [()] * 3 * MAX_EMPTY_VOTES
    table.come(1)
    table.go_on()
    assert_finished(table)


def test_a_wish_that_is_taken_back_binds_nobody() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    table.agree(away(2), [0])
    table.settle()
    assert table.of(1, Wished)[-1] == Wished(0, (away(2),))
    table._take(0, table.sessions[0].disagree(away(2)))
    table.settle()
    assert table.of(1, Wished)[-1] == Wished(0, ())
    assert table.sessions[0].asked == (0,)
    assert not any(isinstance(message, SignedBallot) for message in table.sent[0])
    table.go_on()
    assert_finished(table)


def test_nobody_signs_a_ballot_before_enough_wish_for_the_same() -> None:
    table = Absences(charter(5))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.agree(away(4), [0, 1])
    table.settle()
    assert not any(isinstance(message, SignedBallot) for said in table.sent for message in said)
    table.agree(away(4), [2])
    table.settle()
    assert table.sessions[0].log.absent == {4}


def test_what_cannot_be_voted_on_cannot_be_agreed_to() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.ACTION)
    for change in (Change(ABSENT, 5), Change(BACK, 1), Change(TAKE_BACK, 0), Change(TAKE_BACK, 99)):
        with pytest.raises(Refused):
            table.sessions[0].agree(change)


def test_no_vote_stops_a_session() -> None:
    table = Impatient(3)
    table.play()
    assert not any(table.of(person, Stopped) for person in range(len(table.sessions)))
    assert all(game(of).rounds == 3 for of in table.sessions)


def test_whose_key_has_signed_the_last_term_there_is_wishes_for_nothing_beyond_it() -> None:
    """No message can name such a term, and the others would hang up on who sends it."""
    table = quiet()
    bind(table, 1, ahead=MAX_COUNT - 1)
    assert sent(table.sessions[1].agree(away(2))) == []
