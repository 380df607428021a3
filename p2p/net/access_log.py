"""What a door tells its host about callers: a line for each kind of event and minute, however many events there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import trio

from p2p.errors import Text

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
