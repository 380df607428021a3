"""Half an answer that gives way to another one which is begun behind it."""

from __future__ import annotations

from cli.ui.text.answering import fits
from cli.ui.text.several import stage
from cli.ui.text.staging import Plan
from cli.ui.view import Answering, Unclear
from core import RuleError


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
