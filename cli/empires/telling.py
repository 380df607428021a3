"""Positions and results of Empires in words."""

from __future__ import annotations

from cli.empires.describe import (
    PHASES,
    VICTORIES,
    below_players,
    board_lines,
    moment,
    place_lines,
    player_lines,
    player_table,
    typed_words,
    warning,
)
from cli.empires.happenings import deed
from cli.mare.deals.sentences import meaning
from cli.mare.names import hand, home, place_name, place_named

__all__ = [
    "PHASES",
    "VICTORIES",
    "below_players",
    "board_lines",
    "deed",
    "hand",
    "home",
    "meaning",
    "moment",
    "place_lines",
    "place_name",
    "place_named",
    "player_lines",
    "player_table",
    "typed_words",
    "warning",
]
