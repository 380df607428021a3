"""Heroes and wonders in the building phase of 2003: their sale, their prices, and what they give (4.3, 4.7, 7)."""

from __future__ import annotations

import pytest

from core.classic.variant import REVISED, Variant
from tests.core.classic.tables import VARIANTS, Position
from tests.core.draws import all_draws

both = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def coins(number: int) -> str:
    return " ".join(["coin"] * number)


def turn(empire: str, cards: str, variant: Variant = REVISED, tiles: str = "") -> Position:
    """A player's turn with some cards and tiles, after which another one builds."""
    other = "rome" if empire == "greece" else "greece"
    position = Position(variant=variant).tiles(empire, *tiles.split()).give(empire, cards).give(other, coins(3))
    return position.at_build_turn(empire, other)


# ---------------------------------------------------------------------- 7.1a what is free when bought


def test_the_lighthouse_gives_a_marker_anywhere_but_no_exchange_7_4c_k46() -> None:
    position = turn("rome", coins(15)).control("egypt", "creta").units("creta", rome=1)
    table = position.occupy("creta", "rome", "control").table()
    table.say("rome", f"build lighthouse with {coins(9)}")
    table.refused("rome", "build control creta free", rule="4.4b")
    table.refused("rome", f"convert creta with {coins(3)}", rule="7.1a")
    table.say("rome", "build control armenia free")
    assert table.controller("armenia") == "rome"
    table.refused("rome", f"build caravan:gems armenia with {coins(3)}", rule="4.4d")
    table.say("rome", f"build control numidia with {coins(3)}")


@both
def test_with_the_lighthouse_markers_need_no_reach_4_4f(variant: Variant) -> None:
    table = turn("rome", coins(3), variant, "lighthouse").control("egypt", "arabia").table()
    table.refused("rome", f"build control arabia with {coins(3)}", rule="4.4b")
    table.say("rome", f"build control armenia with {coins(3)}")
    assert table.controller("armenia") == "rome"


# ---------------------------------------------------------------------- 7.2c Hammurabi


def occupied_creta(variant: Variant) -> Position:
    position = turn("babylon", coins(3), variant, "hammurabi").control("egypt", "creta").units("creta", babylon=1)
    return position.occupy("creta", "babylon", "control")


@both
def test_the_free_marker_is_drawn_and_listed_with_the_paid_ones(variant: Variant) -> None:
    table = occupied_creta(variant).table()
    answers = table._decision().answers
    assert {answers.text(action) for action in all_draws(answers.draw)} == set(table.legal())
    assert answers.next_words(["build", "control", "syria"]) == ["free", "with"]
