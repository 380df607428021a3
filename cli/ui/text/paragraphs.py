"""Paragraphs of the rules as lines of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cli.i18n.texts import tr
from cli.ui.text.cells import wrapped
from core.engine.rulebook import Paragraph


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
