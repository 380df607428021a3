"""What is asked once more: an answer that may belong to another question, loses much or lets another player win.

An answer must belong to the question that the player has read. A *bare* answer, such as ``done``, names nothing, so it
fits questions that it was not meant for. The player may have meant it for the question before, if their own last answer
ended that: it has ended by itself, or they have just been done with it. Once others have had turns, they know that
another question has come. But they may not have had the time to read it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from cli.i18n.texts import tr
from cli.ui.text.names import empires, ending
from cli.ui.text.staging import DONE, Asked, Plan, asked_of, ended_by_done
from cli.ui.view import Words
from core.engine.kind import kinds_of
from core.engine.state import NO_EMPIRE

HABIT = 4.0
"""Seconds within which a second ``done`` may be a habit, and the question to it unread."""

UNREAD = 1.0
"""Seconds that it takes at least to read a question that has just come."""


class OnceMore:
    """Objects to a line that a player may not mean; the same line once more goes through."""

    def __init__(self, words: Words, now: Callable[[], float] = time.monotonic) -> None:
        self._words = words
        self._now = now
        self._asked: tuple[str, ...] = ()
        self._done_at = -HABIT
        self._shown_at = -UNREAD
        self._left: Asked | None = None
        """The question that the player last answered with something else than ``done``, which could have ended it."""

    def show(self) -> None:
        """Take note that a question is shown to the player now. What was asked once more belonged to another."""
        self._asked, self._shown_at = (), self._now()

    def give(self, steps: Plan) -> None:
        """Take note that these steps are given as answers."""
        self._left = self._left_before(steps, len(steps.steps))

    def follow(self, state: Any, empire: int) -> None:
        """Take note of a step of the game. The player's own answers bring no question that comes after others' turns.

        What others decide within the turn of the ``empire``, such as their losses, is part of that.
        """
        turns = {getattr(frame, "empire", NO_EMPIRE) for frame in state.stack} - {NO_EMPIRE}
        if turns and empire not in turns:
            self._left, self._done_at = None, -HABIT

    def withdraw(self) -> None:
        """Forget the line that was asked once more, as the player has gone on to something else."""
        self._asked = ()

    def objection(self, plan: Plan, steps: int, *, typed: bool, named: bool = True) -> str:
        """Return why the player should enter the steps staged after the first ``steps`` once more; empty if they count.

        ``typed`` says that the answer was neither marked in a list nor chosen from it, ``named`` that it was not chosen
        by its number.
        """
        staged, said = tuple(plan.steps[steps:]), ""
        if self._asked != tuple(plan.steps):
            said = self._lost(plan, steps) or self._given_away(plan, steps)
            if not said:
                said = self._of_another_question(plan, steps, typed=typed, named=named)
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
                return tr("“done” {ends}, and you lose {lost}. Give it once more to do so.", ends=ends, lost=lost)
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
        return tr("“{answer}” ends the game: {ending} Give it once more to do so.", answer=plan.steps[-1], ending=told)

    def _of_another_question(self, plan: Plan, steps: int, *, typed: bool, named: bool) -> str:
        """Return why the first of the new steps may have been meant for another question."""
        if steps == len(plan.steps):
            return ""
        trial, step = _after(plan, plan.steps[:steps]), plan.steps[steps]
        ends = self._words.ends(trial.game.state) if step == DONE else ""
        is_bare, left = _is_bare(trial, step), self._left_before(plan, steps)
        if is_bare and left is not None and left != asked_of(trial.game):
            return _changed(ends)
        if typed and step == DONE and self._now() - self._done_at < HABIT:
            return _out_of_habit(ends)
        if not steps and (is_bare or not named) and self._now() - self._shown_at < UNREAD:
            return _unread(ends)
        return ""

    def _left_before(self, plan: Plan, steps: int) -> Asked | None:
        """Return the question that the player last left open, after so many steps of the plan."""
        left, trial = self._left, Plan(plan.base, plan.seat)
        for step in plan.steps[:steps]:
            asked = asked_of(trial.game)
            if _is_bare(trial, step):
                left = None
            elif ended_by_done(trial.game) is not None:
                left = asked
            elif left is not None and asked is not None and left[:2] != asked[:2]:
                # A player who answers in another phase knows that it has come.
                left = None
            trial.add(step)
        return left


def _after(plan: Plan, steps: Sequence[str]) -> Plan:
    trial = Plan(plan.base, plan.seat)
    trial.restore(list(steps))
    return trial


def _is_bare(plan: Plan, step: str) -> bool:
    """Return whether the answer that a step spells names nothing."""
    return not kinds_of(type(plan.game.parse(step)))


def _changed(ends: str) -> str:
    before = tr("The question has changed since your last answer.")
    if ends:
        return f"{before} {tr('Now “done” {ends}: enter it once more to do so.', ends=ends)}"
    return f"{before} {tr('Give the same once more to answer this one.')}"


def _out_of_habit(ends: str) -> str:
    if ends:
        return tr("You have just said “done”. Now it {ends}: enter it once more to do so.", ends=ends)
    return tr("You have just said “done”. This is another question: enter it once more to answer it.")


def _unread(ends: str) -> str:
    before = tr("This question has only just come.")
    if ends:
        return f"{before} {tr('“done” {ends}: enter it once more to do so.', ends=ends)}"
    return f"{before} {tr('Give the same once more to answer this one.')}"
