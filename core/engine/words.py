"""The words of a line that spells an action, taken from the left."""

from __future__ import annotations

from collections.abc import Sequence
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
