"""Circe: legions on empty caravan icons gather their commodity (1.3, chapter 4, R5, R23)."""

from __future__ import annotations

import pytest

from core import DataError
from core.empires.position import dump_position, load_position
from tests.core.positions import Position, Table


def rome_with_circe() -> Position:
    """Circe is on Rome's mat; there are no land units anywhere."""
    return Position().disarm().tiles("rome", "circe")


def in_germania() -> Position:
    """A legion of Rome, which has Circe, stands in Germania, uncontrolled; its one caravan icon is empty."""
    return rome_with_circe().units("germania", rome=1)


def in_macedonia(legions: int = 1) -> Position:
    """Legions of Rome, which has Circe, in Macedonia: Greek, a caravan of grain, an empty icon of wine, a market."""
    position = rome_with_circe().raze("macedonia", "caravan:wine").build("macedonia", "market")
    return position.control("dalmatia", "rome").units("macedonia", rome=legions)


def end_of_turn(position: Position, *lines: str) -> Table:
    """Rome's turn after its legions stayed where they are, and after these lines."""
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", *lines)
    return table


# ---------------------------------------------------------------------- the end of the turn


def test_at_the_end_of_a_turn_legions_may_stand_on_empty_caravan_icons() -> None:
    """Chapter 4: at the end of the turn each of her owner's legions may stand on an empty caravan icon."""
    table = end_of_turn(in_germania())
    assert (table.asked(), table.rule()) == ("rome", "R23")
    assert table.legal() == ["stand germania caravan:gems", "done"]
    table.say("rome", "stand germania caravan:gems")
    assert table.occupied("germania") == ["caravan:gems"]
    assert table.told[-1] == "A legion of Rome stands on caravan of gems in Germania."
    assert table.rule() == "4.0"


def test_each_legion_stands_on_an_icon_of_its_own() -> None:
    """Chapter 4: *each* legion may stand on *an* icon of its province."""
    table = end_of_turn(in_germania().units("dacia", rome=3))
    table.say("rome", "stand dacia caravan:wine")
    table.refused("rome", "stand dacia caravan:wine", "R23")
    table.say("rome", "stand germania caravan:gems", "stand dacia caravan:marble")
    assert table.occupied("dacia") == ["caravan:wine", "caravan:marble"]
    assert table.rule() == "4.0"


# ---------------------------------------------------------------------- R23, with which legions, and where


def test_the_refusal_says_that_another_player_is_there() -> None:
    """R23: only where no other player has land units."""
    table = end_of_turn(
        in_germania().units("dacia", rome=1, greece=1),
    )
    table.dice(1, 1)
    assert "Another player" in table.refused("rome", "stand dacia caravan:wine", "R23")


# ---------------------------------------------------------------------- in position notation


def test_a_marker_and_an_icon_in_one_province_are_written_down() -> None:
    """4.3.3, R23: one legion occupies the marker, another stands on a caravan icon: both are in the position's text."""
    position = in_macedonia(2).occupy("macedonia", "rome", "control").stand("macedonia", "rome", "caravan:wine")
    game = position.at_war_turn("rome", "greece", "egypt").game()
    text = dump_position(game)
    assert 'occupied = { rome = "control caravan:wine" }' in text
    assert load_position(text).digest() == game.digest()


@pytest.mark.parametrize(
    ("occupied", "reason"),
    [
        ("control caravan:grain", "at once"),
        ("control market", "R23"),
        ("control control", "twice"),
        ("control caravan:wine caravan:grain", "needs a legion"),
    ],
)
def test_what_can_not_stand_beside_an_occupied_marker_is_not_loaded(occupied: str, reason: str) -> None:
    """4.3, R23: either the marker or buildings are occupied; beside it stand but Circe's legions, on caravan icons."""
    position = in_macedonia(2).raze("macedonia", "market").occupy("macedonia", "rome", "control")
    text = dump_position(position.at_war_turn("rome", "greece", "egypt").game())
    assert text.count('rome = "control"') == 1
    with pytest.raises(DataError, match=reason):
        load_position(text.replace('rome = "control"', f'rome = "{occupied}"'))
