"""Chapter 4, conquest: who is conqueror, pillage, occupation of buildings, and what ends an occupation."""

from __future__ import annotations

import pytest

from core import RuleError
from core.engine.flow import Decision
from core.mare.actions import Occupy
from tests.core.positions import Position, Table


def rome_in_cyrenaica(legions: int = 2, *occupied: str) -> Position:
    """Rome's turn with legions in Cyrenaica, an Egyptian province with city, caravan and market.

    Garamantia beside it is Roman; there are no other land units.
    """
    position = Position().disarm().build("cyrenaica", "market").control("garamantia", "rome")
    position.units("cyrenaica", rome=legions)
    if occupied:
        position.occupy("cyrenaica", "rome", *occupied)
    return position.at_war_turn("rome", "greece", "egypt")


def conquering(position: Position) -> Table:
    """The table at which Rome has moved nothing; if it is conqueror anywhere, it is asked what it does."""
    table = position.table()
    table.say("rome", "done")
    return table


# ---------------------------------------------------------------------- 4.3.2, occupied buildings


def test_to_occupy_no_building_is_no_answer() -> None:
    """4.3.2: an occupier occupies at least one; the notation has no such line either."""
    table = conquering(rome_in_cyrenaica())
    node = table.game.node
    assert isinstance(node, Decision)
    with pytest.raises(RuleError, match=r"4\.3\.2"):
        node.answers.check(Occupy(table.board.provinces.index("cyrenaica"), 0))
