"""The heroes and wonders that lie face up: how one is typed, its price, the levels it gives and what it does."""

from __future__ import annotations

from cli.empires.preview import preview_of_tile
from cli.i18n.texts import tr
from cli.mare.names import with_id
from cli.ui.screen.rows import Block, folded
from core.empires.building import tile_price
from core.empires.state import State
from core.engine.state import NOBODY


def face_up(state: State, empire: int, width: int) -> Block:
    """The heroes and wonders that can be bought, with their prices for an empire or, with NOBODY, without."""
    rows: Block = folded([("class:title", tr("Heroes and wonders face up (the tiles): "))], width)
    rows += folded([("class:dim", tr("“build NAME” buys one in one's turn to build (3.1.3)."))], width)
    for index in state.display:
        tile = state.board.tiles[index]
        price = tr("for {number}", number=tile_price(state, empire, index).cost) if empire != NOBODY else ""
        rows += folded([("class:number", f" {with_id(tile)}"), ("", f" {price}")], width, 2)
        for text in preview_of_tile(state, tile.id):
            rows += folded([("class:dim", f"   {text}")], width)
    if not state.display:
        rows.append([("", f" {tr('none')}")])
    if state.face_down:
        rows.append([("", tr("{number} more lie face down.", number=len(state.face_down)))])
    return rows
