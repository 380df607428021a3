"""What every map is drawn with: glyphs, the sides' letters and colours, and labels of badges, names and marks.

A *line* has fragments, a style class and a text each, without a background, which is the map's. The *heading* of a
label is its pinned part: whose the place is, its name, and the notes behind that. Below it stand marks and units.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cli.ui.map.geography import Place
from cli.ui.text.cells import columns


@dataclass(frozen=True, slots=True)
class MapGlyphs:
    """The marks that every map has. An edition adds those of what stands on its places."""

    held: str  # between a holder and who stands on the holder's marker
    wave: str
    left: str  # round the name of the selected place
    right: str
    unheld: str
    more: str  # where a list goes on
    way: str  # of units that would go somewhere
    tips: str  # of arrows: to the right, and on by eighths of a turn, downwards first
    stake: str  # before the chance to win


UNICODE = MapGlyphs(held="◂", wave="~", left="▸", right="◂", unheld="·", more="…", way="•", tips="→↘↓↙←↖↑↗", stake="✕")
ASCII = MapGlyphs(held="<", wave="~", left=">", right="<", unheld="-", more="...", way=".", tips=">>v<<<^>", stake="X")


@dataclass(frozen=True, slots=True)
class Look:
    """How a terminal can be drawn on: with more than ASCII, and with colours."""

    unicode: bool = True
    colour: bool = True

    @property
    def glyphs(self) -> MapGlyphs:
        """The marks that this terminal can show."""
        return UNICODE if self.unicode else ASCII


# ---------------------------------------------------------------------- colours

INKS = ("red", "green", "purple", "yellow", "black", "blue", "grey")
"""The colours that sides can have."""


class Side(NamedTuple):
    """A side of the game as the map shows it: its name, a letter or digit and a colour of its own."""

    name: str
    letter: str
    ink: str


def sides(names: Sequence[str], colours: Sequence[str]) -> tuple[Side, ...]:
    """Return all sides, each with the first free letter of its name, and with its own colour or a spare one."""
    found: list[Side] = []
    spare = [ink for ink in INKS if ink not in colours]
    for index, (name, colour) in enumerate(zip(names, colours, strict=True)):
        options = [*(letter for letter in name.upper() if letter.isascii() and letter.isalpha()), *"123456789"]
        taken = [side.letter for side in found]
        letter = next(letter for letter in options if letter not in taken)
        is_free = colour in INKS and colour not in colours[:index]
        found.append(Side(name, letter, colour if is_free else _next(spare)))
    return tuple(found)


def _next(spare: list[str]) -> str:
    return spare.pop(0) if spare else INKS[0]


SEA, BEYOND, OPEN = "sea", "beyond", "open"
"""Grounds besides the land of a side: seas, land outside the board, land without a controller."""

_GROUNDS = {
    SEA: "#133552",
    BEYOND: "#22272a",
    OPEN: "#65593f",
    "red": "#7c2c27",
    "green": "#2c6239",
    "purple": "#5c2c80",
    "yellow": "#6f5a16",
    "black": "#4a4e5c",
    "blue": "#2f52ad",
    "grey": "#5b6064",
}
_FEWER_GROUNDS = {
    SEA: "#00005f",
    BEYOND: "#262626",
    OPEN: "#5f5f5f",
    "red": "#870000",
    "green": "#005f00",
    "purple": "#5f0087",
    "yellow": "#5f5f00",
    "black": "#005f5f",
    "blue": "#005faf",
    "grey": "#444444",
}
"""The same among 256 colours, of which the nearest to most of those above are greys."""

BADGES = {
    "red": "bg:#cd2a22 #ffffff",
    "green": "bg:#52bd6b #04200c",
    "purple": "bg:#b07fe6 #16061f",
    "yellow": "bg:#f0cd48 #221a00",
    "black": "bg:#6b7080 #ffffff",
    "blue": "bg:#6f9bff #04122e",
    "grey": "bg:#c9ced2 #16191c",
}
"""By colour of a side, its badge with 256 colours or all."""

_RICH_TEXT = {
    "map-label": "",
    "map-name": "#ffffff bold",
    "map-sea-name": "#8fbcdb italic",
    "map-built": "#fff3d0",
    "map-free": "#e4dfd2",
    "map-units": "#ffffff bold",
    "map-border": "#f0ead6",
    "map-coast": "",
    "map-strait": "#7fb0d2",
    "map-war": "bg:#ff5a3c #000000 bold",
    "map-stake": "bg:#ff5a3c #000000 bold",
    "map-arrow": "#ffffff bold",
    "map-selected": "bg:#ffffff #000000 bold",
}


def _rich(grounds: Mapping[str, str]) -> dict[str, str]:
    """Return the styles for these grounds. The sea is told by its colour and needs no waves."""
    return {
        **{f"map-on-{ground}": f"bg:{colour} #ffffff" for ground, colour in grounds.items()},
        **{f"map-ink-{ground}": colour for ground, colour in grounds.items()},
        **{f"map-badge-{ink}": colours + " bold" for ink, colours in BADGES.items()},
        **{f"map-swatch-{ink}": colours for ink, colours in BADGES.items()},
        **_RICH_TEXT,
        "map-wave": grounds[SEA],
    }


RICH, FEWER = _rich(_GROUNDS), _rich(_FEWER_GROUNDS)
"""For terminals with all colours, and with 256."""

_OWN = "bg:ansidefault ansidefault"
"""The terminal's own colours, whatever the ground."""

