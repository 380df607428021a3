"""What carries TLS: a socket that gives up a peer who makes us work much for little.

TLS hides from whoever reads it how many bytes it takes from the network. So what comes is counted here, below it.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TypeAlias

import trio

from p2p.wire.allowance import Allowance

PIECES_PER_SECOND = 600
BURST = 2
"""Reads that bring few bytes and finish nothing that TLS waits for: so many a second, and seconds' worth at once."""
FEW = 512
"""Bytes below which a read counts; a segment of the network that is followed by others has more."""

WORTH = 4
"""Bytes of TLS that each byte of data pays for; even a short frame in a record of its own takes fewer."""
UNPAID = 1 << 17
"""Bytes of TLS that may come without data that pays for them: more than is taken at once, and a record in part."""


class TooManyPieces(trio.BrokenResourceError):
    """The other end sent its bytes in so many small pieces, or so few of them in so much TLS, that it was given up."""


class Metered(trio.abc.Stream):
    """A socket below TLS. Whoever reads what TLS makes of it says how much that was."""

    def __init__(self, transport: trio.SocketStream) -> None:
        self._transport = transport
        self._is_few = False
        self._unpaid = 0
        self._pieces = Allowance(PIECES_PER_SECOND, PIECES_PER_SECOND * BURST, trio.current_time())

    def made(self, size: int) -> None:
        """TLS has made so many bytes of data of what has come."""
        self._is_few = False
        self._unpaid = max(0, self._unpaid - WORTH * size)

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """The next bytes of TLS; raises TooManyPieces where they trickle in, or many have brought little data."""
        if self._unpaid > UNPAID or (self._is_few and not self._pieces.spend(trio.current_time())):
            raise TooManyPieces
        data = await self._transport.receive_some(max_bytes)
        self._is_few = len(data) < FEW
        self._unpaid += len(data)
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send; where the other end is gone or cut off, the task that receives here notices, after the last words."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._transport.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """As the socket does."""
        await self._transport.wait_send_all_might_not_block()

    def cut(self) -> None:
        """End both directions without a word; whoever receives here finds the connection cut off."""
        with suppress(OSError):
            self._transport.socket.shutdown(socket.SHUT_RDWR)

    async def aclose(self) -> None:
        """Close the socket."""
        await self._transport.aclose()


TlsStream: TypeAlias = trio.SSLStream[Metered]
"""One end of a connection. Every failure of TLS or the network is a BrokenResourceError."""
