"""The kinds of values that only the actions and frames of 2003 hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Annotated, TypeAlias

from core.classic.board import Board
from core.engine.errors import NotationError
from core.engine.kind import Kind, Named, Said, Setting, Several
from core.engine.message import Message, several
from core.engine.toml import Reader
from core.engine.words import Words, counted_text, quote, read_counted
from core.mare.kinds import CONTROL, OPPONENT, PROVINCE, SEA, TOKEN, SiteKind, icon_word, read_icon

MOVED, ATTACKED, SUPPORTED = 1, 2, 4
"""Bits of what a unit did this turn: its *deeds*, from 0 to 7. Only triremes support (7.2b)."""

DEEDS = ("fresh", "moved", "attacked", "spent")
DEED_WORDS = (*DEEDS, *(f"supporting_{word}" for word in DEEDS))
"""The words for units by their deeds."""

DEED_ORDER = (7, 3, 5, 1, 6, 2, 4, 0)
"""The order in which units go if the player names none (K34): those that can do least go first."""


def deeds_of(which: int) -> int:
    """Return the deeds of the units that a value of ``WhichKind`` names; -1 if it names a post or nothing."""
    return -3 - which if which <= -3 else -1


def which_of(deeds: int) -> int:
    """Return the value of ``WhichKind`` that names units by their deeds."""
    return -3 - deeds


class WhichKind(Kind):
    """Which units of one player in one place (K34).

    FREE stands for no choice, an icon or CONTROL for the legion that stands there. Other values name free units by
    their deeds (``which_of``). ``province`` is the field with the province of legions; it is empty for triremes.
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
        return icon_word(board, said[self.province], value)

    def options(self, board: Board, said: Said) -> Sequence[str]:
        icons = ["control", *board.icon_of[said[self.province]]] if self.province else []
        return [*icons, *DEED_WORDS]

    def _deeds(self) -> str:
        return ", ".join(DEED_WORDS)


class BerthKind(Kind):
    """The place of triremes: a sea by its index, or the dock of a province in the form of ``dock_of`` (0.5)."""

    def read(self, words: Words, said: Said) -> int:
        word = words.next(Message("a sea or a province with a dock"))
        if word in words.board.provinces:
            return dock_of(words.board.provinces.index(word))
        return SEA.read(Words(words.board, [word]), said)

    def text(self, board: Board, value: int, said: Said) -> str:
        return board.seas[value] if value >= 0 else board.provinces[dock_of(value)]

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return [*board.seas, *board.provinces]


def dock_of(place: int) -> int:
    """Return the berth that is the dock of a province. For such a berth, return its province."""
    return -1 - place


Counted = tuple[int, ...]
"""Numbers of units, by the words of a ``CountedKind``; ALL if none are named."""

ALL: Counted = ()
"""All units there that can do it."""

LAND_FORCE = ("fresh", "moved", "fortress")
"""The words for units that can attack on land."""

SEA_FORCE = ("fresh", "moved", "supporting_fresh", "supporting_moved")
"""The words for units that can attack at sea."""


class CountedKind(Kind):
    """Numbers of units by words: ``2 fresh fortress`` (K37); ALL if none are named."""

    lists = True

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def read(self, words: Words, said: Said) -> Counted:
        left = words.left()
        if not left:
            words.next(Message("which units"))
        for _ in left:
            words.next(self.names[0])
        return tuple(read_counted(left, self.names, "unit", NotationError))

    def text(self, board: Board, value: Counted, said: Said) -> str:
        return counted_text(value, self.names)

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return self.names

    def load(self, reader: Reader, key: str, at: Setting) -> Counted:
        words = reader.words(key)
        return ALL if words is None else tuple(read_counted(words, self.names, "unit", partial(reader.fail, key)))

    def dump(self, value: Counted, at: Setting) -> str | None:
        return None if value == ALL else counted_text(value, self.names)


class DeedsKind(Kind):
    """Deeds of units by place: ``{ latium = "2 moved spent" }`` for (place, deeds, number), without fresh ones."""

    def __init__(self, of: Named) -> None:
        self.of = of

    def load(self, reader: Reader, key: str, at: Setting) -> tuple[tuple[int, int, int], ...]:
        places = self.of.words(at.board)
        table = reader.sub(key, {}).only(places)
        found = []
        for place, name in enumerate(places):
            counts = read_counted(table.words(name) or (), DEED_WORDS, "unit", partial(table.fail, name))
            found += [(place, deeds, number) for deeds, number in enumerate(counts) if deeds and number]
        return tuple(found)

    def dump(self, value: Sequence[tuple[int, int, int]], at: Setting) -> dict[str, str] | None:
        found: dict[str, list[int]] = {}
        for place, deeds, number in value:
            found.setdefault(self.of.words(at.board)[place], [0] * len(DEED_WORDS))[deeds] = number
        return {name: counted_text(counts, DEED_WORDS) for name, counts in found.items()} or None


