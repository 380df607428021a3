"""A key that somebody was given: from when it counts, again, after restarts, and in halves."""

from __future__ import annotations

import pytest

from crypto.errors import SignatureError
from crypto.labels import Label
from p2p.log import messages
from p2p.log.ballots import Proposal, Wish, sign_ballot, sign_wish
from p2p.log.changes import ABSENT, Change
from p2p.log.messages import Have
from p2p.log.statements import sign_ack
from p2p.session.events import Rekeyed, Returned, Said
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.lost_keys import LOST, at, given, passed, refused_as, voted, without
from tests.p2p.newcomers import Newcomers, change, hand, key_of
from tests.p2p.tables import identity
from tests.p2p.votes import assert_finished, votes
from tests.p2p.wager import new_wager


def test_the_new_key_signs_nothing_that_counts_before() -> None:
    table = without()
    of, new = table.sessions[0], hand(12).identity
    log = of.log
    assert refused_as(of, sign_ballot(new, LOST, log.proposal(log.term + 1, ()))) != []
    assert refused_as(of, sign_wish(new, LOST, Wish(of.charter.id, 999, 0, None))) != []
    assert refused_as(of, sign_ack(new, LOST, log.ack(9)._replace(height=0, log=log.log_at(0)))) in (
        [],
        ["an acknowledgement whose signature is not its person's"],
    )


def test_the_new_key_signs_for_no_epoch_before_its_own() -> None:
    table, number = given()
    keys, new = table.sessions[0].log.keys, table.hands[number].identity
    since = keys[LOST].since
    signature = new.sign(Label.ACK, 1)
    keys.verify(LOST, since, signature, Label.ACK, 1)
    with pytest.raises(SignatureError, match="only later"):
        keys.verify(LOST, since - 1, signature, Label.ACK, 1)
    log = table.sessions[0].log
    early = Proposal(log.charter.id, log.term + 1, since - 1, log.charter.id, 1, log.log_at(1), log.state_at(1), ())
    assert refused_as(table.sessions[0], sign_ballot(new, LOST, early)) != []


# Again, restarts, halves


def test_he_may_lose_that_one_too() -> None:
    table, second = given(persons=4)
    table.lose(second)
    third = table.newcomer(LOST)
    table.settle()
    table.give(third)
    log = table.sessions[0].log
    assert log.keys[LOST].key == table.hands[third].identity.public
    assert log.keys.is_former(identity(LOST).public)
    assert log.keys.is_former(table.hands[second].identity.public)
    table.come(second)
    table.settle()
    assert table.sessions[second].phase is Phase.STOPPED
    table.go(second)
    table.go_on()
    assert_finished(table)


def test_two_may_lose_theirs_one_after_the_other() -> None:
    table, _ = given(persons=5)
    table.lose(4)
    number = table.newcomer(4)
    table.settle()
    table.give(number)
    table.go_on()
    assert_finished(table)


@pytest.mark.parametrize("who", ["asker", "voter", "given"])
def test_programs_may_be_started_again_before_and_after(who: str) -> None:
    table = without()
    number = table.newcomer(LOST)
    table.settle()
    if who == "asker":
        table.restart(number)
        table.settle()
        assert table.sessions[number].asks
    if who == "voter":
        table.restart(0)
        table.settle()
        assert table.sessions[0].claims[LOST] == (key_of(table.hands[number]),), "he asks again"
    table.give(number)
    for one in (0, number):
        table.restart(one)
        table.settle()
    assert not table.sessions[number].asks
    assert table.of(number, Returned)
    table.go_on()
    assert_finished(table)


def test_talk_and_presence_are_counted_anew_and_private_words_reach_the_new_key() -> None:
    table = at()
    for _ in range(3):
        table._take(LOST, table.sessions[LOST].say("I am here."))
    table.settle()
    table.lose(LOST)
    number = table.newcomer(LOST)
    table.settle()
    table.give(number)
    table._take(number, table.sessions[number].say("I am back."))
    table._take(0, table.sessions[0].say("Welcome.", LOST))
    table.settle()
    assert table.of(0, Said)[-2:] == [Said(LOST, None, "I am back."), Said(0, LOST, "Welcome.")] or Said(
        LOST, None, "I am back."
    ) in table.of(0, Said)
    assert Said(0, LOST, "Welcome.") in table.of(number, Said)
    assert all(LOST not in table.sessions[person].unreachable for person in (0, 1))


def test_who_was_away_for_the_vote_takes_the_new_key_from_the_log() -> None:
    table = without(persons=4)
    table.go(3)
    number = table.newcomer(LOST)
    table.settle()
    table.agree(table.asked_for(number), [0, 1])
    table.settle()
    assert votes(table, 0)[-1] != (table.asked_for(number),), "two of four are too few"
    table.come(3)
    table.settle()
    table.go(0)
    table.agree(table.asked_for(number), [1, 3])
    table.settle()
    table.come(0)
    table.give(number)
    table.go_on()
    assert table.of(0, Rekeyed) == [Rekeyed(LOST)]
    assert_finished(table)


def test_only_the_half_with_a_quorum_gives_a_key() -> None:
    table = at(persons=5)
    table.lose(LOST)
    number = table.newcomer(LOST)
    table.go(3, 4)
    table.settle()
    table.give(number, 0, 1)
    assert table.sessions[number].asks
    table.come(3, 4)
    table.settle()
    table.give(number, 0, 1, 3)
    assert not table.sessions[number].asks
    table.go_on()
    assert_finished(table)


def test_a_claim_in_the_middle_of_another_vote_waits_for_it() -> None:
    table = at(persons=5)
    table.go(LOST)
    table.settle()
    number = table.newcomer(LOST)
    table.agree(Change(ABSENT, LOST), [0, 1, 3])
    table.agree(table.asked_for(number), [0, 1, 3])
    table.settle()
    assert table.sessions[0].log.keys[LOST].key == table.hands[number].identity.public
    table.go_on()
    assert_finished(table)


def test_a_guest_follows_a_game_in_which_somebody_is_given_a_key() -> None:
    table, _ = given()
    table.go_on()
    guest = Session(table.charter, new_wager, None)
    guest.connected(1, 1)
    host = table.sessions[0]
    host.connected(99, None)
    log = host.log
    chunk = messages.encode(messages.Chunk(1, log.term, log.height, tuple(packets(table))))
    for person, signature in host.signatures.items():
        guest.receive(1, messages.encode(messages.CharterSignature(table.charter.id, person, signature)))
    guest.receive(1, messages.encode(Have(log.term, log.height, (0,) * 3)))
    guest.flush()
    guest.receive(1, chunk)
    assert guest.log.head == log.head


def packets(table: Newcomers) -> list[bytes]:
    steps = table.sessions[0].log.steps
    shown = [item for step in steps for item in (*step.entries, *([step.passed] if step.passed else ()))]
    return [messages.encode(item) for item in shown]


def test_going_over_to_an_epoch_without_the_vote_undoes_it() -> None:
    table = without()
    log = table.sessions[0].log
    upon = log.height
    other = log.proposal(log.term + 2, ())
    log.adopt(voted(log, change(LOST, 12), 0, 1))
    assert log.keys[LOST].key == hand(12).identity.public
    log.adopt(passed(other, 0, 1))
    assert log.height >= upon + 1
    assert log.keys[LOST].key == identity(LOST).public
    assert not log.keys.is_former(identity(LOST).public)
