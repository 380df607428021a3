"""Legal answers on a board of Empires, and the ones that are few enough to be listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.empires import notation
from core.empires.board import Board
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError


class BoardAnswers(Answers):
    """Legal answers that speak of the places of a board."""

    board: Board

    def text(self, action: Action) -> str:
        return notation.text(self.board, action)


class Listed(BoardAnswers):
    """A few answers, listed; ``refuse`` explains why another one is not among them."""

    def __init__(self, board: Board, actions: list[Action], refuse: Callable[[Action], RuleError]) -> None:
        self.board = board
        self.actions = actions
        self.refuse = refuse

    def check(self, action: Action) -> None:
        if action not in self.actions:
            raise self.refuse(action)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def draw(self, below: Below) -> Action:
        return self.actions[below(len(self.actions))]

    def sole(self) -> Action | None:
        return self.actions[0] if len(self.actions) == 1 else None
