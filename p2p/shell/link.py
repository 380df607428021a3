"""A connection of a table in play: the messages that wait to be sent, and how long it has been silent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import accumulate, takewhile

import trio

from p2p.net.connection import GOODBYE, LONGEST_SILENCE, SILENCE, Connection
from p2p.wire.frames import MAX_MESSAGE, frame

QUEUE = 1024
"""The most messages that may wait for one peer to read them."""

WATCH_EVERY = 1.0
"""Seconds between two checks how long a connection has been silent in either direction."""


class Link:
    """A connection to a player or spectator, with what waits to be sent there."""

    def __init__(self, person: int | None, connection: Connection) -> None:
        self.person = person
        self.connection = connection
        # Shielded, so that a cancelled table can still say that it leaves; it ends all its links itself.
        self.scope = trio.CancelScope(shield=True)
        self.closed = trio.Event()
        self._queue: list[bytes] = []
        self._queued = trio.Event()
        self._written = trio.Event()
        self._is_ending = False
        self._has_spoken = self._has_heard = True

    def send(self, framed: bytes) -> None:
        """Queue a frame; cut a link on which too much waits already."""
        if self._is_ending:
            return
        self._has_spoken = True
        if len(self._queue) < QUEUE:
            self._queue.append(framed)
            self._queued.set()
        else:
            self.scope.cancel()

    def end(self) -> None:
        """Send what is queued, then that this was all, and nothing more."""
        self._is_ending = True
        self._queued.set()

    async def answer_last(self) -> None:
        """The other end has said its last, and reads on for a while: send what is queued."""
        self.end()
        with trio.move_on_after(GOODBYE):
            await self._written.wait()

    def heard(self) -> None:
        """Note that something has come from the other end."""
        self._has_heard = True

    async def write(self) -> None:
        """Send what is queued, and at the end say that this was all."""
        with suppress(trio.BrokenResourceError):  # the task that receives here notices
            while True:
                await self._queued.wait()
                while self._queue:
                    await self.connection.send_frame(self._next())
                if self._is_ending:
                    await self.connection.finish()
                    break
                self._queued = trio.Event()
        self._written.set()

    def _next(self) -> bytes:
        """The frames that are sent together: as many as are no longer than the longest message, and one at least."""
        sizes = accumulate(map(len, self._queue))
        count = max(1, sum(1 for _ in takewhile(MAX_MESSAGE.__ge__, sizes)))
        together = b"".join(self._queue[:count])
        del self._queue[:count]
        return together

    async def watch(self, sign_of_life: Callable[[], bytes]) -> None:
        """Send a sign of life after a silence of ours; after a long silence of the other end, cut the link."""
        spoken = heard = 0.0
        while True:
            now = trio.current_time()
            if self._has_heard:
                self._has_heard, heard = False, now
            if self._has_spoken:
                self._has_spoken, spoken = False, now
            if now - heard >= LONGEST_SILENCE:
                self.scope.cancel()
            if now - spoken >= SILENCE:
                self.send(frame(sign_of_life()))
            await trio.sleep(WATCH_EVERY)
