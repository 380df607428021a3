"""The rules in words, found by number or by topic: what ``?`` and ``mare rules`` show, and ``docs/rules.md`` prints."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core.data import rules_md

NUMBER = re.compile(r"\*\*(R\d+|\d+(?:\.\d+)*[a-z]?)\*\*")
"""A number where a rule or ruling is stated; elsewhere numbers stand in plain type."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or list item of the rules: the chapter it stands in, the numbers it states, its text as one line."""

    chapter: str
    numbers: tuple[str, ...]
    text: str
    is_item: bool


@cache
def paragraphs() -> tuple[Paragraph, ...]:
    """All paragraphs, in order."""
    found: list[Paragraph] = []
    chapter = ""
    for block in rules_md().split("\n\n"):
        if block.startswith("#"):
            chapter = block.lstrip("# ").strip()
            continue
        is_list = block.startswith("- ")
        for part in re.split(r"\n(?=- )", block.strip()):
            text = " ".join(part.removeprefix("- ").split())
            found.append(Paragraph(chapter, tuple(NUMBER.findall(text)), text, is_list))
    return tuple(found)


def numbers() -> tuple[str, ...]:
    """Every rule number and ruling that the rules state, in their order."""
    return tuple(number for paragraph in paragraphs() for number in paragraph.numbers)


def about(topic: str) -> tuple[Paragraph, ...]:
    """What the rules say on a topic: a rule's number, a chapter (by number or name), or any words; nothing if unknown.

    A rule found by its number brings the list that follows it.
    """
    wanted = topic.strip().lower()
    by_number = [index for index, p in enumerate(paragraphs()) if wanted in [number.lower() for number in p.numbers]]
    if by_number:
        return tuple(p for index in by_number for p in _with_list(index))
    chapter = tuple(p for p in paragraphs() if wanted in (p.chapter.partition(".")[0], _title(p)))
    return chapter or tuple(p for p in paragraphs() if wanted and wanted in p.text.lower())


def _title(paragraph: Paragraph) -> str:
    return paragraph.chapter.partition(". ")[2].lower()


def _with_list(index: int) -> tuple[Paragraph, ...]:
    end = index + 1
    while not paragraphs()[index].is_item and end < len(paragraphs()) and paragraphs()[end].is_item:
        end += 1
    return paragraphs()[index:end]
