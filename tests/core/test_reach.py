"""How near Empires' Pyramids are, as all players know it."""

from __future__ import annotations

import pytest

from core.empires.reach import incomes, reach
from core.empires.state import State
from tests.core.positions import Position

ROME, GREECE = 0, 1


def at(position: Position) -> State:
    """Return the state of a position."""
    return position.state


def bare() -> Position:
    """Return a position in which no empire owns or holds anything."""
    return Position(3).clear()


def test_a_hidden_hand_counts_by_its_size_alone() -> None:
    coins, goods = "coin " * 12, "wine " * 7 + "oil " * 5
    for tokens in (coins, goods):
        found = reach(at(bare().give("greece", tokens).at_build_turn("greece")), GREECE, known=False)
        assert found.number == 12
        assert not found.pays
    hidden = [reach(at(bare().give("greece", tokens).at_trade()), GREECE, known=False) for tokens in (coins, goods)]
    assert hidden[0] == hidden[1]
    assert hidden[0].may_pay


def test_a_known_hand_is_read() -> None:
    pays = reach(at(bare().give("rome", "coin " * 12).at_build_turn("rome")), ROME, known=True)
    assert pays.pays
    no = reach(at(bare().give("rome", "wine " * 7 + "oil " * 5).at_build_turn("rome")), ROME, known=True)
    assert not no.pays
    assert not no.may_pay


@pytest.mark.parametrize(("number", "may"), [(11, False), (12, True)])
def test_fewer_resources_than_the_cost_are_never_enough(number: int, *, may: bool) -> None:
    assert reach(at(bare().give("greece", "coin " * number).at_trade()), GREECE, known=False).may_pay == may


def test_after_the_turn_only_what_is_kept_counts_and_the_next_income() -> None:
    position = bare().give("greece", "coin " * 12).build("achaia", "caravan:oil")
    state = at(position.at_build_turn("rome"))
    found = reach(state, GREECE, known=False)
    assert found.number == 2 + incomes(state)[GREECE]
    assert not found.may_pay
    assert not found.is_ready


def test_income_is_counted_before_it_is_collected() -> None:
    state = at(bare().give("greece", "coin coin").at_collect())
    assert reach(state, GREECE, known=False).number == 2 + incomes(state)[GREECE]
    assert not reach(state, GREECE, known=False).is_ready


@pytest.mark.parametrize(("coins", "may"), [(7, True), (6, False)])
def test_a_trade_brings_at_most_what_the_largest_marker_says(coins: int, *, may: bool) -> None:
    """Five more coins can come for wine."""
    position = bare().give("rome", "coin " * coins + "wine " * (13 - coins)).give("greece", "coin " * 5).at_trade()
    assert reach(position.leaders(trade="rome").game().state, ROME, known=True).may_pay == may
