"""The facts about boards and positions that external programs get in every edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.engine.state import NO_EMPIRE
from core.engine.words import by_name
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.graph import bits
from core.mare.kinds import TRACKS
from core.mare.titles import all_levels

Facts = dict[str, Any]


def board_facts(board: Any) -> Facts:
    """Return what never changes in a game: the empires, the map, the tiles and the names of the resources."""
    return {
        "empires": {
            start.id: {"name": start.name, "hero": start.hero, "capital": board.provinces[capital]}
            for start, capital in zip(board.starts, board.capitals, strict=True)
        },
        "provinces": {name: _map_facts(board, index) for index, name in enumerate(board.provinces)},
        "seas": {
            sea: {"name": name, "seas": named(links, board.seas)}
            for sea, name, links in zip(board.seas, board.sea_names, board.sea_links, strict=True)
        },
        "tiles": {
            tile.id: {"name": tile.name, "kind": tile.kind, "bonus": dict(zip(TRACKS, tile.bonus, strict=True))}
            for tile in board.tiles
        },
        "resources": list(board.tokens),
    }


def _map_facts(board: Any, index: int) -> Facts:
    return {
        "name": board.province_names[index],
        "land": named(board.land[index], board.provinces),
        "coast": named(board.coast[index], board.seas),
        "icons": [icon.name for icon in board.icons[index]],
    }


def state_facts(state: Any) -> Facts:
    """Return what a position of every edition has: round, titles, tiles for sale, mats, levels, fleets and supply."""
    board, levels = state.board, all_levels(state)
    return {
        "round": state.round,
        "leaders": {
            track: None if leader == NO_EMPIRE else board.empires[leader]
            for track, leader in zip(TRACKS, state.leaders, strict=True)
        },
        "face_up": [board.tiles[tile].id for tile in state.display],
        "empires": {
            name: {
                "seat": state.seats[empire] if state.seats else None,
                **_mat(board, player),
                "levels": dict(zip(TRACKS, levels[empire], strict=True)),
            }
            for empire, (name, player) in enumerate(zip(board.empires, state.players, strict=True))
        },
        "seas": {sea: by_name(triremes, board.empires) for sea, triremes in zip(board.seas, state.seas, strict=True)},
        "supply": dict(zip(BUILDING_KINDS, state.buildings, strict=True)),
    }


def _mat(board: Any, player: Any) -> Facts:
    left = (player.legions, player.triremes, player.fortresses)
    return {
        "resources": by_name(player.hand, board.tokens),
        "tiles": [board.tiles[tile].id for tile in player.tiles],
        "supply": dict(zip(UNIT_KINDS, left, strict=True)) | {"control": player.markers},
    }


def named(mask: int, names: Sequence[str]) -> list[str]:
    """Return the names that a mask means."""
    return [names[index] for index in bits(mask)]
