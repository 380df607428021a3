"""One lesson being taught: the game goes on by the scenario where it can, and by bots and chance where it can't."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import core
from cli.arena.chance import chance
from cli.describe import phase_of
from cli.lessons.lesson import PUPIL, Lesson, Task
from cli.table import question
from cli.texts import marked
from core.actions import Action, Build, Done
from core.answers import Answers
from core.build import BuildAnswers
from core.players.policy import questions
from core.players.strengths import STEADY, player
from core.scenario_steps import Course, Deal, Dice, Draw, Say, ScenarioFailure, TurnUp

DONE = "done"
Chances = Dice | Draw | TurnUp | Deal

FORESEEN_NO_MORE = marked(
    "The lesson did not foresee this question: it follows from what you did before. Answer as you like."
)
IMPOSSIBLE_NOW = marked("What the lesson had in mind cannot be done any more; “done” goes on, or do as you like.")
ANOTHER_WAY = marked("That is legal too, though not what the lesson had in mind. It goes on from there.")


class Judgement(NamedTuple):
    """What the teacher says to an answer, and whether it was one that the lesson hopes for."""

    good: bool
    text: str


class Teacher:
    """Asks, judges and goes on, until ``over``. ``game`` waits for the pupil after every ``go_on`` but the last."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = lesson.game.copy()
        self._tasks = list(lesson.tasks)
        self._script = [step for step in lesson.steps if step not in [task.step for task in lesson.tasks]]
        self._below = chance(lesson.title)
        self._bot = player(STEADY)
        self._last = max((task.when for task in lesson.tasks), default=(0, 0))
        self._secret: Action | None = None
        self._asked: Task | None = None
        self.over = False

    # ------------------------------------------------------------------ the pupil's questions

    def task(self) -> Task | None:
        """What the lesson hopes for at the present question, None where it has nothing to say on it."""
        answers = question(self.game, PUPIL)[1]
        return next((task for task in self._hoped() if _could_be(answers, task.step.action)), None)

    def _hoped(self) -> list[Task]:
        """What the lesson still hopes for as an answer to questions such as the present one, in its order."""
        rule = question(self.game, PUPIL)[0].rule
        return [task for task in self._tasks if task.rule == rule]

    def suggestion(self) -> str:
        """A good answer to the present question, whole: the lesson's by some payment, else a bot's."""
        task, answers = self.task(), question(self.game, PUPIL)[1]
        if task is None:
            return self.game.text(self._bot.decide(self.game, PUPIL, answers, self._below))
        if _is_legal(answers, task.step.action):
            return self.game.text(task.step.action)
        wanted = _unpaid(self.game.text(task.step.action))
        return next(line for line in map(self.game.text, answers) if _unpaid(line) == wanted)

    def words(self) -> tuple[str, ...]:
        """What the teacher says before the present question is answered; asked again, only the last of it."""
        task = self.task()
        if task is None:
            return (FORESEEN_NO_MORE,)
        if task is not self._hoped()[0]:
            # Before “done” the lesson speaks of what was to be done until then.
            return (IMPOSSIBLE_NOW,)
        if task is self._asked:
            return task.before[-1:]
        self._asked = task
        return task.before

    def judge(self, line: str) -> Judgement:
        """What the teacher says to a legal answer, in its one spelling, to the present question."""
        hoped = self._hoped()
        match = next((task for task in hoped if _unpaid(self.game.text(task.step.action)) == _unpaid(line)), None)
        if match is not None and (line != DONE or match is hoped[0]):
            self._tasks.remove(match)
            return Judgement(True, match.good)
        if line == DONE:
            # What could have been done before it will not be asked any more.
            before = hoped.index(match) + 1 if match is not None else len(hoped)
            self._tasks = [task for task in self._tasks if task not in hoped[:before]]
        elif hoped and not self._is_one_of_several():
            self._tasks.remove(hoped[0])
        said = [text for begin, text in hoped[0].others if line.startswith(begin)] if hoped else []
        return Judgement(False, said[0] if said else ANOTHER_WAY)

    def _is_one_of_several(self) -> bool:
        """Whether one answer follows another until “done”, so that what is hoped for may still come."""
        return _is_legal(question(self.game, PUPIL)[1], Done())

    # ------------------------------------------------------------------ going on

    def answer(self, line: str) -> None:
        """Give the pupil's answer, and go on to his next question or the end."""
        action = self.game.parse_strict(line)
        if isinstance(self.game.node, core.Simultaneous):
            self._secret = action
        else:
            self.game.apply(action)
        self.go_on()

    def go_on(self) -> None:
        """Let the others and chance have their turns, until the pupil is asked or the lesson is over."""
        while not self._is_over():
            node = self.game.node
            if isinstance(node, core.Decision) and node.seat == PUPIL:
                return
            if isinstance(node, core.Simultaneous) and PUPIL in node.seats and self._secret is None:
                return
            self._step()
        self.over = True

    def _is_over(self) -> bool:
        node = self.game.node
        if isinstance(node, core.Over):
            return True
        if self._tasks:
            return self._now() > self._last and not self._asks_a_task()
        return not self._is_scripted()

    def _asks_a_task(self) -> bool:
        return PUPIL in questions(self.game.node) and self.task() is not None

    def _now(self) -> tuple[int, int]:
        return self.game.state.round, phase_of(self.game.state)

    def _is_scripted(self) -> bool:
        """Whether what comes next stands in the scenario."""
        asked = questions(self.game.node)
        if PUPIL in asked and self._secret is None:
            return False
        return bool(self._said(asked)) if asked else self._drawn() is not None

    def _step(self) -> None:
        """Carry the game to its next node, by the scenario as far as that fits."""
        node = self.game.node
        if isinstance(node, core.Decision | core.Simultaneous):
            asked = questions(node)
            said = self._said(asked)
            given: dict[int, Action] = {}
            for seat, answers in asked.items():
                step = said.get(seat)
                if seat == PUPIL and self._secret is not None:
                    given[seat] = self._secret
                elif step is not None:
                    self._script.remove(step)
                    given[seat] = step.action
                else:
                    given[seat] = self._bot.decide(self.game, seat, answers, self._below)
            self._secret = None
            if isinstance(node, core.Simultaneous):
                self.game.reveal(given)
            else:
                self.game.apply(given[node.seat])
        elif isinstance(node, core.Chance):
            self._settle(node)

    def _said(self, asked: Mapping[int, Answers]) -> dict[int, Say]:
        """By seat, what the scenario has somebody say next, where that is legal now."""
        found: dict[int, Say] = {}
        for seat, answers in asked.items():
            empire = self.game.state.seats.index(seat)
            for step in self._script:
                if isinstance(step, Say) and step.empire == empire and _is_legal(answers, step.action):
                    found[seat] = step
                    break
        return found

    def _drawn(self) -> Chances | None:
        """What the scenario draws or rolls next, where that fits."""
        for step in self._script:
            if isinstance(step, Chances):
                try:
                    step.run(Course(self.game.copy()))
                except ScenarioFailure:
                    continue
                return step
        return None

    def _settle(self, node: core.Chance) -> None:
        step = self._drawn()
        if step is None:
            self.game.settle(tuple(self._below(bound) for bound in node.bounds))
        else:
            self._script.remove(step)
            step.run(Course(self.game))


def _is_legal(answers: Answers, action: Action) -> bool:
    try:
        answers.check(action)
    except core.RuleError:
        return False
    return True


def _could_be(answers: Answers, action: Action) -> bool:
    """Whether an action is legal, by whatever payment."""
    if isinstance(action, Build) and isinstance(answers, BuildAnswers):
        return any((thing.what, thing.where) == (action.what, action.where) for thing in answers.things())
    return _is_legal(answers, action)


def _unpaid(line: str) -> str:
    return line.partition(" with ")[0]
