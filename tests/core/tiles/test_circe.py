"""Circe: legions on empty caravan icons gather their commodity (1.3, chapter 4, R5, R23)."""

from __future__ import annotations

import pytest

from core import DataError
from core.empires.position import dump_position, load_position
from tests.core.positions import Position


def rome_with_circe() -> Position:
    """Circe is on Rome's mat; there are no land units anywhere."""
    return Position().disarm().tiles("rome", "circe")


def in_macedonia(legions: int = 1) -> Position:
    """Legions of Rome, which has Circe, in Macedonia: Greek, a caravan of grain, an empty icon of wine, a market."""
    position = rome_with_circe().raze("macedonia", "caravan:wine").build("macedonia", "market")
    return position.control("dalmatia", "rome").units("macedonia", rome=legions)


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