_BASIC_GROUNDS = {
    SEA: "ansiblue",
    BEYOND: "ansiblack",
    OPEN: "ansigray",
    "red": "ansired",
    "green": "ansigreen",
    "purple": "ansimagenta",
    "yellow": "ansiyellow",
    "black": "ansicyan",
    "blue": "ansicyan",
    "grey": "ansiwhite",
}
"""No edition has both black and blue sides; ``ansibrightblack`` is the background's colour in some terminals."""

BASIC: dict[str, str] = {
    **{f"map-on-{ground}": f"bg:{colour} ansidefault" for ground, colour in _BASIC_GROUNDS.items()},
    **{f"map-ink-{ground}": colour for ground, colour in _BASIC_GROUNDS.items()},
    **{f"map-badge-{ink}": "reverse bold" for ink in INKS},
    **{f"map-swatch-{ink}": f"bg:{_BASIC_GROUNDS[ink]}" for ink in INKS},
    "map-label": _OWN,
    "map-name": "bold",
    "map-sea-name": "",
    "map-built": "bold",
    "map-free": "",
    "map-units": "bold",
    "map-border": _OWN,
    "map-coast": _OWN,
    "map-strait": _OWN,
    "map-wave": "ansiblue",
    "map-war": "reverse bold",
    "map-stake": "reverse bold",
    "map-arrow": "bold",
    "map-selected": "reverse bold",
}
"""For terminals with 16 colours, of which each terminal has its own: they colour lands and seas, and no text."""

MONO: dict[str, str] = {
    **dict.fromkeys(RICH, ""),
    **{f"map-badge-{ink}": "reverse bold" for ink in INKS},
    "map-name": "bold",
    "map-war": "reverse bold",
    "map-stake": "reverse bold",
    "map-arrow": "bold",
    "map-selected": "reverse bold",
}
"""For terminals without colours, and where NO_COLOR is set."""

STYLES: Mapping[int, Mapping[str, str]] = {1: MONO, 4: BASIC, 8: FEWER, 24: RICH}
"""By bits of colour, the style of every class that the map uses."""


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
    return sum([columns(text) for _, text in line])


def badge(side: Side) -> Fragment:
    """Return a side's letter on its colour."""
    return f"class:map-badge-{side.ink}", side.letter


def holder(look: Look, side: Side | None) -> Line:
    """Return the mark of the holder of a place, None for no holder."""
    return [badge(side) if side is not None else ("class:map-free", look.glyphs.unheld)]


def names(place: Place, detail: int) -> list[str]:
    """Return the name of a place in as many words and lines as there is room for."""
    if detail <= BRIEF:
        return [place.abbreviation]
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
