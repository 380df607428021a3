"""One connection as frames, kept to its limits."""

from __future__ import annotations

import trio

from p2p.framing import MAX_GREETING, FrameReader, RateLimit, frame
from p2p.messages import MAX_MESSAGE

_CHUNK = 1 << 16


class Connection:
    """Frames over a TCP stream; Trio has switched Nagle's delay off. Strangers may send only short ones."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._reader = FrameReader(MAX_GREETING)
        self._rate = RateLimit(trio.current_time())

    def trust(self) -> None:
        """The other end has proven to be of this table: it may send whole messages."""
        self._reader.limit = MAX_MESSAGE

    async def receive(self) -> bytes | None:
        """The next message, None when the other end has closed.

        Raises FrameError where it breaks a limit, BrokenResourceError where the connection fails.
        """
        message = self._reader.next()
        if message is not None:
            await trio.lowlevel.checkpoint()  # so that a peer who has sent much at once keeps nobody else waiting
        while message is None:
            data = await self._stream.receive_some(_CHUNK)
            if not data:
                return None
            self._reader.feed(bytes(data))
            message = self._reader.next()
        self._rate.spend(trio.current_time(), len(message))
        return message

    async def send(self, message: bytes) -> None:
        """Send a message; BrokenResourceError where the connection fails."""
        await self._stream.send_all(frame(message))

    async def send_frame(self, framed: bytes) -> None:
        """Send what is framed already, for many at once."""
        await self._stream.send_all(framed)

    async def finish(self) -> None:
        """Say that nothing more comes; the other end may still send."""
        await self._stream.send_eof()

    async def aclose(self) -> None:
        """Close without a word."""
        await trio.aclose_forcefully(self._stream)
