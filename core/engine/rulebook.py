"""The rules of an edition in words, found by number or by topic. ``?`` and ``mare rules`` show them.

A search knows the forms of one English word: ``cities`` is a form of ``city``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import NamedTuple

WORD = re.compile(r"[^\W\d_]+|\d+")
"""A word of any language, or a number. Korean writes a number and what it counts without a space between them."""

VOWELS = frozenset("aeiouy")
SHORTEST = 2
"""The least number of letters left after an ending is taken off."""
LONG = 5
"""The length of the shortest word in which ``ies`` or ``ied`` stands for ``y``, as it does not in ``dies``."""

IRREGULAR = {
    "bought": "buy",
    "building": "building",
    "built": "build",
    "chosen": "choose",
    "dealt": "deal",
    "dice": "die",
    "drawn": "draw",
    "fought": "fight",
    "held": "hold",
    "kept": "keep",
    "lost": "lose",
    "paid": "pay",
    "stood": "stand",
    "taken": "take",
    "took": "take",
    "won": "win",
}
"""Forms without a regular ending, and the noun *building*, which a search for *build* leaves out."""


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case."""
    return WORD.findall(text.lower())


def stem(word: str) -> str:
    """Return the common stem of the forms of an English word, such as ``los`` for lose, loses, losing and lost."""
    if word in IRREGULAR:
        return _base(IRREGULAR[word])
    if word.endswith(("ies", "ied")) and len(word) >= LONG:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > SHORTEST:
        return stem(word[:-1]) if word[:-1] in IRREGULAR else _base(word[:-1])
    for ending in ("ing", "ed"):
        left = word.removesuffix(ending)
        if left != word and len(left) >= SHORTEST and VOWELS & set(left) and not word.endswith("eed"):
            return _base(left)
    return _base(word)


def _base(word: str) -> str:
    """Return a word without a silent e or a doubled consonant at its end."""
    word = word.removesuffix("e")
    return word[:-1] if len(word) > SHORTEST and word[-2] == word[-1] and word[-1] not in VOWELS else word


NUMBER = re.compile(r"\*\*([A-Z]\d+|\d+(?:\.\d+)*[a-z]?)\*\*")
"""The number of a rule or ruling where the text states it. References are in plain type."""

ITALICS = re.compile(r"\*([^*]+)\*")

ABILITY = re.compile(r"\*\w")
"""The beginning of a paragraph that begins with words in italics. No number begins so."""


