"""Votes at open dice: nobody has dice thrown anew that somebody has seen, and nobody is kept waiting for ever."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from p2p.log import messages
from p2p.log.ballots import SignedWish, sign_ballot
from p2p.log.changes import BACK, Change
from p2p.log.messages import Message
from p2p.log.proof import Equivocation
from p2p.log.statements import Ack, SignedEntry, is_link, sign_ack
from p2p.log.steps import Kind
from p2p.session.state import Phase
from tests.p2p import liars
from tests.p2p.absences import Absences
from tests.p2p.tables import charter, identity
from tests.p2p.votes import END_HERE, KeepsItsLink, assert_finished, at_dice, away, votes


def test_once_our_link_is_out_we_agree_only_that_all_whose_links_are_missing_are_absent() -> None:
    table = at_dice(charter(5), 3, 4)
    table.agree(END_HERE, [0])
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
    table.agree(END_HERE, [person])
    (said,) = [message for message in table.sent[person] if isinstance(message, SignedWish)]
    assert said.content.proposal is not None
    assert said.content.proposal.changes == (END_HERE,)


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
    table.agree(END_HERE, table.here)
    table.deliver((decider, others[0]), (decider, others[1]), (others[0], others[1]), (others[1], others[0]))
    assert [table.sessions[other]._polls.bound for other in others] == [True, True]
    if not insists:
        table._take(decider, table.sessions[decider].disagree(END_HERE))
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    table.settle()
    table.go_on()
    assert_finished(table)
    assert ((END_HERE,) in votes(table, decider)) is insists


def sign_alone(table: Absences, *persons: int) -> None:
    """Have persons sign a ballot that nobody else wishes for, of which nobody else has heard yet."""
    for person in persons:
        session = table.sessions[person]
        ballot = sign_ballot(identity(person), person, session.log.proposal(session.log.term + 1, (END_HERE,)))
        table._take(person, session.receive(next(iter(session.links.all())), messages.encode(ballot)))


def tell(table: Absences, *persons: int) -> None:
    """Have all hear of the ballots that persons have signed."""
    for person in persons:
        for other in table.here:
            if other != person:
                table.send(person, other, table.sessions[person]._polls.ballots[person])


def test_whose_links_are_missing_and_who_are_bound_agree_themselves_to_pay_for_other_dice() -> None:
    """Two of four have signed a ballot upon the dice that the others did not: without their own there is no quorum."""
    table = Absences(charter(4, rounds=4))
    table.begin()
    table.to(Kind.ACTION)
    (decider,) = table.sessions[0].awaited
    shown, *bound = (person for person in range(4) if person != decider)
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    table.deliver(*((decider, other) for other in (shown, *bound)))
    sign_alone(table, *bound)
    table.deliver(*((other, to) for to in (decider, shown) for other in range(4) if other != to))
    assert table.sessions[decider].log.given.keys() == {decider, shown}
    assert table.sessions[decider].log.missing() == tuple(bound)
    tell(table, *bound)
    table.settle()
    assert votes(table, decider)[0] == tuple(map(away, bound))
    assert table.sessions[decider].log.barred.keys() == set(bound)
    table.go_on()
    assert_finished(table)


def test_who_is_bound_pays_for_other_dice_though_nobody_else_who_is_bound_has_agreed_yet() -> None:
    """Three of four are bound and one of them is gone: if the other two wait for each other, the game stands still."""
    table = Absences(charter(4, rounds=4))
    table.begin()
    table.to(Kind.ACTION)
    (decider,) = table.sessions[0].awaited
    bound = [person for person in range(4) if person != decider]
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    table.deliver(*((decider, other) for other in bound))
    sign_alone(table, *bound)
    table.deliver(*((other, decider) for other in bound))
    assert table.sessions[decider].log.given.keys() == {decider}
    tell(table, *bound)
    table.deliver(*((bound[2], other) for other in (decider, *bound[:2])))
    table.go(bound[2])
    table.settle()
    assert votes(table, decider)[:1] == [tuple(map(away, bound))]
    table.go_on()
    assert_finished(table)


class AcknowledgesToSome(liars.TwoLogs):
    """Acknowledges another log to persons of even numbers, and shows nobody its link."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, SignedEntry) and is_link(message.entry.body) and self.is_own(message):
            return ()
        return super().says(to, message)


