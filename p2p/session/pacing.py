"""How fast a session takes messages of which only the newest counts: requests, promises, proposals, presences.

On each log it takes a few of each player at once, so that changes of epoch keep up with a fast game. Of any more, it
takes the newest at the next flush. So no peer makes others verify, show, sign or keep a flood, and nothing that counts
is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from p2p.log.log import Log
from p2p.log.presence import SignedPresence
from p2p.log.promises import SignedRequest
from p2p.log.statements import Promised, Proposed

AT_ONCE = 16
"""The messages taken at once on one log, of each kind and player, over each connection."""

Paced: TypeAlias = SignedRequest | Promised | Proposed | SignedPresence
_Key: TypeAlias = tuple[int, type[Paced], int]


class Pacing:
    """Takes messages, or holds them until the next flush.

    A held message is not verified yet. So it is held for the connection over which it came: a forged message can't
    replace one that came over another connection.
    """

    def __init__(self, log: Log, takers: Mapping[type[Paced], Callable[[int, Any], None]]) -> None:
        """``takers`` has by type the function that takes a message that came over a link."""
        self._log = log
        self._takers = takers
        self._upon = log.head
        self._taken: Counter[_Key] = Counter()
        self._held: dict[_Key, Paced] = {}

    @property
    def due(self) -> bool:
        """Return whether a flush would take something."""
        return bool(self._held)

    def take(self, link: int, signed: Paced) -> None:
        """Take a message now, or hold it."""
        if self._upon != self._log.head:
            self._upon = self._log.head
            self._taken.clear()
        key = link, type(signed), _player(signed)
        if self._taken[key] < AT_ONCE:
            self._taken[key] += 1
            self._takers[type(signed)](link, signed)
        elif key not in self._held or _number(signed) > _number(self._held[key]):
            self._held[key] = signed

    def flush(self) -> None:
        """Take the newest of the held messages."""
        held, self._held = self._held, {}
        for (link, kind, _), signed in held.items():
            self._takers[kind](link, signed)

    def disconnected(self, link: int) -> None:
        """Drop the messages of a link that has ended; others will offer them again."""
        self._held = {key: signed for key, signed in self._held.items() if key[0] != link}


def _number(signed: Paced) -> int:
    """Return a number that is greater the newer a message is."""
    return signed.signed.content.term if isinstance(signed, Promised | Proposed) else signed.content.counter


def _player(signed: Paced) -> int:
    return signed.signed.player if isinstance(signed, Promised | Proposed) else signed.player
