"""A game of 2003 told round by round."""

from __future__ import annotations

from collections.abc import Iterator

from cli.mare import chronicle
from core.classic.board import Board
from core.classic.events import MarkerReplaced
from core.engine.event import Event


class Chronicle(chronicle.Chronicle):
    """Knows what only these editions tell: control markers that are replaced."""

    def deeds(self, board: Board, event: Event, empire: int) -> Iterator[str]:
        if isinstance(event, MarkerReplaced) and event.empire == empire:
            yield chronicle.converted(board, event.province)
