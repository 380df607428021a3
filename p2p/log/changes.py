"""What a change of epoch may change: who is away or back, a player's key, the end of the game, or that it goes back."""

from __future__ import annotations

from typing import NamedTuple

from crypto.canonical import Value
from p2p.log.charter import MAX_PERSONS
from p2p.log.keys import NewKey
from p2p.wire import schema

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
    number: int
    key: NewKey | tuple[()] = ()

    @property
    def is_of_person(self) -> bool:
        """Whether the number is a person."""
        return self.kind in OF_PERSONS

    @property
    def value(self) -> tuple[Value, ...]:
        """[kind, number], for KEY [kind, number, identity key, chat key, tip, first index]."""
        return self.kind, self.number, *self.key


def changes_from(value: Value) -> tuple[Change, ...] | None:
    """What an epoch changes: nothing, one change of all, or changes of players in rising order, each key once."""
    changes = listed_from(value)
    if changes is None or any(change.kind == STUCK for change in changes):
        return None
    if len(changes) > 1 and any(change.kind not in OF_PERSONS for change in changes):
        return None
    keyed = [change.number for change in changes if change.kind == KEY]
    return changes if len(set(keyed)) == len(keyed) else None


def listed_from(value: Value) -> tuple[Change, ...] | None:
    """What a player agrees to: up to ``MAX_LISTED`` changes in rising order."""
    if not schema.rows(value) or len(value) > MAX_LISTED:
        return None
    changes: list[Change] = []
    for item in value:
        change = _change(item)
        if change is None or (changes and not changes[-1] < change):
            return None
        changes.append(change)
    return tuple(changes)


def _change(value: Value) -> Change | None:
    if type(value) is not tuple or len(value) < 2:
        return None
    kind, number, *key = value
    if type(kind) is not str or not schema.number(number):
        return None
    if kind == KEY:
        has_key = schema.fits(tuple(key), schema.identity_key, schema.chat_key, schema.digest, schema.positive)
        return Change(kind, number, NewKey._make(key)) if has_key and number < MAX_PERSONS else None
    if key:
        return None
    fits = {ABSENT: number < MAX_PERSONS, BACK: number < MAX_PERSONS, RESIGN: number < MAX_PERSONS}
    fits |= {END: number == 0, STUCK: number == 0, TAKE_BACK: True}
    return Change(kind, number) if fits.get(kind, False) else None
