"""Positions and results of Empires in words."""

from __future__ import annotations

from cli.empires.describe import (
    PHASES,
    VICTORIES,
    below_players,
    board_lines,
    moment,
    near,
    place_lines,
    player_lines,
    player_table,
    typed_words,
)
from cli.empires.finishing import at_stake, ends, passed_over, warning
from cli.empires.happenings import deed
from cli.mare.deals.sentences import meaning
from cli.mare.names import hand, home, place_name, place_named

__all__ = [
    "PHASES",
    "VICTORIES",
    "at_stake",
    "below_players",
    "board_lines",
    "deed",
    "ends",
    "hand",
    "home",
    "meaning",
    "moment",
    "near",
    "passed_over",
    "place_lines",
    "place_name",
    "place_named",
    "player_lines",
    "player_table",
    "typed_words",
    "warning",
]
