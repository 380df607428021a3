"""What a bot has promised, and the answers that keep to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from cli.mare.deals.sentences import Place
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError

TRIES = 50
"""So often an answer is drawn before the first is taken that breaks none."""


class Promise(NamedTuple):
    """That one empire leaves a place alone for another's sake, up to the end of round ``until``."""

    by: int
    to: int
    place: Place
    until: int


class Faithful(Answers):
    """The legal answers less those that would break a promise; there must be one that does not.

    ``rule`` is what the rules say of promises.
    """

    def __init__(self, answers: Answers, forbidden: Callable[[Action], bool], rule: str) -> None:
        self.board = answers.board
        self._answers = answers
        self._forbidden = forbidden
        self._rule = rule

    def check(self, action: Action) -> None:
        self._answers.check(action)
        if self._forbidden(action):
            raise RuleError(self._rule, "You have promised to leave this place alone.")

    def text(self, action: Action) -> str:
        return self._answers.text(action)

    def __iter__(self) -> Iterator[Action]:
        return (action for action in self._answers if not self._forbidden(action))

    def draw(self, below: Below) -> Action:
        for _ in range(TRIES):
            action = self._answers.draw(below)
            if not self._forbidden(action):
                return action
        return next(iter(self))
