"""Where a line leads that answers nothing: to a command, to the rules, or to the talk at the table."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from functools import lru_cache

from cli.i18n.texts import language, marked, tr
from core.engine.rulebook import Rulebook, words

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
    "chat": "",
    "save": "",
}
"""What people type who look for something, and the command that has it. Those without one are said more about."""

SAVED = marked(
    "Every step is kept at once, so there is nothing to save. “quit” leaves the table, and `mare resume` comes back."
)
NAMING = marked("`mare whoami --name NAME` in a terminal changes how you are called, from your next game on.")
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
