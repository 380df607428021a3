"""The steps of a turn before they are signed: tried on a copy of the game, taken back, put in another order.

Nothing here is signed. When another player, chance or another phase is next, no step can be undone any more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import core
from cli.i18n.texts import tr, translated
from cli.table_game import question
from core import RuleError
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.event import Event
from core.engine.flow import Prompt
from core.engine.game import Game

DONE = "done"


class Asked(NamedTuple):
    """Which question a game asks: in which round and phase, and about which type of frame."""

    round: int
    phase: int
    frame: type


class Plan:
    """What a seat that is asked would do, step by step; ``game`` is the game after all of them."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        """Stage on a copy of the ``game``; ``base`` is what it was."""
        self.base = game.copy()
        self.seat = seat
        self.game = game.copy()
        self.steps: list[str] = []
        self.told: list[list[Event]] = []

    @property
    def waits(self) -> bool:
        """Whether the same player is next, openly and alone, so that more can be staged."""
        node = self.game.node
        return isinstance(node, core.Decision) and node.seat == self.seat

    @property
    def goes_on(self) -> bool:
        """Whether the player is still next in the phase of the question; the others wait for what ends a phase."""
        return self.waits and same_phase(self.base, self.game)

    @property
    def is_open(self) -> bool:
        """Whether the player is asked anything after the steps so far."""
        return self.waits or (self.is_secret and not self.steps)

    @property
    def is_secret(self) -> bool:
        """Whether an answer in secret is asked, which stands alone."""
        return isinstance(self.base.node, core.Simultaneous)

    def question(self) -> tuple[Prompt, Answers]:
        """Return what is asked after the steps so far; raises KeyError if the player is asked nothing."""
        return question(self.game, self.seat)

    def add(self, line: str) -> None:
        """Stage one more step, in its one spelling; raises RuleError."""
        action = self.game.parse_strict(line)
        _, answers = self.question()
        answers.check(action)
        if self.is_secret:
            self.steps.append(line)
            self.told.append([])
            return
        game, told = tried(self.game, action)
        self.game = game
        self.steps.append(line)
        self.told.append(told)

    def take_back(self, index: int) -> list[str]:
        """Take one step back and play the others again; returns what fell with it, each with why."""
        return self._replay([*self.steps[:index], *self.steps[index + 1 :]])

    def move(self, index: int, place: int) -> list[str]:
        """Put a step in another place; where something could no longer be done then, returns that, each with why.

        In that case all stays as it was.
        """
        before = list(self.steps)
        steps = [*before[:index], *before[index + 1 :]]
        steps.insert(place, before[index])
        if refused := self._replay(steps):
            self._replay(before)
        return refused

    def restore(self, steps: list[str]) -> None:
        """Be the plan of these steps, which were staged before."""
        self._replay(steps)

    def _replay(self, steps: list[str]) -> list[str]:
        self.game, self.steps, self.told = self.base.copy(), [], []
        fallen = []
        for line in steps:
            try:
                self.add(line)
            except RuleError as refusal:
                fallen.append(f"{line}: {translated(refusal)}")
            except KeyError:
                fallen.append(f"{line}: {tr('the turn was over by then')}")
        return fallen


def asked_of(game: Game[Any]) -> Asked | None:
    """Return which question a game asks; None if it asks nothing."""
    node = game.node
    if isinstance(node, core.Decision | core.Simultaneous):
        return Asked(game.state.round, game.state.phase, type(node.frame))
    return None


def ended_by_done(game: Game[Any]) -> Asked | None:
    """Return which question a game asks if ``done`` can end it; else None."""
    node = game.node
    if not isinstance(node, core.Decision):
        return None
    try:
        node.answers.check(game.parse(DONE))
    except RuleError:
        return None
    return asked_of(game)


def same_phase(one: Game[Any], other: Game[Any]) -> bool:
    """Return whether two games are in the same phase of the same round."""
    return (one.state.round, one.state.phase) == (other.state.round, other.state.phase)


def done_alone(game: Game[Any], action: Action) -> Game[Any]:
    """Return the game right after a legal action, before anything follows from it; only to be looked at."""
    after = game.copy()
    node = after.node
    if isinstance(node, core.Decision):
        node.carry_out(action)
    return after


def tried(game: Game[Any], action: Action) -> tuple[Game[Any], list[Event]]:
    """Return a copy of the game after a legal action, and its events."""
    after = game.copy()
    told: list[Event] = []
    after.listen(told.append)
    after.apply(action)
    after.listen(None)
    return after, told
