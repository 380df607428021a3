"""How near the Pyramids of 2003 are, as all players know it."""

from __future__ import annotations

import pytest

from core.classic.reach import incomes, reach
from core.classic.state import State
from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.core.classic.tables import Position

VARIANTS = pytest.mark.parametrize("variant", [ORIGINAL, REVISED], ids=["original", "revised"])
GREECE = "greece"


def found_at(position: Position) -> tuple[State, int]:
    """Return a position, and who Greece is in it."""
    return position.state, position.board.empires.index(GREECE)


@VARIANTS
def test_a_hidden_hand_counts_by_its_size_alone(variant: Variant) -> None:
    found = []
    for tokens in ("coin " * 12, "wine " * 6 + "oil " * 6):
        state, greece = found_at(Position(variant=variant).give(GREECE, tokens).at_trade())
        found.append(reach(state, greece, known=False))
    assert found[0] == found[1]
    assert found[0].number == 12
    assert found[0].may_pay
    assert found[0].is_ready
    assert not found[0].pays


@VARIANTS
@pytest.mark.parametrize(("tokens", "pays"), [("coin " * 12, True), ("wine " * 6 + "oil " * 6, False)])
def test_a_known_hand_is_read(variant: Variant, tokens: str, *, pays: bool) -> None:
    state, greece = found_at(Position(variant=variant).give(GREECE, tokens).at_build_turn(GREECE))
    found = reach(state, greece, known=True)
    assert (found.pays, found.may_pay) == (pays, pays)


@VARIANTS
def test_a_trade_can_still_change_a_known_hand(variant: Variant) -> None:
    state, greece = found_at(Position(variant=variant).give(GREECE, "wine " * 6 + "oil " * 6).at_trade())
    assert reach(state, greece, known=True).may_pay


@VARIANTS
@pytest.mark.parametrize(("number", "may"), [(11, False), (12, True)])
def test_fewer_cards_than_the_cost_are_never_enough(variant: Variant, number: int, *, may: bool) -> None:
    state, greece = found_at(Position(variant=variant).give(GREECE, "coin " * number).at_trade())
    assert reach(state, greece, known=False).may_pay == may


@VARIANTS
def test_after_the_turn_only_what_is_kept_counts_and_the_next_income(variant: Variant) -> None:
    position = Position(variant=variant).give(GREECE, "coin " * 12).build("achaia", "city")
    other = next(empire for empire in position.board.empires if empire != GREECE)
    state, greece = found_at(position.at_build_turn(other))
    found = reach(state, greece, known=False)
    assert incomes(state)[greece] > 0
    assert found.number == state.board.map.coins_kept + incomes(state)[greece]
    assert not found.may_pay
    assert not found.is_ready
