"""Votes at a table: how those who are here go on without those who are not, and what nobody can bring about by them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from p2p import messages
from p2p.ballots import (
    ABSENT,
    BACK,
    END,
    PAUSE,
    RESIGN,
    TAKE_BACK,
    Change,
    SignedBallot,
    SignedWish,
    Wish,
    sign_ballot,
    sign_wish,
)
from p2p.charter import Charter
from p2p.events import Finished, Output, Paused, RolledBack, Send, Stopped, Wished
from p2p.log import AGREEMENT, ROUNDS_OUT
from p2p.messages import CharterSignature, Chunk, Have, Message
from p2p.parts import Phase
from p2p.record import verify_record
from p2p.session import NotAsked, Session
from p2p.statements import SignedAck, SignedEntry, author, is_link
from p2p.steps import Kind, Refused
from p2p.terms import MAX_FREEING_LEAP
from p2p.voting import MAX_EMPTY_VOTES
from tests.p2p.absences import Absences, Impatient, assert_honest
from tests.p2p.tables import Liar, Table, charter, game, identity, signer
from tests.p2p.wager import new_wager

PAUSE_HERE, END_HERE = Change(PAUSE, 0), Change(END, 0)


def away(person: int) -> Change:
    return Change(ABSENT, person)


def assert_finished(table: Absences) -> None:
    """All who are here have the same end, and records that anybody can verify.

    Which ballots made a vote pass may differ from one to the other, and so their records.
    """
    sessions = [table.sessions[person] for person in table.here]
    assert {of.phase for of in sessions} == {Phase.FINISHED}
    (head,) = {of.log.head for of in sessions}
    for of in sessions:
        verified = verify_record(of.record() or b"", new_wager)
        assert verified.log.head == head
        assert verified.result is not None
    assert_honest(table)


def votes(table: Table, person: int) -> list[tuple[Change, ...]]:
    """What has passed in a person's log, in order."""
    return [step.passed.proposal.changes for step in table.sessions[person].log.steps if step.passed is not None]


def sent(outputs: list[Output]) -> list[Message]:
    return [messages.decode(output.data) for output in outputs if isinstance(output, Send)]


