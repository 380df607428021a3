"""Lost identity: who is given a new key, by whom, and what either key can do before and after."""

from __future__ import annotations

from typing import Any

import pytest

from crypto import canonical
from crypto.digest import digest
from crypto.errors import SignatureError
from crypto.labels import Label
from p2p import messages
from p2p.ballots import (
    ABSENT,
    BACK,
    KEY,
    RESIGN,
    Change,
    Passed,
    Proposal,
    SignedBallot,
    SignedWish,
    Wish,
    proposal_from,
    sign_ballot,
    sign_wish,
)
from p2p.changes import keyed
from p2p.claims import SignedClaim, claim_from, sign_claim, verify_claim
from p2p.conversation import TalkError
from p2p.events import Claimed, Proven, Refused, Rekeyed, Returned, Said, Stopped
from p2p.keys import Keys, NewKey
from p2p.log import Log
from p2p.messages import Have, MessageError
from p2p.parts import Phase
from p2p.presence import Presence, sign_presence
from p2p.proof import Contradiction, ProofError, verify_proof
from p2p.record import RecordError, verify_record
from p2p.session import Session
from p2p.statements import SignedEntry, sign_ack, sign_entry
from p2p.steps import Forged, Kind
from p2p.steps import Refused as NotPossible
from p2p.talk import Talk, sign_talk
from tests.p2p.newcomers import Newcomers, change, claim_of, hand, key_of, stolen
from tests.p2p.tables import charter, identity
from tests.p2p.votes import assert_finished, votes
from tests.p2p.wager import new_wager

LOST = 2
"""Who loses his identity."""


def at(kind: Kind = Kind.COMMITMENTS, persons: int = 3, seed: int = 0) -> Newcomers:
    """A table at such a step, all here."""
    table = Newcomers(charter(persons, rounds=3), seed, seed)
    table.begin()
    table.to(kind, 1)
    return table


def without(kind: Kind = Kind.COMMITMENTS, persons: int = 3, seed: int = 0) -> Newcomers:
    """The same once the machine of the one who loses his identity is gone and the others have declared him absent."""
    table = at(kind, persons, seed)
    table.lose(LOST)
    return table


def given(persons: int = 3, seed: int = 0) -> tuple[Newcomers, int]:
    """The same once he has his seat again; and the number of his new machine."""
    table = without(persons=persons, seed=seed)
    number = table.newcomer(LOST)
    table.settle()
    table.give(number)
    return table, number


def refusals(table: Newcomers, number: int) -> list[str]:
    return [refused.reason for refused in table.of(number, Refused)]


def voted(log: Log, change: Change, *voters: int) -> Passed:
    """A vote for one change with the ballots of these persons, by the keys of the charter."""
    return passed(log.proposal(log.term + 1, (change,)), *voters)


def passed(proposal: Proposal, *voters: int) -> Passed:
    return Passed(proposal, tuple((p, sign_ballot(identity(p), p, proposal).signature) for p in voters))


# Asking, and being given


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("persons", [3, 4, 5])
def test_whoever_lost_his_identity_plays_on_with_another_key_once_the_others_agree(persons: int, seed: int) -> None:
    table = without(persons=persons, seed=seed)
    number = table.newcomer(LOST)
    table.settle()
    assert table.sessions[number].asks
    table.give(number)
    assert votes(table, 0)[1:] == [(table.asked_for(number),), (Change(BACK, LOST),)]
    assert all(not table.sessions[n].log.absent for n in table.here)
    table.go_on()
    assert_finished(table)
    entries = [signed for step in table.sessions[0].log.steps for signed in step.entries]
    newcomers = [signed for signed in entries if is_by(table.hands[number].identity.public, signed)]
    assert newcomers, "he has played"


def is_by(key: Any, signed: SignedEntry) -> bool:
    try:
        key.verify(signed.signature, Label.SIGNED_ENTRY, signed.id)
    except SignatureError:
        return False
    return True


@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS, Kind.OPENINGS, Kind.LINKS])
def test_it_does_not_matter_at_what_step_he_is_lost(kind: Kind) -> None:
    """His link is not waited for, his commitment is opened by the autopilot, and his chain begins anew."""
    table = Newcomers(charter(3, rounds=3), 1, 1)
    table.begin()
    if kind in (Kind.ACTION, Kind.COMMITMENTS):
        table.to(kind, 1)
        lost = table.sessions[0].awaited[-1]
    else:
        lost = table.until(kind, 1)
    table.lose(lost)
    number = table.newcomer(lost)
    table.settle()
    table.give(number)
    table.go_on()
    assert (table.asked_for(number),) in votes(table, 1 if lost == 0 else 0)
    assert_finished(table)


