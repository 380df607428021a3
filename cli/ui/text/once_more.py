"""What ``done`` is asked for once more: losing much, or ending a second question out of habit."""

from __future__ import annotations

import time
from collections.abc import Callable

from cli.i18n.texts import tr
from cli.ui.text.several import DONE
from cli.ui.text.staging import Plan
from cli.ui.view import Words

HABIT = 4.0
"""Seconds within which a second ``done`` may be a habit, and the question to it unread."""


class OnceMore:
    """Objects to a line that ends what a player may not mean to end; the same line once more goes through."""

    def __init__(self, words: Words, now: Callable[[], float] = time.monotonic) -> None:
        self._words = words
        self._now = now
        self._asked: tuple[str, ...] = ()
        self._done_at = -HABIT

    def objection(self, plan: Plan, steps: int, *, typed: bool) -> str:
        """Return why the player should enter the steps staged after the first ``steps`` once more; empty if they count.

        ``typed`` says that the answer was neither marked in a list nor chosen from it.
        """
        staged, asked = tuple(plan.steps[steps:]), self._asked
        said = "" if asked == tuple(plan.steps) else self._lost(plan, steps)
        if not said and asked != tuple(plan.steps) and typed and staged[:1] == (DONE,):
            said = self._out_of_habit(plan, steps)
        self._asked = tuple(plan.steps) if said else ()
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

    def _out_of_habit(self, plan: Plan, steps: int) -> str:
        if self._now() - self._done_at >= HABIT:
            return ""
        trial = Plan(plan.base, plan.seat)
        trial.restore(plan.steps[:steps])
        if ends := self._words.ends(trial.game.state):
            return tr("You have just said “done”. Now it {ends}: enter it once more to do so.", ends=ends)
        return tr("You have just said “done”. This is another question: enter it once more to answer it.")