class KeepsItsLink(Liar):
    """Shows nobody its link from the second round on."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, SignedEntry) and message.entry.step > 1 and is_link(message.entry.body):
            if author(self.table.charter, message) == self.person:
                return
        elif isinstance(message, Chunk):
            return
        yield message


def at_dice(of: Charter, *keepers: int) -> Absences:
    """A table at whose open dice these persons' links are missing, and all others' are out; then they go away."""
    table = Absences(of)
    table.begin()
    for person in keepers:
        table.lie(KeepsItsLink, person)
    table.go_on()
    assert {table.sessions[person].log.missing() for person in table.honest} == {keepers}
    table.liars.clear()
    table.go(*keepers)
    table.settle()
    return table


# Without somebody


@pytest.mark.parametrize(("run", "persons"), [(0, 3), (1, 4), (2, 5)])
@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS, Kind.OPENINGS, Kind.LINKS])
def test_whoever_goes_away_when_he_is_needed_is_played_for_once_the_others_agree(
    kind: Kind, persons: int, run: int
) -> None:
    table = Absences(charter(persons), run, run)
    table.begin()
    if kind in (Kind.ACTION, Kind.COMMITMENTS):
        table.to(kind, 1 + run)
        gone = table.sessions[0].awaited[-1]
    else:
        gone = table.until(kind, 1 + run)
    table.go(gone)
    table.settle()
    table.go_on()
    assert {table.sessions[person].phase for person in table.here} == {Phase.PLAYING}
    table.agree(away(gone), table.here)
    table.go_on()
    assert_finished(table)
    assert votes(table, table.here[0]) == [(away(gone),)]
    for person in table.here:
        (finished,) = table.of(person, Finished)
        assert finished.missing == (gone,)


def test_two_may_be_absent_at_once_and_one_vote_says_so() -> None:
    table = Absences(charter(5))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.go(1, 4)
    for gone in (1, 4):
        table.agree(away(gone), table.here)
    table.go_on()
    assert_finished(table)
    assert {change for changes in votes(table, 0) for change in changes} == {away(1), away(4)}


def test_a_person_with_two_seats_is_played_for_at_both() -> None:
    table = Absences(charter(3, (0, 1, 2, 1)))
    table.begin()
    table.to(Kind.COMMITMENTS)
    table.go(1)
    table.agree(away(1), table.here)
    table.go_on()
    assert_finished(table)
    step = next(step for step in table.sessions[0].log.steps if step.automatic)
    assert [seat for seat, _ in step.automatic] == [1, 3]


def test_nothing_passes_without_a_majority_of_all_and_the_game_waits() -> None:
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    height = table.sessions[0].log.height
    table.go(2, 3)
    for gone in (2, 3):
        table.agree(away(gone), table.here)
    table.go_on()
    assert [(of.adjourned, of.log.height, of.log.term) for of in table.sessions[:2]] == [(True, height, 0)] * 2
    table.come(3)
    table.settle()
    table.agree(away(2), table.here)
    table.go_on()
    assert_finished(table)
    assert votes(table, 0) == [(away(2),)]


def test_one_alone_is_not_given_up_by_a_minority_and_goes_on_when_the_others_come_back() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.go(0)
    table.agree(away(1), [0])
    table.agree(away(2), [0])
    table.go_on()
    assert table.sessions[0].log.term == 0
    table.agree(away(0), table.here)
    table.go_on()
    assert_finished(table)
    table.come(0)
    table.go_on()
    assert_finished(table)


# Coming back


@pytest.mark.parametrize("has_committed", [False, True])
@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS])
def test_whoever_comes_back_plays_again_without_anybody_being_asked(kind: Kind, has_committed: bool) -> None:
    table = Absences(charter(3, rounds=4))
    table.begin()
    table.to(kind, 1)
    gone = table.sessions[0].awaited[-1]
    if has_committed:
        answer = game(table.sessions[gone]).legal(gone)[0]
        table._take(gone, table.sessions[gone].answer(gone, answer))
        table.settle()
    table.go(gone)
    table.agree(away(gone), table.here)
    table.settle()
    assert table.sessions[table.here[0]].log.absent == {gone}
    table.come(gone)
    table.settle()
    assert votes(table, gone) == [(away(gone),), (Change(BACK, gone),)]
    table.go_on()
    assert_finished(table)
    played = [signed for step in table.sessions[gone].log.steps for signed in step.entries if signed.entry.term == 2]
    assert any(author(table.charter, signed) == gone for signed in played)


def test_whoever_was_away_at_open_dice_comes_back_two_rounds_later_and_no_earlier() -> None:
    table = at_dice(charter(3, rounds=6), 2)
    table.agree(away(2), [0, 1])
    table.settle()
    log = table.sessions[0].log
    assert log.barred == {2: log.game.mark() + ROUNDS_OUT}
    table.come(2)
    until = log.barred[2]
    while log.game.mark() < until:
        assert log.absent == {2}
        table.to(Kind.COMMITMENTS, log.height + 1)
    assert log.absent == frozenset()
    table.go_on()
    assert_finished(table)


def test_to_want_somebody_absent_lapses_when_he_is_back_before_the_vote_has_passed() -> None:
    table = Absences(charter(4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.go(3)
    table.agree(away(3), [0, 1])
    table.settle()
    assert table.sessions[2].wished == {0: (away(3),), 1: (away(3),)}
    table.come(3)
    table.go_on()
    assert_finished(table)
    assert votes(table, 0) == []


def test_who_is_declared_absent_while_he_is_here_comes_back_only_if_he_wants_to() -> None:
    table = Absences(charter(3, rounds=4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.agree(away(1), [0, 2])
    table.settle()
    assert table.sessions[1].log.absent == {1}
    table.to(Kind.COMMITMENTS, table.sessions[0].log.height + 1)
    assert table.sessions[0].log.absent == {1}
    table.agree(Change(BACK, 1), [1])
    table.settle()
    assert table.sessions[0].log.absent == frozenset()
    table.go_on()
    assert_finished(table)


def test_who_has_resigned_is_played_for_to_the_end() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.agree(Change(RESIGN, 2), [0])
    table.settle()
    assert table.sessions[0].log.term == 0
    table.agree(Change(RESIGN, 2), [2])
    table.settle()
    assert table.sessions[0].log.resigned == {2}
    for person in range(3):
        with pytest.raises(Refused, match="has resigned"):
            table.agree(Change(BACK, 2), [person])
    table.go_on()
    assert_finished(table)


# Wishes and ballots


@pytest.mark.parametrize("number", range(5))
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


def bind(table: Absences, person: int, ahead: int = 1) -> None:
    """Have a person sign a ballot that nobody else wishes for, so many terms above his log's, and all hear of it."""
    log = table.sessions[person].log
    ballot = sign_ballot(identity(person), person, log.proposal(log.term + ahead, (PAUSE_HERE,)))
    for other in table.here:
        if other != person:
            table.send(person, other, ballot)
            table.send(other, person, ballot)
    table.settle()


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


# Dice


def test_once_our_link_is_out_we_agree_only_that_all_whose_links_are_missing_are_absent() -> None:
    table = at_dice(charter(5), 3, 4)
    table.agree(PAUSE_HERE, [0])
    table.agree(away(1), [0])
    table.agree(away(3), [0])
    table.settle()
    assert table.sessions[1].wished == {}
    table.agree(away(4), [0])
    table.settle()
    assert table.sessions[1].wished == {0: (away(3), away(4))}
    for gone in (3, 4):
        table.agree(away(gone), [1, 2])
    table.settle()
    assert votes(table, 0)[0] == (away(3), away(4))
    assert table.sessions[0].log.barred.keys() == {3, 4}
    table.go_on()
    assert_finished(table)


def test_whose_link_is_not_out_may_agree_to_anything() -> None:
    table = Absences(charter(3))
    table.begin()
    person = table.until(Kind.LINKS, 2)
    table.agree(PAUSE_HERE, [person])
    (said,) = [message for message in table.sent[person] if isinstance(message, SignedWish)]
    assert said.content.proposal is not None
    assert said.content.proposal.changes == (PAUSE_HERE,)


