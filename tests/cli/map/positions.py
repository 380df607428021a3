"""Positions to be drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from core.classic import state as classic
from core.classic.rules import new_game
from core.classic.variant import ORIGINAL
from core.empires.position import load_position
from core.empires.state import Game
from core.mare.state import MARKER

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
    """That war; it can't be gone on with."""
    return load_position(CONTESTED)


@cache
def printed(players: int) -> Game:
    """The printed start of a table; it can't be gone on with."""
    return load_position(f"start = true\nplayers = {players}\n")


@cache
def war_of_2003() -> classic.State:
    """A war in a game of three by the rules of 2003, with neutral pieces, ships in dock and a pillaged province."""
    game = new_game(classic.Options(3, ("random",) * 3), ORIGINAL)
    game.settle((0, 0, 0))
    state = game.state
    greece, babylon, carthage = range(3)

    def change(name: str, **changes: Any) -> None:
        index = state.board.provinces.index(name)
        state.provinces[index] = replace(state.provinces[index], **changes)

    change("achaia", legions=bytes([2, 0, 0, 0]), docks=bytes([2, 0, 0]))
    change("syria", legions=bytes([0, 1, 2, 0]))
    change("sicilia", controller=carthage, legions=bytes([2, 0, 0, 0]), occupier=greece, posts=MARKER, pillaged=True)
    change("palaestina", controller=babylon, fortresses=2)
    state.seas[state.board.seas.index("mare_ionium")] = bytes([2, 0, 1])
    return state
