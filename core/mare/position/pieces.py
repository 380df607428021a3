"""Pieces of a position as words: numbers by name, sides, and what is left in supply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from core.engine.errors import DataError
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader
from core.engine.word_lists import by_name, index_of
from core.mare.kinds import Board
from core.mare.position.words import NO_EMPIRE_WORD, read_posts
from core.mare.resources import Counts
from core.mare.state import State


def read_counts(reader: Reader, key: str, names: tuple[str, ...], most: int) -> Counts | None:
    """Return a table of numbers by name; None if the key is missing."""
    if key not in reader.table:
        return None
    counts = reader.sub(key).only(names)
    return bytes(counts.number(name, 0, most=most) for name in names)


def read_side(reader: Reader, key: str, board: Board, default: int | None = None) -> int:
    """Return a side, NO_EMPIRE for the word ``nobody``, or the default if the key is missing."""
    if key not in reader.table and default is not None:
        return default
    word = reader.text(key)
    fail = partial(reader.fail, key)
    return NO_EMPIRE if word == NO_EMPIRE_WORD else index_of(word, board.sides, "empire", fail)


def read_occupation(reader: Reader, board: Board, province: int, rule: str) -> tuple[int, int]:
    """Return who occupies something in a province, or NO_EMPIRE, and the mask of their posts.

    ``rule`` is the number of the rule that lets only one empire do so.
    """
    table = reader.sub("occupied", {}).only(board.empires)
    posts = {
        name: read_posts(table.words(name) or (), board, province, partial(table.fail, name)) for name in table.table
    }
    held = [name for name, mask in posts.items() if mask]
    if len(held) > 1:
        raise reader.fail("occupied", f"one empire at most occupies anything in a province ({rule}).")
    return (board.empires.index(held[0]), posts[held[0]]) if held else (NO_EMPIRE, 0)


def left_of(rule: str, key: str, counts: Sequence[int], pieces: Iterable[str]) -> Counts:
    """Return the counts. Raises DataError if one is negative."""
    for count, piece in zip(counts, pieces, strict=True):
        if count < 0:
            raise DataError(key, f"the box holds {-count} {piece} too few for this ({rule}).")
    return bytes(counts)


def read_seas(reader: Reader, state: State) -> None:
    """Set the triremes of the seas that the position names."""
    board = state.board
    for name in reader.only(board.seas).table:
        triremes = read_counts(reader, name, board.empires, board.map.triremes)
        state.seas[board.seas.index(name)] = triremes or bytes(len(board.empires))


def write_seas(state: State) -> dict[str, Any]:
    """Return the triremes in each sea that has any."""
    board = state.board
    named = zip(board.seas, state.seas, strict=True)
    return {sea: by_name(triremes, board.empires) for sea, triremes in named if any(triremes)}
