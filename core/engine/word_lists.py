"""Word lists: names for indices, several names, and how many there are of each.

A *word list* is a text such as ``greece egypt``. In a list that counts, a number may stand before a name: ``3 coin
grain``. Every function that reads takes ``fail``, which makes the error to raise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

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
