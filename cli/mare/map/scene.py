"""A position as maps show it, whatever the edition: what stands in each province and sea, and whose it is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from cli.mare.map import labels, tags
from cli.mare.standing import Standing
from cli.ui.map.labels import Label
from cli.ui.map.look import OPEN, Look, Side
from cli.ui.map.shapes import Atlas, Place
from cli.ui.picture.tags import Row
from core.engine.state import NO_EMPIRE
from core.mare.resources import Counts


class Shown(NamedTuple):
    """All of a position that a map shows; ``sides`` are all that may hold something, players or not."""

    board: Any
    atlas: Atlas
    sides: tuple[Side, ...]
    provinces: tuple[Standing, ...]
    seas: tuple[Counts, ...]

    @property
    def usual(self) -> Shown:
        """A position with units of two sides everywhere, for as much room as most labels and tags need."""
        return _usual(self.board, self.atlas, self.sides)

    def holders(self, index: int) -> tuple[Side | None, Side | None]:
        """Return whose a province is, and who stands on the control marker there."""
        province = self.provinces[index]
        controller = None if province.controller == NO_EMPIRE else self.sides[province.controller]
        return controller, self.sides[province.occupier] if province.on_marker else None

    def ink(self, place: Place) -> str:
        """Return the colour of a province's controller."""
        controller, _ = self.holders(place.index)
        return controller.ink if controller is not None else OPEN

    def record(self, place: Place) -> object:
        """Return a province, or the fleets of a sea."""
        return self.seas[place.index] if place.is_sea else self.provinces[place.index]

    def label(self, place: Place, detail: int, look: Look) -> Label:
        """Return what is written on a province or sea besides its name."""
        if place.is_sea:
            return labels.sea_label(self, place.index, look)
        return labels.province_label(self, place.index, detail, look)

    def tag(self, place: Place) -> list[Row]:
        """Return the rows of a province's or sea's tag."""
        return (tags.sea_rows if place.is_sea else tags.province_rows)(self, place.index)


@lru_cache(maxsize=16)
def _usual(board: Any, atlas: Atlas, sides: tuple[Side, ...]) -> Shown:
    two = bytes(side < 2 for side in range(len(board.empires)))
    land = tuple((int(side < 2), 0) for side in range(len(sides)))
    province = Standing(0, 0, NO_EMPIRE, False, 0, land)
    return Shown(board, atlas, sides, (province,) * len(board.provinces), (two,) * len(board.seas))
