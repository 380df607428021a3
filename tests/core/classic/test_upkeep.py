"""The end of the building phase of 2003: what everybody keeps (4.9)."""

from __future__ import annotations

from core.classic.build import BuildEnd
from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.core.classic.tables import Position


def example_15(variant: Variant) -> Position:
    position = Position(variant=variant).give("egypt", "coin coin coin coin wine wine oil")
    return position.tiles("egypt", "hanging_gardens").at(2, BuildEnd())


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
