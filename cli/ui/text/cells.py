"""Texts measured in the columns of a terminal, of which a letter takes one, two (Korean), or none."""

from __future__ import annotations

import re
import textwrap
from functools import lru_cache

from wcwidth import wcwidth

WIDTH = 78
"""Columns of a text that is not fitted to the terminal."""

INVITED = "mare://"
"""What is in every line that people copy to invite others."""

SPOKEN = re.compile(r"[a-z]{3,}(?:-[a-z]{3,}){5}")
"""Six words that stand for a key, which people read to each other."""

_FILLER = "\ue000"
"""Stands behind a wide letter while lines are broken; a letter for private use, which no text here has."""


@lru_cache(maxsize=8192)
def wide_columns(text: str) -> int:
    """Return how many columns a text takes that is not all ASCII."""
    return sum([max(wcwidth(character), 0) for character in text])


_COLUMN = re.compile(r" +\S(?:.{0,20}?\S)? {2,}(?=\S)")
"""The first column of a line in two columns, and the space behind it."""


def columns(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else wide_columns(text)


def cut(text: str, width: int) -> str:
    """Return as much of the beginning of a text as fits."""
    if columns(text) <= width:
        return text
    taken = 0
    for index, character in enumerate(text):
        taken += columns(character)
        if taken > width:
            return text[:index]
    return text


def padded(text: str, width: int) -> str:
    """Return the text with spaces up to a width; a longer one stays as it is."""
    return text + " " * (width - columns(text))


def exactly(text: str, width: int) -> str:
    """Return the text in exactly so many columns: cut, or filled with spaces."""
    return padded(cut(text, width), width)


def begun(line: str) -> str:
    """Return what stands before the second column of a line such as ``  back [N]    takes a step back``."""
    found = _COLUMN.match(line)
    return found[0] if found else ""


def wrapped(
    text: str,
    width: int,
    first: str = "",
    rest: str = "",
    *,
    break_long_words: bool = True,
    break_on_hyphens: bool = True,
    most: int | None = None,
    more: str = "",
) -> list[str]:
    """Break a text between words into lines of at most so many columns, which begin with ``first`` and ``rest``.

    Where there are more than ``most`` lines the last ends with ``more``.
    """
    wide = text
    if columns(text) != len(text):
        wide = "".join(character + _FILLER * (columns(character) - 1) for character in text)
    wrapper = _Wrapper(
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=break_long_words,
        break_on_hyphens=break_on_hyphens,
        max_lines=most,
        placeholder=more,
    )
    return [line.replace(_FILLER, "") for line in wrapper.wrap(wide)]


class _Wrapper(textwrap.TextWrapper):
    """Breaks words of a key that are too long for a line, as in a narrow terminal, only between them."""

    def _split(self, text: str) -> list[str]:
        room = self.width - max(len(self.initial_indent), len(self.subsequent_indent))
        chunks = super()._split(text)
        return [part for chunk in chunks for part in (spoken_parts(chunk) if len(chunk) > room else [chunk])]


def spoken_parts(word: str) -> list[str]:
    """Return the parts between which a long word may be broken: of the words of a key, each with its hyphen."""
    return re.split(r"(?<=-)(?=[a-z])", word) if SPOKEN.search(word) else [word]


def table_row(name: str, text: str, indent: int = 13) -> list[str]:
    """Return a name in a column of its own, and a text beside it, broken into lines."""
    return wrapped(f"{padded(name, indent - 1)} {text}", WIDTH, rest=" " * indent, break_long_words=False)


def fitted(text: str, width: int) -> str:
    """Return the text with long lines broken between words.

    A line with an invitation stays whole, since people copy it: where it is too long, the terminal breaks it itself,
    and joins it again where it is selected. Of a line in two columns the second stays in its column, where that leaves
    room for it.
    """
    lines: list[str] = []
    for line in text.splitlines():
        if INVITED in line:
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        column = columns(begun(line))
        rest = " " * column if 0 < column <= width // 2 else f"{indent}  "
        folded_line = wrapped(line, width, rest=rest, break_long_words=False, break_on_hyphens=False)
        lines += folded_line or [""]
    return "\n".join(lines)


def folded(text: str) -> list[str]:
    """Return a text broken into indented lines."""
    return wrapped(text, WIDTH, "  ", "    ")
