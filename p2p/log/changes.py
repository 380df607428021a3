"""The changes that an epoch can make: absence and return, the end of the game, or a step back."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from p2p.log.charter import MAX_PLAYERS
from p2p.wire.codec import MAX_COUNT, Limits, Number, is_rising

ABSENT = "absent"
"""The autopilot plays for a player from now on."""
BACK = "back"
"""A player plays again, from the next node on."""
RESIGN = "resign"
"""The autopilot plays for a player for good; it needs that player's own agreement."""
END = "end"
"""The game ends here, without a winner; it needs all players who are not absent."""
TAKE_BACK = "take back"
"""The game goes on from the state at an earlier height, the change's number; it needs all who are not absent."""

STUCK = "stuck"
"""The coordinator of a term makes no proposal, so the next term is requested. Occurs only in requests."""

MAX_LISTED = 64
"""The most changes that one player may agree to at a time."""

OF_PERSONS = (ABSENT, BACK, RESIGN)
"""Changes whose number is a player; a proposal may have several of them."""
OF_ALL = (END, TAKE_BACK)
"""Changes that stand alone, and need all players who are not absent."""


class Change(NamedTuple):
    """A kind of change and its number: a player, for TAKE_BACK a height, else 0."""

    kind: str
    number: Number

    @property
    def is_of_player(self) -> bool:
        """Return whether the number is a player."""
        return self.kind in OF_PERSONS

    def is_sound(self) -> bool:
        """Return whether the change is valid: a known kind, and a number that fits it."""
        return self.number <= _MOST.get(self.kind, -1)


_MOST = dict.fromkeys(OF_PERSONS, MAX_PLAYERS - 1) | {END: 0, STUCK: 0, TAKE_BACK: MAX_COUNT}


def may_stand(changes: tuple[Change, ...]) -> bool:
    """Return whether an epoch may have these changes: none, one that needs all, or changes of players."""
    if any(change.kind not in OF_PERSONS for change in changes):
        return len(changes) == 1 and changes[0].kind != STUCK
    return True


Listed: TypeAlias = Annotated[tuple[Change, ...], Limits(0, MAX_LISTED), is_rising]
"""The changes that a player agrees to, in rising order."""

Changes: TypeAlias = Annotated[Listed, may_stand]
"""The changes of an epoch, in rising order."""