def test_all_see_who_asks_and_so_does_whoever_is_connected_with_others_only() -> None:
    table = without(persons=4)
    table.go(3)
    number = table.newcomer(LOST)
    table.settle()
    for other in (0, 1):
        assert table.claims_seen(other) == [Claimed(LOST, key_of(table.hands[number]))]
        assert table.sessions[other].claims == {LOST: (key_of(table.hands[number]),)}
    table.go(number)
    table.come(3)
    table.settle()
    assert table.claims_seen(3) == [Claimed(LOST, key_of(table.hands[number]))]


def test_who_only_asks_follows_the_game_and_says_nothing() -> None:
    table = without()
    number = table.newcomer(LOST)
    table.go_on()
    me = table.sessions[number]
    assert me.log.head == table.sessions[0].log.head
    assert {type(message) for message in table.sent[number]} <= {Have, messages.Fetch, SignedClaim}
    with pytest.raises(TalkError, match="until the others have given you your seat"):
        me.say("Let me in!")
    assert me.asked == ()
    assert me.phase is Phase.FINISHED


def test_it_takes_a_quorum_without_him() -> None:
    table = without()
    number = table.newcomer(LOST)
    table.come(LOST)  # in whosever hands
    table.settle()
    log = table.sessions[0].log
    if LOST not in log.absent:
        table.lose(LOST)
    asked = table.asked_for(number)
    proposal = log.proposal(log.term + 1, (asked,))
    assert not log.passes(proposal, {0, LOST})
    assert log.passes(proposal, {0, 1})
    with pytest.raises(NotPossible, match="too few ballots"):
        log.adopt(passed(proposal, 0, LOST))


def test_two_persons_need_each_other_for_this_too() -> None:
    log = Log(charter(2), new_wager(charter(2).setup))
    proposal = log.proposal(1, (Change(ABSENT, 1), change(1, 12)))
    assert not log.passes(proposal, {0, 1})


def test_nobody_votes_alone_even_with_a_forged_ballot_of_another() -> None:
    table = without()
    log = table.sessions[0].log
    proposal = log.proposal(log.term + 1, (change(LOST, 12),))
    own = 0, sign_ballot(identity(0), 0, proposal).signature
    for forged in (bytes(64), sign_ballot(hand(12).identity, 1, proposal).signature):
        with pytest.raises(Forged, match="ballot whose signature"):
            log.adopt(Passed(proposal, (own, (1, forged))))


def test_a_seat_whose_owner_plays_cannot_be_given_away() -> None:
    table = at()
    number = table.newcomer(LOST)
    table.settle()
    assert [claimed.person for claimed in table.claims_seen(LOST)] == [LOST], "the owner sees it, too"
    log = table.sessions[0].log
    with pytest.raises(NotPossible, match="who plays"):
        log.judge(log.proposal(1, (table.asked_for(number),)))
    table.agree(table.asked_for(number), [0, 1])
    table.settle()
    assert votes(table, 0) == []


def test_a_thief_who_plays_with_the_stolen_key_loses_it_in_the_vote_that_sends_him_away() -> None:
    """Two votes would not do: his program would be back before the second."""
    table = at()
    number = table.newcomer(LOST)
    table.settle()
    table.agree(Change(ABSENT, LOST), [0, 1])
    table.agree(table.asked_for(number), [0, 1])
    table.settle()
    asked = table.asked_for(number)
    assert votes(table, 0)[0] in ((Change(ABSENT, LOST), asked), (Change(ABSENT, LOST),))
    assert (asked,) in votes(table, 0) or (Change(ABSENT, LOST), asked) in votes(table, 0)
    assert table.sessions[0].log.keys[LOST].key == table.hands[number].identity.public
    assert table.of(LOST, Stopped), "and his program says so"


def test_whoever_agrees_to_a_new_key_does_not_let_the_old_one_back() -> None:
    table = without(persons=5)
    number = table.newcomer(LOST)
    table.settle()
    table.agree(table.asked_for(number), [0, 1])
    table.come(LOST)
    table.settle()
    wishes = {person: wished(table, person) for person in (0, 1, 3, LOST)}
    assert Change(BACK, LOST) not in wishes[0] | wishes[1]
    assert Change(BACK, LOST) in wishes[3] & wishes[LOST], "by themselves, as after any absence"


