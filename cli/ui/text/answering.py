"""How a player types answers if an edition has no way of its own: word by word, and each word may be cut short.

An edition's view may use all or some of these functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from cli.i18n.texts import tr, translated
from cli.ui.map.view import Stake
from cli.ui.text.staging import Plan, tried
from cli.ui.view import Unclear
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.event import message_of
from core.engine.flow import Simultaneous
from core.engine.game import Game

MOVES: Sequence[str] = ()
PAYING: Sequence[str] = ()

MOST_NAMED = 8
"""Words that are named where one is not clear."""


def lists(begun: str) -> bool:
    """Return whether commas make an action that begins so several: they never do."""
    return False


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


def as_typed(board: Any, line: str) -> str:
    """Return the line as it is."""
    return line


def in_words(board: Any, text: str) -> str:
    """Return the text as it is."""
    return text


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


def outline(answers: Answers, begun: str, most: int) -> list[tuple[str, bool]]:
    """Return the answers that begin so, each whole; where there are more, the words that can follow."""
    start = f"{begun} " if begun else ""
    texts = (answers.text(action) for action in answers)
    whole = list(islice((text for text in texts if text == begun or text.startswith(start)), most + 1))
    if len(whole) <= most:
        return [(text, True) for text in whole]
    return [(f"{start}{word}", False) for word in answers.next_words(begun.split())][:most]


def in_short(board: Any, line: str) -> str:
    """Return the answer as it is."""
    return line


def read(game: Game[Any], answers: Answers, text: str) -> Action:
    """Return the legal answer that whole words spell; raises RuleError."""
    action = game.parse(text)
    answers.check(action)
    return action


def preview(game: Game[Any], seat: int, action: Action) -> list[str]:
    """Return what Enter does with a legal answer, and what happens at once after it."""
    if isinstance(game.node, Simultaneous):
        return [tr("Enter commits you to it: it stays secret until all have committed, and you can't change it.")]
    return effects(game, seat, action)


def effects(game: Game[Any], seat: int, action: Action) -> list[str]:
    """Return what happens at once after a legal answer; nothing of a secret one."""
    if isinstance(game.node, Simultaneous):
        return []
    return [translated(message_of(game.state.board, event)) for event in tried(game, action)[1]]


def preview_of_steps(plan: Plan, seat: int) -> list[str]:
    """Return what happens in the steps that were staged."""
    return [translated(message_of(plan.game.state.board, event)) for step in plan.told for event in step]


def stakes(plan: Plan, seat: int) -> list[Stake]:
    """Battles are not foreseen."""
    return []


def preview_of_words(state: Any, line: str) -> list[str]:
    """Return nothing: the words of a line have no story of their own."""
    return []
