"""What is kept of votes: in a journal, from which a program goes on, and in a record, which anybody can verify."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto import canonical
from crypto.canonical import Value
from crypto.digest import digest
from crypto.labels import Label
from p2p.errors import JournalError
from p2p.log import messages
from p2p.log.ballots import Passed, SignedBallot
from p2p.log.changes import ABSENT, BACK, RESIGN, Change
from p2p.log.log import Log
from p2p.log.messages import Have
from p2p.log.record import MAGIC, VERSION, RecordError, verify_record, write_record
from p2p.log.statements import SignedAck, SignedEntry
from p2p.log.steps import Kind
from p2p.session.events import Completed, Keep, RolledBack, Send
from p2p.session.journal import Back, Lapses, decode_item, encode_own
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p import liars
from tests.p2p.absences import Absences
from tests.p2p.hands import Hands
from tests.p2p.liars import HOLDERS, LIAR
from tests.p2p.tables import Table, charter, identity, session
from tests.p2p.wager import new_wager

OF = charter(3, rounds=2)
HANDS = Hands(OF)
SIGNATURES = {person: OF.sign(identity(person)) for person in range(3)}
HEADER = len(MAGIC) + 1


# Journals


def voted() -> Absences:
    """A table at which somebody was declared absent, and came back."""
    table = Absences(charter(3, rounds=3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.go(1)
    table.agree(Change(ABSENT, 1), table.here)
    table.settle()
    table.come(1)
    table.settle()
    assert [of.log.term for of in table.sessions] == [2] * 3
    return table


def restored(table: Table, person: int) -> Session:
    of = session(table.charter, person)
    of.restore(table.kept[person])
    return of


def places(log: Log) -> tuple[Any, ...]:
    return log.epoch, log.height, log.head, log.state, log.kind, log.slots, log.absent, log.barred, log.attempts


@pytest.mark.parametrize("person", range(3))
def test_who_is_started_again_after_votes_is_where_he_was(person: int) -> None:
    table = voted()
    table.to(Kind.ACTION, 4)
    before, after = table.sessions[person], session(table.charter, person)
    events = after.restore(table.kept[person])
    assert places(after.log) == places(before.log)
    assert after.record() == before.record()
    assert after.is_returning
    assert [event.step for event in events if isinstance(event, Completed)] == before.log.steps
    assert not any(isinstance(event, Send | Keep) for event in events)


@pytest.mark.parametrize("person", range(3))
def test_what_lapses_in_a_journal_is_not_needed_to_go_on(person: int) -> None:
    table = voted()
    table.to(Kind.ACTION, 4)
    items, lapses = dict(enumerate(table.kept[person])), Lapses()
    for number in list(items):
        if (lapsed := lapses.add(number, items[number])) is not None:
            del items[lapsed]
    assert len(items) < len(table.kept[person])
    after, whole = session(table.charter, person), restored(table, person)
    after.restore(items.values())
    assert places(after.log) == places(whole.log)
    assert after.record() == whole.record()
    assert after._polls.wishes == whole._polls.wishes
    assert after._polls.ballots == whole._polls.ballots
    assert after._peers._counter == whole._peers._counter


def test_one_s_own_ballot_binds_after_a_restart_too() -> None:
    """Else whoever has signed a ballot would sign, started again, what contradicts it."""
    table = Absences(charter(5))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    for person in (0, 1, 2):
        table.agree(Change(ABSENT, 4), [person])
    for person in (1, 2):
        wish = table._links[person, 0].popleft()
        table._take(0, table.sessions[0].receive(person, wish))
    assert isinstance(decode_item(table.kept[0][-1]), SignedBallot)
    of = restored(table, 0)
    for other in (1, 2, 3):
        of.connected(other, other)
        of.receive(other, messages.encode(Have(0, of.log.height, (0,) * 5)))
    assert not of.is_returning
    assert of.asked == ()
    said = [messages.decode(output.data) for output in of.flush() if isinstance(output, Send)]
    assert not any(isinstance(message, SignedEntry | SignedAck) for message in said)


def went_over() -> tuple[Table, int]:
    """A table at which a liar has made logs part, and a person who went over to the others' one."""
    for run in range(12):
        table = Table(charter(4, HOLDERS, rounds=4), seed=run, answers=run)
        table.lie(liars.TwoActions, LIAR)
        table.play()
        for person in table.honest:
            if any(isinstance(decode_item(item), Back) for item in table.kept[person]):
                return table, person
    raise AssertionError("nobody went over to another log")


