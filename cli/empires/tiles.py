"""The heroes and wonders that lie face up: how one is typed, its price, the levels it gives and what it does."""

from __future__ import annotations

from cli.empires.preview import preview_of_tile
from cli.i18n.texts import tr
from cli.mare.panes import for_sale
from cli.ui.screen.rows import Block
from core.empires.building import tile_price
from core.empires.state import State
from core.engine.state import NO_EMPIRE


def face_up(state: State, empire: int, width: int) -> Block:
    """Return the heroes and wonders that can be bought, with their prices for an empire or, with NO_EMPIRE, without."""
    head = [tr("Heroes and wonders face up: "), tr("In your turn to build, “build NAME” buys one (3.1.3).")]

    def price(index: int) -> str:
        return tr("costs {number}", number=tile_price(state, empire, index).cost) if empire != NO_EMPIRE else ""

    rows = for_sale(state, width, head, price, lambda name: preview_of_tile(state, name))
    if state.face_down:
        rows.append([("", tr("{number} more lie face down.", number=len(state.face_down)))])
    return rows
