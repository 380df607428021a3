"""Several steps in one line: ``march dacia,dalmatia > macedonia all; done``.

Steps stand between semicolons. Where commas part several things, as in ``place control macedonia,asia``, it is one step
for each. In a march or a sail ``>`` may stand between from and to, and ``all`` is the largest number that is legal when
the step's turn comes. A ``done`` is passed over where the step before it has left nothing more to do: it must not end
what comes next.
"""

from __future__ import annotations

from itertools import product

from cli.i18n.texts import tr, translated
from cli.ui.text.staging import DONE, Asked, Plan, asked_of, ended_by_done
from cli.ui.view import Answering, Unclear
from core import RuleError
from core.engine.answers import Answers
from core.engine.flow import Chance

MOST_STEPS = 40
ALL = "all"
NOTATION = "notation"


def stage(plan: Plan, line: str, typed: Answering) -> int:
    """Stage all steps of a line; returns how many. Raises RuleError or Unclear, having staged none of them."""
    before = list(plan.steps)
    steps = _steps(typed.as_typed(plan.game.state.board, line), typed)
    before_done, asked = False, None
    try:
        for number, step in enumerate(steps, start=1):
            if before_done and _is_needless(plan, step, asked):
                before_done = False
                continue
            before_done = step.strip().lower() != DONE
            by_itself, asked = asked is not None, ended_by_done(plan.game) if number < len(steps) else None
            _stage_named(plan, step, number, len(steps), typed, by_itself=by_itself)
    except Exception:
        plan.restore(before)
        raise
    return len(plan.steps) - len(before)


def is_several(line: str, typed: Answering) -> bool:
    """Return whether a line may be more than one step, or a step that only its turn makes whole."""
    words = line.lower().split()[:1]
    moves = any(verb.startswith(word) for verb in typed.MOVES for word in words)
    lists = "," in line and any(map(typed.lists, words))
    return ";" in line or lists or (moves and any(sign in line for sign in (">", f" {ALL}")))


def _is_needless(plan: Plan, step: str, asked: Asked | None) -> bool:
    """Return whether a step ends what has ended by itself: nothing more could be done at the question."""
    if step.strip().lower() != DONE:
        return False
    return not plan.waits or (asked is not None and asked_of(plan.game) != asked)


def _steps(line: str, typed: Answering) -> list[str]:
    steps = [single for part in line.split(";") if part.strip() for single in _singles(part, typed)]
    if len(steps) > MOST_STEPS:
        raise RuleError(
            NOTATION, tr("A line has at most {most} steps; this has {number}.", most=MOST_STEPS, number=len(steps))
        )
    return steps or [line]


def _singles(part: str, typed: Answering) -> list[str]:
    """Return the steps that a part between semicolons stands for."""
    words = part.lower().replace(">", " ").split()
    if not words or not {",", ">"} & {*part} or not typed.lists(words[0]):
        return [part]
    # A comma may have a space after it.
    text = " ".join(words).replace(", ", ",").replace(" ,", ",")
    return [" ".join(chosen) for chosen in product(*[word.strip(",").split(",") for word in text.split()])]


def _stage_named(plan: Plan, step: str, number: int, last: int, typed: Answering, *, by_itself: bool) -> None:
    """Stage a step; where it is one of several, its refusal names it. Raises RuleError or Unclear.

    If it comes too late, the turn before it has ended ``by_itself``, or has gone to others.
    """
    try:
        if number > 1 and not plan.waits:
            raise RuleError(NOTATION, _too_late(plan, by_itself=by_itself))
        _stage_one(plan, step.strip(), typed)
    except (RuleError, Unclear) as refusal:
        if last < 2:
            raise
        reason = translated(refusal.sentence) if isinstance(refusal, RuleError) else str(refusal)
        named = tr("Step {number}, “{step}”: {reason}", number=number, step=step.strip(), reason=reason)
        if isinstance(refusal, Unclear) or refusal.rule == NOTATION:
            raise Unclear(named) from None
        raise RuleError(refusal.rule, named) from None


def _too_late(plan: Plan, *, by_itself: bool) -> str:
    """Return why no step can follow the last one."""
    last, node = plan.steps[-1], plan.game.node
    if last == DONE:
        return tr("“{last}” before it ends your turn.", last=last)
    if isinstance(node, Chance):
        return tr(
            "after “{last}” chance decides {meaning}. Enter the rest then.", last=last, meaning=translated(node.meaning)
        )
    if by_itself:
        return tr("after “{last}” there is nothing left that you can do, so your turn is over.", last=last)
    return tr("after “{last}” others are next. Enter the rest when you are asked again.", last=last)


def _stage_one(plan: Plan, step: str, typed: Answering) -> None:
    _, answers = plan.question()
    words = _whole(plan, answers, typed.expand(answers, step).split(), typed)
    if ALL in words[1:] and words[0] in typed.MOVES:
        words[words.index(ALL)] = str(_all(plan, answers, words[: words.index(ALL)], typed))
    plan.add(plan.game.text(typed.read(plan.game, answers, " ".join(words))))


def _whole(plan: Plan, answers: Answers, words: list[str], typed: Answering) -> list[str]:
    """Return the words with the only thing that can follow, unless they are an answer already.

    But only what was named is paid or moved.
    """
    places = {*answers.board.provinces, *answers.board.seas} if words[:1] and words[0] in typed.MOVES else set()
    while len(words) > 1 and words[0] not in typed.PAYING and len(following := answers.next_words(words)) == 1:
        if following[0] in places or _is_answer(plan, answers, " ".join(words)):
            break
        words = [*words, *following]
    return words


def _is_answer(plan: Plan, answers: Answers, line: str) -> bool:
    """Return whether a line in the one spelling is a legal answer as it stands."""
    try:
        answers.check(plan.game.parse_strict(line))
    except RuleError:
        return False
    return True


def _all(plan: Plan, answers: Answers, begun: list[str], typed: Answering) -> int:
    """Return the most that can move so; raises RuleError with why nothing can."""
    numbers = [int(word) for word in answers.next_words(begun) if word.isdecimal()]
    if not numbers:
        typed.read(plan.game, answers, " ".join([*begun, "1"] if len(begun) > 2 else begun))
        raise RuleError("4.1", tr("Nothing can move like that: {step}.", step=" ".join(begun)))
    return max(numbers)
