"""What is asked once more: a ``done`` that loses much or may be a habit, and an answer that lets another player win."""

from __future__ import annotations

import time
from collections.abc import Callable

from cli.i18n.texts import tr
from cli.ui.text.ending import ending
from cli.ui.text.several import DONE
from cli.ui.text.sides import empires
from cli.ui.text.staging import Plan
from cli.ui.view import Words

HABIT = 4.0
"""Seconds within which a second ``done`` may be a habit, and the question to it unread."""

MEANT = 30.0
"""Seconds within which the same line once more is the answer to the question."""


class OnceMore:
    """Objects to a line that a player may not mean; the same line once more goes through."""

    def __init__(self, words: Words, now: Callable[[], float] = time.monotonic) -> None:
        self._words = words
        self._now = now
        self._asked: tuple[str, ...] = ()
        self._asked_at = -MEANT
        self._done_at = -HABIT

    def withdraw(self) -> None:
        """Forget the line that was asked once more, as the player has gone on to something else."""
        self._asked = ()

    def objection(self, plan: Plan, steps: int, *, typed: bool) -> str:
        """Return why the player should enter the steps staged after the first ``steps`` once more; empty if they count.

        ``typed`` says that the answer was neither marked in a list nor chosen from it.
        """
        staged, said = tuple(plan.steps[steps:]), ""
        if self._asked != tuple(plan.steps) or self._now() - self._asked_at >= MEANT:
            said = self._lost(plan, steps) or self._given_away(plan, steps)
            if not said and typed and staged[:1] == (DONE,):
                said = self._out_of_habit(plan, steps)
        self._asked, self._asked_at = tuple(plan.steps) if said else (), self._now()
        if not said:
            self._done_at = self._now() if typed and staged[-1:] == (DONE,) else -HABIT
        return said

    def _lost(self, plan: Plan, steps: int) -> str:
        """Return what the player loses if one of the new steps is ``done``."""
        trial = Plan(plan.base, plan.seat)
        for number, step in enumerate(plan.steps):
            state = trial.game.state
            if number >= steps and step == DONE and (lost := self._words.at_stake(state)):
                ends = self._words.ends(state)
                return tr("“done” {ends}, and you lose {lost}. Enter it once more to do so.", ends=ends, lost=lost)
            trial.add(step)
        return ""

    def _given_away(self, plan: Plan, steps: int) -> str:
        """Return how others win at once if the last of the new steps lets them; ``done`` seldom has a choice."""
        state, result = plan.base.state, plan.game.state.result
        if result is None or plan.steps[steps:][-1:] in ([], [DONE]):
            return ""
        if not result.winners or state.seats.index(plan.seat) in result.winners:
            return ""
        told = ending(result.victory, [empires(state)[winner] for winner in result.winners], self._words.VICTORIES)
        return tr("“{answer}” ends the game: {ending} Enter it once more to do so.", answer=plan.steps[-1], ending=told)

    def _out_of_habit(self, plan: Plan, steps: int) -> str:
        if self._now() - self._done_at >= HABIT:
            return ""
        trial = Plan(plan.base, plan.seat)
        trial.restore(plan.steps[:steps])
        if ends := self._words.ends(trial.game.state):
            return tr("You have just said “done”. Now it {ends}: enter it once more to do so.", ends=ends)
        return tr("You have just said “done”. This is another question: enter it once more to answer it.")
