"""What a drawing of the board is made of: places, lines, and the land and water around them."""

from __future__ import annotations

import re
from dataclasses import dataclass

Point = tuple[float, float]
Outline = tuple[Point, ...]


MARGIN = 25.0
"""Units beyond the easternmost province that are shown."""


SYLLABLE = re.compile(r"\w{2,}?[^\Waeiouy](?=[aeiouy])", re.IGNORECASE)
"""The beginning of a name with which abbreviations end: before the second vowel, as in Mac., Thr. and Tyrrh."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place that is open on a board, before it has a shape; ``at`` is its longitude and latitude."""

    id: str
    name: str
    is_sea: bool
    index: int
    at: Point = (0.0, 0.0)

    def short(self, usual: str = "") -> str:
        """Return a short form of its name: the ``usual`` one if that fits the name, else one made from a word of it."""
        words = self.name.split()
        if usual and all(any(word.startswith(part.rstrip(".")) for word in words) for part in usual.split()):
            return usual
        word = words[-1 if self.is_sea else 0]
        found = SYLLABLE.match(word)
        return f"{found[0]}." if found and len(found[0]) < len(word) - 2 else word


@dataclass(frozen=True, slots=True)
class Place:
    """A province or sea that is open: ``index`` is the board's, ``anchor`` the middle of its name, ``short`` what it is
    called where there is little room."""

    id: str
    name: str
    short: str
    is_sea: bool
    index: int
    outline: Outline
    anchor: Point


@dataclass(frozen=True, slots=True)
class Line:
    """A ``coast``, a ``border``, a ``strait`` between seas, or the ``edge`` of the board, with the places beside it."""

    kind: str
    beside: tuple[str, ...]
    points: Outline


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """All shapes of a board, seas first.

    ``beyond`` is land that is no part of the board and ``closed`` are its closed provinces; they lie below all others.
    """

    width: float
    height: float
    places: tuple[Place, ...]
    beyond: tuple[Outline, ...]
    closed: tuple[Outline, ...]
    lines: tuple[Line, ...]

    @property
    def seen(self) -> float:
        """The width that is worth showing: to the east, closed provinces are left out."""
        if not self.closed:
            return self.width
        eastmost = max([x for place in self.places if not place.is_sea for x, _ in place.outline], default=self.width)
        return min(eastmost + MARGIN, self.width)

    def place(self, name: str) -> Place | None:
        """Return the place of that id, if it is on the board."""
        return next((place for place in self.places if place.id == name), None)
