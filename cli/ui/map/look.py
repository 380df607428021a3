"""What every map is drawn with: glyphs, the sides' letters and colours, and the styles for terminals of every kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The marks that every map has. An edition adds those of what stands on its places."""

    held: str  # between a holder and who stands on the holder's marker
    wave: str
    left: str  # round the name of the selected place
    right: str
    nobody: str


UNICODE = Glyphs(held="◂", wave="~", left="▸", right="◂", nobody="·")
ASCII = Glyphs(held="<", wave="~", left=">", right="<", nobody="-")


@dataclass(frozen=True, slots=True)
class Look:
    """How a terminal can be drawn on: with more than ASCII, and with colours."""

    unicode: bool = True
    colour: bool = True

    @property
    def glyphs(self) -> Glyphs:
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
"""Grounds besides the land of a side: seas, land outside the board, land that nobody holds."""

_GROUNDS = {
    SEA: "#133552",
    BEYOND: "#3b4142",
    OPEN: "#6a5f45",
    "red": "#7c2c27",
    "green": "#2c6239",
    "purple": "#563575",
    "yellow": "#7d651a",
    "black": "#26282f",
    "blue": "#2f52ad",
    "grey": "#6d7277",
}
_BADGES = {
    "red": "bg:#e0463a #ffffff",
    "green": "bg:#52bd6b #04200c",
    "purple": "bg:#b07fe6 #16061f",
    "yellow": "bg:#f0cd48 #221a00",
    "black": "bg:#08090b #f4f4f4",
    "blue": "bg:#6f9bff #04122e",
    "grey": "bg:#c9ced2 #16191c",
}
_RICH_TEXT = {
    "map-name": "#ffffff bold",
    "map-sea-name": "#8fbcdb italic",
    "map-built": "#fff3d0",
    "map-free": "#cfc8b8",
    "map-units": "#ffffff bold",
    "map-border": "#c9bf9f",
    "map-coast": "",
    "map-strait": "#2f6690",
    "map-wave": "#1f4a6e",
    "map-war": "bg:#ff5a3c #000000 bold",
    "map-selected": "bg:#ffffff #000000 bold",
}

RICH: dict[str, str] = {
    **{f"map-on-{ground}": f"bg:{colour}" for ground, colour in _GROUNDS.items()},
    **{f"map-ink-{ground}": colour for ground, colour in _GROUNDS.items()},
    **{f"map-badge-{ink}": colours + " bold" for ink, colours in _BADGES.items()},
    **_RICH_TEXT,
}
"""For terminals with 256 colours or all."""

_BASIC_GROUNDS = {
    SEA: ("ansiblue", "ansiwhite"),
    BEYOND: ("ansiblack", "ansigray"),
    OPEN: ("ansigray", "ansiblack"),
    "red": ("ansired", "ansiwhite"),
    "green": ("ansigreen", "ansiblack"),
    "purple": ("ansimagenta", "ansiwhite"),
    "yellow": ("ansiyellow", "ansiblack"),
    "black": ("ansibrightblack", "ansiwhite"),
    "blue": ("ansibrightblue", "ansiblack"),
    "grey": ("ansiwhite", "ansiblack"),
}

BASIC: dict[str, str] = {
    **{f"map-on-{ground}": f"bg:{colour} {text}" for ground, (colour, text) in _BASIC_GROUNDS.items()},
    **{f"map-ink-{ground}": colour for ground, (colour, _) in _BASIC_GROUNDS.items()},
    **{f"map-badge-{ink}": "reverse bold" for ink in INKS},
    "map-name": "bold",
    "map-sea-name": "",
    "map-built": "bold",
    "map-free": "",
    "map-units": "bold",
    "map-border": "",
    "map-coast": "",
    "map-strait": "ansicyan",
    "map-wave": "ansicyan",
    "map-war": "bg:ansibrightred ansiblack bold",
    "map-selected": "bg:ansiwhite ansiblack bold",
}
"""For terminals with 16 colours."""

MONO: dict[str, str] = {
    **dict.fromkeys(RICH, ""),
    **{f"map-badge-{ink}": "reverse bold" for ink in INKS},
    "map-name": "bold",
    "map-war": "reverse bold",
    "map-selected": "reverse bold",
}
"""For terminals without colours, and where NO_COLOR is set."""

STYLES: Mapping[int, Mapping[str, str]] = {1: MONO, 4: BASIC, 8: RICH, 24: RICH}
"""By bits of colour, the style of every class that the map uses."""
