"""Several steps in one line: ``march latium,italia > gallia all; done``.

Steps stand between semicolons. Where a march or a sail names several places, with commas, it is one step for each;
``>`` may stand between from and to, and ``all`` is the largest number that is legal when the step's turn comes. A
``done`` is passed over where the step before it has left nothing more to do: it must not end what comes next.
"""

from __future__ import annotations

from itertools import product

from cli.console.staging import Plan
from cli.console.words import MOVES, expand
from cli.texts import tr
from core import RuleError
from core.actions import Done

MOST_STEPS = 40
ALL = "all"
DONE = "done"


def stage(plan: Plan, line: str) -> int:
    """Stage all steps of a line; returns how many. Raises RuleError or Unclear, having staged none of them."""
    before = list(plan.steps)
    steps = _steps(line)
    asked = ""
    try:
        for number, step in enumerate(steps, start=1):
            if asked and _is_needless(plan, step, asked):
                asked = ""
                continue
            asked = _could_end(plan) if step.strip().lower() != DONE else ""
            _stage_one(plan, step, number)
    except Exception:
        plan.restore(before)
        raise
    return len(plan.steps) - len(before)


def is_several(line: str) -> bool:
    """Whether a line may be more than one step, or a step that only its turn makes whole."""
    moves = any(verb.startswith(word) for verb in MOVES for word in line.lower().split()[:1])
    return ";" in line or (moves and any(sign in line for sign in (",", ">", f" {ALL}")))


def _could_end(plan: Plan) -> str:
    """The rule of the question if it is one that ``done`` would end, else nothing."""
    if not plan.is_open:
        return ""
    prompt, answers = plan.question()
    try:
        answers.check(Done())
    except RuleError:
        return ""
    return prompt.rule


def _is_needless(plan: Plan, step: str, asked: str) -> bool:
    """Whether a step ends what has ended by itself: nothing more could be done at the question that was asked."""
    return step.strip().lower() == DONE and (not plan.waits or plan.question()[0].rule != asked)


def _steps(line: str) -> list[str]:
    steps = [single for part in line.split(";") if part.strip() for single in _singles(part)]
    if len(steps) > MOST_STEPS:
        raise RuleError(
            "notation", tr("A line has at most {most} steps; this has {number}.", most=MOST_STEPS, number=len(steps))
        )
    return steps or [line]


def _singles(part: str) -> list[str]:
    """The steps that a part between semicolons stands for."""
    words = part.lower().replace(">", " ").split()
    if not words or not any(verb.startswith(words[0]) for verb in MOVES):
        return [part]
    # A comma may have a space after it.
    text = " ".join(words).replace(", ", ",").replace(" ,", ",")
    return [" ".join(chosen) for chosen in product(*[word.strip(",").split(",") for word in text.split()])]


def _stage_one(plan: Plan, step: str, number: int) -> None:
    if number > 1 and not plan.waits:
        raise RuleError(
            "notation",
            tr("Step {number} of the line, “{step}”, comes when it is no longer your turn.", number=number, step=step),
        )
    _, answers = plan.question()
    text = expand(answers, step)
    words = text.split()
    if ALL in words[1:] and words[0] in MOVES:
        begun = words[: words.index(ALL)]
        numbers = [int(word) for word in answers.next_words(begun) if word.isdecimal()]
        if numbers:
            words[words.index(ALL)] = str(max(numbers))
            text = " ".join(words)
        else:
            raise RuleError("4.1", tr("Nothing can move so: {step}.", step=" ".join(begun)))
    action = plan.game.parse(text)
    answers.check(action)
    plan.add(plan.game.text(action))
