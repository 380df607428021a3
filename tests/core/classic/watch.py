"""What a plain position doesn't say, put together from what the engine tells: trades, income, whose turn it was."""

from __future__ import annotations

from collections import Counter
from typing import Any

from core.classic.board import Board
from core.engine.event import Event
from tests.core.classic.recount.trade import Trade


class Watch:
    """The trade that is going on, what everybody has collected this round, and who has been named.

    ``named`` are those of this phase, ``order`` all players in the order of the last phase in which all were.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.trade: Trade | None = None
        self.number = 0
        self.given: list[tuple[str, str]] = []
        self.collected: dict[str, Counter[str]] = {}
        self.named: list[str] = []
        self.order: list[str] = []

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        name, facts = type(event).__name__, event
        listener = getattr(self, f"_{name.lower()}", None)
        if listener is not None:
            listener(facts)

    def _announced(self, event: Any) -> None:
        self.trade = Trade({}, self.board.empires[event.empire])
        self.number = event.number
        self.given = []

    def _notrade(self, event: Any) -> None:
        self.trade = None

    def _offered(self, event: Any) -> None:
        assert self.trade is not None
        tokens = [self.board.tokens[token] for token in event.tokens]
        self.trade.open[self.board.empires[event.empire]] = Counter(tokens)

    _offeredall = _offered

    def _took(self, event: Any) -> None:
        assert self.trade is not None
        taker, loser = self.board.empires[event.taker], self.board.empires[event.loser]
        self.trade.open[loser][self.board.tokens[event.token]] -= 1
        self.trade.takes.append((taker, loser))
        self.trade.pair.append((taker, loser))
        self.trade.taker = loser

    _tooklast = _took

    def _takeundone(self, event: Any) -> None:
        assert self.trade is not None
        taker, loser = self.trade.takes.pop()
        self.trade.open[loser][self.board.tokens[event.token]] += 1
        self.trade.taker = taker

    def _diverted(self, event: Any) -> None:
        assert self.trade is not None
        self.trade.pair = []

    def _collected(self, event: Any) -> None:
        tokens = [self.board.tokens[token] for token in event.tokens]
        self.collected.setdefault(self.board.empires[event.empire], Counter()).update(tokens)

    def _nextnamed(self, event: Any) -> None:
        self.named.append(self.board.empires[event.empire])

    _leadernext = _nextnamed

    def _lastnext(self, event: Any) -> None:
        self.order = [*self.named, self.board.empires[event.empire]]
        self.named = []

    def _gave(self, event: Any) -> None:
        self.given.append((self.board.empires[event.leader], self.board.empires[event.empire]))
