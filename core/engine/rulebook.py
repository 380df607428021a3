"""The rules of an edition in words, found by number or by topic: what ``?`` and ``mare rules`` show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import NamedTuple

from core.engine.word_forms import stem, words

NUMBER = re.compile(r"\*\*([A-Z]\d+|\d+(?:\.\d+)*[a-z]?)\*\*")
"""A number where a rule or ruling is stated; elsewhere numbers stand in plain type."""

ITALICS = re.compile(r"\*([^*]+)\*")

ABILITY = re.compile(r"\*\w")
"""How a paragraph begins that begins with words in italics, which no number does."""


class Topic(NamedTuple):
    """What concerns a topic: the paragraphs that have one of these ``phrases``, and rules that do not name it."""

    phrases: tuple[str, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or list item of the rules: the chapter it stands in, the numbers it states, its text as one line."""

    chapter: str
    numbers: tuple[str, ...]
    text: str
    is_item: bool


class Rulebook:
    """The rules of an edition in words."""

    def __init__(
        self,
        text: Callable[[], str],
        named: Callable[[], Iterable[str]] = tuple,
        chapters: Mapping[str, str] | None = None,
        topics: Mapping[str, Topic] | None = None,
        kinds_of: Callable[[str], tuple[str, ...]] = lambda word: (),
    ) -> None:
        """``text`` gives the rules in Markdown, ``named`` the names of which italics say what they do.

        ``chapters`` has the numbers of chapters by what people call them otherwise, ``topics`` those that are more than
        a word to look for. ``kinds_of`` gives words that concern a word, too, as *commodity* does *wine*.
        """
        self._text = text
        self._named = named
        self._chapters = chapters or {}
        self._topics = topics or {}
        self._kinds_of = kinds_of

    def paragraphs(self) -> tuple[Paragraph, ...]:
        """All paragraphs, in order."""
        return self._paragraphs

    @cached_property
    def _paragraphs(self) -> tuple[Paragraph, ...]:
        found: list[Paragraph] = []
        chapter = ""
        for block in self._text().split("\n\n"):
            if block.startswith("#"):
                chapter = block.lstrip("# ").strip()
                continue
            is_list = block.startswith("- ")
            for part in re.split(r"\n(?=- )", block.strip()):
                text = " ".join(part.removeprefix("- ").split())
                found.append(Paragraph(chapter, tuple(NUMBER.findall(text)), text, is_list))
        return tuple(found)

    def numbers(self) -> tuple[str, ...]:
        """Every rule number and ruling that the rules state, in their order."""
        return tuple(number for paragraph in self._paragraphs for number in paragraph.numbers)

    def about(self, topic: str, told: Callable[[str], str] = str) -> tuple[Paragraph, ...]:
        """Return what the rules say on a topic: a rule's number, a chapter by number or name, or any words.

        A rule found by its number brings the list that follows it; where no rule has just this number, those of its
        letters are found, such as 4.5a and 4.5b by 4.5. English words are found whole, in their forms, and
        names by what people type, too (``queen_of_sheba``). Where English knows nothing of the topic, it is
        looked for in what the reader is ``told``, which gives a text of the rules in their language.
        """
        wanted = " ".join(topic.lower().replace("_", " ").split())
        by_number = self._numbered(lambda number: number == wanted) or self._numbered(
            lambda number: number.rstrip(ascii_lowercase) == wanted
        )
        if by_number:
            return by_number
        number = self._chapters.get(wanted, wanted)
        chapter = tuple(
            p for p in self._paragraphs if number == p.chapter.partition(".")[0] or wanted == _title(p.chapter)
        )
        if chapter:
            return chapter
        name = next((name for name in self._named() if told(name).lower() == wanted), wanted)
        return self._concerning(self._meant(name.lower())) or self.abilities(name) or self._told(wanted, told)

    def abilities(self, name: str) -> tuple[Paragraph, ...]:
        """Return the paragraphs that say in italics what something does, by its name or a shorter one.

        Those that begin with a rule's number and the name say all of it; others are asked where there are none.
        """
        named = tuple(p for p in self._paragraphs if _is_named(name, p))
        return tuple(p for p in named if italics(p.text)[0].strip() in p.numbers) or named

    def matters(self, paragraph: Paragraph, owned: Iterable[str]) -> bool:
        """Return whether a paragraph holds where players have the things of these names, and no others."""
        if not ABILITY.match(paragraph.text):
            return True
        is_of_things = any(_is_named(name, paragraph) for name in self._named())
        return not is_of_things or any(_is_named(name, paragraph) for name in owned)

    def _meant(self, wanted: str) -> Topic:
        """The words of the rules that concern a topic."""
        return self._topics.get(wanted) or Topic((wanted, *self._kinds_of(wanted)))

    def _concerning(self, topic: Topic) -> tuple[Paragraph, ...]:
        """The paragraphs with one of a topic's phrases, in any form of its words, and its rules with their lists."""
        found = {
            p
            for index, p in enumerate(self._paragraphs)
            if set(topic.rules) & set(p.numbers)
            for p in self._with_list(index)
        }
        phrases = [_stems(phrase) for phrase in topic.phrases]
        found |= {p for p in self._paragraphs if any(_occurs(phrase, _stems(p.text), str.__eq__) for phrase in phrases)}
        return tuple(p for p in self._paragraphs if p in found)

    def _told(self, wanted: str, told: Callable[[str], str]) -> tuple[Paragraph, ...]:
        """What has a topic in its chapter's title, if one chapter only has it there, or else in its text.

        The words of a text may go on after those of the topic: many languages put endings there.
        """
        titles = [
            chapter for chapter in dict.fromkeys(p.chapter for p in self._paragraphs) if _names(told(chapter), wanted)
        ]
        if len(titles) == 1:
            return tuple(p for p in self._paragraphs if p.chapter == titles[0])
        return tuple(p for p in self._paragraphs if _occurs(words(wanted), words(told(p.text)), str.startswith))

    def _numbered(self, fits: Callable[[str], bool]) -> tuple[Paragraph, ...]:
        """The paragraphs that state a number that fits, in lower case, with the lists that follow them."""
        found = [index for index, p in enumerate(self._paragraphs) if any(fits(number.lower()) for number in p.numbers)]
        return tuple(p for index in found for p in self._with_list(index))

    def _with_list(self, index: int) -> tuple[Paragraph, ...]:
        end = index + 1
        while not self._paragraphs[index].is_item and end < len(self._paragraphs) and self._paragraphs[end].is_item:
            end += 1
        return self._paragraphs[index:end]


def _is_named(name: str, paragraph: Paragraph) -> bool:
    wanted = name.lower() + " "
    return any(wanted.startswith(f"{one.lower()} ") for one in italics(paragraph.text)[1::2])


def italics(text: str) -> list[str]:
    """What stands before the first words in italics, these, what follows up to the next ones, and so on."""
    return ITALICS.split(text.replace("**", ""))


def _stems(text: str) -> list[str]:
    return [stem(word) for word in words(text)]


def _occurs(phrase: Sequence[str], text: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether words of a text, one after another, fit those of a phrase; an empty phrase occurs nowhere."""
    starts = range(len(text) - len(phrase) + 1) if phrase else ()
    return any(all(map(fits, text[start : start + len(phrase)], phrase)) for start in starts)


def _names(chapter: str, wanted: str) -> bool:
    return wanted == _title(chapter) or wanted in _title(chapter).split()


def _title(chapter: str) -> str:
    return chapter.partition(". ")[2].lower()
