"""How far players have come towards what wins the game."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """One player on one way to win: what they have of what that takes.

    ``victory`` is its name in the edition's results. It is tested at the end of ``phase``, or at once where that is 0.
    """

    victory: str
    have: int
    need: int
    phase: int = 0

    @property
    def lacking(self) -> int:
        """How much is still to be had; 0 where it is enough."""
        return max(self.need - self.have, 0)


Race = tuple[Progress, ...]
"""One player on every way to win that can be counted: the Pyramids are had, or not."""
