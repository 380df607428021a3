"""A connection of a table in play: the messages that wait to be sent, and how long it has been silent."""

from __future__ import annotations

from collections.abc import Callable

import trio

from p2p.net.connection import GOODBYE, SILENCE, Connection
from p2p.wire.frames import LAST, MAX_MESSAGE, frame

UNREAD = 16 * MAX_MESSAGE
"""The most bytes that may wait for one peer to read them."""

WATCH_EVERY = 1.0
"""Seconds between two checks how long a connection has been silent in either direction."""


class Link:
    """A connection to a player or spectator, with what waits to be sent there."""

    def __init__(self, player: int | None, connection: Connection) -> None:
        self.player = player
        self.connection = connection
        # Shielded, so that a cancelled table can still say that it leaves; it ends all its links itself.
        self.scope = trio.CancelScope(shield=True)
        self.closed = trio.Event()
        self._waits = trio.Event()
        self._written = trio.Event()
        self._is_ending = False
        self._has_spoken = self._has_heard = True

    def send(self, framed: bytes) -> None:
        """Send a frame at once; cut a link whose other end leaves too much unread."""
        if self._is_ending or self.scope.cancel_called:
            return
        self._has_spoken = True
        self.connection.send_now(framed)
        if self.connection.waiting > UNREAD:
            self.scope.cancel()
        elif self.connection.waiting:
            self._waits.set()

    def end(self) -> None:
        """Say, after all that was sent, that this was all, and send nothing more."""
        self.send(LAST)
        self._is_ending = True
        self._waits.set()

    async def answer_last(self) -> None:
        """The other end has said its last, and reads on for a while: send what waits."""
        self.end()
        with trio.move_on_after(GOODBYE):
            await self._written.wait()

    def heard(self) -> None:
        """Note that something has come from the other end."""
        self._has_heard = True

    async def write(self) -> None:
        """Send what the network did not take at once, until the link has ended and all is sent."""
        while not self._written.is_set():
            await self._waits.wait()
            self._waits = trio.Event()
            await self.connection.drain()
            if self._is_ending:
                self._written.set()

    async def watch(self, sign_of_life: Callable[[], bytes]) -> None:
        """Send a sign of life after a silence of ours; after a long silence of the other end, cut the link."""
        spoken = heard = 0.0
        while True:
            now = trio.current_time()
            if self._has_heard:
                self._has_heard, heard = False, now
            if self._has_spoken:
                self._has_spoken, spoken = False, now
            if now - heard >= self.connection.longest_silence:
                self.scope.cancel()
            if now - spoken >= SILENCE:
                self.send(frame(sign_of_life()))
            await trio.sleep(WATCH_EVERY)
