"""Phase 3, build: control markers (3.1.1) and heroes, wonders and the Pyramids (3.1.3)."""

from __future__ import annotations

from tests.core.positions import Position, Table

THREE = "coin coin coin"


def turn(position: Position, empire: str, coins: int = 9) -> Table:
    """A build turn with so many coins, after which others still build."""
    others = [name for name in position.board.empires if name != empire]
    return position.give(empire, "coin " * coins).at_build_turn(empire, *others).table()


# ---------------------------------------------------------------------- 3.1.1


def test_no_one_marks_what_they_control_already_3_1_1() -> None:
    """3.1.1."""
    table = turn(Position(), "rome")
    sentence = table.refused("rome", f"build control gallia with {THREE}", rule="3.1.1")
    assert sentence == "You already control Gallia."
