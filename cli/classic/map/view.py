"""The map of 2003 as the drawing asks for it: a `MapView`, with its parts from the modules beside this one."""

from __future__ import annotations

from cli.classic.map.board import atlas, legend, scene, sides
from cli.classic.map.counts import COLUMNS, card, series, standings
from cli.classic.map.figures import FIGURES, MEANINGS

__all__ = [
    "COLUMNS",
    "FIGURES",
    "MEANINGS",
    "atlas",
    "card",
    "legend",
    "scene",
    "series",
    "sides",
    "standings",
]
