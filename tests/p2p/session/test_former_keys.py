"""A key that its owner has no more: what it can still do, and what it cannot."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from p2p.log import messages
from p2p.log.changes import ABSENT, Change
from p2p.log.justify import head_of
from p2p.log.messages import Message
from p2p.log.presence import Presence, sign_presence
from p2p.log.promises import Promise, Request, sign_promise, sign_request
from p2p.log.proof import ProofError, verify_proof
from p2p.log.statements import Equivocation, Promised, sign_ack, sign_entry
from p2p.log.steps import Kind
from p2p.log.talk import Talk, sign_talk
from p2p.session.events import Proven, Refused, Stopped
from p2p.session.state import Phase
from tests.p2p.changes import assert_finished, made, promised
from tests.p2p.lost_keys import LOST, at, given, refused_as, without
from tests.p2p.newcomers import stolen
from tests.p2p.tables import Liar, identity


def test_the_old_key_signs_nothing_that_counts_any_more() -> None:
    table, _ = given()
    of = table.sessions[0]
    log, old = of.log, stolen(LOST)
    while log.kind is not Kind.COMMITMENTS or LOST not in log.missing():
        assert table._happen()
    height = log.height
    entry = log.draft(LOST, bytes(32))
    assert refused_as(of, sign_entry(old, entry)) == ["an entry whose signature is not its author's"]
    ack = sign_ack(old, LOST, log.ack(99))
    assert refused_as(of, ack) in ([], ["an acknowledgement whose signature is not its player's"])
    promise = sign_promise(old, LOST, Promise(of.charter.id, log.term + 1, head_of(log)))
    assert refused_as(of, Promised(promise, ())) == ["a promise whose signature is not its player's"]
    request = sign_request(old, LOST, Request(of.charter.id, 999, 0, ()))
    assert refused_as(of, request) == ["a request whose signature is not its player's"]
    presence = sign_presence(old, LOST, Presence(of.charter.id, 999, 0, (), ()))
    assert refused_as(of, presence) == ["a presence whose signature is not its player's"]
    talk = sign_talk(old, LOST, Talk(of.charter.id, 999, None, b"It is me!"))
    assert refused_as(of, talk) == ["talk that was not signed by its player"]
    assert of.log.height == height


def test_requests_of_the_old_key_are_evidence_only_for_promises_from_before_it_was_replaced() -> None:
    """The model's *evidence-by-newest-keys*: otherwise such a promise would bind its player, and lead no one along."""
    table, _ = given()
    of = table.sessions[0]
    log, term = of.log, of.log.term + 3
    request = Request(of.charter.id, 900, term, (Change(ABSENT, 1),))
    evidence = (sign_request(identity(1), 1, request), sign_request(stolen(LOST), LOST, request))

    def refused(height: int) -> bool:
        promise = Promise(of.charter.id, term, head_of(log, height))
        said = refused_as(of, Promised(sign_promise(identity(1), 1, promise), evidence))
        return "a promise without evidence that a quorum wants its term" in said

    before = max(height for height in range(log.height) if log.epoch_at(height)[0] < log.keys[LOST].since)
    assert refused(log.height)
    assert not refused(before)


def test_no_request_or_promise_of_the_old_key_takes_the_place_of_those_of_the_new_one() -> None:
    """A thief names a far counter and term, before or after the epoch: the owner's count all the same."""
    table = without()
    of, old = table.sessions[0], stolen(LOST)
    request = Request(of.charter.id, 900, 900, ())
    of.receive(1, messages.encode(sign_request(old, LOST, request)))
    number = table.newcomer(LOST)
    table.settle()
    table.give(number)
    for stale in (
        sign_request(old, LOST, request._replace(counter=901)),
        Promised(sign_promise(old, LOST, Promise(of.charter.id, of.log.term + 5, head_of(of.log))), ()),
    ):
        assert refused_as(of, stale) != []
    table.go(1)
    table.settle()
    table.agree(Change(ABSENT, 1), [0, number])
    table.settle()
    assert made(table, 0)[-1] == (Change(ABSENT, 1),)
    last = [step.proposed for step in of.log.steps if step.proposed is not None][-1]
    assert {one.player for one in last.promises} == {0, LOST}


