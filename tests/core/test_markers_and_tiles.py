"""Phase 3, build: control markers (3.1.1) and heroes, wonders and the Pyramids (3.1.3)."""

from __future__ import annotations

import pytest

from tests.core.positions import Position, Table

THREE = "coin coin coin"


def turn(position: Position, empire: str, coins: int = 9) -> Table:
    """A build turn with so many coins, after which others still build."""
    others = [name for name in position.board.empires if name != empire]
    return position.give(empire, "coin " * coins).at_build_turn(empire, *others).table()


def provinces_to_mark(table: Table) -> set[str]:
    return {line.split()[2] for line in table.legal("build control")}


# ---------------------------------------------------------------------- 3.1.1


def test_no_one_marks_what_they_control_already_3_1_1() -> None:
    """3.1.1."""
    table = turn(Position(), "rome")
    sentence = table.refused("rome", f"build control gallia with {THREE}", rule="3.1.1")
    assert sentence == "You already control Gallia."


@pytest.mark.parametrize("unit", ["legion", "fortress"])
def test_no_marker_goes_where_an_opponents_units_stand_3_1_1(unit: str) -> None:
    """3.1.1."""
    position = Position()
    if unit == "legion":
        position.units("germania", greece=1)
    else:
        position.fortress("germania", "greece")
    table = turn(position, "rome")
    table.refused("rome", f"build control germania with {THREE}", rule="3.1.1")
    assert provinces_to_mark(table) == {"dalmatia"}


# ---------------------------------------------------------------------- 3.1.3 heroes and wonders

TILES = ("circe", "hercules", "ramses", "colossus")


@pytest.mark.parametrize(("held", "cost"), [(1, 7), (2, 8), (3, 9), (4, 10)])
def test_a_tile_costs_7_then_8_9_10_3_1_3(held: int, cost: int) -> None:
    """3.1.3."""
    position = Position().tiles("rome", *TILES[: held - 1])
    table = turn(position, "rome", coins=11)
    assert len(table.tiles("rome")) == held
    for coins in {7, 8, 9, 10, 11} - {cost}:
        table.refused("rome", f"build lighthouse with {' '.join(['coin'] * coins)}", rule="3.0a")
    table.say("rome", f"build lighthouse with {' '.join(['coin'] * cost)}")
    assert table.tiles("rome")[-1] == "lighthouse"
