"""The rules in words, found by number or by topic: what ``?`` and ``mare rules`` show, and ``docs/rules.md`` prints."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from core.data import rules_md
from core.empires import empires_edition

NUMBER = re.compile(r"\*\*(R\d+|\d+(?:\.\d+)*[a-z]?)\*\*")
"""A number where a rule or ruling is stated; elsewhere numbers stand in plain type."""

DICE = ("die", "dice")
DICE_TERMS = ("one die", "each die", "legion die", "extra die", "dice", "rolls", "roll at")
"""How the rules speak of dice; they say of pieces that they die, too."""
SPELLED = {"resources": "resource", "commodities": "commodit", "commodity": "commodit", "fortresses": "fortress"}
"""What a topic is looked for as, so that the singular and the plural find the same."""


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
    wanted = SPELLED.get(wanted, wanted)
    by_number = [index for index, p in enumerate(paragraphs()) if wanted in [number.lower() for number in p.numbers]]
    if by_number:
        return tuple(p for index in by_number for p in _with_list(index))
    chapter = tuple(p for p in paragraphs() if wanted in (p.chapter.partition(".")[0], _title(p)))
    return chapter or _with_words(_meant(wanted)) or _with_words([wanted[:-1]] if wanted.endswith("s") else [])


def _meant(wanted: str) -> list[str]:
    """The words of the rules that concern a topic."""
    if wanted in DICE:
        return list(DICE_TERMS)
    names = [name for name, _ in empires_edition().commodities]
    return [wanted, "commodit"] if wanted in names else [wanted]


def _with_words(words: Iterable[str]) -> tuple[Paragraph, ...]:
    """The paragraphs that have one of these words, or a longer one of which it is a part."""
    return tuple(p for p in paragraphs() if any(word and word in p.text.lower() for word in words))


def _title(paragraph: Paragraph) -> str:
    return paragraph.chapter.partition(". ")[2].lower()


def _with_list(index: int) -> tuple[Paragraph, ...]:
    end = index + 1
    while not paragraphs()[index].is_item and end < len(paragraphs()) and paragraphs()[end].is_item:
        end += 1
    return paragraphs()[index:end]
