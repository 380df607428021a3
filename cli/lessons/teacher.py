"""One lesson being taught: the game goes on by the scenario where it can, and by bots and chance where it can't."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import core
from cli.bots.minds import chance
from cli.editions import view_of
from cli.i18n.texts import marked, tr
from cli.lessons.lesson import PUPIL, Lesson, Task
from cli.table_game import edition_by, question
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.errors import ScenarioFailure
from core.engine.policy import questions
from core.engine.scenario import ChanceStep, Course, SayStep, ScenarioStep

DONE = "done"
PAYING = "with"
"""The word before a payment."""

ANOTHER_WAY = marked(
    "The game differs from the lesson now, which does no harm. The lesson suggests “{answer}” here; or do as you like."
)
ANOTHER_WAY_OF_BOTS = marked(
    "The game differs from the lesson now, which does no harm. A bot would answer “{answer}”"
    " in your place; or do as you like."
)
"""Said before a question that is not asked as written; what the lesson says of its own may be untrue then.

They say why an answer is proposed."""
GOOD_TOO = marked("A good answer.")
LEGAL_TOO = marked("That is legal, too. The game goes on from there.")


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
        self._bot = edition_by(self.game).autopilot
        self._last = max((task.when for task in lesson.tasks), default=(0, 0))
        self._secret: Action | None = None
        self._suggestion: str | None = None
        self._as_written = True
        self.over = False

    # ------------------------------------------------------------------ the pupil's questions

    def task(self) -> Task | None:
        """Return the answer that the lesson hopes for now; None if the game has left the lesson's path.

        The game is on that path as long as each answer was the one hoped for, with any payment.
        """
        hoped = self._hoped()
        if not self._as_written or not hoped or hoped[0] is not self._tasks[0] or not self._can_be(hoped[0]):
            return None
        return hoped[0]

    def _hoped(self) -> list[Task]:
        """Return what the lesson still hopes for as an answer to questions such as the present one, in its order."""
        rule = question(self.game, PUPIL)[0].rule
        return [task for task in self._tasks if task.rule == rule]

    def _can_be(self, task: Task) -> bool:
        return _could_be(question(self.game, PUPIL)[1], task.step.action)

    def suggestion(self) -> str:
        """Return a good answer to the present question, whole: the lesson's by some payment, else a bot's."""
        if self._suggestion is None:
            self._suggestion = self._suggested()
        return self._suggestion

    def _suggested(self) -> str:
        answers = question(self.game, PUPIL)[1]
        task = next(filter(self._can_be, self._hoped()), None)
        if task is None:
            return self.game.text(self._bot.decide(self.game, PUPIL, answers, self._below))
        if task.step.action in answers:
            return self.game.text(task.step.action)
        wanted = _unpaid(self.game.text(task.step.action))
        return next(line for line in map(self.game.text, answers) if _unpaid(line) == wanted)

    def words(self) -> tuple[str, ...]:
        """Return what the teacher says before the present question is answered, in the language in use."""
        task = self.task()
        if task is None:
            is_hoped = any(map(self._can_be, self._hoped()))
            return (tr(ANOTHER_WAY if is_hoped else ANOTHER_WAY_OF_BOTS, answer=self.suggestion()),)
        return tuple(map(tr, task.before))

    def judge(self, line: str) -> Judgement:
        """Return what the teacher says to a legal answer, in its one spelling, to the present question."""
        task, hoped, suggested = self.task(), self._hoped(), _unpaid(self.suggestion())
        match = next((one for one in hoped if _unpaid(self.game.text(one.step.action)) == _unpaid(line)), None)
        self._as_written = task is not None and task is match
        if line == DONE:
            # What could have been done before it will not be asked any more.
            before = hoped.index(match) + 1 if match is not None else len(hoped)
            self._tasks = [one for one in self._tasks if one not in hoped[:before]]
        elif match is not None:
            self._tasks.remove(match)
        if task is None:
            return Judgement(True, tr(GOOD_TOO)) if _unpaid(line) == suggested else Judgement(False, tr(LEGAL_TOO))
        if task is match:
            return Judgement(True, tr(task.good))
        said = (text for begin, text in task.others if line.startswith(begin))
        return Judgement(False, tr(next(said, LEGAL_TOO)))

    # ------------------------------------------------------------------ going on

    def answer(self, line: str) -> None:
        """Give the pupil's answer, and go on to the next question or the end."""
        action, self._suggestion = self.game.parse_strict(line), None
        if isinstance(self.game.node, core.Simultaneous):
            self._secret = action
        else:
            self.game.apply(action)
        self.go_on()

    def go_on(self) -> None:
        """Let the others and chance have their turns, until the pupil is asked or the lesson is over."""
        while not self._is_over():
            if PUPIL in questions(self.game.node) and self._secret is None:
                self._pass_over()
                return
            self._step()
        self.over = True

    def _pass_over(self) -> None:
        """Hope no longer for what stands before the present question."""
        hoped = self._hoped()
        if hoped:
            self._tasks = self._tasks[self._tasks.index(hoped[0]) :]

    def _is_over(self) -> bool:
        if isinstance(self.game.node, core.Over):
            return True
        if self._tasks:
            return self._now() > self._last
        # A battle that has begun is fought out, with other dice where it is not the one in the scenario.
        return not self._is_scripted() and not self._is_battle()

    def _is_battle(self) -> bool:
        battles = tuple(view_of(self.game).lessons.battles)
        return any(isinstance(frame, battles) for frame in self.game.state.stack)

    def _now(self) -> tuple[int, int]:
        return self.game.state.round, self.game.state.phase

    def _is_scripted(self) -> bool:
        """Return whether what comes next stands in the scenario."""
        asked = questions(self.game.node)
        if PUPIL in asked and self._secret is None:
            return False
        return bool(self._said(asked)) if asked else self._drawn() is not None

    def _step(self) -> None:
        """Carry the game to its next node, by the scenario as long as that fits."""
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

    def _said(self, asked: Mapping[int, Answers]) -> dict[int, SayStep]:
        """Return by seat what the scenario has a player say next, where that is legal now."""
        found: dict[int, SayStep] = {}
        for seat, answers in asked.items():
            empire = self.game.state.seats.index(seat)
            for step in self._script:
                if isinstance(step, SayStep) and step.empire == empire and step.action in answers:
                    found[seat] = step
                    break
        return found

    def _drawn(self) -> ScenarioStep | None:
        """Return what the scenario draws or rolls next, where that fits."""
        for step in self._script:
            if isinstance(step, ChanceStep):
                try:
                    step.run(Course(self.lesson.language, self.game.copy()))
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
            step.run(Course(self.lesson.language, self.game))


def _could_be(answers: Answers, action: Action) -> bool:
    """Return whether an action is legal, by whatever payment."""
    line = answers.text(action)
    unpaid = _unpaid(line)
    return PAYING in answers.next_words(unpaid.split()) if unpaid != line else action in answers


def _unpaid(line: str) -> str:
    return line.partition(f" {PAYING} ")[0]
