"""The words of positions and scenarios: names for indices, counted resources, counts by name.

A *word list* is a text such as ``greece egypt``; in one that counts, a number stands before what there is several of:
``3 coin grain``. Every function that reads is given ``fail``, which makes the complaint that it raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.empires.board import Board, bits
from core.empires.state import MARKER
from core.engine.errors import DataError
from core.mare.resources import Tokens

Fail = Callable[[str], DataError]

NOBODY_WORD = "nobody"
MARKER_WORD = "control"
MOST = 100


def index_of(word: str, names: Sequence[str], sort: str, fail: Fail) -> int:
    """The index of a name."""
    if word not in names:
        raise fail(f"there is no {sort} “{word}” in this game.")
    return names.index(word)


def indices_of(words: Iterable[str], names: Sequence[str], sort: str, fail: Fail) -> tuple[int, ...]:
    """The indices of different names, in the order named."""
    found: list[int] = []
    for word in words:
        index = index_of(word, names, sort, fail)
        if index in found:
            raise fail(f"“{word}” is named twice.")
        found.append(index)
    return tuple(found)


def tile_names(board: Board) -> tuple[str, ...]:
    """The ids of all tiles, by index."""
    return tuple(tile.id for tile in board.tiles)


def exchange_sides(board: Board) -> tuple[str, ...]:
    """The exchange markers as they are written: ``5/0``."""
    return tuple("/".join(map(str, pair)) for pair in board.map.exchange)


# ---------------------------------------------------------------------- counted lists


def read_counted(words: Iterable[str], names: Sequence[str], sort: str, fail: Fail) -> list[int]:
    """How many of each name a counted list names, by index."""
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
    """A counted list of what there is at least one of."""
    return " ".join(
        name if count == 1 else f"{count} {name}" for count, name in zip(counts, names, strict=True) if count
    )


def read_tokens(words: Iterable[str], board: Board, fail: Fail) -> Tokens:
    """The tokens that a counted list of resources names, sorted."""
    counts = read_counted(words, board.tokens, "resource", fail)
    return tuple(token for token, count in enumerate(counts) for _ in range(count))


def tokens_text(tokens: Tokens, board: Board) -> str:
    """Tokens as a counted list of resources."""
    return counted_text([tokens.count(token) for token in range(len(board.tokens))], board.tokens)


# ---------------------------------------------------------------------- masks


def mask_names(mask: int, names: Sequence[str]) -> str:
    """The names in a mask of places."""
    return " ".join(names[index] for index in bits(mask))


def read_icons(words: Iterable[str], board: Board, province: int, fail: Fail) -> int:
    """The mask of a province's icons that are named."""
    names = [icon.name for icon in board.icons[province]]
    mask = 0
    for word in words:
        if word not in names:
            raise fail(f"{board.province_names[province]} has no icon “{word}”; it has {', '.join(names)}.")
        if mask >> names.index(word) & 1:
            raise fail(f"“{word}” is named twice.")
        mask |= 1 << names.index(word)
    return mask


def icons_text(mask: int, board: Board, province: int) -> str:
    """The names of a province's icons in a mask."""
    return mask_names(mask, [icon.name for icon in board.icons[province]])


def read_posts(words: Sequence[str], board: Board, province: int, fail: Fail) -> int:
    """The mask of posts that are named: icons, and the control marker."""
    if words.count(MARKER_WORD) > 1:
        raise fail(f"“{MARKER_WORD}” is named twice.")
    icons = read_icons([word for word in words if word != MARKER_WORD], board, province, fail)
    return icons | MARKER if MARKER_WORD in words else icons


def posts_text(posts: int, board: Board, province: int) -> str:
    """The names of posts."""
    icons = icons_text(posts & ~MARKER, board, province)
    return f"{MARKER_WORD} {icons}".rstrip() if posts & MARKER else icons


# ---------------------------------------------------------------------- counts by empire


def by_name(counts: Iterable[int], names: Iterable[str]) -> Mapping[str, int]:
    """Counts as a table of names, without those of which there are none."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}
