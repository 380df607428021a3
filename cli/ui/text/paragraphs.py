"""Paragraphs of the rules as lines of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cli.i18n.texts import tr
from cli.ui.text.cells import wrapped
from core.engine.rulebook import Paragraph

_LABEL = re.compile(r"\b[KR]\d+ \([^)]*\): *(\w?)")
"""What stands before a ruling in the rules, in every language, and the letter that follows it."""

_REFERENCE = re.compile(r" ?\([KR]\d+(?:, [KR]\d+)*\)")


def without_rulings(text: str) -> str:
    """Return a text of the rules without stars, and without the numbers of rulings: what they say stays."""
    plain = _LABEL.sub(lambda found: found[1].upper(), text.replace("*", ""))
    return _REFERENCE.sub("", plain)


def folded(paragraphs: Iterable[Paragraph], width: int) -> list[str]:
    """Return paragraphs as lines of at most so many columns, under the titles of their chapters."""
    lines: list[str] = []
    chapter = ""
    for paragraph in paragraphs:
        if paragraph.chapter != chapter:
            chapter = paragraph.chapter
            lines += ["", tr(chapter)] if lines else [tr(chapter)]
        plain = re.sub(r"\*\*(.+?)\*\*", r"\1", tr(paragraph.text)).replace("`", "")
        plain = re.sub(r"(?<!\w)\*([^*]+)\*", r"\1", plain)
        first, rest = ("  - ", "    ") if paragraph.is_item else ("", "  ")
        lines += [] if paragraph.is_item else [""]
        lines += wrapped(plain, width, first, rest)
    return lines
