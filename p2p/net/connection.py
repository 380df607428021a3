"""One connection as frames, kept to its limits."""

from __future__ import annotations

import math
from typing import Final

import trio

from crypto.identity import PublicKey
from p2p.net.metered import TlsStream, TooManyPieces
from p2p.net.tls import is_cut_off
from p2p.wire.frames import LAST, MAX_GREETING, MAX_MESSAGE, FrameError, FrameReader, RateLimit, frame

GOODBYE = 0.2
"""Seconds, at most, that closing takes where the other end reads nothing."""

SILENCE = 5.0
"""Seconds without a message to send after which one is sent all the same."""

LONGEST_SILENCE = 20.0
"""Seconds without a message after which a connection counts as broken."""

UNFINISHED = 20.0
"""Seconds in which a frame that was begun has to be finished."""


class Connection:
    """Frames over TLS; Trio has switched Nagle's delay off. Strangers may send only short ones.

    Every failure of TLS, a bit turned on the way among them, is a BrokenResourceError and ends this connection alone.
    """

    def __init__(self, stream: TlsStream, peer: PublicKey, network: bytes = b"") -> None:
        """``peer`` is the key that the other end has proven to have, by TLS, and ``network`` where it dialled from."""
        self.peer: Final = peer
        self.network: Final = network
        self._stream = stream
        self._reader = FrameReader(MAX_GREETING)
        self._rate = RateLimit(trio.current_time())
        self._since = math.inf
        """When the frame was begun that is not finished yet."""

    def trust(self) -> None:
        """The other end has proven to be of this table: it may send whole messages."""
        self._reader.limit = MAX_MESSAGE

    async def receive(self) -> bytes | None:
        """The next message, None when the other end has said its last or is gone.

        Raises FrameError where it breaks a limit, BrokenResourceError where the connection fails.
        """
        message = self._reader.next()
        if message is not None:
            await trio.lowlevel.checkpoint()  # so that a peer who has sent much at once keeps nobody else waiting
        while message is None:
            if self._reader.ended:
                return None
            self._since = min(self._since, trio.current_time()) if self._reader.has_begun else math.inf
            data = await self._read()
            if not data:
                return None
            self._reader.feed(data)
            message = self._reader.next()
            self._rate.read(trio.current_time(), len(data), is_piece=message is None)
        self._since = math.inf
        self._rate.frame(trio.current_time())
        return message

    async def _read(self) -> bytes:
        """The next bytes, none when the other end is gone; FrameError where it leaves a frame unfinished."""
        try:
            with trio.move_on_at(self._since + UNFINISHED):
                data = await self._stream.receive_some()
                self._stream.transport_stream.made(len(data))
                return bytes(data)
        except TooManyPieces:
            raise FrameError("sent its bytes in too many small pieces") from None
        except trio.BrokenResourceError as error:
            if not is_cut_off(error):
                raise
            return b""  # the end of a process that said no goodbye
        raise FrameError("left a frame unfinished for {seconds:.0f} seconds", seconds=UNFINISHED)

    async def send(self, message: bytes) -> None:
        """Send a message; BrokenResourceError where the connection fails."""
        await self._stream.send_all(frame(message))

    async def send_frame(self, framed: bytes) -> None:
        """Send what is framed already, for many at once."""
        await self._stream.send_all(framed)

    async def finish(self) -> None:
        """Say, after all that was sent, that nothing more comes; the other end may still send."""
        await self._stream.send_all(LAST)

    def cut(self) -> None:
        """End it at once, for whoever receives or sends here, too: to them the other end is gone."""
        self._stream.transport_stream.cut()

    async def aclose(self) -> None:
        """Close both directions, without waiting for the other end."""
        with trio.move_on_after(GOODBYE, shield=True):
            await self._stream.aclose()
