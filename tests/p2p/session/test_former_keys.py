"""A key that its owner has no more: what it can still do, and what it cannot."""

from __future__ import annotations

import pytest

from p2p.log import messages
from p2p.log.ballots import Passed, SignedBallot, Wish, sign_ballot, sign_wish
from p2p.log.change_rules import keyed
from p2p.log.changes import ABSENT, KEY, Change
from p2p.log.presence import Presence, sign_presence
from p2p.log.proof import Equivocation, ProofError, verify_proof
from p2p.log.record import REKEYED, verify_record
from p2p.log.statements import sign_ack, sign_entry
from p2p.log.steps import Kind
from p2p.log.talk import Talk, sign_talk
from p2p.session.events import Proven, Refused, Stopped
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.lost_keys import LOST, given, refused_as, without
from tests.p2p.newcomers import Newcomers, stolen
from tests.p2p.tables import identity
from tests.p2p.votes import assert_finished, votes
from tests.p2p.wager import new_wager


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
    assert refused_as(of, ack) in ([], ["an acknowledgement whose signature is not its person's"])
    ballot = sign_ballot(old, LOST, log.proposal(log.term + 1, ()))
    assert refused_as(of, ballot) == ["a ballot whose signature is not its person's"]
    wish = sign_wish(old, LOST, Wish(of.charter.id, 999, 0, None))
    assert refused_as(of, wish) == ["a wish whose signature is not its person's"]
    presence = sign_presence(old, LOST, Presence(of.charter.id, 999, 0, (), ()))
    assert refused_as(of, presence) == ["a presence whose signature is not its person's"]
    talk = sign_talk(old, LOST, Talk(of.charter.id, 999, None, b"It is me!"))
    assert refused_as(of, talk) == ["talk that was not signed by its person"]
    assert of.log.height == height


def test_no_ballot_of_the_old_key_takes_the_place_of_those_of_the_new_one() -> None:
    """A thief signs one of a far term, before or after the vote: the owner's ballots must count all the same."""
    table = without()
    thief = table.sessions[0].log.proposal(900, ())
    table.sessions[0].receive(1, messages.encode(sign_ballot(stolen(LOST), LOST, thief)))
    number = table.newcomer(LOST)
    table.settle()
    table.give(number)
    after = table.sessions[0].log.proposal(table.sessions[0].log.term + 5, ())
    assert refused_as(table.sessions[0], sign_ballot(stolen(LOST), LOST, after)) != []
    table.go(1)
    table.settle()
    table.agree(Change(ABSENT, 1), [0, number])
    table.settle()
    assert votes(table, 0)[-1] == (Change(ABSENT, 1),)
    assert {person for person, _ in last_vote(table.sessions[0]).signatures} == {0, LOST}


def last_vote(of: Session) -> Passed:
    return [step.passed for step in of.log.steps if step.passed is not None][-1]


def test_who_is_connected_with_the_old_key_is_a_guest_and_his_program_learns_why() -> None:
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
    assert table.sessions[0].links.person(LOST) is None
    assert table.sessions[LOST].phase is Phase.STOPPED
    assert "another key" in table.of(LOST, Stopped)[0].sentence
    table.go_on()
    table.go(LOST)
    assert_finished(table)


def test_an_old_machine_that_comes_back_afterwards_finds_out_by_the_log() -> None:
    table, _ = given()
    table.come(LOST)
    table.settle()
    assert table.sessions[0].links.person(LOST) is None
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
    with pytest.raises(ProofError, match="not signed by the person accused"):
        verify_proof(table.charter, proof, log)
    assert [type(output) for output in table.sessions[0].receive(1, messages.encode(proof))] == [Refused]
    new = table.hands[number].identity
    mixed = Equivocation(proof.one, sign_ack(new, LOST, other))
    with pytest.raises(ProofError):
        verify_proof(table.charter, mixed, log)


def test_a_proof_from_before_is_dropped_once_he_has_another_key() -> None:
    table = without()
    game, log = table.charter.id, table.sessions[0].log
    ack = log.ack(1)._replace(term=0, epoch=game, height=1, log=bytes(32))
    proof = Equivocation(
        sign_ack(stolen(LOST), LOST, ack), sign_ack(stolen(LOST), LOST, ack._replace(log=bytes([1] * 32)))
    )
    table.send(1, 0, proof)
    number = table.newcomer(LOST)
    table.settle()
    assert [proven.person for proven in table.of(0, Proven)] == [LOST]
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


