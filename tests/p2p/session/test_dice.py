"""Changes at open dice: no one has dice thrown anew that a player has seen, and no one is kept waiting for ever."""

from __future__ import annotations

import pytest

from p2p.log.statements import BACK, Change
from p2p.log.steps import Kind
from tests.p2p.changes import END_HERE, assert_finished, at_dice, away, made, quiet
from tests.p2p.tables import charter


@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_keeps_back_a_link_and_goes_pays_whatever_the_others_ask_for(players: int) -> None:
    """All other links are out, so a player who knows the dice must not have them thrown anew for nothing."""
    keeper = players - 1
    table = at_dice(charter(players), keeper)
    table.agree(END_HERE, table.here)
    table.agree(away(keeper), table.here)
    table.settle()
    assert made(table, 0)[0] == (away(keeper),)
    assert table.sessions[0].log.barred.keys() == {keeper}
    table.go_on()
    assert_finished(table)


def test_of_two_players_one_who_keeps_back_a_link_pays_nothing_and_gets_no_new_dice() -> None:
    """Every change needs both."""
    table = at_dice(charter(2), 1)
    table.agree(away(1), table.here)
    table.settle()
    assert made(table, 0) == []
    assert table.sessions[0].awaited == (1,)


def test_two_who_keep_back_their_links_pay_both() -> None:
    table = at_dice(charter(5), 3, 4)
    for gone in (3, 4):
        table.agree(away(gone), table.here)
    table.settle()
    assert made(table, 0)[0] == (away(3), away(4))
    table.go_on()
    assert_finished(table)


def test_dice_whose_links_reach_too_few_are_completed_by_the_promises() -> None:
    """Each of two has a link that the third lacks: together they have all, and no one pays."""
    table = quiet(rounds=4)
    while {of.log.kind for of in table.sessions} != {Kind.BEACON} or not table.sessions[0].log.given:
        assert table._happen()
    attempts = table.sessions[0].log.attempts
    table.agree(END_HERE)
    table.go_on()
    assert_finished(table)
    assert {of.log.absent for of in table.sessions} == {frozenset()}
    assert table.sessions[0].log.attempts <= attempts + 1


def test_who_throws_dice_that_only_the_absent_could_acknowledge_is_replaced_by_them() -> None:
    table = quiet(5, Kind.ACTION, rounds=4)
    (thrower,) = table.sessions[0].awaited
    others = [player for player in range(5) if player != thrower]
    for absent in others:
        table.agree(away(absent), [player for player in range(5) if player != absent])
        table.settle()
    assert table.sessions[thrower].log.present == (thrower,)
    table._take(thrower, table.sessions[thrower].answer(thrower, "take"))
    table.go(thrower)
    table.settle()
    for change in (away(thrower), *(Change(BACK, player) for player in others)):
        table.agree(change, others)
    table.settle()
    assert table.sessions[others[0]].log.absent == {thrower}
    table.go_on()
    assert_finished(table)
