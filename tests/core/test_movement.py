"""Chapter 4, movement: who moves next, how triremes sail and legions march."""

from __future__ import annotations

from tests.core.positions import Position

# ---------------------------------------------------------------------- worked example, choices


def test_everybody_hears_who_marches_where() -> None:
    """R3: the log is public."""
    table = Position().at_war_turn("rome").table()
    table.say("rome", "march latium gallia 1")
    assert table.told[-1] == "Rome marches 1 from Latium to Gallia."


def test_everybody_hears_who_marches_nowhere() -> None:
    """R3: a turn without a march leaves its trace in the log, too."""
    table = Position().at_war_turn("rome").table()
    table.say("rome", "done")
    assert "Rome moves no legions." in table.told


def test_who_has_marched_is_not_said_to_move_nothing() -> None:
    table = Position().at_war_turn("rome").table()
    table.say("rome", "march latium gallia 1", "done")
    assert "Rome moves no legions." not in table.told


def test_everybody_hears_who_is_named_and_who_is_left() -> None:
    """R3, 4.0: who moves next is public, for the leader too; the last is not named."""
    table = Position(3).leaders(military="rome").at_war().table()
    table.say("rome", "name greece")
    assert table.told[-1] == "Rome gives the next turn to Greece."
    table.say("greece", "done")
    table.say("rome", "name rome")
    assert table.told[-1] == "Rome takes the next turn."
    table.say("rome", "done")
    assert "Carthage has the last turn." in table.told
