"""Taking pieces and buildings from supply and putting them on the map."""

from __future__ import annotations

from dataclasses import replace

from core.classic.state import State
from core.mare.state import Player


def supply_of(player: Player, piece: str) -> int:
    """Return how many of a piece a player has left (0.4a)."""
    if piece == "control":
        return player.markers
    if piece == "legion":
        return player.legions
    return player.fortresses if piece == "fortress" else player.triremes


def place(state: State, empire: int, what: str, where: int) -> None:
    """Put a marker, a unit or a building from supply into a province; a trireme goes into its dock."""
    province, player = state.provinces[where], state.players[empire]
    if what == "control":
        province = replace(province, controller=empire)
        player = player.change_supply(markers=-1)
    elif what == "legion":
        province = province.change_legions(empire, 1)
        player = player.change_supply(legions=-1)
    elif what == "fortress":
        province = replace(province, fortresses=province.fortresses + 1)
        player = player.change_supply(fortresses=-1)
    elif what == "trireme":
        province = province.change_docks(empire, 1)
        player = player.change_supply(triremes=-1)
    else:
        icon = state.board.icon_of[where][what]
        state.change_buildings(state.board.icons[where][icon].kind, -1)
        # K42: any building restores a pillaged province.
        province = replace(province, built=province.built | 1 << icon, pillaged=False)
    state.provinces[where], state.players[empire] = province, player


def take_tile(state: State, empire: int, tile: int) -> None:
    """Give a hero or wonder of the display to an empire."""
    player = state.players[empire]
    state.players[empire] = replace(player, tiles=(*player.tiles, tile))
    state.display = tuple([other for other in state.display if other != tile])