def test_a_vote_on_somebodys_key_is_a_pledge_not_to_vote_together_with_the_old_one() -> None:
    """Ada and Bo give Cy a new key; only Bo knows that it has passed, and what he and Cy then do is final.

    Cy's old key, in whosever hands, has signed a ballot of a higher term upon the log before. Were Ada, who has heard
    neither, to sign that one, it would undo what is final. So she signs nothing to which his old key can add.
    """
    table = without()
    number = table.newcomer(LOST)
    table.settle()
    ada, log = table.sessions[0], table.sessions[0].log
    table._take(0, ada.agree(table.asked_for(number)))
    proposal = log.proposal(log.term + 1, (table.asked_for(number),))
    wish = sign_wish(identity(1), 1, Wish(ada.charter.id, 50, 0, proposal))
    table._take(0, ada.receive(1, messages.encode(wish)))
    assert [ballot.proposal.id for ballot in own_ballots(table, 0)][-1:] == [proposal.id]
    for counter, changes in enumerate(((), (Change(ABSENT, 1),)), start=60):
        rival = log.proposal(log.term + 7, changes)
        for one in changes:
            table._take(0, ada.agree(one))
        of_the_old = sign_wish(stolen(LOST), LOST, Wish(ada.charter.id, counter, 0, rival))
        of_bo = sign_wish(identity(1), 1, Wish(ada.charter.id, counter, 0, rival))
        for said in (sign_ballot(stolen(LOST), LOST, rival), of_the_old, of_bo):
            table._take(0, ada.receive(1, messages.encode(said)))
    since = [ballot.proposal for ballot in own_ballots(table, 0) if ballot.proposal.term >= proposal.term]
    assert all(keyed(signed.changes) == {LOST} for signed in since)
    assert log.term == proposal.term - 1, "nothing has passed"


def own_ballots(table: Newcomers, person: int) -> list[SignedBallot]:
    return [said for said in table.sent[person] if isinstance(said, SignedBallot) and said.person == person]


def half_voted(*, consented: bool) -> Newcomers:
    """Ada has signed that Cy gets another key, and Bo has not; once both had agreed to it, or so she was told."""
    table = without()
    number = table.newcomer(LOST)
    table.settle()
    ada, log = table.sessions[0], table.sessions[0].log
    asked = table.asked_for(number)
    if consented:
        table._take(1, table.sessions[1].agree(asked))
        table._take(1, table.sessions[1].disagree(asked))
    table._take(0, ada.agree(asked))
    proposal = log.proposal(log.term + 1, (asked,))
    for counter, wished in ((50, proposal), (51, None)):
        wish = sign_wish(identity(1), 1, Wish(ada.charter.id, counter, 0, wished))
        table._take(0, ada.receive(1, messages.encode(wish)))
    table._take(0, ada.disagree(asked))
    assert own_ballots(table, 0)[-1].proposal.id == proposal.id
    table.sessions[1]._voting.adopt_own(sign_wish(identity(1), 1, Wish(ada.charter.id, 51, 0, None)))
    table.settle()
    return table


def test_whoever_is_bound_by_such_a_vote_is_freed_by_one_that_leaves_all_their_keys() -> None:
    table = half_voted(consented=True)
    ada, log = table.sessions[0], table.sessions[0].log
    assert last_vote(ada).proposal.changes == (Change(KEY, LOST, log.keys[LOST].value),)
    assert log.changed_by(last_vote(ada)) == ()
    assert log.keys[LOST].key == identity(LOST).public
    table.go_on()
    assert {table.sessions[n].phase for n in (0, 1)} == {Phase.FINISHED}
    assert (ada.record() or b"")[12] == REKEYED
    verify_record(ada.record() or b"", new_wager)


def test_who_never_agreed_to_another_key_for_somebody_does_not_vote_without_him() -> None:
    """Else one liar, who says that he has to, could keep two others from ever voting together again."""
    table = half_voted(consented=False)
    assert all(keyed(ballot.proposal.changes) == set() for ballot in own_ballots(table, 1))
    assert votes(table, 0) == [(Change(ABSENT, LOST),)]
