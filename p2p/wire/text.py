"""Text from outside, reduced to what people see of it. Every text passes `visible` before a terminal shows it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

REPLACEMENT = "\ufffd"
"""Stands for what is no character."""

BLANK = "\u2800"
"""The pattern of Braille without dots: a space in all but name."""

_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters and signs that show nothing: those that Unicode says can be ignored, and some that are drawn empty."""


def visible(text: str) -> str:
    """Return a line with only what people see of it: a terminal does nothing but show it, from left to right.

    White space of any kind is a space. Characters for control, formatting and private use, and letters that show
    nothing, are left out, so that an emoji that others join shows as its parts. What is no character is marked.
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
    """Return a name, or something said, as one line: what is visible of it, with single spaces between words."""
    line = text if isinstance(text, str) else text.decode("utf-8", errors="replace")
    return " ".join(visible(line).split())


def folded(name: bytes | str) -> str:
    """Return what a name has in common with all that look the same to a hurried reader.

    These differ in what does not show, in case, or in the form of the same letter.
    """
    line = unicodedata.normalize("NFKC", shown(name)).casefold()
    return shown(unicodedata.normalize("NFKC", line))