def wished(table: Newcomers, person: int) -> set[Change]:
    """All that a person has ever wished for."""
    wishes = [said for said in table.sent[person] if isinstance(said, SignedWish) and said.person == person]
    proposals = [wish.content.proposal for wish in wishes]
    return {change for proposal in proposals if proposal is not None for change in proposal.changes}


def test_who_has_resigned_is_given_no_key() -> None:
    log = Log(charter(3), new_wager(charter(3).setup))
    log.adopt(voted(log, Change(RESIGN, 1), 0, 1))
    with pytest.raises(NotPossible, match="resigned"):
        log.judge(log.proposal(2, (change(1, 12),)))
    other = Log(charter(3), new_wager(charter(3).setup))
    with pytest.raises(NotPossible, match="resigned"):
        other.judge(other.proposal(2, (change(1, 12), Change(RESIGN, 1))))


@pytest.mark.parametrize(
    "spoiled",
    [
        {"identity": identity(0).public.raw},
        {"identity": identity(LOST).public.raw},
        {"identity": bytes([1] + [0] * 31)},
        {"tip": hand(1).chain.tip},
        {"chat": hand(LOST).chat.public},
        {"first": 9},
    ],
)
def test_a_key_that_somebody_has_or_had_or_that_proves_nothing_is_given_to_nobody(spoiled: dict[str, Any]) -> None:
    table = without()
    log = table.sessions[0].log
    key = key_of(hand(12))._replace(**spoiled)
    with pytest.raises(NotPossible, match=r"a vote on a (key|chain)"):
        log.judge(log.proposal(log.term + 1, (Change(KEY, LOST, key),)))


def test_several_may_be_given_keys_at_once_but_each_his_own_and_one() -> None:
    log = Log(charter(5), new_wager(charter(5).setup))
    one, other = change(1, 12), change(2, 13)
    assert proposal_from(log.proposal(1, tuple(sorted((one, change(1, 13))))).value) is None
    away = Change(ABSENT, 1), Change(ABSENT, 2)
    log.judge(log.proposal(1, (*away, one, other)))
    for part in ("identity", "chat", "tip"):
        same = Change(KEY, 2, key_of(hand(13))._replace(**{part: getattr(key_of(hand(12)), part)}))
        with pytest.raises(NotPossible, match="two persons one key"):
            log.judge(log.proposal(1, (*away, one, same)))
    proposal = log.proposal(1, (*away, one, other))
    assert not log.passes(proposal, {0, 1, 2, 3})
    assert log.passes(proposal, {0, 3, 4})
    both = log.proposal(1, (Change(ABSENT, 1), one))
    assert proposal_from(canonical.decode(canonical.encode(both.value))) == both
    assert proposal_from(log.proposal(1, (Change(KEY, 1),)).value) is None
    assert proposal_from((*both.value[:-1], (("absent", 1, bytes(32), bytes(32), bytes(32), 1),))) is None


def test_a_program_where_nobody_sits_agrees_while_the_owner_is_reached_by_nobody() -> None:
    table = without()
    table.sessions[1]._agreeing.agreeable = True
    number = table.newcomer(LOST)
    table.settle()
    table.give(number, 0)
    assert table.sessions[0].log.keys[LOST].key == table.hands[number].identity.public


def test_a_program_where_nobody_sits_gives_no_key_for_who_is_here_or_is_proven_to_cheat() -> None:
    table = without(persons=4)
    table.sessions[1]._agreeing.agreeable = True
    number = table.newcomer(LOST)
    table.settle()
    asked = table.asked_for(number)
    agreeing = table.sessions[1]._agreeing
    assert agreeing._may(asked)
    log = table.sessions[1].log
    ack = log.ack(1)._replace(height=1, log=bytes(32))
    lie = Contradiction(
        sign_ack(stolen(LOST), LOST, ack), sign_ack(stolen(LOST), LOST, ack._replace(log=bytes([1] * 32)))
    )
    table.sessions[1].receive(0, messages.encode(lie))
    assert not agreeing._may(asked)
    table.sessions[1]._disputes.forget(LOST)
    assert agreeing._may(asked)
    table.come(LOST)
    assert not agreeing._may(asked)
    assert not agreeing._may(Change(KEY, 1, asked.key)), "its own person's key"


