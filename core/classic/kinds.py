"""The kinds of values that only the actions and frames of 2003 hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeAlias

from core.classic.board import Board
from core.engine.errors import NotationError
from core.engine.kind import Kind, Named, Said
from core.engine.message import Message
from core.engine.word_lists import counted_text, read_counted
from core.engine.words import Words, quote
from core.mare.kinds import CONTROL, SEA, TOKEN, SiteKind, read_icon

MOVED, ATTACKED, SUPPORTED = 1, 2, 4
"""Bits of what a unit did this turn: its *deeds*, from 0 to 7. Only triremes support (7.2b)."""

DEEDS = ("fresh", "moved", "attacked", "spent")
DEED_WORDS = (*DEEDS, *(f"supporting_{word}" for word in DEEDS))
"""The words for units by their deeds."""

DEED_ORDER = (7, 3, 5, 1, 6, 2, 4, 0)
"""K34: in which order units go where nothing is said: those first that can do least."""


def deeds_of(which: int) -> int:
    """Return the deeds of the units that a value of ``WhichKind`` names; -1 for one that names a post or nothing."""
    return -3 - which if which <= -3 else -1


def which_of(deeds: int) -> int:
    """Return the value of ``WhichKind`` that names units by their deeds."""
    return -3 - deeds


class WhichKind(Kind):
    """Which units of one player in one place (K34).

    FREE where nothing is said, an icon or CONTROL for the legion that stands there, or units that stand on nothing by
    their deeds (``which_of``). ``province`` is the field with the province of legions; empty for triremes.
    """

    def __init__(self, province: str = "") -> None:
        self.province = province

    def read(self, words: Words, said: Said) -> int:
        word = words.next(Message("which units"))
        if word in DEED_WORDS:
            return which_of(DEED_WORDS.index(word))
        if self.province:
            return read_icon(Words(words.board, [word]), said[self.province])
        raise NotationError("{word} names no triremes; say one of: {words}.", word=quote(word), words=self._deeds())

    def text(self, board: Board, value: int, said: Said) -> str:
        if value <= which_of(0):
            return DEED_WORDS[deeds_of(value)]
        return "control" if value == CONTROL else board.icons[said[self.province]][value].name

    def options(self, board: Board, said: Said) -> Sequence[str]:
        icons = ["control", *board.icon_of[said[self.province]]] if self.province else []
        return [*icons, *DEED_WORDS]

    def _deeds(self) -> str:
        return ", ".join(DEED_WORDS)


class BerthKind(Kind):
    """Where triremes lie: a sea by its index, or the dock of a province as ``dock_of`` gives it (0.5)."""

    def read(self, words: Words, said: Said) -> int:
        word = words.next(Message("a sea or a province with a dock"))
        if word in words.board.provinces:
            return dock_of(words.board.provinces.index(word))
        return SEA.read(Words(words.board, [word]), said)

    def text(self, board: Board, value: int, said: Said) -> str:
        return board.seas[value] if value >= 0 else board.provinces[dock_of(value)]

    def shown(self, board: Board, value: int) -> str:
        return board.sea_names[value] if value >= 0 else board.province_names[dock_of(value)]

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return [*board.seas, *board.provinces]


def dock_of(place: int) -> int:
    """Return the berth that is the dock of a province; and the province of such a berth."""
    return -1 - place


class Force(NamedTuple):
    """The units that attack one of several opponents in a place (K37): legions or triremes, and fortresses.

    Of ``units`` those that have moved go first; ``fresh`` ones go besides, though some that have moved are left out.
    """

    units: int
    fresh: int = 0
    fortresses: int = 0


ALL = Force(-1)
"""All units there that can attack."""


class ForceKind(Kind):
    """A force: ``2 legion fresh fortress``."""

    def __init__(self, unit: str) -> None:
        self.names = (unit, "fresh", "fortress") if unit == "legion" else (unit, "fresh")

    def read(self, words: Words, said: Said) -> Force:
        left = words.left()
        if not left:
            words.next(Message("the units that attack"))
        for _ in left:
            words.next(self.names[0])
        return Force(*read_counted(left, self.names, "unit", NotationError))

    def text(self, board: Board, value: Force, said: Said) -> str:
        return counted_text(value[: len(self.names)], self.names)

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return self.names


class SeasKind(Kind):
    """Seas in the order named, as a tuple of indices; one at least."""

    lists = True

    def read(self, words: Words, said: Said) -> tuple[int, ...]:
        seas = [SEA.read(words, said)]
        while words.more():
            seas.append(SEA.read(words, said))
        if len(dict.fromkeys(seas)) < len(seas):
            raise NotationError("Name each sea once.")
        return tuple(seas)

    def text(self, board: Board, value: tuple[int, ...], said: Said) -> str:
        return " ".join(board.seas[sea] for sea in value)

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return board.seas


SIDE = Named("side", lambda board: board.sides, lambda board: board.side_names)

Side: TypeAlias = Annotated[int, SIDE]
Site: TypeAlias = Annotated[int, SiteKind("what")]
Berth: TypeAlias = Annotated[int, BerthKind()]
Good: TypeAlias = Annotated[int, TOKEN]
WhichShips: TypeAlias = Annotated[int, WhichKind()]
WhichHere: TypeAlias = Annotated[int, WhichKind("province")]
WhichThere: TypeAlias = Annotated[int, WhichKind("source")]
LandForce: TypeAlias = Annotated[Force, ForceKind("legion")]
SeaForce: TypeAlias = Annotated[Force, ForceKind("trireme")]
Chain: TypeAlias = Annotated[tuple[int, ...], SeasKind()]
