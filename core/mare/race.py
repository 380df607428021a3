"""How far players have come towards victory."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """One player on one way to win: what they have and what they need.

    ``victory`` is its name in the edition's results. The rules test it at the end of ``phase``, or at once if that is
    0.
    """

    victory: str
    have: int
    need: int
    phase: int = 0

    @property
    def lacking(self) -> int:
        """Return how much the player still lacks; 0 if nothing."""
        return max(self.need - self.have, 0)


Race = tuple[Progress, ...]
"""One player on every way to win that can be counted. The Pyramids can't: a player has them or not."""
