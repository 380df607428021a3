"""The heroes and wonders that can be bought: how one is typed, its price, the levels it gives and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cli.i18n.texts import tr
from cli.mare.words import typed_name
from cli.ui.screen.rows import Block, folded


def for_sale(
    state: Any,
    width: int,
    head: Sequence[str],
    price: Callable[[int], str],
    told: Callable[[str], Sequence[str]],
) -> Block:
    """Return a title and a hint, and each hero or wonder with its price and what is told of it."""
    title, hint = head
    rows: Block = folded([("class:title", title)], width)
    rows += folded([("class:dim", hint)], width)
    for index in state.display:
        tile = state.board.tiles[index]
        rows += folded([("class:number", f" {typed_name(tile)}"), ("", f" {price(index)}")], width, 2)
        for text in told(tile.id):
            rows += folded([("class:dim", f"   {text}")], width)
    if not state.display:
        rows.append([("", f" {tr('none')}")])
    return rows