def test_all_whose_links_are_missing_may_be_declared_absent_though_some_lack_acknowledgements() -> None:
    """A cheat acknowledged the log to one alone, whose link is out; of the others one waits, and one is absent."""
    table = Absences(charter(4, rounds=4))
    table.begin()
    table.to(Kind.ACTION)
    table.settle()
    (decider,) = table.sessions[0].awaited
    liar = 1 if decider == 3 else 3
    (shown,) = {1, 3} - {liar}
    waiting, absent = (0, 2) if decider == 0 else (2, 0)
    table.agree(away(absent), [person for person in range(4) if person != absent])
    table.settle()
    table.lie(AcknowledgesToSome, liar)
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    table.settle()
    table.go(liar)
    table.settle()
    for person in table.here:
        of = table.sessions[person]
        assert (of.log.kind, set(of.log.given), liar in of.proofs) == (Kind.LINKS, {shown}, True)
    table.agree(away(waiting), table.here)  # to the absence of a cheat programs agree by themselves
    table.settle()
    assert [set(changes) for changes in votes(table, shown)[1:]] == [{away(waiting), away(liar)}]
    table.go_on()
    assert {table.sessions[person].phase for person in table.here} == {Phase.FINISHED}


def two_absent() -> tuple[Absences, list[int], int, int]:
    """A table where two of four decide what comes before the dice; of the absent ones one is bound and one is gone.

    Nobody has heard yet that he is bound; the dice are open to all but who is gone.
    """
    table = Absences(charter(4, rounds=4))
    table.begin()
    table.to(Kind.ACTION)
    table.settle()
    (decider,) = table.sessions[0].awaited
    other, bound, gone = (person for person in range(4) if person != decider)
    for absent, third in ((bound, gone), (gone, bound)):
        table.agree(away(absent), [decider, other, third])
        table.settle()
    table.go(gone)
    table.settle()
    sign_alone(table, bound)
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    table.settle()
    assert {table.sessions[person].log.kind for person in table.here} == {Kind.LINKS}
    assert table.sessions[decider].log.absent == {bound, gone}
    return table, [decider, other], bound, gone


def test_where_a_quorum_has_yet_to_acknowledge_the_log_before_the_dice_those_are_awaited_who_are_absent() -> None:
    table, present, bound, gone = two_absent()
    for person in present:
        assert table.sessions[person].log.given == {}
        assert table.sessions[person].awaited == tuple(sorted((bound, gone)))


def test_who_is_bound_and_has_seen_no_link_votes_though_he_throws_no_dice_himself() -> None:
    """A quorum has not acknowledged the log before the dice, and he cannot, until he is free."""
    table, present, bound, gone = two_absent()
    before = len(votes(table, bound))
    tell(table, bound)
    table.settle()
    assert votes(table, bound)[before] == ()
    assert not table.sessions[bound]._polls.bound
    table.go_on()
    assert_finished(table)
    assert table.sessions[present[0]].log.absent == {bound, gone}


def test_who_throws_dice_that_only_the_absent_could_acknowledge_can_be_replaced_by_them() -> None:
    """Two who are bound cannot free each other, since who throws may have seen the dice; so he has to pay for it."""
    table = Absences(charter(5, rounds=4))
    table.begin()
    table.to(Kind.ACTION)
    (thrower,) = table.sessions[0].awaited
    one, other, third, gone = (person for person in range(5) if person != thrower)
    for absent in (one, other, third, gone):
        table.agree(away(absent), [person for person in range(5) if person != absent])
        table.settle()
    table.go(gone)
    table.settle()
    sign_alone(table, one, other)
    for person, friend in ((one, other), (other, one)):
        table.send(person, friend, table.sessions[person]._polls.ballots[person])
    table.deliver((one, other), (other, one))
    table._take(thrower, table.sessions[thrower].answer(thrower, "take"))
    table.settle()
    before = len(votes(table, thrower))
    assert {table.sessions[person].awaited for person in table.here} == {tuple(sorted((one, other, gone)))}
    back = [Change(BACK, person) for person in (one, other, third)]
    for change in (away(thrower), *back):
        table.agree(change, [one, other, third])
    table.settle()
    assert votes(table, third)[before:] == [(away(thrower), *sorted(back))]
    table.go_on()
    assert_finished(table)


