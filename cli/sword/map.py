"""The map of an owner's file: a box for each location, who controls it and what stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from cli.i18n.texts import marked, term, tr
from cli.ui.map.geography import Atlas, Place, Site, plan_of
from cli.ui.map.labels import OPEN, Label, Line, Look, Side, holder, units_of
from cli.ui.map.view import Course, MapView, Series
from cli.ui.picture import tags
from cli.ui.picture.tags import Row
from core.engine.event import Event
from core.engine.message import Message
from core.sword.board import Board
from core.sword.events import (
    AttritionRolled,
    CityRolled,
    DiceRolled,
    GallicEventRolled,
    TribeRolled,
    UnitsMoved,
)
from core.sword.powers import HOLDER_NAMES, INDEPENDENTS
from core.sword.state import State
from core.sword.victory import held

LETTERS = "GESKCRVTI"
"""By holder, its letter on the map: the first one of its name, or another one of it."""

INKS = ("green", "purple", "yellow", "blue", "grey", "red", "black", "black", "black")
"""By holder, its colour. Powers that no player can have share one."""

HOLDERS = tuple(map(Side, HOLDER_NAMES, LETTERS, INKS))
"""All that can hold a location, with letters and colours."""

FIGURES = {
    "unit": "M2 2 H14 V9 C14 12 11.5 14.3 8 15.5 C4.5 14.3 2 12 2 9 Z",
    "leader": "M8 1 L10 6 L15.2 6.3 L11.2 9.7 L12.5 14.8 L8 12 L3.5 14.8 L4.8 9.7 L0.8 6.3 L6 6 Z",
}


class Occupancy(NamedTuple):
    """What the map shows of a location: who controls it, CU by holder, the powers of leaders, what it is."""

    control: int
    units: bytes
    leaders: tuple[int, ...]
    marks: str


class LocationScene(NamedTuple):
    """All of a position that a map shows."""

    board: Board
    standings: tuple[Occupancy, ...]

    @property
    def atlas(self) -> Atlas:
        """The boxes of the locations."""
        return plan(self.board)

    def ink(self, place: Place) -> str:
        """Return the colour of who controls a location."""
        control = self.standings[place.index].control
        return OPEN if control == INDEPENDENTS else HOLDERS[control].ink

    def record(self, place: Place) -> object:
        """Return what stands in a location."""
        return self.standings[place.index]

    @property
    def usual(self) -> LocationScene:
        """A position with CU of two powers and a leader in every location."""
        units = bytes([3, 2, *[0] * (len(HOLDERS) - 2)])
        return LocationScene(self.board, tuple(Occupancy(0, units, (0,), "rv") for _ in self.board.locations))

    def label(self, place: Place, detail: int, look: Look) -> Label:
        """Return what is written on a location besides its name."""
        standing = self.standings[place.index]
        control = standing.control
        side = None if control == INDEPENDENTS else HOLDERS[control]
        marks: list[Line] = [[("class:map-free", standing.marks)]] if standing.marks else []
        pieces = [(HOLDERS[power], f"{number or ''}{'*' * leaders}") for power, number, leaders in _pieces(standing)]
        units = units_of(pieces)
        return Label(holder(look, side), [], marks, units)

    def tag(self, place: Place) -> list[Row]:
        """Return the rows of a location's tag in a picture."""
        standing = self.standings[place.index]
        side = None if standing.control == INDEPENDENTS else HOLDERS[standing.control]
        heading = [*tags.holder(side), tags.name(place.name)]
        pieces = [
            tags.token(HOLDERS[power], [("unit", number), *[("leader", -1)] * leaders])
            for power, number, leaders in _pieces(standing)
        ]
        marks = [tags.plate(mark, is_built=True) for mark in standing.marks]
        return [heading, *([marks] if marks else []), *([pieces] if pieces else [])]


def _pieces(standing: Occupancy) -> Iterator[tuple[int, int, int]]:
    """Yield each holder with CU or leaders in a location, and how many of each."""
    for power, number in enumerate(standing.units):
        leaders = standing.leaders.count(power)
        if number or leaders:
            yield power, number, leaders


def marks_of(state: State, location: int) -> str:
    """Return what a location is, a letter for each: reinforcement, tribe, victory, walled city, port, siege."""
    facts = state.board.facts[location]
    kinds = (
        ("r", facts.reinforcement),
        ("t", state.is_tribe(location)),
        ("v", state.board.victory(location)),
        ("w", facts.walled_city),
        ("p", facts.port),
        ("s", state.sites[location].siege),
    )
    return "".join(letter for letter, value in kinds if value)


