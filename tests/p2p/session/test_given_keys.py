"""A key that a player was given: from when it counts, again, after restarts, and in halves."""

from __future__ import annotations

import pytest

from crypto.labels import Label
from p2p.log import messages
from p2p.log.changes import ABSENT, Change
from p2p.log.justify import head_of
from p2p.log.messages import Have
from p2p.log.promises import Head, Promise, Request, sign_promise, sign_request
from p2p.log.statements import Promised, sign_ack
from p2p.log.steps import Kind
from p2p.session.events import Rekeyed, Returned, Said
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.changes import assert_finished, made
from tests.p2p.hands import Hands
from tests.p2p.lost_keys import LOST, at, given, refused_as, without
from tests.p2p.newcomers import Newcomers, change, hand, key_of
from tests.p2p.tables import charter, identity
from tests.p2p.wager import new_wager


def test_the_new_key_signs_nothing_that_counts_before() -> None:
    table = without()
    of, new = table.sessions[0], hand(12).identity
    log = of.log
    promise = Promise(log.charter.id, log.term + 1, head_of(log))
    assert refused_as(of, Promised(sign_promise(new, LOST, promise), ())) != []
    assert refused_as(of, sign_request(new, LOST, Request(of.charter.id, 999, 0, ()))) != []
    assert refused_as(of, sign_ack(new, LOST, log.ack(9)._replace(height=0, log=log.log_at(0)))) in (
        [],
        ["an acknowledgement whose signature is not its player's"],
    )


def test_the_new_key_signs_for_no_epoch_before_its_own() -> None:
    table, number = given()
    keys, new = table.sessions[0].log.keys, table.hands[number].identity
    since = keys[LOST].since
    signature = new.sign(Label.ACK, 1)
    assert keys.has_signed(LOST, since, signature, Label.ACK, 1)
    assert not keys.has_signed(LOST, since - 1, signature, Label.ACK, 1)
    log = table.sessions[0].log
    early = Head(since - 1, log.charter.id, 1, log.log_at(1), log.state_at(1))
    promise = sign_promise(new, LOST, Promise(log.charter.id, log.term + 1, early))
    assert refused_as(table.sessions[0], Promised(promise, ())) != []


# Again, restarts, halves


def test_the_new_key_may_be_lost_too() -> None:
    table, second = given(players=4)
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
    table, _ = given(players=5)
    table.lose(4)
    number = table.newcomer(4)
    table.settle()
    table.give(number)
    table.go_on()
    assert_finished(table)


@pytest.mark.parametrize("who", ["asker", "giver", "given"])
def test_programs_may_be_started_again_before_and_after(who: str) -> None:
    table = without()
    number = table.newcomer(LOST)
    table.settle()
    if who == "asker":
        table.restart(number)
        table.settle()
        assert table.sessions[number].asks
    if who == "giver":
        table.restart(0)
        table.settle()
        assert table.sessions[0].claims[LOST] == (key_of(table.hands[number]),), "the newcomer asks again"
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
    assert all(LOST not in table.sessions[player].unreachable for player in (0, 1))


def test_who_was_away_for_the_epoch_takes_the_new_key_from_the_log() -> None:
    table = without(players=4)
    table.go(3)
    number = table.newcomer(LOST)
    table.settle()
    table.agree(table.asked_for(number), [0, 1])
    table.settle()
    assert made(table, 0)[-1] != (table.asked_for(number),), "two of four are too few"
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
    table = at(players=5)
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


def test_a_claim_while_its_owner_is_not_absent_yet_waits_for_that() -> None:
    table = at(players=5)
    table.go(LOST)
    table.settle()
    number = table.newcomer(LOST)
    table.agree(Change(ABSENT, LOST), [0, 1, 3])
    table.agree(table.asked_for(number), [0, 1, 3])
    table.settle()
    assert table.sessions[0].log.keys[LOST].key == table.hands[number].identity.public
    table.go_on()
    assert_finished(table)


def test_a_guest_follows_a_game_in_which_a_player_is_given_a_key() -> None:
    table, _ = given()
    table.go_on()
    guest = Session(table.charter, new_wager, None)
    guest.connected(1, 1)
    host = table.sessions[0]
    host.connected(99, None)
    log = host.log
    chunk = messages.encode(messages.Chunk(1, log.term, log.height, tuple(packets(table))))
    for player, signature in host.signatures.items():
        guest.receive(1, messages.encode(messages.CharterSignature(table.charter.id, player, signature)))
    guest.receive(1, messages.encode(Have(log.term, log.height, (0,) * 3)))
    guest.flush()
    guest.receive(1, chunk)
    assert guest.log.head == log.head


def packets(table: Newcomers) -> list[bytes]:
    steps = table.sessions[0].log.steps
    shown = [item for step in steps for item in (*step.entries, *([step.proposed] if step.proposed else ()))]
    return [messages.encode(item) for item in shown]


def test_an_epoch_that_stands_below_the_one_with_the_key_undoes_it() -> None:
    hands = Hands(charter(3, rounds=4))
    log = hands.to(Kind.COMMITMENTS)
    hands.change(log, Change(ABSENT, LOST))
    base = log.height
    hands.change(log, change(LOST, 12), players=(0, 1))
    assert log.keys[LOST].key == hand(12).identity.public
    hands.change(log, base=base, players=(0, 1), term=log.term + 2)
    assert log.keys[LOST].key == identity(LOST).public
    assert not log.keys.is_former(identity(LOST).public)
