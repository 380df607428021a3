"""The board and the position as an external program is shown them: words and numbers, nothing left out.

Everything of a position is open except secret offers (2.1a), which are in no position. The shorter position
notation, from which ``core`` plays on, is for programs that use it.
"""

from __future__ import annotations

from cli.mare import words
from cli.mare.words import Facts, named
from core.empires.board import Board
from core.empires.position import exchange_sides
from core.empires.state import Province, State
from core.empires.victory import all_great_cities
from core.engine.state import NO_EMPIRE
from core.engine.words import by_name
from core.mare.state import MARKER


def board_facts(board: Board) -> Facts:
    """Return what never changes in a game: the map, the tiles, the prices and the names of the resources."""
    prices = {thing: price.cost for thing, price in board.prices.items()}
    tiles = {"tiles": [price.cost for price in board.tile_prices], "pyramids": board.pyramids_price.cost}
    return {**words.board_facts(board), "prices": prices | tiles}


def state_facts(state: State) -> Facts:
    """Return a position: what lies where, who holds what, and what follows from it for levels and cities."""
    board = state.board
    known, cities = words.state_facts(state), all_great_cities(state)
    for name, player, number in zip(board.empires, state.players, cities, strict=True):
        copied = None if player.copied == NO_EMPIRE else board.tiles[player.copied].id
        known["empires"][name] |= {"copied": copied, "great_cities": number}
    owner, partner, _ = state.peace
    return {
        **known,
        "exchange": [exchange_sides(board)[marker] for marker in state.exchange],
        "peace": [] if owner == NO_EMPIRE else [board.empires[owner], board.empires[partner]],
        "provinces": {
            name: _province(board, index, state.provinces[index]) for index, name in enumerate(board.provinces)
        },
        "reserve": dict(zip(("coin", *(name for name, _ in board.map.commodities)), state.reserve, strict=True)),
        "legendary_left": sum(state.pile),
    }


def _province(board: Board, index: int, province: Province) -> Facts:
    icons = [icon.name for icon in board.icons[index]]
    posts = [*named(province.posts & ~MARKER, icons), *["control"] * bool(province.posts & MARKER)]
    return {
        "controller": None if province.controller == NO_EMPIRE else board.empires[province.controller],
        "buildings": named(province.built, icons),
        "legions": by_name(province.legions, board.empires),
        "fortress": None if province.fortress == NO_EMPIRE else board.empires[province.fortress],
        "occupied": {board.empires[province.occupier]: posts} if posts else {},
    }
