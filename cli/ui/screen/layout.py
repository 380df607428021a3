"""Where every pane lies, for any size of the terminal."""

from __future__ import annotations

from typing import NamedTuple

from cli.ui.screen.rows import Size

WIDE = 130
"""Columns from which three panes stand side by side under the map."""

SMALLEST = Size(50, 16)
"""What there must be for a map; below it only the question remains."""


LOW = 30
"""Rows below which a screen has no room for the map and the answers at once: the map shows when it is asked for."""

LEAST_ANSWERS = 9
"""Rows that answers have at least, on a screen of 24 rows or more."""


class Box(NamedTuple):
    """A part of the screen, in columns and rows from its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def size(self) -> Size:
        """Columns and rows."""
        return Size(self.width, self.height)

    def holds(self, x: int, y: int) -> bool:
        """Return whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


NOWHERE = Box(0, 0, 0, 0)


class Layout(NamedTuple):
    """The boxes of a screen. Where there is no room for one it has no cells."""

    size: Size
    status: Box
    large: Box
    side: Box
    question: Box
    choices: Box
    preview: Box
    log: Box
    staged: Box
    hand: Box
    line: Box
    help: Box


def is_small(size: Size) -> bool:
    """Return whether there is no room for a map."""
    return size.width < SMALLEST.width or size.height < SMALLEST.height


def layout(
    size: Size,
    *,
    staged: int = 0,
    question: int = 1,
    hand: int = 1,
    advice: int = 0,
    asked: bool | None = None,
    lower: int = 0,
) -> Layout:
    """Return the layout for a size; the other numbers are the rows that these could use.

    ``advice`` has rows of its own on small screens only. ``asked`` says whether the answers have the place of the map,
    or the map has its own, where both stand under the question; None puts the map above the question. ``lower`` are the
    rows under the question that must do, if what is above it needs room.
    """
    width, height = size
    if is_small(size):
        return _smallest(size, question, advice)
    staged, question = min(staged, max(1, height // 16)) if staged else 0, min(question, 3)
    hand = min(hand, 3)
    if asked is not None:
        return _low(size, staged, question, hand, asked=asked)
    below = lower or min(max(7, height * 3 // 10), 16)
    # What is under the map gives way, so that the map never jumps.
    large, lower = height - 1 - 1 - below - 3, below + 2 - question - staged - hand
    side = _side_width(width)
    top = large + question
    choices = width * 34 // 100 if width >= WIDE else width * 57 // 100
    if width >= WIDE:
        preview = width * 30 // 100
        log = Box(choices + preview + 2, top + 1, width - choices - preview - 2, lower)
        middle = Box(choices + 1, top + 1, preview, lower)
    else:
        middle = log = Box(choices + 1, top + 1, width - choices - 1, lower)
    return Layout(
        size,
        Box(0, 0, width, 1),
        Box(0, 1, width - side - 1, large),
        Box(width - side, 1, side, large),
        Box(0, 1 + large, width, question),
        Box(0, top + 1, choices, lower),
        middle,
        log,
        Box(0, top + 1 + lower, width, staged),
        Box(0, height - 2 - hand, width, hand),
        Box(0, height - 2, width, 1),
        Box(0, height - 1, width, 1),
    )


def _low(size: Size, staged: int, question: int, hand: int, *, asked: bool) -> Layout:
    """Return the question first, under it the answers or the map beside the players, and the log under a line."""
    width, height = size
    side, top = _side_width(width), 1 + question
    free = height - 3 - question - hand - staged
    log = max(min(free * 2 // 5, free - LEAST_ANSWERS), 0)
    log = 0 if log == 1 else log  # that row would be its line
    left, under = Box(0, top, width - side - 1, free - log), top + free - log
    middle = Box(0, under + 1, width, log - 1) if log else NOWHERE
    return Layout(
        size,
        Box(0, 0, width, 1),
        NOWHERE if asked else left,
        Box(width - side, top, side, free - log),
        Box(0, 1, width, question),
        left if asked else NOWHERE,
        middle,
        middle,
        Box(0, under + log, width, staged),
        Box(0, height - 2 - hand, width, hand),
        Box(0, height - 2, width, 1),
        Box(0, height - 1, width, 1),
    )


def _side_width(width: int) -> int:
    if width < 76:
        return 18
    return 26 if width < 100 else min(34 + (width - 100) // 4, 50)


def _smallest(size: Size, question: int, advice: int) -> Layout:
    """Return the question, its choices, what there is to say about the line, and the line, which comes first."""
    width, height = size
    wanted = {3: 1, 2: max(1, min(question, height // 4)), 0: 1}
    rows = [min(most, max(height - kept, 0)) for kept, most in wanted.items()]
    top = rows[0] + rows[1]
    room = max(height - 1 - top, 0)
    advice = min(advice, max(room // 2, 1), room)
    return Layout(
        size,
        Box(0, 0, width, rows[0]),
        NOWHERE,
        NOWHERE,
        Box(0, rows[0], width, rows[1]),
        Box(0, top, width, room - advice),
        Box(0, top + room - advice, width, advice),
        NOWHERE,
        NOWHERE,
        NOWHERE,
        Box(0, max(height - 1, 0), width, rows[2]),
        NOWHERE,
    )
