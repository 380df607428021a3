"""Legal answers as lazy collections.

A collection never lists its answers unless it is iterated: paying 10 from a rich hand has about 100,000 answers, and
whether one of them is legal, or which one to draw, must not depend on walking through them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from core.engine.action import Action
from core.engine.errors import RuleError
from core.engine.notation import text as spelled

Below = Callable[[int], int]
"""A source of chance that is passed in: ``below(n)`` gives an integer from 0 to n - 1."""


class Answers(ABC):
    """The legal answers to one question at one moment; valid until the state changes."""

    board: Any
    """What the answers speak of: the edition's board."""

    @abstractmethod
    def check(self, action: Action) -> None:
        """Raises RuleError with the rule that forbids the action; returns if it is legal. Never iterates."""

    @abstractmethod
    def __iter__(self) -> Iterator[Action]:
        """Every legal answer once, in an order that is always the same."""

    @abstractmethod
    def draw(self, below: Below) -> Action:
        """One legal answer by chance, every answer being possible, without iterating over all."""

    def text(self, action: Action) -> str:
        """Return the one spelling of an action."""
        return spelled(self.board, action)

    def __contains__(self, action: Action) -> bool:
        try:
            self.check(action)
        except RuleError:
            return False
        return True

    def sole(self) -> Action | None:
        """The answer, where it is the only one; such a question is not asked."""
        first = list(islice(self, 2))
        return first[0] if len(first) == 1 else None

    def complete(self, line: str) -> list[str]:
        """The words that can stand at the end of the line, where its last, perhaps unfinished, word stands.

        The line is in action notation, as far as it has been typed; a line that ends in a space asks for the next word.
        """
        words = line.lower().split()
        last = "" if not words or line[-1:].isspace() else words.pop()
        return [word for word in self.next_words(words) if word.startswith(last)]

    def next_words(self, words: list[str]) -> list[str]:
        """The words that can follow some whole words in a legal answer's notation, in the order of iteration."""
        found: dict[str, None] = {}
        for action in self:
            line = self.text(action).split()
            if line[: len(words)] == words and len(line) > len(words):
                found[line[len(words)]] = None
        return list(found)


class Listed(Answers):
    """A few answers, listed; ``refuse`` explains why another one is not among them."""

    def __init__(self, board: Any, actions: Sequence[Action], refuse: Callable[[Action], RuleError]) -> None:
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
