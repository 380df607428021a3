"""Chapters 0, 7 and 8: cities, control, connection, components, levels, rounds."""

from __future__ import annotations

from core.empires.rules import new_game
from core.empires.state import Options
from tests.core.positions import Position, Table

# ---------------------------------------------------------------------- rounds


def play_leadership(position: Position) -> Table:
    table = position.at_leadership().table()
    while table.winners() is None and table.rule() == "5.1":
        table.say(str(table.asked()), table.legal()[0])
    return table


def test_a_player_may_win_in_the_last_round_r2() -> None:
    """R2."""
    position = Position(3, max_rounds=4).round(4).tiles("rome", "hercules", "perseus", "antigone")
    table = play_leadership(position)
    assert table.winners() == ("rome",)
    assert table.victory() == "leadership"


def test_a_table_has_no_round_limit_unless_it_asks_for_one_r2() -> None:
    """R2."""
    assert Options(3, ("random",) * 3).max_rounds == 0


def test_hands_are_not_shown_unless_the_table_asks_for_it_r3() -> None:
    """0.10, R3."""
    assert Options(3, ("random",) * 3).open_hands is False


def test_showing_hands_changes_no_rule_r3() -> None:
    """0.10, R3."""
    empires = ("rome", "greece", "carthage")
    hidden, shown = (Table(new_game(Options(3, empires, open_hands=show))) for show in (False, True))
    assert hidden.legal() == shown.legal()