def test_dice_that_wait_for_cheats_and_for_who_is_bound_are_given_up_by_all() -> None:
    table = at_dice(charter(4), 1, 3)
    of = table.sessions[0]
    bound = sign_ballot(identity(1), 1, of.log.proposal(1, (END_HERE,)))
    of.receive(2, messages.encode(bound))
    assert of._parts.standstill.stuck() == set()
    one, other = (sign_ballot(identity(3), 3, of.log.proposal(1, changes)) for changes in ((), (END_HERE,)))
    of.receive(2, messages.encode(Equivocation(one, other)))
    assert of.proofs.keys() == {3}
    assert of._parts.standstill.stuck() == {1, 3}


def test_nobody_is_to_be_absent_any_longer_for_dice_that_no_longer_wait_for_him() -> None:
    table = at_dice(charter(4), 1, 3)
    of = table.sessions[0]
    for person in (1, 3):
        ballot = sign_ballot(identity(person), person, of.log.proposal(1, (END_HERE,)))
        of.receive(2, messages.encode(ballot))
    assert of._polls.agreed == {away(1), away(3)}
    of.receive(2, messages.encode(table.sessions[1].log.given[1]))
    assert of._polls.agreed == {away(3)}


@pytest.mark.parametrize("proven", [False, True])
def test_whose_link_is_missing_is_declared_absent_though_all_others_present_are_to_be_too(proven: bool) -> None:
    """The two who are present are not both to blame for the dice; that others want to come back is another vote."""
    table = Absences(charter(5, rounds=4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    for gone, by in ((2, (0, 1, 3)), (3, (0, 1, 4)), (4, (0, 1, 2))):
        table.agree(away(gone), by)
        table.settle()
    log = table.sessions[2].log
    table.lie(KeepsItsLink, 0)
    table.go_on()
    table.liars.clear()
    assert (log.kind, log.missing(), log.present) == (Kind.LINKS, (0,), (0, 1))
    table.go(0)
    if proven:
        acks = [Ack(*log.epoch, 0, bytes([i] * 32), log.state_at(0), 999 + i) for i in (1, 2)]
        proof = Equivocation(sign_ack(identity(1), 1, acks[0]), sign_ack(identity(1), 1, acks[1]))
        for person in (2, 3, 4):
            table.send(1, person, proof)
    else:
        table.agree(away(1), [2, 3, 4])
    for person in (2, 3, 4):
        table.agree(Change(BACK, person), [person])
    table.settle()
    table.agree(away(0), [2, 3, 4])
    table.settle()
    assert votes(table, 2)[3] == (away(0),)
    assert (away(1), *(Change(BACK, person) for person in (2, 3, 4))) in votes(table, 2)[4:]


@pytest.mark.parametrize(("persons", "hidden"), [(3, False), (4, True), (5, True)])
def test_who_is_bound_takes_dice_for_unheard_of_only_where_every_vote_needs_two_who_acknowledged(
    persons: int, *, hidden: bool
) -> None:
    """With three it needs one, who may be the relay that keeps the other's link from him."""
    table = Absences(charter(persons, rounds=4))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.agree(away(1), [person for person in table.here if person != 1])
    table.to(Kind.COMMITMENTS, 2)
    of = table.sessions[1]
    while of.log.kind is not Kind.LINKS:
        assert table._happen()
    of.log.given.clear()
    of._acks._heights[1] = 0
    assert not of._parts.standstill.dice_are_hidden
    of._polls.ballots[1] = sign_ballot(identity(1), 1, of.log.proposal(of.log.term + 1, (END_HERE,)))
    assert of._parts.standstill.dice_are_hidden == hidden