# Claims


def test_a_claim_survives_its_encoding_and_is_signed_with_its_own_key() -> None:
    claim = claim_of(charter(), LOST, 12)
    signed = sign_claim(hand(12).identity, claim)
    assert messages.decode(messages.encode(signed)) == signed
    verify_claim(signed)
    for other in (claim._replace(person=1), claim._replace(game=bytes(32)), claim._replace(key=key_of(hand(13)))):
        with pytest.raises(SignatureError):
            verify_claim(signed._replace(content=other))
    with pytest.raises(SignatureError):
        verify_claim(signed._replace(content=claim._replace(key=claim.key._replace(identity=bytes([1] + [0] * 31)))))
    for place in range(6):
        assert claim_from((*claim.value[:place], None, *claim.value[place + 1 :])) is None


def test_a_guest_asks_for_himself_alone_and_who_came_to_watch_for_nobody() -> None:
    of = without().sessions[0]
    signed = messages.encode(sign_claim(hand(12).identity, claim_of(of.charter, LOST, 12)))
    of.connected(77, None)
    with pytest.raises(MessageError, match="only a player"):
        of.receive(77, signed)
    of.connected(78, None, hand(13).identity.public, claims=True)
    with pytest.raises(MessageError, match="another key than its own"):
        of.receive(78, signed)
    assert of.claims == {}


@pytest.mark.parametrize(
    ("claim", "signer", "reason"),
    [
        (claim_of(charter(2), 1, 12), 12, "another table"),
        (claim_of(charter(3, rounds=3), 3, 12), 12, "another table"),
        (claim_of(charter(3, rounds=3), LOST, 12), 13, "not signed with its own key"),
        (claim_of(charter(3, rounds=3), LOST, 1), 1, "somebody has or had"),
    ],
)
def test_a_claim_of_another_game_or_key_is_refused(claim: Any, signer: int, reason: str) -> None:
    of = without().sessions[0]
    shown = of.receive(1, messages.encode(sign_claim(hand(signer).identity, claim)))
    assert [reason in output.reason for output in shown if isinstance(output, Refused)] == [True]
    assert of.claims.get(LOST, ()) == ()


def test_of_many_claims_of_a_seat_the_newest_few_are_known() -> None:
    of = without().sessions[0]
    for number in range(20, 40):
        of.receive(1, messages.encode(sign_claim(hand(number).identity, claim_of(of.charter, LOST, number))))
    assert of.claims == {LOST: tuple(key_of(hand(number)) for number in range(36, 40))}


def test_of_two_who_ask_for_a_seat_the_others_choose_and_the_second_asks_in_vain() -> None:
    table = without(persons=4)
    liar, true = table.newcomer(LOST), table.newcomer(LOST)
    table.settle()
    assert len(table.sessions[0].claims[LOST]) == 2
    table.agree(table.asked_for(liar), [0])
    table.give(true, 1, 3)
    assert table.sessions[0].log.keys[LOST].key != table.hands[liar].identity.public, "one does not suffice"
    table.sessions[0].disagree(table.asked_for(liar))
    table.give(true, 0, 1, 3)
    assert table.sessions[0].log.keys[LOST].key == table.hands[true].identity.public
    assert key_of(table.hands[true]) not in table.sessions[0].claims.get(LOST, ())
    table.go(liar)
    table.go_on()
    assert_finished(table)
    assert table.sessions[liar].asks


# The key before


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


def refused_as(of: Session, message: messages.Message) -> list[str]:
    """With what words a message is refused that comes over the link to person 1."""
    return [output.reason for output in of.receive(1, messages.encode(message)) if isinstance(output, Refused)]


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
    proof = Contradiction(sign_ack(stolen(LOST), LOST, ack), sign_ack(stolen(LOST), LOST, other))
    verify_proof(table.charter, proof)
    with pytest.raises(ProofError, match="not signed by the person accused"):
        verify_proof(table.charter, proof, log)
    assert [type(output) for output in table.sessions[0].receive(1, messages.encode(proof))] == [Refused]
    new = table.hands[number].identity
    mixed = Contradiction(proof.one, sign_ack(new, LOST, other))
    with pytest.raises(ProofError):
        verify_proof(table.charter, mixed, log)


