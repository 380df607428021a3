"""Texts measured in the columns of a terminal, of which a letter takes one, two (Korean), or none; rules and codes.

A QR code (ISO/IEC 18004) takes half a letter for each module, and light ones are drawn, since terminals are mostly
dark. On a light terminal it shows inverted, which telephones read as well.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import lru_cache

from wcwidth import wcwidth

from cli.i18n.texts import tr
from core.engine.rulebook import Paragraph

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


_LABEL = re.compile(r"\b[KR]\d+ \([^)]*\): *(\w?)")
"""What stands before a ruling in the rules, in every language, and the letter that follows it."""

_REFERENCE = re.compile(r" ?\([KR]\d+(?:, [KR]\d+)*\)")


def without_rulings(text: str) -> str:
    """Return a text of the rules without stars, and without the numbers of rulings: what they say stays."""
    plain = _LABEL.sub(lambda found: found[1].upper(), text.replace("*", ""))
    return _REFERENCE.sub("", plain)


def rule_lines(paragraphs: Iterable[Paragraph]) -> list[str]:
    """Return paragraphs under the titles of their chapters, each as one line that whatever shows it breaks."""
    lines: list[str] = []
    chapter = ""
    for paragraph in paragraphs:
        if paragraph.chapter != chapter:
            chapter = paragraph.chapter
            lines += ["", tr(chapter)] if lines else [tr(chapter)]
        plain = re.sub(r"\*\*(.+?)\*\*", r"\1", tr(paragraph.text)).replace("`", "")
        plain = re.sub(r"(?<!\w)\*([^*]+)\*", r"\1", plain)
        lines += [f"  - {plain}"] if paragraph.is_item else ["", plain]
    return lines


QUIET = 2
"""Light modules around the code; scanners want four, and two are enough for a telephone."""

_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""By the upper and the lower module, 1 for dark ones."""


def drawn_as_qr(text: str) -> str:
    """Return a text as a QR code, in lines of one width."""
    import segno  # noqa: PLC0415 - it is needed only on request

    # The lowest level of correction makes the smallest code, and a screen is not dirty.
    code = segno.make(text, micro=False, error="l", boost_error=False)
    rows = [[module & 1 for module in row] for row in code.matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return "\n".join(
        "".join(map(_HALVES.__getitem__, zip(upper, lower, strict=True)))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
