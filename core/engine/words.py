"""The words of a line that spells an action, taken from the left, and word lists in texts.

A *word list* is a text such as ``greece egypt``. In a list that counts, a number may stand before a name: ``3 coin
grain``. Every function that reads one takes ``fail``, which makes the error to raise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from core.engine.errors import NotationError
from core.engine.message import Message

SMALL_WORDS = frozenset({"with", "from", "in", "to", "at", "for"})
"""Words that only make a line readable. The verb and the order of the other words carry the meaning."""


class UnknownName(NotationError):
    """A ``word`` that names nothing of the expected kind, its ``meaning``."""

    def __init__(self, word: str, meaning: str) -> None:
        super().__init__(Message("There is no {meaning} {word} in this game.", meaning=meaning, word=quote(word)))
        self.word = word
        self.meaning = meaning

    def __reduce__(self) -> tuple[type[UnknownName], tuple[str, str]]:  # type: ignore[override]
        return UnknownName, (self.word, self.meaning)


class Words:
    """The words of a line after its verb, without the small ones; ``board`` has the names that they can be."""

    def __init__(self, board: Any, words: Sequence[str]) -> None:
        self.board = board
        self._left = [word for word in reversed(words) if word not in SMALL_WORDS]

    def more(self) -> bool:
        """Return whether words are left."""
        return bool(self._left)

    def left(self) -> list[str]:
        """Return the words that are left, without taking them."""
        return self._left[::-1]

    def next(self, meaning: str | Message) -> str:
        """Take the next word. Raises NotationError if there is none."""
        if not self._left:
            raise NotationError("The action ends where {meaning} should follow.", meaning=meaning)
        return self._left.pop()

    def index(self, names: Sequence[str], meaning: str) -> int:
        """Take the next word, a name, and return its index. Raises NotationError if it is no such name."""
        word = self._left.pop() if self._left else self.next(one(meaning))
        try:
            return names.index(word)
        except ValueError:
            raise UnknownName(word, meaning) from None

    def number(self) -> int:
        """Take a whole number without sign or leading zeros, below 1000."""
        word = self.next(Message("a number"))
        if not (word.isascii() and word.isdigit() and len(word) < 4 and (word == "0" or word[0] != "0")):
            raise NotationError("{word} is not a number.", word=quote(word))
        return int(word)

    def end(self) -> None:
        """Raise NotationError if words are left."""
        if self._left:
            raise NotationError("{word} is one word too many.", word=quote(self._left[-1]))


def one(meaning: str) -> Message:
    """Return what a word means with its article, as in “an empire”."""
    if meaning[0] in "aeiou":
        return Message("an {meaning}", meaning=meaning)
    return Message("a {meaning}", meaning=meaning)


def quote(word: str) -> str:
    """Return a word as a refusal quotes it: cut short, and in ASCII."""
    shown = word if len(word) <= 40 else word[:37] + "..."
    return "“" + shown.encode("ascii", "replace").decode() + "”"


Fail = Callable[[str], Exception]

MOST = 100


def index_of(word: str, names: Sequence[str], sort: str, fail: Fail) -> int:
    """Return the index of a name."""
    if word not in names:
        raise fail(f"there is no {sort} “{word}” in this game.")
    return names.index(word)


def indices_of(words: Iterable[str], names: Sequence[str], sort: str, fail: Fail) -> tuple[int, ...]:
    """Return the indices of different names, in the order named."""
    found: list[int] = []
    for word in words:
        index = index_of(word, names, sort, fail)
        if index in found:
            raise fail(f"“{word}” is named twice.")
        found.append(index)
    return tuple(found)


def read_counted(words: Iterable[str], names: Sequence[str], sort: str, fail: Fail) -> list[int]:
    """Return by index how many of each name a counted list has."""
    counts = [0] * len(names)
    number = 0
    for word in words:
        if word.isascii() and word.isdigit():
            if number or len(word) > 3 or not 0 < int(word) <= MOST:
                raise fail(f"“{word}” should be a number from 1 to {MOST} before the name of a {sort}.")
            number = int(word)
        else:
            counts[index_of(word, names, sort, fail)] += number or 1
            number = 0
    if number:
        raise fail(f"the name of a {sort} should follow “{number}”.")
    if max(counts, default=0) > MOST:
        raise fail(f"{MOST} of a {sort} are the most.")
    return counts


def counted_text(counts: Iterable[int], names: Iterable[str]) -> str:
    """Return a counted list of the names whose count is not 0."""
    return " ".join(
        name if count == 1 else f"{count} {name}" for count, name in zip(counts, names, strict=True) if count
    )


def mask_names(mask: int, names: Sequence[str]) -> str:
    """Return the names of the places in a mask."""
    return " ".join(name for index, name in enumerate(names) if mask >> index & 1)


def by_name(counts: Iterable[int], names: Iterable[str]) -> Mapping[str, int]:
    """Return counts as a table of names, without those that are 0."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}
