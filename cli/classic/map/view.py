"""The map of 2003 as the drawing asks for it: a `MapView`, with its parts from the modules beside this one."""

from __future__ import annotations

from cli.classic.map.board import atlas, course, legend, meanings, scene, sides
from cli.classic.map.counts import COLUMNS, card, series, standings
from cli.classic.map.figures import FIGURES
from cli.mare.map import dice, is_occupation, trays

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
