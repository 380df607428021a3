"""Several steps in one line: ``march latium,italia > gallia all; done``.

Steps stand between semicolons. Where a march or a sail names several places, with commas, it is one step for each;
``>`` may stand between from and to, and ``all`` is the largest number that is legal when the step's turn comes. A
``done`` is passed over where the step before it has left nothing more to do: it must not end what comes next.
"""

from __future__ import annotations

from itertools import product

from cli.empires.reasons import read
from cli.empires.words import MOVES, PAYING, Unclear, expand
from cli.i18n.texts import tr, translated
from cli.ui.text.staging import Plan
from core import RuleError
from core.empires.actions import Done
from core.empires.notation import parse_strict
from core.empires.state import State
from core.engine.answers import Answers

MOST_STEPS = 40
ALL = "all"
DONE = "done"
NOTATION = "notation"


def stage(plan: Plan, line: str) -> int:
    """Stage all steps of a line; returns how many. Raises RuleError or Unclear, having staged none of them."""
    before = list(plan.steps)
    steps = _steps(line)
    before_done, asked = False, ""
    try:
        for number, step in enumerate(steps, start=1):
            if before_done and _is_needless(plan, step, asked):
                before_done = False
                continue
            before_done = step.strip().lower() != DONE
            asked = _could_end(plan)
            _stage_named(plan, step, number, len(steps))
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
    if step.strip().lower() != DONE:
        return False
    return not plan.waits or (bool(asked) and plan.question()[0].rule != asked)


def _steps(line: str) -> list[str]:
    steps = [single for part in line.split(";") if part.strip() for single in _singles(part)]
    if len(steps) > MOST_STEPS:
        raise RuleError(
            NOTATION, tr("A line has at most {most} steps; this has {number}.", most=MOST_STEPS, number=len(steps))
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


def _stage_named(plan: Plan, step: str, number: int, last: int) -> None:
    """Stage a step; where it is one of several, its refusal names it. Raises RuleError or Unclear."""
    try:
        _stage_one(plan, step.strip(), number)
    except (RuleError, Unclear) as refusal:
        if last < 2:
            raise
        reason = translated(refusal.sentence) if isinstance(refusal, RuleError) else str(refusal)
        named = tr("Step {number}, “{step}”: {reason}", number=number, step=step.strip(), reason=reason)
        if isinstance(refusal, Unclear) or refusal.rule == NOTATION:
            raise Unclear(named) from None
        raise RuleError(refusal.rule, named) from None


def _stage_one(plan: Plan, step: str, number: int) -> None:
    if number > 1 and not plan.waits:
        raise RuleError(
            NOTATION,
            tr("it comes when it is no longer your turn."),
        )
    _, answers = plan.question()
    words = _whole(answers, expand(answers, step).split())
    if ALL in words[1:] and words[0] in MOVES:
        words[words.index(ALL)] = str(_all(plan.game.state, answers, words[: words.index(ALL)]))
    plan.add(plan.game.text(read(plan.game.state, answers, " ".join(words))))


def _whole(answers: Answers, words: list[str]) -> list[str]:
    """The words, with what alone can follow them, unless they are an answer already, though a longer one begins so.

    But nothing is paid, and nobody goes anywhere, that was not named.
    """
    places = {*answers.board.provinces, *answers.board.seas} if words[:1] and words[0] in MOVES else set()
    while len(words) > 1 and words[0] not in PAYING and len(following := answers.next_words(words)) == 1:
        if following[0] in places or _is_answer(answers, " ".join(words)):
            break
        words = [*words, *following]
    return words


def _is_answer(answers: Answers, line: str) -> bool:
    """Whether a line in the one spelling is a legal answer as it stands."""
    try:
        answers.check(parse_strict(answers.board, line))
    except RuleError:
        return False
    return True


def _all(state: State, answers: Answers, begun: list[str]) -> int:
    """The most that can move so; raises RuleError with why nothing can."""
    numbers = [int(word) for word in answers.next_words(begun) if word.isdecimal()]
    if not numbers:
        read(state, answers, " ".join([*begun, "1"] if len(begun) > 2 else begun))
        raise RuleError("4.1", tr("Nothing can move so: {step}.", step=" ".join(begun)))
    return max(numbers)
