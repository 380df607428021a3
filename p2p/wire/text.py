"""Makes text from outside safe to show. Every text passes `visible` before it reaches a terminal."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

REPLACEMENT = "\ufffd"
"""Stands for an invalid character."""

BLANK = "\u2800"
"""The Braille pattern without dots, which looks like a space."""

_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Characters that show nothing: those that Unicode calls ignorable, and some that fonts draw empty."""


def visible(text: str) -> str:
    """Return a line with only its visible characters, which a terminal shows from left to right.

    White space of any kind becomes a space. Control, format and private-use characters are left out, and so are letters
    that show nothing. So an emoji made of several shows as its parts. Invalid characters become `REPLACEMENT`.
    """
    return text if text.isascii() and text.isprintable() else "".join(map(_seen, text))


@lru_cache(maxsize=4096)
def _seen(char: str) -> str:
    if char.isspace() or char == BLANK:
        return " "
    category = unicodedata.category(char)
    if category == "Cs":
        return REPLACEMENT
    return "" if category[0] == "C" or char in _UNSEEN else char


def shown(text: bytes | str) -> str:
    """Return a name or a message as one visible line, with single spaces between words."""
    line = text if isinstance(text, str) else text.decode("utf-8", errors="replace")
    return " ".join(visible(line).split())


def folded(name: bytes | str) -> str:
    """Return the same text for all names that look alike to a hurried reader.

    Such names differ only in invisible characters, in case, or in the form of the same letter.
    """
    line = unicodedata.normalize("NFKC", shown(name)).casefold()
    return shown(unicodedata.normalize("NFKC", line))