def test_who_went_over_to_another_log_is_upon_it_after_a_restart() -> None:
    table, person = went_over()
    before, after = table.sessions[person], restored(table, person)
    assert table.of(person, RolledBack)
    assert places(after.log) == places(before.log)
    assert after.proofs.keys() == before.proofs.keys() == {LIAR}


def test_nothing_above_where_the_other_log_parts_is_final_to_who_has_gone_over_and_was_started_again() -> None:
    table = Table(charter(3, rounds=2))
    table.play()
    after = session(table.charter, 0)
    after.restore(table.kept[0])
    assert after._acks.final > 4
    after = session(table.charter, 0)
    after.restore([*table.kept[0], encode_own(Back(4))])
    assert after.log.height == 4
    assert after._acks.final == after._parts.state.final == 4


@pytest.mark.parametrize("height", [0, 7])
def test_an_item_of_going_over_comes_back_as_it_went(height: int) -> None:
    assert decode_item(encode_own(Back(height))) == Back(height)


def test_a_journal_that_goes_back_beyond_its_log_is_refused() -> None:
    table = voted()
    with pytest.raises(JournalError):
        session(table.charter, 0).restore([*table.kept[0], encode_own(Back(99))])


def test_a_journal_without_what_a_vote_stands_upon_is_refused() -> None:
    table = voted()
    items = table.kept[0]
    first = next(place for place, item in enumerate(items) if isinstance(decode_item(item), Passed))
    entry = next(place for place, item in enumerate(items) if isinstance(decode_item(item), SignedEntry))
    with pytest.raises(JournalError):
        session(table.charter, 0).restore([*items[:entry], *items[first:]])