class PostDeedsKind(Kind):
    """Deeds of legions on posts: ``{ syria = { control = "moved" } }`` for (province, icon or CONTROL, deeds)."""

    def load(self, reader: Reader, key: str, at: Setting) -> tuple[tuple[int, int, int], ...]:
        board: Board = at.board
        found: list[tuple[int, int, int]] = []
        for name, table in reader.sub(key, {}).items(("control", *dict.fromkeys(chain(*board.icon_of)))):
            if name not in board.provinces:
                raise reader.fail(key, f"there is no province “{name}” in this game.")
            province = board.provinces.index(name)
            icons = {"control": CONTROL, **board.icon_of[province]}
            named = table.only(icons)
            found += [(province, icons[icon], DEEDS.index(named.choice(icon, DEEDS[1:]))) for icon in named.table]
        return tuple(sorted(found))

    def dump(self, value: Sequence[tuple[int, int, int]], at: Setting) -> dict[str, dict[str, str]] | None:
        found: dict[str, dict[str, str]] = {}
        for province, icon, deeds in value:
            found.setdefault(at.board.provinces[province], {})[icon_word(at.board, province, icon)] = DEEDS[deeds]
        return found or None


class WordKind(Kind):
    """A word of an earlier order, such as which legions are on their way; empty if the order named none."""

    def load(self, reader: Reader, key: str, at: Setting) -> str:
        return reader.text(key, "")

    def dump(self, value: str, at: Setting) -> str | None:
        return value or None


class SeaBattlesKind(Kind):
    """The battles by sea: pairs of a sea and the empire that fights there."""

    def load(self, reader: Reader, key: str, at: Setting) -> tuple[tuple[int, int], ...]:
        table = reader.sub(key, {}).only(at.board.seas)
        return tuple(
            (sea, OPPONENT.load(table, name, at)) for sea, name in enumerate(at.board.seas) if name in table.table
        )

    def dump(self, value: Sequence[tuple[int, int]], at: Setting) -> dict[str, str] | None:
        return {at.board.seas[sea]: at.board.empires[empire] for sea, empire in value} or None


class SeasKind(Kind):
    """One or more seas in the order named, as a tuple of indices."""

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

    def shown(self, board: Board, value: tuple[int, ...]) -> Message:
        return several(board.sea_names[sea] for sea in value)

    def load(self, reader: Reader, key: str, at: Setting) -> tuple[int, ...]:
        return Several(SEA).load(reader, key, at)

    def dump(self, value: tuple[int, ...], at: Setting) -> str | None:
        return Several(SEA).dump(value, at)


SIDE = Named("side", lambda board: board.sides, lambda board: board.side_names)

Side: TypeAlias = Annotated[int, SIDE]
Site: TypeAlias = Annotated[int, SiteKind("what")]
Berth: TypeAlias = Annotated[int, BerthKind()]
Good: TypeAlias = Annotated[int, TOKEN]
WhichShips: TypeAlias = Annotated[int, WhichKind()]
WhichHere: TypeAlias = Annotated[int, WhichKind("province")]
WhichThere: TypeAlias = Annotated[int, WhichKind("source")]
LandForce: TypeAlias = Annotated[Counted, CountedKind(LAND_FORCE)]
SeaForce: TypeAlias = Annotated[Counted, CountedKind(SEA_FORCE)]
Coming: TypeAlias = Annotated[Counted, CountedKind(DEEDS)]
ShipDeeds: TypeAlias = Annotated[tuple[tuple[int, int, int], ...], DeedsKind(SEA)]
LegionDeeds: TypeAlias = Annotated[tuple[tuple[int, int, int], ...], DeedsKind(PROVINCE)]
PostDeeds: TypeAlias = Annotated[tuple[tuple[int, int, int], ...], PostDeedsKind()]
WhichWord: TypeAlias = Annotated[str, WordKind()]
SeaBattles: TypeAlias = Annotated[tuple[tuple[int, int], ...], SeaBattlesKind()]
Chain: TypeAlias = Annotated[tuple[int, ...], SeasKind()]
