"""The parts of all editions' positions of Mare Nostrum as short texts: posts, pieces, seas.

Every function that reads a word takes ``fail``, which makes the error to raise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from core.engine.errors import DataError
from core.engine.position import NO_EMPIRE_WORD
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader
from core.engine.words import Fail, by_name, index_of, mask_names
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import BoardNames
from core.mare.resources import Counts
from core.mare.state import MARKER, CommonState

HEADINGS = ("empires", "provinces", "seas")
"""The keys of a position that hold pieces, each under a heading of its own."""

MARKER_WORD = "control"


def tile_names(board: BoardNames) -> tuple[str, ...]:
    """Return the ids of all tiles, by index."""
    return tuple(tile.id for tile in board.tiles)


# ---------------------------------------------------------------------- posts


def read_icons(words: Iterable[str], board: BoardNames, province: int, fail: Fail) -> int:
    """Return the mask of the named icons of a province."""
    names = [icon.name for icon in board.icons[province]]
    mask = 0
    for word in words:
        if word not in names:
            raise fail(f"{board.province_names[province]} has no icon “{word}”; it has {', '.join(names)}.")
        if mask >> names.index(word) & 1:
            raise fail(f"“{word}” is named twice.")
        mask |= 1 << names.index(word)
    return mask


def icons_text(mask: int, board: BoardNames, province: int) -> str:
    """Return the names of a province's icons in a mask."""
    return mask_names(mask, [icon.name for icon in board.icons[province]])


def read_posts(words: Sequence[str], board: BoardNames, province: int, fail: Fail) -> int:
    """Return the mask of the named posts: icons, and the control marker."""
    if words.count(MARKER_WORD) > 1:
        raise fail(f"“{MARKER_WORD}” is named twice.")
    icons = read_icons([word for word in words if word != MARKER_WORD], board, province, fail)
    return icons | MARKER if MARKER_WORD in words else icons


def posts_text(posts: int, board: BoardNames, province: int) -> str:
    """Return the names of posts."""
    icons = icons_text(posts & ~MARKER, board, province)
    return f"{MARKER_WORD} {icons}".rstrip() if posts & MARKER else icons


def read_counts(reader: Reader, key: str, names: tuple[str, ...], most: int) -> Counts | None:
    """Return a table of numbers by name; None if the key is missing."""
    if key not in reader.table:
        return None
    counts = reader.sub(key).only(names)
    return bytes(counts.number(name, 0, most=most) for name in names)


def read_side(reader: Reader, key: str, board: BoardNames, default: int | None = None) -> int:
    """Return a side, NO_EMPIRE for the word ``nobody``, or the default if the key is missing."""
    if key not in reader.table and default is not None:
        return default
    word = reader.text(key)
    fail = partial(reader.fail, key)
    return NO_EMPIRE if word == NO_EMPIRE_WORD else index_of(word, board.sides, "empire", fail)


def read_occupation(reader: Reader, board: BoardNames, province: int, rule: str) -> tuple[int, int]:
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


def count_buildings(state: CommonState, supply: Sequence[int], rule: str) -> None:
    """Set the buildings left of a supply. Raises DataError if more are out, by the number of a rule."""
    left = list(supply)
    for province, icons in zip(state.provinces, state.board.icons, strict=True):
        for index, icon in enumerate(icons):
            left[icon.kind] -= province.built >> index & 1
    state.buildings = left_of(rule, "provinces", left, [kind.replace("_", " ") for kind in BUILDING_KINDS])


def left_of(rule: str, key: str, counts: Sequence[int], pieces: Iterable[str]) -> Counts:
    """Return the counts. Raises DataError if one is negative."""
    for count, piece in zip(counts, pieces, strict=True):
        if count < 0:
            raise DataError(key, f"the box holds {-count} {piece} too few for this ({rule}).")
    return bytes(counts)


def read_seas(reader: Reader, state: CommonState) -> None:
    """Set the triremes of the seas that the position names."""
    board = state.board
    for name in reader.only(board.seas).table:
        triremes = read_counts(reader, name, board.empires, board.map.triremes)
        state.seas[board.seas.index(name)] = triremes or bytes(len(board.empires))


def write_seas(state: CommonState) -> dict[str, Any]:
    """Return the triremes in each sea that has any."""
    board = state.board
    named = zip(board.seas, state.seas, strict=True)
    return {sea: by_name(triremes, board.empires) for sea, triremes in named if any(triremes)}


def read_provinces(reader: Reader, state: CommonState, read: Callable[[Reader, Any, int, Any], Any]) -> None:
    """Set the provinces that the position names, each as ``read`` makes it of what it was; the others stay."""
    board = state.board
    for name in reader.only(board.provinces).table:
        index = board.provinces.index(name)
        state.provinces[index] = read(reader.sub(name), board, index, state.provinces[index])
