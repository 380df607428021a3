"""What stands in a province, whatever the edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from core.mare.resources import Counts


class Standing(NamedTuple):
    """What stands in a province; an edition makes it of its own record."""

    controller: int
    """The side whose control marker lies there, or NO_EMPIRE."""

    built: int
    """The mask of icons on which buildings stand."""

    occupier: int
    """The side whose legions stand on the marker or on icons, or NO_EMPIRE."""

    on_marker: bool
    on_icons: int
    """The mask of icons on which its legions stand."""

    land: tuple[tuple[int, int], ...]
    """By side: its legions and fortresses."""

    docks: Counts = b""
    """By empire: its triremes in dock, in editions that have any."""

    pillaged: bool = False

    @property
    def is_at_war(self) -> bool:
        """Whether land units of two or more sides stand there."""
        return sum([units != (0, 0) for units in self.land]) > 1

    @property
    def present(self) -> list[int]:
        """The sides that have units there."""
        return [side for side, units in enumerate(self.land) if any(units) or self.docked(side)]

    def docked(self, side: int) -> int:
        """Return the triremes of a side in dock."""
        return self.docks[side] if side < len(self.docks) else 0


StandingOf = Callable[[Any], Standing]
"""What an edition makes of a province of its own."""
