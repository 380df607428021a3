"""The end of the building phase of 2003: what everybody keeps (4.9)."""

from __future__ import annotations

import pytest

from core.classic.build import BuildEnd
from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.core.classic.tables import VARIANTS, Position

both = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def example_15(variant: Variant) -> Position:
    position = Position(variant=variant).give("egypt", "coin coin coin coin wine wine oil")
    return position.tiles("egypt", "hanging_gardens").at(2, BuildEnd())


@both
def test_two_coins_are_kept_unasked_and_goods_are_lost_4_9a(variant: Variant) -> None:
    position = Position(variant=variant).give("rome", "coin coin coin gold").at(2, BuildEnd())
    table = position.table()
    assert (table.hand("rome"), table.banked("gold")) == ("coin coin", 5)


def test_example_15_the_gardens_keep_one_good_of_choice_in_the_original_4_9b() -> None:
    table = example_15(ORIGINAL).table()
    assert (table.asked(), sorted(table.legal())) == ("egypt", ["done", "keep oil", "keep wine"])
    table.refused("egypt", "keep oil wine", rule="4.9b")
    table.say("egypt", "keep wine")
    assert table.hand("egypt") == "coin coin wine"


def test_example_15_the_gardens_keep_two_goods_in_the_revised_edition_4_9b() -> None:
    table = example_15(REVISED).table()
    assert sorted(table.legal()) == ["done", "keep oil", "keep oil wine", "keep wine", "keep wine wine"]
    table.refused("egypt", "keep coin wine", rule="4.9b")
    table.say("egypt", "keep wine wine")
    assert table.hand("egypt") == "coin coin wine wine"


@both
def test_the_gardens_need_keep_nothing_k33(variant: Variant) -> None:
    table = example_15(variant).table()
    table.say("egypt", "done")
    assert table.hand("egypt") == "coin coin"
