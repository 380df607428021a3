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
    unheld: str
    more: str  # where a list goes on
    way: str  # of units that would go somewhere
    tips: str  # of arrows: to the right, and on by eighths of a turn, downwards first
    stake: str  # before the chance to win


UNICODE = Glyphs(held="◂", wave="~", left="▸", right="◂", unheld="·", more="…", way="•", tips="→↘↓↙←↖↑↗", stake="✕")
ASCII = Glyphs(held="<", wave="~", left=">", right="<", unheld="-", more="...", way=".", tips=">>v<<<^>", stake="X")


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
