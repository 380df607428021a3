"""Kinds of values: what the fields of actions, frames and events hold, and how each kind is written.

A record says the kind of a field in its annotation: ``province: Province``, where ``Province`` is
``Annotated[int, PROVINCE]``. To the type checker that is an ``int``; everything that reads or writes records asks
``kinds_of``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints


class Kind:
    """A kind of value; by itself one that is written as it is, such as a number."""

    def shown(self, board: Any, value: Any) -> object:
        """Return what people read: a number, a name, or a sentence that can be said in their language."""
        return value


class Named(Kind):
    """Things that a board has in order, each with a word and a name; the value is an index.

    ``meaning`` is what one such thing is called, ``words`` gives their words in notation, ``names`` what people read.
    """

    def __init__(
        self,
        meaning: str,
        words: Callable[[Any], Sequence[str]],
        names: Callable[[Any], Sequence[str]] | None = None,
    ) -> None:
        self.meaning = meaning
        self.words = words
        self.names = names or words

    def shown(self, board: Any, value: int) -> str:
        return self.names(board)[value]


@cache
def kinds_of(record: type) -> Mapping[str, Kind]:
    """Return the kinds of a record's fields by name, in order; raises TypeError for a field that says none."""
    hints = get_type_hints(record, include_extras=True)
    found: dict[str, Kind] = {}
    for name in getattr(record, "_fields", None) or getattr(record, "__dataclass_fields__", {}):
        kinds = [extra for extra in getattr(hints[name], "__metadata__", ()) if isinstance(extra, Kind)]
        if len(kinds) != 1:
            raise TypeError(f"{record.__name__}.{name} says no kind")
        found[name] = kinds[0]
    return found
