"""The words of positions and scenarios: names for indices, counted resources, counts by name.

Every function that reads takes ``fail``, which makes the error to raise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.engine.word_lists import Fail, mask_names
from core.mare.kinds import Board
from core.mare.state import MARKER

NO_EMPIRE_WORD = "nobody"
MARKER_WORD = "control"


def tile_names(board: Board) -> tuple[str, ...]:
    """Return the ids of all tiles, by index."""
    return tuple(tile.id for tile in board.tiles)


# ---------------------------------------------------------------------- posts


def read_icons(words: Iterable[str], board: Board, province: int, fail: Fail) -> int:
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


def icons_text(mask: int, board: Board, province: int) -> str:
    """Return the names of a province's icons in a mask."""
    return mask_names(mask, [icon.name for icon in board.icons[province]])


def read_posts(words: Sequence[str], board: Board, province: int, fail: Fail) -> int:
    """Return the mask of the named posts: icons, and the control marker."""
    if words.count(MARKER_WORD) > 1:
        raise fail(f"“{MARKER_WORD}” is named twice.")
    icons = read_icons([word for word in words if word != MARKER_WORD], board, province, fail)
    return icons | MARKER if MARKER_WORD in words else icons


def posts_text(posts: int, board: Board, province: int) -> str:
    """Return the names of posts."""
    icons = icons_text(posts & ~MARKER, board, province)
    return f"{MARKER_WORD} {icons}".rstrip() if posts & MARKER else icons
