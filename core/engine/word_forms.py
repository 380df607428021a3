"""The words of a text, and the forms of one English word for a search: ``cities`` is a form of ``city``."""

from __future__ import annotations

import re

WORD = re.compile(r"[^\W\d_]+|\d+")
"""A word of any language, or a number. Korean writes a number and what it counts without a space between them."""

VOWELS = frozenset("aeiouy")
SHORTEST = 2
"""The least number of letters left after an ending is taken off."""
LONG = 5
"""The length of the shortest word in which ``ies`` or ``ied`` stands for ``y``, as it does not in ``dies``."""

IRREGULAR = {
    "bought": "buy",
    "building": "building",
    "built": "build",
    "chosen": "choose",
    "dealt": "deal",
    "dice": "die",
    "drawn": "draw",
    "fought": "fight",
    "held": "hold",
    "kept": "keep",
    "lost": "lose",
    "paid": "pay",
    "stood": "stand",
    "taken": "take",
    "took": "take",
    "won": "win",
}
"""Forms without a regular ending, and the noun *building*, which a search for *build* leaves out."""


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case."""
    return WORD.findall(text.lower())


def stem(word: str) -> str:
    """Return the common stem of the forms of an English word, such as ``los`` for lose, loses, losing and lost."""
    if word in IRREGULAR:
        return _base(IRREGULAR[word])
    if word.endswith(("ies", "ied")) and len(word) >= LONG:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > SHORTEST:
        return stem(word[:-1]) if word[:-1] in IRREGULAR else _base(word[:-1])
    for ending in ("ing", "ed"):
        left = word.removesuffix(ending)
        if left != word and len(left) >= SHORTEST and VOWELS & set(left) and not word.endswith("eed"):
            return _base(left)
    return _base(word)


def _base(word: str) -> str:
    """Return a word without a silent e or a doubled consonant at its end."""
    word = word.removesuffix("e")
    return word[:-1] if len(word) > SHORTEST and word[-2] == word[-1] and word[-1] not in VOWELS else word
