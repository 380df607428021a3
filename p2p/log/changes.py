"""What a change of epoch may change: who is away or back, a player's key, the end of the game, or that it goes back."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from p2p.log.charter import MAX_PERSONS
from p2p.log.keys import NewKey
from p2p.wire.codec import SPREAD, Limits
from p2p.wire.schema import MAX_COUNT, Number, is_rising

ABSENT = "absent"
"""The autopilot plays for a person from now on."""
BACK = "back"
"""A person plays himself again from the next node on."""
RESIGN = "resign"
"""The autopilot plays for a player for good; only if they agree themselves."""
END = "end"
"""The game ends here, and nobody wins; only by all who are not absent."""
TAKE_BACK = "take back"
"""The game goes on from the state at an earlier height, the change's number; only by all who are not absent."""

KEY = "key"
"""A player who is absent has another key from now on; by a quorum of others."""

STUCK = "stuck"
"""The coordinator of a term makes no proposal: the next term is wanted, and nothing else. Only requests have it."""

MAX_LISTED = 64
"""Changes that one player may agree to at a time."""

OF_PERSONS = (ABSENT, BACK, KEY, RESIGN)
"""Changes whose number is a person; several of them may stand in one proposal."""
OF_ALL = (END, TAKE_BACK)
"""Changes that stand alone, and to which all have to agree who are not absent."""


class Change(NamedTuple):
    """A kind of change, and its number: a person, for TAKE_BACK a height, else 0; for KEY what he is given."""

    kind: str
    number: Number
    key: Annotated[tuple[()] | NewKey, SPREAD] = ()

    @property
    def is_of_person(self) -> bool:
        """Whether the number is a person."""
        return self.kind in OF_PERSONS

    def is_sound(self) -> bool:
        """Whether there is such a change: a known kind with a number of its kind, KEY alone with a key."""
        return self.number <= _MOST.get(self.kind, -1) and (self.kind == KEY) == bool(self.key)


_MOST = dict.fromkeys(OF_PERSONS, MAX_PERSONS - 1) | {END: 0, STUCK: 0, TAKE_BACK: MAX_COUNT}


def may_stand(changes: tuple[Change, ...]) -> bool:
    """Whether an epoch may have these: nothing, one change of all, or changes of players, one key for each."""
    if any(change.kind not in OF_PERSONS for change in changes):
        return len(changes) == 1 and changes[0].kind != STUCK
    keyed = [change.number for change in changes if change.kind == KEY]
    return len(set(keyed)) == len(keyed)


Listed: TypeAlias = Annotated[tuple[Change, ...], Limits(0, MAX_LISTED), is_rising]
"""What a player agrees to, in rising order."""

Changes: TypeAlias = Annotated[Listed, may_stand]
"""What an epoch changes, in rising order."""
