"""The map of Empires as the drawing asks for it: a `MapView`, with its parts from the modules beside this one."""

from __future__ import annotations

from cli.empires.map.board import atlas, legend, meanings, scene, sides
from cli.empires.map.counts import COLUMNS, card, series, standings
from cli.empires.map.figures import FIGURES
from cli.mare.map import course, dice, is_occupation, trays

__all__ = [
    "COLUMNS",
    "FIGURES",
    "atlas",
    "card",
    "course",
    "dice",
    "is_occupation",
    "legend",
    "meanings",
    "scene",
    "series",
    "sides",
    "standings",
    "trays",
]
