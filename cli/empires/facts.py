"""The board and the position as an external program is shown them: words and numbers, nothing left out.

Everything of a position is open but what is to be revealed (2.1a), and that is in no position. The shorter position
notation, from which ``core`` plays on, is for programs that use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.empires.board import Board
from core.empires.position.exchange import exchange_sides
from core.empires.state import Player, Province, State
from core.empires.victory import all_great_cities
from core.engine.state import NOBODY
from core.engine.word_lists import by_name
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.graph import bits
from core.mare.kinds import TRACKS
from core.mare.state import MARKER
from core.mare.titles import all_levels

Facts = dict[str, Any]


def board_facts(board: Board) -> Facts:
    """What never changes in a game: the map, the tiles, the prices and the names of the resources."""
    return {
        "empires": {
            start.id: {"name": start.name, "hero": start.hero, "capital": board.provinces[capital]}
            for start, capital in zip(board.starts, board.capitals, strict=True)
        },
        "provinces": {name: _map_facts(board, index) for index, name in enumerate(board.provinces)},
        "seas": {
            sea: {"name": name, "seas": _named(links, board.seas)}
            for sea, name, links in zip(board.seas, board.sea_names, board.sea_links, strict=True)
        },
        "tiles": {
            tile.id: {"name": tile.name, "kind": tile.kind, "bonus": dict(zip(TRACKS, tile.bonus, strict=True))}
            for tile in board.tiles
        },
        "resources": list(board.tokens),
        "prices": {thing: price.cost for thing, price in board.prices.items()}
        | {"tiles": [price.cost for price in board.tile_prices], "pyramids": board.pyramids_price.cost},
    }


def _map_facts(board: Board, index: int) -> Facts:
    return {
        "name": board.province_names[index],
        "land": _named(board.land[index], board.provinces),
        "coast": _named(board.coast[index], board.seas),
        "icons": [icon.name for icon in board.icons[index]],
    }


def state_facts(state: State) -> Facts:
    """A position: what lies where, who holds what, and what follows from it for levels and cities."""
    board = state.board
    levels, cities = all_levels(state), all_great_cities(state)
    owner, partner, _ = state.peace
    return {
        "round": state.round,
        "leaders": {track: board.empires[leader] for track, leader in zip(TRACKS, state.leaders, strict=True)},
        "exchange": [exchange_sides(board)[marker] for marker in state.exchange],
        "face_up": [board.tiles[tile].id for tile in state.display],
        "peace": [] if owner == NOBODY else [board.empires[owner], board.empires[partner]],
        "empires": {
            name: {
                "seat": state.seats[empire] if state.seats else None,
                **_mat(board, player),
                "levels": dict(zip(TRACKS, levels[empire], strict=True)),
                "great_cities": cities[empire],
            }
            for empire, (name, player) in enumerate(zip(board.empires, state.players, strict=True))
        },
        "provinces": {
            name: _province(board, index, state.provinces[index]) for index, name in enumerate(board.provinces)
        },
        "seas": {sea: by_name(triremes, board.empires) for sea, triremes in zip(board.seas, state.seas, strict=True)},
        "supply": dict(zip(BUILDING_KINDS, state.buildings, strict=True)),
        "reserve": dict(zip(("coin", *(name for name, _ in board.map.commodities)), state.reserve, strict=True)),
        "legendary_left": sum(state.pile),
    }


def _mat(board: Board, player: Player) -> Facts:
    left = (player.legions, player.triremes, player.fortresses)
    return {
        "resources": by_name(player.hand, board.tokens),
        "tiles": [board.tiles[tile].id for tile in player.tiles],
        "copied": None if player.copied == NOBODY else board.tiles[player.copied].id,
        "supply": dict(zip(UNIT_KINDS, left, strict=True)) | {"control": player.markers},
    }


def _province(board: Board, index: int, province: Province) -> Facts:
    icons = [icon.name for icon in board.icons[index]]
    posts = [*_named(province.posts & ~MARKER, icons), *["control"] * bool(province.posts & MARKER)]
    return {
        "controller": None if province.controller == NOBODY else board.empires[province.controller],
        "buildings": _named(province.built, icons),
        "legions": by_name(province.legions, board.empires),
        "fortress": None if province.fortress == NOBODY else board.empires[province.fortress],
        "occupied": {board.empires[province.occupier]: posts} if posts else {},
    }


def _named(mask: int, names: Sequence[str]) -> list[str]:
    return [names[index] for index in bits(mask)]
