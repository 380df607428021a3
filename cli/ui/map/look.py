"""What the map is drawn with: glyphs, and the colours of style classes for terminals of every kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cli.i18n.texts import term, tr
from core.empires.board import Board
from core.empires.map import BUILDING_KINDS, CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The marks on the map. Buildings have one for what stands and one for a free icon."""

    built: Sequence[str]  # by building kind
    free: Sequence[str]
    legion: str
    fortress: str
    trireme: str
    war: str
    held: str  # between a controller and who stands on the control marker
    wave: str
    left: str  # round the name of the selected place
    right: str
    nobody: str


def _by_kind(marks: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(marks[kind] for kind in range(len(BUILDING_KINDS)))


UNICODE = Glyphs(
    built=_by_kind({CARAVAN: "●", MARKET: "■", CITY: "◆", CAPITAL: "★", LEGENDARY_CITY: "✦", TEMPLE: "▲"}),
    free=_by_kind({CARAVAN: "○", MARKET: "□", CITY: "◇", CAPITAL: "☆", LEGENDARY_CITY: "✧", TEMPLE: "△"}),
    legion="⚑",
    fortress="♜",
    trireme="◢",
    war="✕",
    held="◂",
    wave="~",
    left="▸",
    right="◂",
    nobody="·",
)
ASCII = Glyphs(
    built=_by_kind({CARAVAN: "+", MARKET: "M", CITY: "C", CAPITAL: "K", LEGENDARY_CITY: "L", TEMPLE: "T"}),
    free=_by_kind({CARAVAN: "-", MARKET: "m", CITY: "c", CAPITAL: "k", LEGENDARY_CITY: "l", TEMPLE: "t"}),
    legion="!",
    fortress="#",
    trireme="^",
    war="X",
    held="<",
    wave="~",
    left=">",
    right="<",
    nobody="-",
)


@dataclass(frozen=True, slots=True)
class Look:
    """How a terminal can be drawn on: with more than ASCII, and with colours."""

    unicode: bool = True
    colour: bool = True

    @property
    def glyphs(self) -> Glyphs:
        """The marks that this terminal can show."""
        return UNICODE if self.unicode else ASCII


def legend(look: Look) -> list[str]:
    """What the marks on the map mean, in lines of 72 columns at most."""
    glyphs = look.glyphs
    pairs = [
        f"{glyphs.built[kind]}{glyphs.free[kind]} {term(name.replace('_', ' '))}"
        for kind, name in enumerate(BUILDING_KINDS)
        if kind != CARAVAN
    ]
    caravan, market = (glyphs.built[kind] for kind in (CARAVAN, MARKET))
    return [
        tr(
            "R Latium: controlled by Rome; {nobody} Latium: by nobody; Latium {war}: at war",
            nobody=glyphs.nobody,
            war=glyphs.war,
        ),
        tr("C{held}R Sicilia: a legion of Rome stands on the control marker of Carthage", held=glyphs.held),
        tr("{caravan}oil: a caravan stands; {free}oil: its icon is free", caravan=caravan, free=glyphs.free[CARAVAN]),
        tr("likewise {buildings}", buildings=", ".join(pairs)),
        tr("{market}R: that building is held, or that icon taken, by a legion of Rome", market=market),
        tr(
            "R{legion}2{fortress}: two legions and the fortress of Rome; R{trireme}2: two triremes",
            legion=glyphs.legion,
            fortress=glyphs.fortress,
            trireme=glyphs.trireme,
        ),
        tr("{wave}: water", wave=glyphs.wave),
    ]


@lru_cache(maxsize=16)
def letters(board: Board) -> tuple[str, ...]:
    """By empire a letter or digit of its own: the first of its name that no empire before it has."""
    found: list[str] = []
    for name in board.empire_names:
        options = [*(letter for letter in name.upper() if letter.isascii() and letter.isalpha()), *"123456789"]
        found.append(next(letter for letter in options if letter not in found))
    return tuple(found)


# ---------------------------------------------------------------------- colours

INKS = ("red", "green", "purple", "yellow", "black")
"""The colours that empires can have."""


@lru_cache(maxsize=16)
def inks(board: Board) -> tuple[str, ...]:
    """By empire the colour it is drawn in: its own, or one that no other has."""
    own = [start.color for start in board.starts]
    spare = [ink for ink in INKS if ink not in own]
    return tuple(ink if ink in INKS and ink not in own[:index] else _next(spare) for index, ink in enumerate(own))


def _next(spare: list[str]) -> str:
    return spare.pop(0) if spare else INKS[0]


SEA, BEYOND, OPEN = "sea", "beyond", "open"
"""Grounds besides the land of an empire: seas, land outside the board, land that nobody controls."""

_GROUNDS = {
    SEA: "#133552",
    BEYOND: "#3b4142",
    OPEN: "#6a5f45",
    "red": "#7c2c27",
    "green": "#2c6239",
    "purple": "#563575",
    "yellow": "#7d651a",
    "black": "#26282f",
}
_BADGES = {
    "red": "bg:#e0463a #ffffff",
    "green": "bg:#52bd6b #04200c",
    "purple": "bg:#b07fe6 #16061f",
    "yellow": "bg:#f0cd48 #221a00",
    "black": "bg:#08090b #f4f4f4",
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