@pytest.mark.parametrize("insists", [False, True])
def test_dice_for_which_too_few_can_acknowledge_the_log_hold_up_no_vote(*, insists: bool) -> None:
    """Both who are declared absent are bound by a vote that came to nothing; so nobody's link can ever come out."""
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.ACTION)
    (decider,) = table.sessions[0].awaited
    others = [person for person in table.here if person != decider]
    for gone, other in (others, others[::-1]):
        table.agree(away(gone), [decider, other])
        table.settle()
    table.agree(PAUSE_HERE, table.here)
    table.deliver((decider, others[0]), (decider, others[1]), (others[0], others[1]), (others[1], others[0]))
    assert [table.sessions[other]._voting.bound for other in others] == [True, True]
    if not insists:
        table._take(decider, table.sessions[decider].disagree(PAUSE_HERE))
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    table.settle()
    table.go_on()
    assert_finished(table)
    assert ((PAUSE_HERE,) in votes(table, decider)) is insists


# What all agree to


@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS])
def test_by_agreement_of_all_the_game_ends_and_of_fewer_it_does_not(kind: Kind) -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(kind, 1)
    table.agree(END_HERE, [0, 2])
    table.settle()
    assert table.sessions[0].log.term == 0
    table.agree(END_HERE, [1])
    table.go_on()
    assert_finished(table)
    for person in range(3):
        assert table.of(person, Finished) == [Finished((), AGREEMENT, ())]


def test_the_agreement_of_who_is_absent_is_not_needed() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.go(2)
    table.agree(away(2), table.here)
    table.settle()
    table.agree(END_HERE, table.here)
    table.go_on()
    assert [table.sessions[person].log.agreed for person in table.here] == [True, True]
    assert {table.sessions[person].phase for person in table.here} == {Phase.FINISHED}


def test_a_pause_is_said_to_all_and_the_game_stands_where_it_was() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    state = table.sessions[0].log.state
    table.agree(PAUSE_HERE)
    table.settle()
    assert [table.of(person, Paused) for person in range(3)] == [[Paused()]] * 3
    assert {of.log.state for of in table.sessions} == {state}
    table.go_on()
    assert_finished(table)


def test_an_action_that_all_take_back_is_asked_again() -> None:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.ACTION)
    table.settle()
    height, state = table.sessions[0].log.height, table.sessions[0].log.state
    (decider,) = table.sessions[0].awaited
    receiver = (decider + 1) % 3
    table._take(decider, table.sessions[decider].answer(decider, f"give {receiver}"))
    table.settle()
    assert {of.awaited for of in table.sessions} == {(receiver,)}
    table.agree(Change(TAKE_BACK, height), [decider, receiver])
    table.settle()
    assert {of.awaited for of in table.sessions} == {(receiver,)}
    table.agree(Change(TAKE_BACK, height), [3 - decider - receiver])
    table.settle()
    assert {of.awaited for of in table.sessions} == {(decider,)}
    assert {of.log.state for of in table.sessions} == {state}
    assert table.sessions[decider].asked == (decider,)
    table.go_on()
    assert_finished(table)


def test_what_a_vote_undoes_is_said_and_the_former_answer_offered() -> None:
    """An action that reaches nobody but its author's log does not count, where the others go on without it."""
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.ACTION)
    table.settle()
    (decider,) = table.sessions[0].awaited
    table.go(decider)
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    action = table.sessions[decider].log.steps[-1]
    table.agree(PAUSE_HERE, [decider])
    others = table.here
    table.agree(away(decider), others)
    table.settle()
    table.come(decider)
    table.settle()
    (rolled,) = table.of(decider, RolledBack)
    assert rolled.steps == (action,)
    assert [table.of(other, RolledBack) for other in others] == [[], []]
    table.go_on()
    assert_finished(table)


# Programs where nobody sits


def bot(table: Absences, person: int) -> Session:
    """A program that agrees by itself, in the place of a person's."""
    of = Session(table.charter, new_wager, signer(person), agreeable=True)
    of.restore(table.kept[person])
    for other in table.here:
        if other != person:
            of.connected(other, other)
            heard = tuple([0] * len(table.sessions))
            of.receive(other, messages.encode(Have(of.log.term, of.log.height, heard)))
    return of


def wish(table: Absences, person: int, *changes: Change) -> bytes:
    """A person's wish upon his log."""
    table.sent[person].clear()
    for change in changes:
        table.agree(change, [person])
    return messages.encode([said for said in table.sent[person] if isinstance(said, SignedWish)][-1])


def ballots(outputs: list[Output]) -> list[tuple[Change, ...]]:
    return [message.proposal.changes for message in sent(outputs) if isinstance(message, SignedBallot)]


def quiet() -> Absences:
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    return table


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


def test_no_vote_stops_a_session() -> None:
    table = Impatient(3)
    table.play()
    assert not any(table.of(person, Stopped) for person in range(len(table.sessions)))
    assert all(game(of).rounds == 3 for of in table.sessions)


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