KINDS = {
    "r": marked("reinforcement"),
    "t": marked("tribe"),
    "v": marked("victory location"),
    "w": marked("walled city"),
    "p": marked("port"),
    "s": marked("siege points"),
}
"""What the letters of a location mean, in English."""


def _joined(numbers: Iterable[int]) -> str:
    return " + ".join(map(str, numbers))


def units_on_map(state: State, power: int) -> int:
    """Return the CU that a holder has on the map."""
    return sum(site.units[power] for site in state.sites)


@cache
def plan(board: Board) -> Atlas:
    """Return a box for each location, about where the file says that it is."""
    return plan_of(
        [
            Site(facts.id, facts.name, is_sea=False, index=index, at=(float(facts.at[0]), float(facts.at[1])))
            for index, facts in enumerate(board.facts)
        ]
    )


class SwordMap(MapView):
    """The map of the locations, as a plan."""

    FIGURES = FIGURES
    COLUMNS = ("points", "cards", "CU", "victory locations")

    def atlas(self, board: Board) -> Atlas:
        return plan(board)

    def scene(self, state: State) -> LocationScene:
        leaders: dict[int, tuple[int, ...]] = {}
        for leader, location in zip(state.board.leaders, state.leaders, strict=True):
            leaders[location] = (*leaders.get(location, ()), leader.power)
        return LocationScene(
            state.board,
            tuple(
                Occupancy(site.control, site.units, leaders.get(index, ()), marks_of(state, index))
                for index, site in enumerate(state.sites)
            ),
        )

    def sides(self, board: Board) -> Sequence[Side]:
        """Return the players, each with the letter and the colour of its first power."""
        return tuple(
            Side(name, LETTERS[powers[0]], INKS[powers[0]])
            for name, powers in zip(board.empire_names, board.seated, strict=True)
        )

    def legend(self, look: Look, board: Board) -> list[str]:
        powers = ", ".join(f"{letter} {term(name)}" for letter, name in zip(LETTERS, HOLDER_NAMES, strict=True))
        return [
            tr("before a name: who controls the location; {mark}: independents", mark=look.glyphs.unheld),
            powers,
            tr("r reinforcement, t tribe, v victory location, w walled city, p port, s siege points"),
            tr("a number behind a letter: CU; *: a leader"),
        ]

    def meanings(self, board: Board) -> Sequence[tuple[Row, Message]]:
        found: list[tuple[Row, Message]] = [
            ([tags.plate(letter, is_built=True)], Message(kind)) for letter, kind in KINDS.items()
        ]
        units = marked("{power}: 3 CU and a leader")
        return found + [
            ([tags.token(side, [("unit", 3), ("leader", -1)])], Message(units, power=side.name)) for side in HOLDERS
        ]

    def course(self, board: Board, event: Event) -> Course | None:
        """Return where CU go by an event, if any do. The arrow has the colour of the player who moves them."""
        if isinstance(event, UnitsMoved):
            return Course(board.locations[event.source], board.locations[event.target], event.side, event.number)
        return None

    def dice(self, event: Event) -> tuple[int, ...]:
        match event:
            case DiceRolled(faces=faces):
                return faces
            case AttritionRolled() | CityRolled() | TribeRolled() | GallicEventRolled():
                return (event.face,)
        return ()

    def standings(self, state: State) -> Sequence[Sequence[str]]:
        """Return by player: points, cards in hand, CU on the map and victory locations, of each power in turn."""
        return [
            [
                _joined(state.powers[power].points for power in powers),
                _joined(state.powers[power].hand for power in powers),
                _joined(units_on_map(state, power) for power in powers),
                _joined(held(state, power) for power in powers),
            ]
            for powers in state.board.seated
        ]

    def card(self, state: State, side: int, name: str) -> Sequence[tuple[str, str]]:
        lines = [("who", f"{state.board.empire_names[side]}{f' ({name})' if name else ''}")]
        for power in state.board.seated[side]:
            own = state.powers[power]
            points, cards = f"{own.points} points", f"{own.hand} cards in hand"
            lines.append(("lead", f"{state.board.power_names[power]}: {points}"))
            lines.append(
                ("fact", f"{cards}, {units_on_map(state, power)} CU, victory locations worth {held(state, power)}")
            )
        return lines

    def series(self, rounds: Sequence[Sequence[State]]) -> Sequence[Series]:
        """Return the points at the end of every turn; of a player with two powers, their sum."""
        ends = [states[-1] for states in rounds]

        def values(of: State) -> tuple[int, ...]:
            return tuple(sum(of.powers[power].points for power in powers) for powers in of.board.seated)

        return [Series("Points", tuple(map(values, ends)))]


MAP = SwordMap()
