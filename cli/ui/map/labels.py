"""What labels on the map are made of: badges of sides, names, and marks; in more or fewer words.

A *line* has fragments, a style class and a text each, without a background, which is the map's. The *heading* of a
label is its pinned part: whose the place is, its name, and the notes behind that. Below it stand marks and units.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from cli.ui.map.geography import Place
from cli.ui.map.look import Look, Side

Fragment = tuple[str, str]
Line = list[Fragment]

SHORT, TIGHT, BRIEF, NAME, UNITS, ICONS, GOODS, WORDS = range(8)
"""How much a label says in the room that it has: a short name; behind it units of one side; of two; the name with
these; units below it; marks as well; their goods in two letters; in words. Where there is room for a short name alone,
units stand as near as they can."""

WIDEST = {ICONS: 10, GOODS: 13, WORDS: 17}
"""Columns of a line of marks, at most, before it is broken."""

TOGETHER = 13
"""Columns in which marks without their goods and units share a line."""

UNIT, WAR, STAKE = "class:map-units", "class:map-war", "class:map-stake"
"""The style classes of units, of the mark of a war, and of what is at stake."""

LEADING = re.compile(r"^\D(?=\d)")
"""The mark before a number of units, which can do without it."""

NOTES = 2
"""Columns after the name of a province that are kept for its notes; more of them stand before its units."""


class Label(NamedTuple):
    """What an edition writes on a place besides its name.

    ``held`` tells whose the place is, in one column, or nothing at sea. ``notes`` stand after the name, each in one
    column; the first of them gives way to the mark of what is selected. Below stand ``marks``, in groups that stay
    together, and ``units``.
    """

    held: Line
    notes: Line
    marks: Sequence[Line]
    units: Line


def width(line: Line) -> int:
    """Return the columns a line takes; East Asian characters take two."""
    return sum([len(text) if text.isascii() else get_cwidth(text) for _, text in line])


def badge(side: Side) -> Fragment:
    """Return a side's letter on its colour."""
    return f"class:map-badge-{side.ink}", side.letter


def holder(look: Look, side: Side | None) -> Line:
    """Return the mark of the holder of a place, None for no holder."""
    return [badge(side) if side is not None else ("class:map-free", look.glyphs.unheld)]


def names(place: Place, detail: int) -> list[str]:
    """Return the name of a place in as many words and lines as there is room for."""
    if detail <= BRIEF:
        return [place.short]
    if not place.is_sea or detail >= GOODS:
        return [place.name]
    return place.name.split() if detail == ICONS else place.name.split()[-1:]


def heading(place: Place, label: Label, detail: int, look: Look, selected: bool) -> list[tuple[int, Line]]:
    """Return the lines of the heading, each with how many columns before its name it begins."""
    texts, glyphs = names(place, detail), look.glyphs
    style = "class:map-selected" if selected else "class:map-sea-name" if place.is_sea else "class:map-name"
    lines: list[Line] = [[(style, text)] for text in texts]
    start: Line = [*label.held, *([(style, glyphs.left)] if selected else [] if place.is_sea else [("", " ")])]
    lines[0] = [*start, *lines[0]]
    notes = label.notes[: _notes(detail)]
    lines[-1] += [(style, glyphs.right), *notes[1:]] if selected else notes
    return [(width(start) if number == 0 else 0, line) for number, line in enumerate(lines)]


def below(label: Label, detail: int, last: Line) -> list[Line]:
    """Return the lines below the heading: marks in a line or two, and last the units."""
    lines = _broken(label.marks, detail) if label.marks and detail >= ICONS else []
    if detail == ICONS and lines and last and width(lines[0]) + width(last) < TOGETHER:
        return [[*lines[0], ("", " "), *last]]
    return [*lines, *([last] if last else [])]


def units(label: Label, detail: int) -> Line:
    """Return the units, and before them the notes that have no room behind the name."""
    notes = close(label.notes[_notes(detail) :])
    return _spaced(notes, label.units)


def forms(label: Label, detail: int, stake: Line) -> list[Line]:
    """Return the units with what is at stake, in less and less room: the chance goes first, then blanks."""
    lines = [units(_staked(label, sign), detail) for sign in (stake, _sign(stake))]
    return _told_apart([form for line in lines for form in (line, close(line))])


def scant_forms(label: Label, detail: int, stake: Line) -> list[Line]:
    """Return the units where there is hardly any room: by side their number, at last only that they are there."""
    few = [(style, LEADING.sub("", text)) for style, text in close(units(_staked(label, _sign(stake)), detail))]
    return _told_apart(
        [
            few,
            [fragment for fragment in few if fragment[0] not in (WAR, STAKE)],
            [fragment for fragment in few if fragment[0] != UNIT],
        ]
    )


def _staked(label: Label, sign: Line) -> Label:
    """Return a label with what is at stake behind its units, instead of a mark of war."""
    notes = [note for note in label.notes if not (sign and note[0] == WAR)]
    return label._replace(notes=notes, units=_spaced(label.units, sign))


def _sign(stake: Line) -> Line:
    """Return what is at stake without the chance."""
    return [(style, text[0]) for style, text in stake]


def _told_apart(lines: Sequence[Line]) -> list[Line]:
    """Return lines without empty ones, and each once."""
    return [line for number, line in enumerate(lines) if line and line not in lines[:number]]


def _spaced(line: Line, other: Line) -> Line:
    return [*line, *([("", " ")] if line and other else []), *other]


def _notes(detail: int) -> int:
    """Return how many notes have room behind a name on land."""
    return NOTES if detail >= UNITS else 0


def reserved(place: Place, detail: int, number: int) -> tuple[int, int]:
    """Return the columns kept before and behind a line of a name: for whose the place is, brackets and notes."""
    if not place.is_sea:
        return 2, _notes(detail)
    last = len(names(place, detail)) - 1
    return int(number == 0), int(number == last and detail >= UNITS)


def units_of(groups: Sequence[tuple[Side, str]]) -> Line:
    """Return units in a line, by side, with blanks between sides."""
    line: Line = []
    for side, text in groups:
        line += [*([("", " ")] if line else []), badge(side), (UNIT, text)]
    return line


def close(line: Line) -> Line:
    """Return a line without its blanks."""
    return [fragment for fragment in line if fragment != ("", " ")]


def _broken(groups: Sequence[Line], detail: int) -> list[Line]:
    """Return marks in one line, or in two of about the same length if one would be too long."""
    whole = _strung(groups, detail)
    if width(whole) <= WIDEST[detail]:
        return [whole]
    halves = [(_strung(groups[:cut], detail), _strung(groups[cut:], detail)) for cut in range(1, len(groups))]
    return list(min(halves, key=lambda pair: max(map(width, pair)), default=(whole,)))


def _strung(groups: Sequence[Line], detail: int) -> Line:
    line: Line = []
    for group in groups:
        line += [("", " "), *group] if line and detail >= GOODS else group
    return line
