"""The steps of a turn before they are signed: tried on a copy of the game, taken back, put in another order.

Nothing here is signed. When another player, chance or another phase is next, no step can be undone any more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import core
from cli.i18n.texts import tr, translated
from cli.table_game import question
from cli.ui.text.names import empires, ending
from cli.ui.view import Words
from core import RuleError
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.event import Event
from core.engine.flow import Prompt
from core.engine.game import Game
from core.engine.kind import kinds_of
from core.engine.state import NO_EMPIRE

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
        winners = [empires(state)[winner] for winner in result.winners]
        told = ending(result.victory, winners, self._words.victories(state.board))
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
