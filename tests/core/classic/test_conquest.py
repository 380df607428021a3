"""Pillage, occupation and assimilation by the rules of 2003 (5.8)."""

from __future__ import annotations

import pytest

from core.classic.variant import Variant
from tests.core.classic.tables import VARIANTS, Position, Table, war_turn

BOTH = pytest.mark.parametrize("variant", VARIANTS)
CONQUESTS = ("pillage", "occupy", "assimilate")


def conquests(table: Table) -> list[str]:
    """The conquests that can be ordered now."""
    return [line for line in table.legal() if line.split()[0] in CONQUESTS]


@BOTH
def test_capitals_are_never_assimilated(variant: Variant) -> None:
    """5.8f; example 30: a neutral one neither."""
    position = Position("greece babylon carthage", variant).control("neutral", "latium", "lombardia")
    position.build("babylonia", "city").units("babylonia", carthage=1).units("latium", carthage=1)
    table = war_turn(position.units("lombardia", carthage=1), "carthage", "greece")
    for capital in ("babylonia", "latium"):
        table.refused("carthage", f"assimilate {capital}", "5.8f")
    assert conquests(table) == ["pillage babylonia city", "occupy babylonia city", "assimilate lombardia"]
