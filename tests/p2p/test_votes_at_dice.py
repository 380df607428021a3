"""Votes at open dice: nobody has dice thrown anew that somebody has seen, and nobody is kept waiting for ever."""

from __future__ import annotations

import pytest

from p2p.ballots import (
    SignedWish,
)
from p2p.steps import Kind
from tests.p2p.absences import Absences
from tests.p2p.tables import charter
from tests.p2p.votes import PAUSE_HERE, assert_finished, at_dice, away, votes


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
