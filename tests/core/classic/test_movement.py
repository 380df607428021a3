"""Triremes sail and legions march by the rules of 2003 (5.1 to 5.3)."""

from __future__ import annotations

import pytest

from core.classic.deeds import in_order
from core.classic.kinds import DEED_WORDS, LAND_FORCE, SEA_FORCE
from core.classic.rules import RULES
from core.classic.variant import REVISED, Variant
from tests.core.classic.tables import FIVE, VARIANTS, Position, board_of, war_turn

BOTH = pytest.mark.parametrize("variant", VARIANTS)


def test_the_longest_orders_complete_word_by_word() -> None:
    table = war_turn(Position(variant=REVISED).units("achaia", greece=2).fleet("mare_ionium", greece=1), "greece")
    words: list[str] = []
    for word in ("march", "achaia", "sicilia", "2"):
        assert word in table.game.node.answers.next_words(words)  # type: ignore[union-attr]
        words.append(word)


def test_units_of_which_nothing_is_said_go_in_one_order_k34() -> None:
    """Those first that can do least."""
    pairs = [(f"supporting_{word}", word) for word in ("spent", "moved", "attacked", "fresh")]
    order = [word for pair in pairs for word in pair]
    for number in range(len(order) + 1):
        going = in_order([1] * len(order), number)
        assert {word for word, one in zip(DEED_WORDS, going, strict=True) if one} == set(order[:number])


@pytest.mark.parametrize(
    ("begun", "named"),
    [
        ("sail mare_ionium mare_aegaeum 1 from", set(DEED_WORDS)),
        ("march creta rhodus 1 from", {"control", "temple", "city", *DEED_WORDS}),
        ("fight egypt in creta with", set(LAND_FORCE)),
        ("attack egypt in mare_ionium with", set(SEA_FORCE)),
    ],
)
def test_which_units_are_meant_is_said_in_words_of_the_place_k34_k37(begun: str, named: set[str]) -> None:
    found = RULES["revised"].notation.options(board_of(FIVE, REVISED), begun.split())
    assert set(found) == named


def test_triremes_sail_from_seas_and_docks() -> None:
    board = board_of(FIVE, REVISED)
    assert RULES["revised"].notation.options(board, ["sail"]) == [*board.seas, *board.provinces]


@BOTH
def test_a_sail_that_is_refused_is_told_with_where_the_ships_are(variant: Variant) -> None:
    """5.2a: a sea is called by its name, the first one too, and a dock by that of its province."""
    first, far = "mare_sardum", "pontus_euxinus"
    table = war_turn(Position(variant=variant).fleet(first, rome=1).dock("latium", rome=1), "rome")
    assert table.board.seas.index(first) == 0
    assert "to Mare Sardum" in table.refused("rome", f"sail {first} {far} 1", "5.2a")
    assert "to Latium" in table.refused("rome", f"sail latium {far} 1", "5.2a")
    assert "lie in dock" not in table.refused("rome", f"sail {first} mare_tyrrhenum 2", "5.1c")
    assert "lie in dock" in table.refused("rome", "sail latium mare_tyrrhenum 2", "5.2a")
