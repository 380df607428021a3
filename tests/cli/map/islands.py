"""A board of an edition that the program does not have: four islands, held by sides that count what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cli.ui.map import labels
from cli.ui.map.geography import Atlas, Place, Site, plan_of
from cli.ui.map.labels import OPEN, Label, Look, Side
from cli.ui.map.labels import sides as sides_of
from cli.ui.map.view import MapView, Series
from cli.ui.picture import tags
from cli.ui.picture.tags import Row
from core.engine.message import Message

SITES = (
    Site("rhodos", "Rhodos", False, 0, (28.0, 36.2)),
    Site("kos", "Kos", False, 1, (27.2, 36.8)),
    Site("naxos", "Naxos", False, 2, (25.5, 37.1)),
    Site("delos", "Delos", False, 3, (25.3, 37.4)),
    Site("aegaeum", "Aegaeum", True, 0, (26.0, 37.0)),
)
ATLAS = plan_of(SITES)
SIDES = sides_of(("Sparta", "Samos"), ("red", "red"))

FIGURES = {"ship": "M0 0 H16 V16 Z"}


class Islands(NamedTuple):
    """By island the side that holds it, -1 for none, and by side its ships."""

    holders: tuple[int, ...]
    ships: tuple[int, ...]

    @property
    def atlas(self) -> Atlas:
        return ATLAS

    def record(self, place: Place) -> object:
        return self.ships if place.is_sea else self.holders[place.index]

    def ink(self, place: Place) -> str:
        side = self._side(place)
        return side.ink if side is not None else OPEN

    @property
    def usual(self) -> Islands:
        return Islands((0, 0, 0, 0), (1, 1))

    def label(self, place: Place, detail: int, look: Look) -> Label:
        if place.is_sea:
            fleets = [(side, f"^{number}") for side, number in zip(SIDES, self.ships, strict=True) if number]
            return Label([], [], [], labels.units_of(fleets))
        return Label(labels.holder(look, self._side(place)), [], [], [])

    def tag(self, place: Place) -> list[Row]:
        if place.is_sea:
            fleets = [tags.token(side, [("ship", number)]) for side, number in zip(SIDES, self.ships, strict=True)]
            return [[tags.sea_name(place.name)], fleets]
        return [[*tags.holder(self._side(place)), tags.name(place.name)]]

    def _side(self, place: Place) -> Side | None:
        holder = self.holders[place.index]
        return SIDES[holder] if holder >= 0 else None


class State(NamedTuple):
    """A position, as far as drawing asks for it."""

    shown: Islands
    board: None = None
    seats: tuple[int, ...] = (1, 0)


class IslandsMap(MapView):
    """The map of the islands."""

    FIGURES = FIGURES
    COLUMNS = ("islands",)

    def atlas(self, board: Any) -> Atlas:
        return ATLAS

    def scene(self, state: Any) -> Islands:
        shown: Islands = state.shown
        return shown

    def sides(self, board: Any) -> Sequence[Side]:
        return SIDES

    def legend(self, look: Look, board: Any) -> list[str]:
        return ["S^2: two ships of Sparta"]

    def meanings(self, board: Any) -> list[tuple[Row, Message]]:
        return [([tags.figure("ship", "built")], Message("ships"))]

    def card(self, state: Any, side: int, name: str) -> list[tuple[str, str]]:
        return [("who", f"{SIDES[side].name} · {name}"), ("fact", f"{state.shown.holders.count(side)} islands")]

    def standings(self, state: Any) -> list[list[str]]:
        return [[str(state.shown.holders.count(side))] for side in range(len(SIDES))]

    def series(self, rounds: Sequence[Sequence[Any]]) -> list[Series]:
        held = tuple(tuple(states[-1].shown.holders.count(side) for side in range(len(SIDES))) for states in rounds)
        return [Series("Islands", held)]


MAP = IslandsMap()
