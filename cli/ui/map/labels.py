"""What labels on the map are made of: badges of sides, names, and marks; in more or fewer words.

A label has *lines* of fragments, a style class and a text each, without a background, which is the map's.
"""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from cli.ui.map.look import Look, Side

Fragment = tuple[str, str]
Line = list[Fragment]
Label = list[Line]

SIGNS, CODE, BARE, ICONS, GOODS, WORDS = range(6)
"""How much a label says: whose it is and units; a short name as well; the name; its marks as well; their goods in two
letters; in words."""

WIDEST = {SIGNS: 6, CODE: 6, BARE: 14, ICONS: 10, GOODS: 13, WORDS: 17}
"""Columns of a line of marks, at most, before it is broken."""


TOGETHER = 13
"""Columns in which marks without their goods and units share a line."""


def width(line: Line) -> int:
    """Return the columns a line takes; East Asian characters take two."""
    return sum([len(text) if text.isascii() else get_cwidth(text) for _, text in line])


def badge(side: Side) -> Fragment:
    """Return a side's letter on its colour."""
    return f"class:map-badge-{side.ink}", side.letter


def holder(look: Look, side: Side | None, occupier: Side | None = None) -> Line:
    """Return whose a place is, None being nobody, and who occupies it."""
    line = [badge(side) if side is not None else ("class:map-free", look.glyphs.nobody)]
    return line if occupier is None else [*line, ("class:map-name", look.glyphs.held), badge(occupier)]


def heading(held: Line, name: str, detail: int, look: Look, selected: bool) -> Line:
    """Return whose a place is, and its name, short where there is no room for more."""
    short = name[:3] if detail <= CODE else name
    if selected:
        return [*held, ("class:map-selected", f"{look.glyphs.left}{short}{look.glyphs.right}")]
    return [*held, ("class:map-name", f" {short}")]


def land_label(head: Line, marks: Sequence[Line], units: Line, detail: int) -> Label:
    """Return a label of a place on land: its heading, its marks in a line or two, and the units, side after side."""
    lines = _broken(marks, detail) if marks and detail >= ICONS else []
    if detail == ICONS and lines and units and width(lines[0]) + width(units) < TOGETHER:
        return [head, [*lines[0], ("", " "), *units]]
    return [head, *lines, *([units] if units else [])]


def signs(held: Line, units: Line, *, alone: bool) -> Label:
    """Return the least that a label on land says; with ``alone`` the units tell by themselves whose the place is."""
    close = _close(units)
    return [close if alone else [*held, *([("", " "), *close] if units else [])]]


def sea_label(name: str, fleets: Line, detail: int, look: Look, selected: bool) -> Label:
    """Return the label of a sea: its name, and the fleets there; these alone where there is room for no more."""
    words = name.split() if detail == ICONS else [name] if detail > ICONS else [name.rsplit(maxsplit=1)[-1]]
    if detail <= CODE:
        words = [words[0][:5]]
    label: Label = [[("class:map-selected" if selected else "class:map-sea-name", word)] for word in words]
    if selected:
        label[0] = [("class:map-selected", look.glyphs.left), *label[0]]
        label[-1] = [*label[-1], ("class:map-selected", look.glyphs.right)]
    if fleets and detail <= CODE and not selected:
        return [_close(fleets) if detail == SIGNS else fleets]
    return [*label, fleets] if fleets else label


def units_of(groups: Sequence[tuple[Side, str]]) -> Line:
    """Return units in a line, by side, with blanks between sides."""
    line: Line = []
    for side, text in groups:
        line += [*([("", " ")] if line else []), badge(side), ("class:map-units", text)]
    return line


def _close(line: Line) -> Line:
    """A line without its blanks."""
    return [fragment for fragment in line if fragment != ("", " ")]


def _broken(groups: Sequence[Line], detail: int) -> list[Line]:
    """Marks in one line, or where that would be too long in two that are about as long."""
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
