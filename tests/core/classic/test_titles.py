"""Titles and their reviews (2.3 to 2.5)."""

from __future__ import annotations

import pytest

from core.classic.variant import ORIGINAL, REVISED, Variant
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


# ---------------------------------------------------------------------- 2.3 counts


def test_caravans_markets_cities_temples_and_units_are_counted_2_3a() -> None:
    """K16: a trireme in dock counts, too."""
    position = Position(THREE).build("achaia", "caravan:oil", "market", "city", "temple")
    position.units("achaia", greece=2).dock("achaia", greece=1).fortress("achaia")
    assert played(position.at_trade()).levels("greece") == (2, 2, 4)


def test_a_building_counts_for_the_legion_that_stands_on_it_2_3b() -> None:
    """Worked example 3: Rome stands on the city and on a caravan of Syria."""
    position = Position(THREE).control("babylon", "syria").units("syria", rome=2)
    position.build("syria", "city", "temple", "caravan:wine", "caravan:fruit", "market")
    table = played(position.occupy("syria", "rome", "city", "caravan:wine").at_trade())
    assert table.levels("rome")[:2] == (1, 1)
    assert table.levels("babylon")[:2] == (2, 1)


@pytest.mark.parametrize(("variant", "more"), [(ORIGINAL, 2), (REVISED, 3)])
def test_agamemnon_and_archimedes_add_to_the_count_2_3c(variant: Variant, more: int) -> None:
    """Worked example 26: Agamemnon with 3 caravans counts 5 in the original edition and 6 in the revised one."""
    position = caravans(Position(THREE, variant), rome=3).tiles("rome", "agamemnon", "archimedes", "solomon")
    assert played(position.at_trade()).levels("rome") == (3 + more, 2, more)


# ---------------------------------------------------------------------- 2.4 when


@pytest.mark.parametrize(
    ("round_number", "phase", "variants"),
    [(1, 1, []), (1, 2, []), (1, 3, [REVISED]), (2, 1, [ORIGINAL, REVISED]), (2, 2, [REVISED]), (2, 3, [REVISED])],
)
def test_titles_are_reviewed_each_round_or_each_phase_2_4(
    round_number: int, phase: int, variants: list[Variant]
) -> None:
    """2.4a, 2.4b, K17: in the first round not before the military phase."""
    for variant in VARIANTS:
        position = caravans(Position(THREE, variant), greece=1).leaders(trade="rome").at_round(round_number)
        table = played(position.at(phase - 1))
        assert table.leader("trade") == ("greece" if variant in variants else "rome")


# ---------------------------------------------------------------------- 2.5 to whom


def test_the_holder_keeps_a_title_until_another_has_more_2_5a() -> None:
    """Worked example 26."""
    table = played(caravans(Position(THREE), rome=2, greece=2, babylon=1).leaders(trade="greece").at_round(2))
    assert table.leader("trade") == "greece"


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


def test_one_player_may_hold_several_titles_k18() -> None:
    position = caravans(Position(THREE), greece=1).units("achaia", greece=1).leaders(trade="rome", military="babylon")
    table = played(position.at_round(2))
    assert [table.leader("trade"), table.leader("military")] == ["greece", "greece"]
