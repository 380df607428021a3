"""Titles and their reviews (2.3 to 2.5)."""

from __future__ import annotations

import pytest

from core.classic.variant import Variant
from tests.core.classic.tables import VARIANTS, Position, Table

THREE = "rome greece babylon"
EITHER = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def caravans(position: Position, **numbers: int) -> Position:
    """So many caravans of each player, on the icons of provinces next to their capitals and in these."""
    icons = {
        "rome": [("latium", "caravan:wine"), ("lombardia", "caravan:grain"), ("lombardia", "caravan:iron")],
        "greece": [("achaia", "caravan:oil"), ("achaia", "caravan:fish"), ("macedonia", "caravan:iron")],
        "babylon": [("babylonia", "caravan:grain"), ("babylonia", "caravan:gems"), ("syria", "caravan:wine")],
    }
    for empire, number in numbers.items():
        for province, icon in icons[empire][:number]:
            position.control(empire, province).build(province, icon)
    return position


def played(position: Position) -> Table:
    return position.table()


# ---------------------------------------------------------------------- 2.5 to whom


@EITHER
def test_the_holder_decides_between_tied_players_with_more_2_5b(variant: Variant) -> None:
    """Worked example 26."""
    position = caravans(Position(THREE, variant), rome=2, greece=2, babylon=1).leaders(trade="babylon")
    table = played(position.at_round(2))
    assert table.asked() == "babylon"
    assert table.legal() == ["award trade to rome", "award trade to greece"]
    table.refused("babylon", "award trade to babylon", rule="2.5b")
    table.say("babylon", "award trade to greece")
    assert table.leader("trade") == "greece"
