"""The socket below TLS: it gives up a peer that makes us work much for little.

TLS hides how many bytes it takes from the network. So they are counted here, below it.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TypeAlias

import trio

from p2p.wire.allowance import Allowance

PIECES_PER_SECOND = 600
BURST = 2
"""The allowance, in seconds' worth, of reads that bring few bytes and complete nothing."""
FEW = 512
"""A read of fewer bytes counts; a network segment that is followed by others has more."""

WORTH = 4
"""Bytes of TLS that each byte of data pays for; even a short frame in a record of its own needs fewer."""
UNPAID = 1 << 17
"""Bytes of TLS that may come without data to pay for them: more than one read and an unfinished record."""


class TooManyPieces(trio.BrokenResourceError):
    """The other end was given up: too many small pieces, or too little data in its TLS records."""


class Metered(trio.abc.Stream):
    """A socket below TLS. The reader of the TLS data reports how much data came out."""

    def __init__(self, transport: trio.SocketStream) -> None:
        self._transport = transport
        self._is_few = False
        self._unpaid = 0
        self._pieces = Allowance(PIECES_PER_SECOND, PIECES_PER_SECOND * BURST, trio.current_time())

    def made(self, size: int) -> None:
        """TLS has made this many bytes of data from what came in."""
        self._is_few = False
        self._unpaid = max(0, self._unpaid - WORTH * size)

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """Return the next bytes of TLS; raise TooManyPieces if they trickle in or bring too little data."""
        if self._unpaid > UNPAID or (self._is_few and not self._pieces.spend(trio.current_time())):
            raise TooManyPieces
        data = await self._transport.receive_some(max_bytes)
        self._is_few = len(data) < FEW
        self._unpaid += len(data)
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send. If the other end is gone or cut off, the receiving task here notices, after the last words."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._transport.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """Wait as the socket does."""
        await self._transport.wait_send_all_might_not_block()

    def cut(self) -> None:
        """End both directions without a word; a task that receives here finds the connection cut off."""
        with suppress(OSError):
            self._transport.socket.shutdown(socket.SHUT_RDWR)

    async def aclose(self) -> None:
        """Close the socket."""
        await self._transport.aclose()


TlsStream: TypeAlias = trio.SSLStream[Metered]
"""One end of a connection. Every failure of TLS or the network is a BrokenResourceError."""
