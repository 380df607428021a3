"""Lines of text from a pipe or a terminal, read without holding up anything else."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable

import trio

CHUNK = 1 << 16


class LineTooLong(Exception):
    """A line of more bytes than are wanted here."""


class Lines:
    """The lines that a source of bytes gives, the last one even if it has no end."""

    def __init__(self, receive: Callable[[], Awaitable[bytes | bytearray]], most: int) -> None:
        """``receive`` gives the next bytes, none at the end; ``most`` is the longest line in bytes."""
        self._receive = receive
        self._most = most
        self._buffer = bytearray()
        self._ended = False

    async def next(self) -> str | None:
        """The next line without its end, or None after the last; raises LineTooLong."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0 and not self._ended:
            searched = len(self._buffer)
            if searched > self._most:
                raise LineTooLong(f"A line has more than {self._most} bytes.")
            received = await self._receive()
            self._ended = not received
            self._buffer += received
        if end < 0 and not self._buffer:
            return None
        end = end if end >= 0 else len(self._buffer)
        line = self._buffer[:end].decode("utf-8", errors="replace").removesuffix("\r")
        del self._buffer[: end + 1]
        return line


def stdin_lines(most: int) -> Lines:
    """The lines of standard input.

    Bytes are read by a thread that is left behind when nobody waits for them any more; going round the interpreter's
    own buffer, it holds no lock that the interpreter wants when it exits.
    """

    async def receive() -> bytes:
        return await trio.to_thread.run_sync(os.read, 0, CHUNK, abandon_on_cancel=True)

    return Lines(receive, most)