def test_a_proof_from_before_is_dropped_once_he_has_another_key() -> None:
    table = without()
    game, log = table.charter.id, table.sessions[0].log
    ack = log.ack(1)._replace(term=0, epoch=game, height=1, log=bytes(32))
    proof = Contradiction(
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
    proof = Contradiction(sign_ack(new, LOST, ack), sign_ack(new, LOST, ack._replace(log=bytes([1] * 32))))
    assert "signed two versions" in verify_proof(table.charter, proof, log)


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
    assert (ada.record() or b"")[12] == 3
    verify_record(ada.record() or b"", new_wager)


def test_who_never_agreed_to_another_key_for_somebody_does_not_vote_without_him() -> None:
    """Else one liar, who says that he has to, could keep two others from ever voting together again."""
    table = half_voted(consented=False)
    assert all(keyed(ballot.proposal.changes) == set() for ballot in own_ballots(table, 1))
    assert votes(table, 0) == [(Change(ABSENT, LOST),)]


# The new key before its time


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


# Records


def finished() -> tuple[Newcomers, int, bytes]:
    table, number = given()
    table.go_on()
    return table, number, table.sessions[0].record() or b""


def changed(record: bytes, version: int, old: bytes = b"", new: bytes = b"") -> bytes:
    """A record of another version, with bytes in place of others, and a checksum that fits."""
    assert old in record
    head = (record[:12] + bytes([version]) + record[13:-32]).replace(old, new, 1)
    return head + digest(Label.RECORD, head)


def test_a_record_with_a_new_key_is_of_the_next_version_and_verifies() -> None:
    table, number, record = finished()
    assert record[12] == 3
    verified = verify_record(record, new_wager)
    assert verified.missing == ()
    assert verified.log.keys[LOST].key == table.hands[number].identity.public
    with pytest.raises(RecordError, match="makes it one of version 3"):
        verify_record(changed(record, 2), new_wager)


def test_a_record_without_one_is_of_the_version_before() -> None:
    table = Newcomers(charter(3))
    table.play()
    record = table.sessions[0].record() or b""
    assert record[12] == 2
    verify_record(record, new_wager)
    with pytest.raises(RecordError, match="makes it one of version 2"):
        verify_record(changed(record, 3), new_wager)


def test_a_record_in_which_the_key_was_changed_is_forged() -> None:
    table, number, record = finished()
    key = table.hands[number].identity.public.raw
    with pytest.raises(RecordError, match="ballot whose signature"):
        verify_record(changed(record, 3, old=key, new=hand(15).identity.public.raw), new_wager)


def test_a_key_is_nobodys_that_is_not_in_a_log() -> None:
    keys = Keys.of(charter(3))
    assert keys.person(identity(1).public) == 1
    assert keys.person(hand(12).identity.public) is None
    assert not keys.is_former(hand(12).identity.public)
    again = keys.given(1, key_of(hand(12)), 4)
    assert (again.person(identity(1).public), again.person(hand(12).identity.public)) == (None, 1)
    assert again.changed(keys) == keys.changed(again) == (1,)
    assert keys.objection(NewKey(*key_of(hand(13))[:3], 3), 1) == "a chain that begins too late"
    assert keys.objection(NewKey(*key_of(hand(13))[:3], 2), 1) is None


def test_a_chain_may_begin_at_a_later_link_of_the_game() -> None:
    key = key_of(hand(12), first=3)
    hand_given = Keys.of(charter(3)).given(1, key, 1)[1]
    assert hand_given.place_of(3) == 1
    assert hand_given.place_of(7) == 5


def test_a_ballot_is_judged_by_the_keys_of_the_epoch_upon_which_it_stands() -> None:
    table = without()
    log = table.sessions[0].log
    before = log.proposal(log.term + 2, ())
    log.adopt(voted(log, change(LOST, 12), 0, 1))
    with pytest.raises(Forged):
        log.adopt(Passed(before, ballots((0, identity(0)), (LOST, hand(12).identity), of=before)))
    log.adopt(Passed(before, ballots((0, identity(0)), (LOST, identity(LOST)), of=before)))


def ballots(*signers: tuple[int, Any], of: Proposal) -> tuple[tuple[int, bytes], ...]:
    made: list[SignedBallot] = [sign_ballot(key, person, of) for person, key in signers]
    return tuple((ballot.person, ballot.signature) for ballot in made)
