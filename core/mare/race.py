"""How far players have come towards victory, as far as all players know."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.mare.rounds import Turns
from core.mare.state import CommonState, Round


class WayToWin(NamedTuple):
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


Race = tuple[WayToWin, ...]
"""One player on every way to win that can be counted. The Pyramids can't: a player has them or not."""


class PyramidsReach(NamedTuple):
    """An empire before its next building turn.

    ``number`` counts the resources that it will have then. ``pays`` tells whether the cards that are known can pay for
    the Pyramids now; ``may_pay``, whether its cards may be able to do so then. ``is_ready`` tells whether it has the
    income for that turn, so that it may win in this round. A hand that is not open is not looked into: only its size
    counts, and the income that the map gives.
    """

    number: int
    pays: bool
    may_pay: bool
    is_ready: bool


def has_collected(state: CommonState, empire: int, building: int) -> bool:
    """Return whether an empire holds the income for its next building turn; ``building`` is the building phase."""
    if state.phase < building:
        return state.phase > 0 and not isinstance(state.stack[-1], Round)
    return state.phase == building and _is_to_build(state, empire)


def _is_to_build(state: CommonState, empire: int) -> bool:
    """Return whether an empire's building turn is going on, or still to come."""
    waits = [frame for frame in state.stack if isinstance(frame, Turns)]
    turns = [getattr(frame, "empire", None) for frame in state.stack]
    return empire in turns or any(empire in frame.waiting for frame in waits)


def is_for_sale(state: Any) -> bool:
    """Return whether the Pyramids can be bought."""
    tiles = state.board.tiles
    return any(tiles[tile].kind == "pyramids" for tile in state.display)