def test_who_was_started_again_while_absent_wants_to_play_again() -> None:
    table = Absences(charter(3, rounds=3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.agree(Change(ABSENT, 1), [0, 2])
    table.settle()
    of = restored(table, 1)
    assert of.log.absent == {1}
    for other in (0, 2):
        of.connected(other, other)
        of.receive(other, messages.encode(Have(1, of.log.height, (0, 0, 0))))
    assert of.wished == {1: (Change(BACK, 1),)}


def test_who_was_voted_absent_while_his_program_was_down_wants_to_play_again() -> None:
    """He has the whole log, so that the others' ballots are all that is news to him."""
    table = Absences(charter(3, rounds=3))
    table.begin()
    table.settle()
    table.go(1)
    of = restored(table, 1)
    table.agree(Change(ABSENT, 1), table.here)
    table.settle()
    for other in table.here:
        of.connected(other, other)
        for ballot in (message for message in table.sent[other] if isinstance(message, SignedBallot)):
            of.receive(other, messages.encode(ballot))
    assert of.log.absent == {1}
    for other in table.here:
        of.receive(other, messages.encode(Have(1, of.log.height, (0, 0, 0))))
    assert of.wished == {1: (Change(BACK, 1),)}


# Records


@cache
def game() -> Log:
    """A game with votes: one is declared absent at commitments and comes back, one resigns, dice are thrown anew."""
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.vote(log, Change(ABSENT, 1))
    HANDS.fill(log)
    HANDS.fill(log)
    HANDS.vote(log, Change(BACK, 1), Change(RESIGN, 2))
    HANDS.to(Kind.LINKS, log)
    HANDS.vote(log)
    HANDS.to(Kind.OVER, log)
    return log


@cache
def record() -> bytes:
    closings = {person: HANDS.signers[person].closing(game(), person).signature for person in range(2)}
    return write_record(game(), SIGNATURES, closings)


def sealed(value: Value) -> bytes:
    head = MAGIC + bytes([VERSION]) + canonical.encode(value)
    return head + digest(Label.RECORD, head)


def payload() -> tuple[Any, ...]:
    value: Any = canonical.decode(record()[HEADER:-32])
    return tuple(value)


def with_vote(vote: Any, after: tuple[Any, ...] | None = None) -> bytes:
    """The record up to its first vote, which is another one."""
    opened, signatures, steps, _ = payload()
    place = next(number for number, step in enumerate(steps) if len(step) == 3)
    return sealed((opened, signatures, (*steps[:place], vote, *(after or ())), ()))


def first_vote() -> tuple[Any, ...]:
    return tuple(next(step for step in payload()[2] if len(step) == 3))


def test_a_record_with_votes_is_verified_and_written_again_with_the_same_bytes() -> None:
    verification = verify_record(record(), new_wager)
    assert places(verification.log) == places(game())
    assert verification.log.steps == game().steps
    assert verification.missing == (2,)
    closings = {person: HANDS.signers[person].closing(game(), person).signature for person in range(2)}
    assert write_record(verification.log, SIGNATURES, closings) == record()


def test_what_the_autopilot_answered_is_not_written_down_and_worked_out_again() -> None:
    automatic = [step for step in game().steps if step.automatic]
    assert automatic
    assert sum(len(step.entries) for step in game().steps) == sum(len(s[0]) for s in payload()[2] if len(s) == 2)


@pytest.mark.parametrize("person", range(3))
def test_all_who_have_seen_a_vote_can_write_a_record_of_it(person: int) -> None:
    table = voted()
    table.go_on()
    assert {of.phase for of in table.sessions} == {Phase.FINISHED}
    data = table.sessions[person].record()
    assert data is not None
    assert verify_record(data, new_wager).log.head == table.sessions[0].log.head


TERM, CHANGES, BALLOTS = first_vote()


@pytest.mark.parametrize(
    ("vote", "says"),
    [
        ((TERM + 1, CHANGES, BALLOTS), "a ballot whose signature is not its person's"),
        ((TERM, (("absent", 2),), BALLOTS), "a ballot whose signature is not its person's"),
        ((TERM, (), BALLOTS), "a ballot whose signature is not its person's"),
        ((TERM, CHANGES, BALLOTS[:1]), "a vote with too few ballots"),
        ((TERM, CHANGES, ()), "a vote with too few ballots"),
        ((TERM, CHANGES, BALLOTS[::-1]), "does not have its fields"),
        ((TERM, CHANGES, (BALLOTS[0], (1, BALLOTS[0][1]))), "a ballot whose signature is not its person's"),
        ((TERM, CHANGES, (BALLOTS[0], (1, BALLOTS[1][1][::-1]))), "a ballot whose signature is not its person's"),
        ((TERM, CHANGES, (*BALLOTS, (9, BALLOTS[0][1]))), "a ballot of nobody at this table"),
        ((0, CHANGES, BALLOTS), "does not have its fields"),
        ((True, CHANGES, BALLOTS), "does not have its fields"),
        ((TERM, (("away", 1),), BALLOTS), "does not have its fields"),
        ((TERM, CHANGES, None), "does not have its fields"),
        ((TERM, (("back", 1),), BALLOTS), "a vote to bring back who is not absent"),
        ((TERM, (("take back", 0),), BALLOTS), "a vote to take back dice"),
    ],
)
def test_a_vote_that_was_tampered_with_is_refused_and_blames_nobody(vote: Any, says: str) -> None:
    verify_record(with_vote((TERM, CHANGES, BALLOTS)), new_wager)
    with pytest.raises(RecordError, match=says) as refused:
        verify_record(with_vote(vote), new_wager)
    assert refused.value.offender is None


def test_a_vote_cannot_stand_twice_nor_be_left_out() -> None:
    opened, signatures, steps, closings = payload()
    place = next(number for number, step in enumerate(steps) if len(step) == 3)
    vote = steps[place]
    for others in ((*steps[:place], vote, *steps[place:]), (*steps[:place], *steps[place + 1 :])):
        with pytest.raises(RecordError):
            verify_record(sealed((opened, signatures, others, closings)), new_wager)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_byte_of_a_record_with_votes_can_be_changed_even_with_its_checksum_repaired(data: st.DataObject) -> None:
    place = data.draw(st.integers(HEADER, len(record()) - 33))
    head = bytearray(record()[:-32])
    head[place] = (head[place] + data.draw(st.integers(1, 255))) % 256
    with pytest.raises(RecordError) as refused:
        verify_record(bytes(head) + digest(Label.RECORD, bytes(head)), new_wager)
    assert refused.value.offender is None


def test_a_record_with_a_vote_at_its_end_is_open_there() -> None:
    log = HANDS.to(Kind.ACTION)
    HANDS.vote(log)
    verification = verify_record(write_record(log, SIGNATURES, {}), new_wager)
    assert verification.open_step == log.height + 1
    assert verification.log.epoch == log.epoch
