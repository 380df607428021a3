"""The heroes and wonders that can be bought: all without an owner (0.1c)."""

from __future__ import annotations

from cli.classic.preview import preview_of_words
from cli.i18n.texts import tr
from cli.mare import panes
from cli.ui.screen.rows import Block
from core.classic.state import State


def for_sale(state: State, empire: int, width: int) -> Block:
    """Return the heroes and wonders without an owner, with their prices."""
    board = state.board
    head = [tr("Heroes and wonders for sale: "), tr("In your turn to build, “build NAME” buys one (4.7).")]

    def price(index: int) -> str:
        return tr("costs {number}", number=board.tile_price(index).cost)

    return panes.for_sale(state, width, head, price, lambda name: preview_of_words(state, name))
