"""Rows of styled text: what every pane of the screen is made of.

A *fragment* is a pair of a style and a text, a *row* a list of fragments, a *block* a list of rows. A pane gives a
block of exactly the width and height it is asked for; widths are columns of a terminal, not characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import Formatter
from typing import NamedTuple, TypeAlias

from cli.ui.text.cells import columns, cut, spoken_parts, wide_columns

Fragment: TypeAlias = tuple[str, str]
Row: TypeAlias = list[Fragment]
Block: TypeAlias = list[Row]


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


def length(row: Row) -> int:
    """Return how many columns a row takes."""
    # Every row of the screen is measured at every key: a call for each of its texts would be most of the calls there.
    total = 0
    for _, text in row:
        total += len(text) if text.isascii() else wide_columns(text)
    return total


def fitted(row: Row, width: int, more: str = "~") -> Row:
    """Return the row in exactly so many columns: filled with spaces, or cut, with ``more`` as the last column."""
    missing = width - length(row)
    if missing >= 0:
        return [*row, ("", " " * missing)] if missing else row
    kept: Row = []
    left = max(width - 1, 0)
    for style, text in row:
        shown = cut(text, left)
        if shown:
            kept.append((style, shown))
            left -= columns(shown)
        if shown != text:
            break
    last = kept[-1][0] if kept else ""
    return [*kept, (last, more), ("", " " * left)] if width else []


def block(rows: Iterable[Row], size: Size, start: int = 0) -> Block:
    """Return the rows from one on in a block of that size."""
    shown = [fitted(row, size.width) for row in list(rows)[start : start + size.height]]
    return shown + [[("", " " * size.width)]] * (size.height - len(shown))


def scrolled(rows: Block, size: Size, start: int, more: str) -> Block:
    """Return the rows from one on, none past the last; ``more`` and the key stand for those that follow.

    If there is room for one row only, they stand behind that, which would else never show.
    """
    start = max(min(start, len(rows) - size.height), 0)
    if start + size.height >= len(rows) or not size.height:
        return block(rows, size, start)
    if size.height == 1:
        key: Row = [("class:dim", f" {more} PgDn")]
        return block([[*fitted(rows[start], max(size.width - length(key), 0)), *key]], size)
    return block([*rows[start : start + size.height - 1], [("class:dim", f"{more} PgDn")]], size)


def hidden(rows: Block, size: Size, start: int) -> int:
    """Return how many rows of such a block can be scrolled on at once, so that none is passed over; 0 at its end."""
    left = len(rows) - size.height - start
    return min(max(left, 0), max(size.height - 1, 1)) if size.height else 0


def newest(rows: Block, size: Size, back: int = 0) -> Block:
    """Return the last rows that fit, or those that many rows before them."""
    first = first_of_newest(len(rows), size.height, back)
    return block(rows[first : first + size.height], size)


def first_of_newest(rows: int, height: int, back: int = 0) -> int:
    """Return the first of the rows that are then shown."""
    return max(max(rows - back, min(rows, height)) - height, 0)


WIDEST = 2
"""Columns of the widest characters."""


def folded(row: Row, width: int, indent: int = 0) -> Block:
    """Return the row in as many as it takes, broken between words; all but the first are indented.

    A row that fits stays as it is, and spaces at the beginning of any stay there.
    """
    if length(row) <= width:
        return [row]
    return [list(line) for line in _folded(tuple(row), width, indent)]


@lru_cache(maxsize=2048)
def _folded(row: tuple[Fragment, ...], width: int, indent: int) -> Block:
    """Fold a row that is too long, and remember it: a screen is drawn at every key, and most rows stay as they were."""
    lead = min(_lead(row), width // 2)
    lines: Block = []
    line: Row = [("", " " * lead)] if lead else []
    used, indent = lead, min(indent + lead, width // 2)
    started = not lead
    for word in _words(row):
        needed = length(word)
        if line and used + started + needed > width:
            lines += [line] if started else []
            line, used = [], 0
        if line and started:
            line.append((word[0][0] if line[-1][0] == word[0][0] else "", " "))
            used += 1
        elif lines and indent:
            line.append(("", " " * indent))
            used = indent
        started = True
        if needed <= width - used:
            line += word
            used += needed
            continue
        *full, end = _broken(word, width - used, width - indent)
        for piece in full:
            lines.append([*line, *piece])
            line = [("", " " * indent)] if indent else []
            used = indent
        line += end
        used += length(end)
    return [*lines, line]


def _broken(word: Row, first: int, rest: int) -> Block:
    """Return a word that is wider than a line, in pieces: an invitation has to be there whole, to be copied."""
    if rest < WIDEST:
        return [fitted(word, first)]
    pieces: Block = [[]]
    room = first
    is_spoken = len(spoken_parts("".join(text for _, text in word))) > 1
    for style, text in word:
        left = text
        while left:
            piece = cut(left, room)
            if is_spoken and piece != left and ("-" in piece or pieces[-1]):
                piece = piece[: piece.rfind("-") + 1]
            if not piece:
                pieces.append([])
                room = rest
                continue
            pieces[-1].append((style, piece))
            left, room = left[len(piece) :], room - columns(piece)
    return pieces


def emphasized(template: str, style: str = "class:number", **fields: str) -> Row:
    """Return a text with named fields, which stand out."""
    row: Row = []
    for literal, name, _, _ in Formatter().parse(template):
        row += [("", literal)] if literal else []
        row += [(style, fields[name])] if name else []
    return row


def _lead(row: Sequence[Fragment]) -> int:
    text = "".join(text for _, text in row)
    return len(text) - len(text.lstrip(" "))


def _words(row: Sequence[Fragment]) -> Block:
    """Return the row's words; one may go through several fragments."""
    words: Block = [[]]
    for style, text in row:
        for number, part in enumerate(text.split(" ")):
            if number and words[-1]:
                words.append([])
            if part:
                words[-1].append((style, part))
    return words if words[-1] else words[:-1]


def beside(blocks: list[Block], rule: Fragment) -> Block:
    """Put blocks of one height side by side, with a rule between them."""
    height = min(map(len, blocks))
    joined: Block = []
    for line in range(height):
        row: Row = []
        for number, one in enumerate(blocks):
            row += [rule] if number else []
            row += one[line]
        joined.append(row)
    return joined


def titled(title: str, width: int, line: str, right: str = "") -> Row:
    """Return a line with a title in it, and perhaps something at its right end."""
    shown = cut(title, max(width - 4, 0))
    tail = f" {right} {line}" if right and columns(right) + columns(shown) + 8 <= width else ""
    if not shown:
        return fitted([("class:rule", line * (width - columns(tail))), ("class:dim", tail)], width)
    left = width - 3 - columns(shown) - columns(tail)
    return [
        ("class:rule", line),
        ("class:title", f" {shown} "),
        ("class:rule", line * max(left, 0)),
        *([("class:dim", tail)] if tail else []),
    ]


def plain(rows: Block) -> str:
    """Return the text alone, for tests and for eyes."""
    return "\n".join("".join(text for _, text in row).rstrip() for row in rows)
