"""The board and the position of 2003 as an external program is shown them: words and numbers, nothing left out."""

from __future__ import annotations

from typing import Any

from cli.mare import words
from cli.mare.words import Facts, named
from core.classic.board import Board
from core.classic.state import NOWHERE, Province, State
from core.engine.state import NO_EMPIRE
from core.engine.words import by_name
from core.mare.state import MARKER


def board_facts(board: Board) -> Facts:
    """Return what never changes in a game: the map, the tiles, the prices and the names of the resources."""
    game_map = board.map
    return {
        **words.board_facts(board),
        "edition": board.variant.id,
        "titles": list(board.titles),
        "prices": {thing: price.cost for thing, price in board.prices.items()}
        | {"tile": game_map.tile_cost, "pyramids": game_map.pyramids_cost},
        "tiles_to_win": game_map.tiles_to_win,
        "coins_kept": game_map.coins_kept,
    }


def state_facts(state: State) -> Facts:
    """Return a position: what lies where, who holds what, and the levels that follow from it."""
    board = state.board
    return {
        **words.state_facts(state),
        "provinces": {
            name: _province(board, index, state.provinces[index]) for index, name in enumerate(board.provinces)
        },
        "bank": dict(zip(board.tokens, state.bank, strict=True)),
        "supported": by_name(state.supported, board.seas),
        "helen_at": None if state.helen_at == NOWHERE else board.provinces[state.helen_at],
        "odysseus_used": state.odysseus_used,
        "lead_needed": state.contest,
    }


def _province(board: Board, index: int, province: Province) -> dict[str, Any]:
    icons = [icon.name for icon in board.icons[index]]
    posts = [*named(province.posts & ~MARKER, icons), *["control"] * bool(province.posts & MARKER)]
    return {
        "controller": None if province.controller == NO_EMPIRE else board.sides[province.controller],
        "buildings": named(province.built, icons),
        "legions": by_name(province.legions, board.sides),
        "fortresses": province.fortresses,
        "docks": by_name(province.docks, board.empires),
        "occupied": {board.sides[province.occupier]: posts} if posts else {},
        "pillaged": province.pillaged,
    }
