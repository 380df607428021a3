"""Positions to be drawn."""

from __future__ import annotations

from functools import cache

from core.empires.game import Game
from core.empires.position.text import load_position

CONTESTED = """
start = true
round = 4
phase = "war"
turn = "rome"
waiting = "egypt"
[provinces]
cyrenaica = { legions = { rome = 2, egypt = 1 }, fortress = "egypt" }
sicilia = { controller = "carthage", legions = { rome = 2 }, buildings = "temple", occupied = { rome = "control" } }
macedonia = { legions = { rome = 2 }, occupied = { rome = "caravan:grain market" }, buildings = "caravan:grain market" }
creta = { controller = "greece", buildings = "city", legions = { greece = 4 } }
asia = { legions = { babylon = 1, greece = 2 } }
[seas]
mare_ionium = { rome = 2, greece = 1 }
mare_aegaeum = { greece = 3 }
mare_africum = { rome = 1, carthage = 2, egypt = 2 }
"""
"""A war: battles that are open, buildings and a control marker that are occupied, fleets in three seas."""


@cache
def contested() -> Game:
    """That war; nobody may go on with it."""
    return load_position(CONTESTED)


@cache
def printed(players: int) -> Game:
    """The printed start of a table; nobody may go on with it."""
    return load_position(f"start = true\nplayers = {players}\n")
