"""Those who come to a door: strangers until they have said who they are, and the places of those who have.

A stranger has no place, and leaves after seconds. If too many strangers come, one makes way. So silent callers keep no
one out, however many they are and however many keys they have made.

A *network* is what one caller has, such as an IPv4 address. The callers of one network share what there is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

import trio

from p2p.errors import Text

PATIENCE = 10.0
"""Seconds for a handshake and a greeting, and as many again until a stranger has said who they are."""

PATIENCE_OF_IROH = 30.0
"""The same over iroh, which may have to find a way round first."""

MADE_WAY = Text("it made way for others before it had said who it is, as too many knock at once")


class Visitor:
    """The other end of a connection that was dialled to a door."""

    def __init__(
        self,
        origin: str,
        network: bytes,
        cut: Callable[[], None],
        settled: Callable[[Visitor], None],
        *,
        is_iroh: bool = False,
    ) -> None:
        """``origin`` is the address in words, ``cut`` ends the connection, and ``settled`` is told of `settle`."""
        self.is_iroh = is_iroh
        self.patience = PATIENCE_OF_IROH if is_iroh else PATIENCE
        self.origin = origin
        self.network = network
        self.name = ""
        """What they call themselves, safe for any terminal; empty until they have said it."""
        self.is_cut = False
        self.why: Text | None = None
        """Why they were sent away while they were a stranger; None if they were not."""
        self.deadline = trio.current_time() + self.patience
        """Until when they may stay a stranger."""
        self._end = cut
        self._settled = settled

    @property
    def is_stranger(self) -> bool:
        """Return whether they have yet to say who they are."""
        return self.deadline < math.inf

    def greeted(self) -> None:
        """They have greeted: give them time to say who they are."""
        self.deadline = trio.current_time() + self.patience

    def settle(self) -> None:
        """They have said who they are, and stay as long as the room wants them."""
        self.deadline = math.inf
        self._settled(self)

    def send_away(self, why: Text) -> None:
        """End the connection of a stranger."""
        self.why = why
        self.cut()

    def cut(self) -> None:
        """End the connection at once. What has come from there and was not read counts no more."""
        self.is_cut = True
        self._end()

    def __str__(self) -> str:
        return f"{self.name}, {self.origin}" if self.name else self.origin


class Strangers:
    """The visitors at one door who have not said who they are, in the order in which they came."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._there: dict[Visitor, None] = {}

    def enter(self, origin: str, network: bytes, cut: Callable[[], None], *, is_iroh: bool = False) -> Visitor:
        """Take a stranger in. If too many are here, the one who has waited longest, from where most come, makes way."""
        if len(self._there) == self._most:
            crowd = busiest(visitor.network for visitor in self._there)
            oldest = next(visitor for visitor in self._there if visitor.network == crowd)
            self.leave(oldest)
            oldest.send_away(MADE_WAY)
        visitor = Visitor(origin, network, cut, self.leave, is_iroh=is_iroh)
        self._there[visitor] = None
        return visitor

    def leave(self, visitor: Visitor) -> None:
        """A visitor is gone, or no stranger any more."""
        self._there.pop(visitor, None)

    def send_away(self, why: Text) -> None:
        """End all their connections."""
        for visitor in list(self._there):
            self.leave(visitor)
            visitor.send_away(why)


class Guest(Protocol):
    """A caller who wants a place."""

    @property
    def network(self) -> bytes:
        """Return where they come from."""

    def cut(self) -> None:
        """End the connection at once."""


class Places:
    """The places in a room, in the order in which they were taken.

    While some are free, anyone may have one. If none is, a newcomer gets one of a network that has at least two more
    than their own. So no network can take them all, and friends behind one router still may.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: list[Guest] = []

    def has_room(self, network: bytes) -> bool:
        """Return whether a newcomer from this network would get a place."""
        return len(self._taken) < self._most or self._last_of_crowd(network) is not None

    def take(self, guest: Guest) -> bool:
        """Give a guest a place, and return whether there was one. The newest of a crowd may lose theirs to them."""
        if len(self._taken) >= self._most:
            last = self._last_of_crowd(guest.network)
            if last is None:
                return False
            self.leave(last)
            last.cut()
        self._taken.append(guest)
        return True

    def leave(self, guest: Guest) -> None:
        """A guest is gone."""
        if guest in self._taken:
            self._taken.remove(guest)

    def _last_of_crowd(self, network: bytes) -> Guest | None:
        taken = Counter(guest.network for guest in self._taken)
        crowd = busiest(taken.elements())
        if taken[crowd] < taken[network] + 2:
            return None
        return next(guest for guest in reversed(self._taken) if guest.network == crowd)


def busiest(networks: Iterable[bytes]) -> bytes:
    """Return the network that comes most often; of several, the one that came first."""
    [(network, _)] = Counter(networks).most_common(1)
    return network


MINUTE = 60.0
"""Seconds for which further events of a kind are counted, and then told with their number."""

KINDS = 20
"""The most kinds that are told apart at one time; all further ones count as one."""


@dataclass(slots=True)
class _Kind:
    """What there is to tell about one kind of event."""

    until: float
    line: Text
    more: int = 0


class AccessLog:
    """Writes the first event of a kind at once. Those of the next minute are one line, at its end.

    Two events are of one kind if their sentences have one template: callers choose names, but no templates.
    """

    def __init__(self, log: Callable[[Text], None]) -> None:
        self._log = log
        self._kinds: dict[tuple[str, ...], _Kind] = {}
        self._written = trio.Event()

    def write(self, origin: str, sentence: Text) -> None:
        """Note what became of a caller from an address."""
        line = Text("{origin}: {sentence}", origin=origin, sentence=sentence)
        key = _templates(sentence)
        if key not in self._kinds and len(self._kinds) >= KINDS:
            key = ()
        if (kind := self._kinds.get(key)) is not None:
            kind.line, kind.more = line, kind.more + 1
            return
        self._kinds[key] = _Kind(trio.current_time() + MINUTE, line)
        self._log(line)
        self._written.set()

    async def keep(self) -> None:
        """Write what was counted whenever a minute is over, until cancelled."""
        while True:
            await self._written.wait()
            self._written = trio.Event()
            while self._kinds:
                await trio.sleep_until(min(kind.until for kind in self._kinds.values()))
                self._sum_up(trio.current_time())

    def _sum_up(self, now: float) -> None:
        for key, kind in list(self._kinds.items()):
            if kind.until > now:
                continue
            if kind.more:
                self._log(
                    Text("{number} more within a minute, the last of them {line}", number=kind.more, line=kind.line)
                )
                kind.until, kind.more = now + MINUTE, 0
            else:
                del self._kinds[key]


def _templates(sentence: Text) -> tuple[str, ...]:
    """Return the templates of a sentence and of those in it."""
    inner = [getattr(field, "text", field) for field in sentence.fields.values()]
    return sentence.template, *(part for field in inner if isinstance(field, Text) for part in _templates(field))
