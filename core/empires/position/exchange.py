"""The words for exchange markers."""

from __future__ import annotations

from core.empires.board import Board


def exchange_sides(board: Board) -> tuple[str, ...]:
    """Return the exchange markers as they are written: ``5/0``."""
    return tuple("/".join(map(str, pair)) for pair in board.map.exchange)
