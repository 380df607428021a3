"""The map of Empires as the drawing asks for it: a `MapView`, with its parts from the modules beside this one."""

from __future__ import annotations

from cli.empires.map import labels, tags
from cli.empires.map.board import Shown, atlas, sides
from cli.empires.map.counts import COLUMNS, card, series, standings
from cli.empires.map.figures import FIGURES, MEANINGS
from cli.empires.map.marks import legend
from cli.ui.map.labels import Label
from cli.ui.map.look import OPEN, Look
from cli.ui.map.shapes import Atlas, Place
from cli.ui.picture.tags import Row
from core.empires.board import Board
from core.empires.state import Province, State, land_units
from core.engine.state import NOBODY

__all__ = [
    "COLUMNS",
    "FIGURES",
    "MEANINGS",
    "atlas",
    "card",
    "legend",
    "scene",
    "series",
    "sides",
    "standings",
    "usual",
]


class EmpiresScene(Shown):
    """A position as the map draws it."""

    __slots__ = ()

    @property
    def atlas(self) -> Atlas:
        """The shapes of the board."""
        return atlas(self.board)

    def ink(self, place: Place) -> str:
        """Return the colour of a province's controller."""
        controller, _ = self.holders(place.index)
        return controller.ink if controller is not None else OPEN

    def record(self, place: Place) -> object:
        """Return a province, or the fleets of a sea."""
        return self.seas[place.index] if place.is_sea else self.provinces[place.index]

    def is_held(self, place: Place) -> bool:
        """Return whether units or an occupation stand in a place."""
        if place.is_sea:
            return any(self.seas[place.index])
        province = self.provinces[place.index]
        return bool(province.posts) or any(land_units(province, empire) for empire in range(len(province.legions)))

    def label(self, place: Place, detail: int, look: Look, selected: bool) -> Label:
        """Return the label of a province or sea."""
        write = labels.sea_label if place.is_sea else labels.province_label
        return write(self, place.index, detail, look, selected)

    def tag(self, place: Place) -> list[Row]:
        """Return the rows of a province's or sea's tag."""
        return (tags.sea_rows if place.is_sea else tags.province_rows)(self, place.index)


def scene(state: State) -> EmpiresScene:
    """Return what the map shows of a state."""
    return EmpiresScene(state.board, tuple(state.provinces), tuple(state.seas))


def usual(board: Board) -> EmpiresScene:
    """Return a position with units of two empires everywhere."""
    two = bytes(empire < 2 for empire in range(len(board.empires)))
    province = Province(0, 0, two, NOBODY, NOBODY, 0)
    return EmpiresScene(board, (province,) * len(board.provinces), (two,) * len(board.seas))