def test_who_is_connected_with_the_old_key_is_a_guest_and_their_program_learns_why() -> None:
    table = without()
    table.come(LOST)
    table.settle()
    if LOST not in table.sessions[0].log.absent:
        table.agree(Change(ABSENT, LOST), [0, 1])
    number = table.newcomer(LOST)
    table.settle()
    if LOST not in table.sessions[0].log.absent:
        table.agree(Change(ABSENT, LOST), [0, 1])
    table.give(number, 0, 1)
    assert table.sessions[0].log.keys[LOST].key == table.hands[number].identity.public
    assert table.sessions[0].links.player(LOST) is None
    assert table.sessions[LOST].phase is Phase.STOPPED
    assert "another key" in table.of(LOST, Stopped)[0].sentence
    table.go_on()
    table.go(LOST)
    assert_finished(table)


def test_an_old_machine_that_comes_back_afterwards_finds_out_by_the_log() -> None:
    table, _ = given()
    table.come(LOST)
    table.settle()
    assert table.sessions[0].links.player(LOST) is None
    assert table.sessions[LOST].phase is Phase.STOPPED
    table.restart(LOST)
    assert table.sessions[LOST].phase is Phase.STOPPED
    assert len(table.of(LOST, Stopped)) >= 2
    table.go(LOST)
    table.go_on()
    assert_finished(table)


def test_what_the_old_key_did_is_not_held_against_who_lost_it() -> None:
    table, number = given()
    game, log = table.charter.id, table.sessions[0].log
    ack = log.ack(1)._replace(term=0, epoch=game, height=1, log=bytes(32))
    other = ack._replace(log=bytes([1] * 32))
    proof = Equivocation(sign_ack(stolen(LOST), LOST, ack), sign_ack(stolen(LOST), LOST, other))
    verify_proof(table.charter, proof)
    with pytest.raises(ProofError, match="not signed by the player accused"):
        verify_proof(table.charter, proof, log)
    assert [type(output) for output in table.sessions[0].receive(1, messages.encode(proof))] == [Refused]
    new = table.hands[number].identity
    mixed = Equivocation(proof.one, sign_ack(new, LOST, other))
    with pytest.raises(ProofError):
        verify_proof(table.charter, mixed, log)


def test_a_proof_from_before_is_dropped_once_they_have_another_key() -> None:
    table = without()
    game, log = table.charter.id, table.sessions[0].log
    ack = log.ack(1)._replace(term=0, epoch=game, height=1, log=bytes(32))
    proof = Equivocation(
        sign_ack(stolen(LOST), LOST, ack), sign_ack(stolen(LOST), LOST, ack._replace(log=bytes([1] * 32)))
    )
    table.send(1, 0, proof)
    number = table.newcomer(LOST)
    table.settle()
    assert [proven.player for proven in table.of(0, Proven)] == [LOST]
    table.give(number)
    assert table.sessions[0].proofs == {}
    table.go_on()
    assert {table.sessions[n].phase for n in table.here} == {Phase.FINISHED}


def test_a_lie_of_the_new_key_is_proven_like_any_other() -> None:
    table, number = given()
    log, new = table.sessions[0].log, table.hands[number].identity
    ack = log.ack(1)._replace(log=bytes(32))
    proof = Equivocation(sign_ack(new, LOST, ack), sign_ack(new, LOST, ack._replace(log=bytes([1] * 32))))
    assert "signed two versions" in str(verify_proof(table.charter, proof, log))


def test_a_promise_of_another_key_leaves_the_old_one_out_and_the_key_is_given() -> None:
    """R9: the old key adds nothing to the quorum that gives another, nor to any proposal after it."""
    table = without()
    number = table.newcomer(LOST)
    table.settle()
    table.give(number)
    promises = [one.signed.content for player in (0, 1) for one in promised(table, player)]
    assert {promise.without for promise in promises if promise.changes == (table.asked_for(number),)} == {(LOST,)}
    assert table.sessions[0].log.keys[LOST].key == table.hands[number].identity.public
    table.go_on()
    assert_finished(table)


class NamesHonestPlayers(Liar):
    """Says in its promises that it would give other keys to all others."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, Promised) and message.signed.player == self.player:
            others = tuple(player for player in range(4) if player != self.player)
            hand = self.session._parts.signer
            assert hand is not None
            content = message.signed.content._replace(without=others)
            yield message._replace(signed=sign_promise(hand.identity, self.player, content))
        else:
            yield message


def test_a_liar_who_names_honest_players_in_its_promise_delays_a_change_and_no_more() -> None:
    """A promise by which no quorum is left is left out by an honest coordinator, if the others are a quorum."""
    table = at(players=4)
    table.settle()
    table.lie(NamesHonestPlayers, 3)
    table.agree(Change(ABSENT, 3), [0, 1, 2])
    table.settle()
    assert all(table.sessions[player].log.absent == {3} for player in (0, 1, 2))
