"""Names of several words, as people read and type them: ``Mare Tyrrhenum`` is ``mare_tyrrhenum`` in notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from core.mare.buildings import BUILDING_KINDS

_ALSO = {"control marker": "control"}
"""What things are called on the screen, where their word is another."""


def as_typed(board: Any, line: str) -> str:
    """Return a line with every name of several words replaced by its word in notation.

    The last word of such a name may be cut short if only one name fits.
    """
    for first, names in _names(board).items():
        if first in line.lower():
            line = re.sub(rf"(?<!\w){re.escape(first)} +(\w+)", _replaced(names), line, flags=re.IGNORECASE)
    return line


def in_words(board: Any, text: str) -> str:
    """Return a text with every name of several words as people write it, which may be typed as well.

    The text keeps its length. A name at whose end the screen has no more room counts by what shows of it.
    """
    if "_" not in text:
        return text
    names = _in_words(board)

    def shown(found: re.Match[str]) -> str:
        word = found[0]
        return names.get(word) or next((names[name][: len(word)] for name in names if name.startswith(word)), word)

    return re.sub(r"(?<!\w)[a-z]+_[a-z_]*(?!\w)", shown, text)


@cache
def _in_words(board: Any) -> dict[str, str]:
    """Return names as people write them, by their words in notation; other words if these take no more room."""
    named = dict(zip((*board.provinces, *board.seas), (*board.province_names, *board.sea_names), strict=True))
    named |= {tile.id: tile.name for tile in board.tiles} | dict.fromkeys(BUILDING_KINDS, "")
    found = {word: (name, word.replace("_", " ")) for word, name in named.items() if "_" in word}
    return {word: name if len(name) == len(word) else spaced for word, (name, spaced) in found.items()}


def unfinished(board: Any, words: list[str]) -> tuple[int, str]:
    """Return how many words at the end of a line begin a name of several, and one word that stands for these."""
    for number in range(min(3, len(words)), 0, -1):
        names = _names(board).get(" ".join(words[-number:]), {})
        if names:
            return number, next(iter(names.values())) if len(names) == 1 else words[-number]
    return 0, ""


def _replaced(names: dict[str, str]) -> Callable[[re.Match[str]], str]:
    def word(found: re.Match[str]) -> str:
        last = found[1].lower()
        fitting = [name for known, name in names.items() if known.startswith(last)]
        return names.get(last) or (fitting[0] if len(fitting) == 1 else found[0])

    return word


@cache
def _names(board: Any) -> dict[str, dict[str, str]]:
    """Return the words in notation of names of several words: by all words but the last, then by the last.

    The longest come first.
    """
    called = {word.replace("_", " "): word for word in (*board.provinces, *board.seas, *BUILDING_KINDS)}
    called |= {tile.id.replace("_", " "): tile.id for tile in board.tiles}
    called |= {tile.name.lower(): tile.id for tile in board.tiles}
    called |= {name.lower(): word for word, name in zip(board.provinces, board.province_names, strict=True)}
    called |= {name.lower(): word for word, name in zip(board.seas, board.sea_names, strict=True)}
    found: dict[str, dict[str, str]] = {}
    for name, word in {**called, **_ALSO}.items():
        first, _, last = name.rpartition(" ")
        if first:
            found.setdefault(first, {})[last] = word
    return dict(sorted(found.items(), key=lambda names: -len(names[0])))
