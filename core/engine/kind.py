"""Kinds of values: what the fields of actions, frames and events hold, and how each kind is written.

A record names the kind of a field in its annotation: ``province: Province``, where ``Province`` is ``Annotated[int,
PROVINCE]``. To the type checker that is an ``int``. Code that reads or writes records asks ``kinds_of``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, get_type_hints

from core.engine.message import Message
from core.engine.toml import Reader
from core.engine.words import MOST, Words, by_name, index_of, indices_of, mask_names

Said = Mapping[str, Any]
"""The values of a record's earlier fields by name. A later value may depend on them."""


class Setting(NamedTuple):
    """Where a frame is found: the board, the phase and the empire whose turn it is (NO_EMPIRE in no empire's turn)."""

    board: Any
    phase: int
    turn: int


class Kind:
    """A kind of value. The base is a number, which is written as it is."""

    lists = False
    """Whether a value takes all words that are left."""

    follows = False
    """Whether a value follows from the frame's setting, so that positions leave it out."""

    def shown(self, board: Any, value: Any) -> object:
        """Return what people read: a number, a name, or a translatable sentence."""
        return value

    def read(self, words: Words, said: Said) -> Any:
        """Take a value from the words of a line. Raises NotationError."""
        return words.number()

    def text(self, board: Any, value: Any, said: Said) -> str:
        """Return the one spelling of a value in the line of an action; empty if nothing is written."""
        return str(value)

    def texts(self, board: Any, values: Iterable[Any], said: Said) -> list[str]:
        """Return the spellings of some values."""
        return [self.text(board, value, said) for value in values]

    def options(self, board: Any, said: Said) -> Sequence[str]:
        """Return the names that can begin a value in a line; none for numbers."""
        return ()

    def load(self, reader: Reader, key: str, at: Setting) -> Any:
        """Return a value from a table of a position. Raises DataError."""
        return reader.number(key)

    def dump(self, value: Any, at: Setting) -> Any:
        """Return what a table of a position holds for a value; None if it leaves the value out."""
        return value


class Named(Kind):
    """Things that a board has in order, each with a word and a name; the value is an index.

    ``meaning`` is what one such thing is called. ``words`` returns their words in notation, ``names`` their names for
    people.
    """

    def __init__(
        self, meaning: str, words: Callable[[Any], Sequence[str]], names: Callable[[Any], Sequence[str]] | None = None
    ) -> None:
        self.meaning = meaning
        self.words = words
        self.names = names or words

    def shown(self, board: Any, value: int) -> str | Message:
        return self.names(board)[value]

    def read(self, words: Words, said: Said) -> int:
        return words.index(self.words(words.board), self.meaning)

    def text(self, board: Any, value: int, said: Said) -> str:
        return self.words(board)[value]

    def texts(self, board: Any, values: Iterable[int], said: Said) -> list[str]:
        words = self.words(board)
        return [words[value] for value in values]

    def options(self, board: Any, said: Said) -> Sequence[str]:
        return self.words(board)

    def load(self, reader: Reader, key: str, at: Setting) -> int:
        return index_of(reader.text(key), self.words(at.board), self.meaning, partial(reader.fail, key))

    def dump(self, value: int, at: Setting) -> str | None:
        return self.words(at.board)[value]


class Several(Kind):
    """Several different things in order, as a tuple."""

    def __init__(self, of: Named) -> None:
        self.of = of

    def load(self, reader: Reader, key: str, at: Setting) -> tuple[int, ...]:
        words, names = reader.words(key) or (), self.of.words(at.board)
        return indices_of(words, names, self.of.meaning, partial(reader.fail, key))

    def dump(self, value: Sequence[int], at: Setting) -> str | None:
        return " ".join(self.of.words(at.board)[index] for index in value) or None


class Mask(Kind):
    """Several different things, as a mask."""

    def __init__(self, of: Named) -> None:
        self.of = of

    def load(self, reader: Reader, key: str, at: Setting) -> int:
        return sum(1 << index for index in Several(self.of).load(reader, key, at))

    def dump(self, value: int, at: Setting) -> str | None:
        return mask_names(value, self.of.words(at.board)) or None


class Counts(Kind):
    """A number for each thing, as bytes or as a tuple."""

    def __init__(self, of: Named, record: type = bytes) -> None:
        self.of = of
        self.record = record

    def load(self, reader: Reader, key: str, at: Setting) -> Any:
        names = self.of.words(at.board)
        table = reader.sub(key, {}).only(names)
        return self.record(table.number(name, 0, most=MOST) for name in names)

    def dump(self, value: Sequence[int], at: Setting) -> Mapping[str, int] | None:
        return by_name(value, self.of.words(at.board)) or None


class Flag(Kind):
    """True or false."""

    def load(self, reader: Reader, key: str, at: Setting) -> bool:
        return reader.flag(key)

    def dump(self, value: bool, at: Setting) -> bool | None:
        return value or None


class Phase(Kind):
    """The number of the current phase."""

    follows = True

    def load(self, reader: Reader, key: str, at: Setting) -> int:
        return at.phase

    def dump(self, value: int, at: Setting) -> None:
        return None


def kinds_of(record: type) -> Mapping[str, Kind]:
    """Return the kinds of a record's fields by name, in order. Raises TypeError for a field without a kind."""
    hashable: Any = record
    return _kinds_of(hashable)


@cache
def _kinds_of(record: Any) -> Mapping[str, Kind]:
    hints = get_type_hints(record, include_extras=True)
    found: dict[str, Kind] = {}
    for name in getattr(record, "_fields", None) or getattr(record, "__dataclass_fields__", {}):
        kinds = [extra for extra in getattr(hints[name], "__metadata__", ()) if isinstance(extra, Kind)]
        if len(kinds) != 1:
            raise TypeError(f"the annotation of {record.__name__}.{name} names no kind")
        found[name] = kinds[0]
    return found
