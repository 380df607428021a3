"""What all agree to: to end, to take back; and what an epoch undoes."""

from __future__ import annotations

import pytest

from p2p.log.changes import AGREEMENT
from p2p.log.statements import TAKE_BACK, Change
from p2p.log.steps import Kind
from p2p.session.events import Finished, RolledBack
from p2p.session.state import Phase
from tests.p2p.changes import END_HERE, assert_finished, away, quiet


@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS])
def test_by_agreement_of_all_the_game_ends_and_of_fewer_it_does_not(kind: Kind) -> None:
    table = quiet(kind=kind)
    table.agree(END_HERE, [0, 2])
    table.settle()
    assert table.sessions[0].log.term == 0
    table.agree(END_HERE, [1])
    table.go_on()
    assert_finished(table)
    for player in range(3):
        assert table.of(player, Finished) == [Finished((), AGREEMENT, ())]


def test_the_agreement_of_who_is_absent_is_not_needed() -> None:
    table = quiet()
    table.go(2)
    table.agree(away(2), table.here)
    table.settle()
    table.agree(END_HERE, table.here)
    table.go_on()
    assert [table.sessions[player].log.agreed for player in table.here] == [True, True]
    assert {table.sessions[player].phase for player in table.here} == {Phase.FINISHED}


def test_an_action_that_all_take_back_is_asked_again() -> None:
    table = quiet(kind=Kind.ACTION)
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


def test_what_an_epoch_undoes_is_said_and_the_former_answer_offered() -> None:
    """An action that reaches only its author's log does not count, where the others go on without it."""
    table = quiet(kind=Kind.ACTION)
    (decider,) = table.sessions[0].awaited
    table.go(decider)
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    action = table.sessions[decider].log.steps[-1]
    table.agree(END_HERE, [decider])
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
