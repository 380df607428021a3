"""How a player types answers: several steps in one line, and where a line leads that answers nothing.

Half an answer gives way to another one that is begun behind it. Steps stand between semicolons, as in ``march
dacia,dalmatia > macedonia all; done``. Where commas part several things, as in ``place control macedonia,asia``, it is
one step for each. In a march or a sail ``>`` may stand between from and to, and ``all`` is the largest number that is
legal when the step's turn comes. A ``done`` is passed over where the step before it has left nothing more to do: it
must not end what comes next.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from cli.i18n.texts import language, marked, tr, translated
from cli.ui.text.staging import DONE, Asked, Plan, asked_of, ended_by_done
from cli.ui.view import Unclear
from core import RuleError
from core.engine.answers import Answers
from core.engine.flow import Chance
from core.engine.game import Game
from core.engine.rulebook import Rulebook, words

if TYPE_CHECKING:
    from cli.ui.text.word_by_word import Answering

MOST_NAMED = 8
"""Words that are named where one is not clear."""


def expand(answers: Answers, line: str) -> str:
    """Return the line with its words made whole, up to the first that fits no legal answer; raises Unclear."""
    whole: list[str] = []
    typed = line.lower().split()
    for number, word in enumerate(typed):
        fitting = fits(answers.next_words(whole), word)
        if not fitting:
            return " ".join([*whole, *typed[number:]])
        if len(fitting) > 1:
            raise Unclear(tr("“{word}” could mean {words}.", word=word, words=either(fitting)))
        whole += fitting
    return " ".join(whole)


def fits(options: Sequence[str], word: str) -> list[str]:
    """Return the options that a word can stand for: itself, else those it begins, else those with such a part."""
    if word in options:
        return [word]
    begun = [option for option in options if option.startswith(word)]
    return begun or [option for option in options if any(part.startswith(word) for part in re.split("[_:]", option))]


def either(words: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return words as a choice: ``north, east or west``."""
    if len(words) == 1:
        return words[0]
    shown = (
        list(words) if len(words) <= most else [*words[: most - 1], tr("{number} more", number=len(words) - most + 1)]
    )
    return tr("{words} or {last}", words=", ".join(shown[:-1]), last=shown[-1])


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
        if following[0] in places or is_answer(plan.game, answers, " ".join(words)):
            break
        words = [*words, *following]
    return words


def is_answer(game: Game[Any], answers: Answers, line: str) -> bool:
    """Return whether a line in the one spelling is a legal answer as it stands."""
    try:
        answers.check(game.parse_strict(line))
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


def without_half(plan: Plan, line: str, typed: Answering) -> str:
    """Return a line from the last whole word on that begins another answer, if what stands before it is half of one.

    To give two answers, the player puts a semicolon between them.
    """
    words = line.split()
    if len(words) < 2 or ";" in line or not plan.is_open:
        return line
    verbs = plan.question()[1].next_words([])
    ended = len(words) if line[-1:].isspace() else len(words) - 1
    for place in range(ended - 1, 0, -1):
        if words[place].lower() in verbs and _is_half(plan, " ".join(words[:place]), words[place].lower(), typed):
            return f"{' '.join(words[place:])}{' ' if line[-1:].isspace() else ''}"
    return line


def _is_half(plan: Plan, begun: str, word: str, typed: Answering) -> bool:
    """Return whether what was begun is no whole answer, and does not go on with a word."""
    answers = plan.question()[1]
    try:
        stage(Plan(plan.game, plan.seat), begun, typed)
    except (RuleError, Unclear):
        try:
            whole = typed.expand(answers, begun)
        except Unclear:
            return True
        return not fits(answers.next_words(whole.split()), word)
    return False


ALIKE = 0.7
"""How much alike a misspelled word and the command or answer that is meant are at least, from 0 to 1."""

VERY_ALIKE = 0.85
"""The same for a word of the rules, of which there are many; and for a command that goes before it."""

LOOKED_UP = 3
"""The most words of a line that are looked up in the rules."""

LEAST_LETTERS = 4
"""The fewest letters of a word that is looked up in the rules, or taken for a place."""

LEADS = {
    "score": "players",
    "scores": "players",
    "points": "players",
    "heroes": "board",
    "wonders": "board",
    "victory": "rule victory",
    "map": "board",
    "autopilot": "",
    "chances": "",
    "chat": "",
    "odds": "",
    "play": "",
    "save": "",
}
"""What people type who look for something, and the command that has it. Those without one are said more about."""

SAVED = marked(
    "Every step is kept at once, so there is nothing to save. “quit” leaves the table, and `mare resume` comes back."
)
NAMING = marked("`mare whoami --name NAME` in a terminal changes how you are called, from your next game on.")
ODDS = marked(
    "The odds of a battle stand beside its march or attack: choose it, and read them before you give the answer."
)
AUTOPILOT = marked("“resign” proposes that the autopilot plays for you to the end.")


def command_like(word: str, known: Collection[str], alike: float = ALIKE) -> str:
    """Return the question whether a misspelled word means a command or answer; empty if it is like none."""
    nearest = get_close_matches(word, sorted({*known} - {*LEADS}), n=1, cutoff=alike)
    return tr("Did you mean “{word}”?", word=nearest[0]) if nearest else ""


def in_rules(rulebook: Rulebook, line: str) -> str:
    """Return how to read what the rules say on a line, or on what it misspells; empty if they say nothing."""
    typed = words(line)
    if not typed or len(typed) > LOOKED_UP or len(line) < LEAST_LETTERS:
        return ""
    # Several words are a topic where they stand side by side.
    topics = [tr(paragraph.text).lower() for paragraph in rulebook.about(line, tr)]
    found = [line] if topics and (len(typed) == 1 or any(line in text for text in topics)) else []
    if not found and len(typed) == 1:
        found = get_close_matches(typed[0], _words_of(rulebook, language()), n=1, cutoff=VERY_ALIKE)
    return tr("“rule {topic}” shows what the rules say about that.", topic=found[0]) if found else ""


@lru_cache(maxsize=8)
def _words_of(rulebook: Rulebook, _language: str) -> list[str]:
    """Return the longer words of the rules in the language in use, in the order of the alphabet."""
    told = (word for paragraph in rulebook.paragraphs() for word in words(tr(paragraph.text)))
    return sorted({word for word in told if len(word) >= LEAST_LETTERS and not word.isdecimal()})
