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


ZWNJ, ZWJ = "\u200c", "\u200d"
"""Characters that part or join their neighbours, as in Persian and Indian spelling; ZWJ joins parts of emoji, too."""

_STYLE = "\ufe0f"
"""Asks for the colours of an emoji."""

_JOINING = (*range(0x600, 0xE00), *range(0x1000, 0x10A0), *range(0x1780, 0x18B0))
"""The scripts whose letters join: from Arabic to Sinhala; Burmese; Khmer and Mongolian."""

_VIRAMA = 9
"""The combining class of a mark behind which a joiner chooses the form of a letter."""


def visible(text: str) -> str:
    """Return a line with only its visible characters, which a terminal shows from left to right.

    White space of any kind becomes a space. Control, format and private-use characters are left out, and so are letters
    that show nothing. A joiner stays where a script spells with it. An emoji made of several shows as its parts, since
    terminals don't agree on its width. Invalid characters become `REPLACEMENT`.
    """
    if text.isascii() and text.isprintable():
        return text
    if ZWNJ not in text and ZWJ not in text:
        return "".join(map(_seen, text))
    return "".join([char if _spells(text, index) else _seen(char) for index, char in enumerate(text)])


def _spells(text: str, index: int) -> bool:
    """Return whether there is a joiner that changes how its neighbours look: behind a virama, or between letters."""
    before, char, after = text[max(0, index - 1) : index], text[index], text[index + 1 : index + 2]
    if char not in (ZWNJ, ZWJ) or not before:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    return char == ZWNJ and _joins(before) and bool(after) and _joins(after)


def _joins(letter: str) -> bool:
    return ord(letter) in _JOINING and unicodedata.category(letter)[0] in "LM" and _seen(letter) == letter


def unseen(text: str) -> str:
    """Return the first character of a line that people can't see as such; empty if there is none.

    What joins parts of an emoji, or asks for its colours, does not count.
    """
    for index, char in enumerate(text):
        if _seen(char) != char and not _spells(text, index) and not _is_of_emoji(text, index):
            return char
    return ""


def _is_of_emoji(text: str, index: int) -> bool:
    before, char, after = text[max(0, index - 1) : index], text[index], text[index + 1 : index + 2]
    if not before or (before != _STYLE and unicodedata.category(before) not in ("So", "Sk")):
        return False
    return char == _STYLE or (char == ZWJ and bool(after) and unicodedata.category(after) == "So")


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


def composed(text: str) -> str:
    """Return a text with each letter in its shortest form, as most keyboards write it."""
    return unicodedata.normalize("NFC", text)


def folded(name: bytes | str) -> str:
    """Return the same text for all names that look alike to a hurried reader.

    Such names differ only in invisible characters, in joiners, in case, or in the form of the same letter.
    """
    line = unicodedata.normalize("NFKC", shown(name).replace(ZWNJ, "").replace(ZWJ, "")).casefold()
    return shown(unicodedata.normalize("NFKC", line))