class Topic(NamedTuple):
    """A topic: the paragraphs with one of these ``phrases``, and rules that do not name it."""

    phrases: tuple[str, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or list item of the rules: its chapter, the numbers it states, and its text as one line."""

    chapter: str
    numbers: tuple[str, ...]
    text: str
    is_item: bool


class Page(NamedTuple):
    """A page beside the rules, in Markdown. Each of its ``words``, with commas between them, finds it."""

    words: str
    text: str

    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Return its paragraphs, in order."""
        return _paragraphs_of(self.text)


class Rulebook:
    """The rules of an edition in words."""

    def __init__(
        self,
        text: Callable[[], str],
        named: Callable[[], Iterable[str]] = tuple,
        chapters: Mapping[str, str] | None = None,
        topics: Mapping[str, Topic] | None = None,
        kinds_of: Callable[[str], tuple[str, ...]] = lambda word: (),
        pages: tuple[Page, ...] = (),
    ) -> None:
        """Read the rules from ``text``, in Markdown.

        ``named`` has the names whose abilities the rules describe in italics. ``chapters`` has the numbers of chapters
        by their other names. ``topics`` has the topics that are more than a word to look for. ``kinds_of`` has by word
        the wider words that concern it too, as *commodity* concerns *wine*. ``pages`` are found by their own
        words only.
        """
        self._text = text
        self._named = named
        self._chapters = chapters or {}
        self._topics = topics or {}
        self._kinds_of = kinds_of
        self.pages = pages

    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Return all paragraphs, in order."""
        return self._paragraphs

    @cached_property
    def _paragraphs(self) -> tuple[Paragraph, ...]:
        return _paragraphs_of(self._text())

    def numbers(self) -> tuple[str, ...]:
        """Return every number of a rule or ruling that the text states, in order."""
        return tuple(number for paragraph in self._paragraphs for number in paragraph.numbers)

    def about(self, topic: str, told: Callable[[str], str] = str) -> tuple[Paragraph, ...]:
        """Return the paragraphs on a topic: a rule's number, a page, a chapter by number or name, or any words.

        A rule found by its number brings the list that follows it. If no rule has just this number, its lettered parts
        are found, such as 4.5a and 4.5b by 4.5. English words are found whole, in all their forms, side by side if they
        stand so anywhere. Names are found by what people type, too (``queen_of_sheba``). If the English text has
        nothing on the topic, the search uses ``told``, which returns a paragraph in the reader's language.
        """
        wanted = " ".join(topic.lower().replace("_", " ").split())
        by_number = self._numbered(lambda number: number == wanted) or self._numbered(
            lambda number: number.rstrip(ascii_lowercase) == wanted
        )
        if by_number:
            return by_number
        for page in self.pages:
            if wanted in f"{page.words}, {told(page.words)}".split(", "):
                return page.paragraphs()
        number = self._chapters.get(wanted, wanted)
        chapter = tuple(
            p for p in self._paragraphs if number == p.chapter.partition(".")[0] or wanted == _title(p.chapter)
        )
        if chapter:
            return chapter
        name = next((name for name in self._named() if told(name).lower() == wanted), wanted)
        found = self._concerning(self._meant(name.lower())) or self.abilities(name) or self._told(wanted, told)
        return found or self._with_all(wanted)

    def abilities(self, name: str) -> tuple[Paragraph, ...]:
        """Return the paragraphs that describe in italics what a thing does, by its name or a shorter one.

        Paragraphs that begin with a rule's number and the name are complete. Others are returned only if there are
        none.
        """
        named = tuple(p for p in self._paragraphs if _is_named(name, p))
        return tuple(p for p in named if italics(p.text)[0].strip() in p.numbers) or named

    def matters(self, paragraph: Paragraph, owned: Iterable[str]) -> bool:
        """Return whether a paragraph matters to players who own the things of these names and no others."""
        if not ABILITY.match(paragraph.text):
            return True
        is_of_things = any(_is_named(name, paragraph) for name in self._named())
        return not is_of_things or any(_is_named(name, paragraph) for name in owned)

    def _meant(self, wanted: str) -> Topic:
        """Return the words of the rules that concern a topic."""
        return self._topics.get(wanted) or Topic((wanted, *self._kinds_of(wanted)))

    def _concerning(self, topic: Topic) -> tuple[Paragraph, ...]:
        """Return the paragraphs with one of a topic's phrases, in any form of its words.

        The topic's rules and their lists come with them.
        """
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
        """Return the paragraphs of the one chapter with the topic in its title, or else those with it in their text.

        A word of the text may be longer than the topic's word: many languages put endings there.
        """
        titles = [
            chapter for chapter in dict.fromkeys(p.chapter for p in self._paragraphs) if _names(told(chapter), wanted)
        ]
        if len(titles) == 1:
            return tuple(p for p in self._paragraphs if p.chapter == titles[0])
        return tuple(p for p in self._paragraphs if _occurs(words(wanted), words(told(p.text)), str.startswith))

    def _with_all(self, wanted: str) -> tuple[Paragraph, ...]:
        """Return the paragraphs that have all of some words, in any form and place."""
        stems = {*_stems(wanted)}
        return tuple(p for p in self._paragraphs if stems and stems <= {*_stems(p.text)})

    def _numbered(self, fits: Callable[[str], bool]) -> tuple[Paragraph, ...]:
        """Return the paragraphs that state a number that fits, in lower case, with the lists that follow them."""
        found = [index for index, p in enumerate(self._paragraphs) if any(fits(number.lower()) for number in p.numbers)]
        return tuple(p for index in found for p in self._with_list(index))

    def _with_list(self, index: int) -> tuple[Paragraph, ...]:
        end = index + 1
        while not self._paragraphs[index].is_item and end < len(self._paragraphs) and self._paragraphs[end].is_item:
            end += 1
        return self._paragraphs[index:end]


def _paragraphs_of(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs and list items of a text in Markdown."""
    found: list[Paragraph] = []
    chapter = ""
    for block in text.split("\n\n"):
        if block.startswith("#"):
            chapter = block.lstrip("# ").strip()
            continue
        is_list = block.startswith("- ")
        for part in re.split(r"\n(?=- )", block.strip()):
            line = " ".join(part.removeprefix("- ").split())
            found.append(Paragraph(chapter, tuple(NUMBER.findall(line)), line, is_list))
    return tuple(found)


def _is_named(name: str, paragraph: Paragraph) -> bool:
    wanted = name.lower() + " "
    return any(wanted.startswith(f"{one.lower()} ") for one in italics(paragraph.text)[1::2])


def italics(text: str) -> list[str]:
    """Return a text's parts: the text before the first italics, these, the text up to the next ones, and so on."""
    return ITALICS.split(text.replace("**", ""))


def _stems(text: str) -> list[str]:
    return [stem(word) for word in words(text)]


def _occurs(phrase: Sequence[str], text: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Return whether consecutive words of a text fit those of a phrase. An empty phrase occurs nowhere."""
    starts = range(len(text) - len(phrase) + 1) if phrase else ()
    return any(all(map(fits, text[start : start + len(phrase)], phrase)) for start in starts)


def _names(chapter: str, wanted: str) -> bool:
    return wanted == _title(chapter) or wanted in _title(chapter).split()


def _title(chapter: str) -> str:
    return chapter.partition(". ")[2].lower()
