"""Orders of one kind among the legal answers of a war turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from core.classic.deeds import WarTurn
from core.classic.state import State
from core.engine.action import Action


class Orders(ABC):
    """All orders of one type of action that the player may give now, slot by slot."""

    action: ClassVar[type[Action]]

    def __init__(self, state: State, turn: WarTurn) -> None:
        self.state = state
        self.board = state.board
        self.turn = turn
        self.empire = turn.empire

    @cached_property
    def first(self) -> Sequence[Any]:
        """What the first slot can hold; empty where no such order can be given."""
        return self.values(())

    @abstractmethod
    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """Return what the next slot can hold after those that are filled; each leads to an order."""

    @abstractmethod
    def check(self, action: Any) -> None:
        """Raise RuleError with the rule that forbids the order."""

    @abstractmethod
    def apply(self, action: Any) -> None:
        """Carry out a legal order."""
