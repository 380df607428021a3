"""The rules in words, found by number or by topic: what ``?`` and ``mare rules`` show, and ``docs/rules.md`` prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from core.empires.data import rules_md
from core.empires.rules import standard_map
from core.engine.word_forms import stem, words

NUMBER = re.compile(r"\*\*(R\d+|\d+(?:\.\d+)*[a-z]?)\*\*")
"""A number where a rule or ruling is stated; elsewhere numbers stand in plain type."""

ITALICS = re.compile(r"\*([^*]+)\*")

ABILITY = re.compile(r"\*\w")
"""How a paragraph begins that begins with words in italics, which no number does."""

CHAPTERS: Mapping[str, str] = {
    **dict.fromkeys(("collect", "collecting", "collection", "collections", "income", "tax", "taxes"), "1"),
    **dict.fromkeys(("trading",), "2"),
    **dict.fromkeys(("buy", "buying"), "3"),
    **dict.fromkeys(("winning", "win"), "6"),
}
"""By what people call a phase otherwise, the number of its chapter."""


class Topic(NamedTuple):
    """What concerns a topic: the paragraphs that have one of these ``phrases``, and rules that do not name it."""

    phrases: tuple[str, ...]
    rules: tuple[str, ...] = ()


# The rules say of pieces that they die, too.
_DICE = Topic(("one die", "each die", "legion die", "extra die", "a die", "roll"))
_BATTLES = Topic(("battle", "fight", "attack"), ("4.2", "4.2a", "4.2b", "4.2.1", "4.3a"))
_PRICES = Topic(("price", "cost"), ("3.0a", "3.1"))
_MOVES = Topic(("move",), ("4.0", "4.1.1", "4.1.2", "R15", "R24"))

TOPICS: Mapping[str, Topic] = {
    **dict.fromkeys(("die", "dice"), _DICE),
    **dict.fromkeys(("battle", "battles", "fight", "fights", "fighting", "attack", "attacks", "combat"), _BATTLES),
    **dict.fromkeys(("price", "prices", "cost", "costs", "pay", "paying", "payment", "payments"), _PRICES),
    **dict.fromkeys(("move", "moves", "moving", "movement", "march", "sail"), _MOVES),
}
"""Topics that are more than a word to look for."""


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


def about(topic: str, told: Callable[[str], str] = str) -> tuple[Paragraph, ...]:
    """What the rules say on a topic: a rule's number, a chapter (by number or name), or any words; nothing if unknown.

    A rule found by its number brings the list that follows it. English words are found whole, in their forms, and
    heroes and wonders by what one types, too (``queen_of_sheba``). Where English knows nothing of the topic, it is
    looked for in what the reader is ``told``, which gives a text of the rules in their language.
    """
    wanted = " ".join(topic.lower().replace("_", " ").split())
    by_number = [index for index, p in enumerate(paragraphs()) if wanted in [number.lower() for number in p.numbers]]
    if by_number:
        return tuple(p for index in by_number for p in _with_list(index))
    number = CHAPTERS.get(wanted, wanted)
    chapter = tuple(p for p in paragraphs() if number == p.chapter.partition(".")[0] or wanted == _title(p.chapter))
    if chapter:
        return chapter
    name = next((tile.name for tile in standard_map().tiles if told(tile.name).lower() == wanted), wanted)
    return _concerning(_meant(name.lower())) or abilities(name) or _told(wanted, told)


def abilities(name: str) -> tuple[Paragraph, ...]:
    """The paragraphs that say in italics what a hero or wonder does, by its name or, as the rules do, a shorter one."""
    return tuple(p for p in paragraphs() if _is_named(name, p))


def matters(paragraph: Paragraph, tiles: Iterable[str]) -> bool:
    """Whether a paragraph holds where somebody has these heroes and wonders, and nobody has another."""
    if not ABILITY.match(paragraph.text):
        return True
    is_of_tiles = any(_is_named(tile.name, paragraph) for tile in standard_map().tiles)
    return not is_of_tiles or any(_is_named(name, paragraph) for name in tiles)


def _is_named(name: str, paragraph: Paragraph) -> bool:
    wanted = name.lower() + " "
    return any(wanted.startswith(f"{one.lower()} ") for one in italics(paragraph.text)[1::2])


def italics(text: str) -> list[str]:
    """What stands before the first words in italics, these, what follows up to the next ones, and so on."""
    return ITALICS.split(text.replace("**", ""))


def _meant(wanted: str) -> Topic:
    """The words of the rules that concern a topic."""
    is_good = any(_stems(name) == _stems(wanted) for name, _ in standard_map().commodities)
    return TOPICS.get(wanted) or Topic((wanted, "commodity") if is_good else (wanted,))


def _concerning(topic: Topic) -> tuple[Paragraph, ...]:
    """The paragraphs with one of a topic's phrases, in any form of its words, and its rules with their lists."""
    found = {p for index, p in enumerate(paragraphs()) if set(topic.rules) & set(p.numbers) for p in _with_list(index)}
    phrases = [_stems(phrase) for phrase in topic.phrases]
    found |= {p for p in paragraphs() if any(_occurs(phrase, _stems(p.text), str.__eq__) for phrase in phrases)}
    return tuple(p for p in paragraphs() if p in found)


def _stems(text: str) -> list[str]:
    return [stem(word) for word in words(text)]


def _occurs(phrase: Sequence[str], text: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether words of a text, one after another, fit those of a phrase; an empty phrase occurs nowhere."""
    starts = range(len(text) - len(phrase) + 1) if phrase else ()
    return any(all(map(fits, text[start : start + len(phrase)], phrase)) for start in starts)


def _told(wanted: str, told: Callable[[str], str]) -> tuple[Paragraph, ...]:
    """What has a topic in its chapter's title, if one chapter only has it there, or else in its text.

    The words of a text may go on after those of the topic: many languages put endings there.
    """
    titles = [chapter for chapter in dict.fromkeys(p.chapter for p in paragraphs()) if _names(told(chapter), wanted)]
    if len(titles) == 1:
        return tuple(p for p in paragraphs() if p.chapter == titles[0])
    return tuple(p for p in paragraphs() if _occurs(words(wanted), words(told(p.text)), str.startswith))


def _names(chapter: str, wanted: str) -> bool:
    return wanted == _title(chapter) or wanted in _title(chapter).split()


def _title(chapter: str) -> str:
    return chapter.partition(". ")[2].lower()


def _with_list(index: int) -> tuple[Paragraph, ...]:
    end = index + 1
    while not paragraphs()[index].is_item and end < len(paragraphs()) and paragraphs()[end].is_item:
        end += 1
    return paragraphs()[index:end]
