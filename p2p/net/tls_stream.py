"""TLS on a socket. What is sent goes out at once, as far as the network takes it, without a turn of the loop.

A task that sends over ``trio.SSLStream`` lets others run first, in several turns. A player who acts would first compute
what follows from the action, and only then send it.

TLS hides how many bytes it takes from the network. So they are counted here, and a peer that makes us work much for
little is given up.
"""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from typing import Final

import trio

from p2p.wire.frames import Allowance

_CHUNK = 1 << 16
"""Bytes that are taken from the network at once; more than a record of TLS has."""

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


class TlsStream(trio.abc.AsyncResource):
    """One end of a connection. One task may receive while another waits until all is sent.

    If TLS or the network fails, the task that receives gets a BrokenResourceError, after the other end's last words.
    """

    def __init__(
        self,
        transport: trio.SocketStream,
        context: ssl.SSLContext,
        *,
        server_side: bool = False,
        server_hostname: str | None = None,
    ) -> None:
        """Take over the socket of ``transport``, which is of no use afterwards."""
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls: Final = context.wrap_bio(
            self._incoming, self._outgoing, server_side=server_side, server_hostname=server_hostname
        )
        self._socket = socket.socket(fileno=transport.socket.detach())
        self._socket.setblocking(False)
        self._unsent = bytearray()
        self._is_few = False
        self._unpaid = 0
        self._pieces = Allowance(PIECES_PER_SECOND, PIECES_PER_SECOND * BURST, trio.current_time())

    @property
    def waiting(self) -> int:
        """Return how many bytes the network has not taken yet."""
        return len(self._unsent)

    async def do_handshake(self) -> None:
        """Prove to each other who we are."""
        while True:
            try:
                self.tls.do_handshake()
            except ssl.SSLWantReadError:
                await self.drain()
                await self._fill()
            except ssl.SSLError as error:
                raise trio.BrokenResourceError(str(error)) from error
            else:
                break
        await self.drain()

    async def receive_some(self) -> bytes:
        """Return what has come, at most one record; nothing if the other end has closed the connection."""
        if self._incoming.pending:
            await trio.lowlevel.checkpoint()
        else:
            await self._fill()
        while True:
            try:
                data = self.tls.read(_CHUNK)
            except ssl.SSLWantReadError:
                await self._fill()
            except ssl.SSLError as error:
                raise trio.BrokenResourceError(str(error)) from error
            else:
                self._is_few = False
                self._unpaid = max(0, self._unpaid - WORTH * len(data))
                return data

    def send_now(self, data: bytes) -> None:
        """Send what the network takes at once; the rest waits for `drain`."""
        rest = memoryview(data)
        with suppress(ssl.SSLError):
            while rest:
                rest = rest[self.tls.write(rest) :]
        self._push()

    async def drain(self) -> None:
        """Send what waits."""
        self._push()
        await trio.lowlevel.checkpoint()
        while self._unsent:
            await trio.lowlevel.wait_writable(self._socket)
            self._push()

    async def send_all(self, data: bytes) -> None:
        """Send all of it, after what waits."""
        self.send_now(data)
        await self.drain()

    async def aclose(self) -> None:
        """Say goodbye, and close both directions without waiting for the other end to do so."""
        try:
            with suppress(ssl.SSLError):
                self.tls.unwrap()
            await self.drain()
        finally:
            self.close()

    def close(self) -> None:
        """Close both directions without a word; a task that waits here gets a ClosedResourceError."""
        if self._socket.fileno() != -1:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()

    def cut(self) -> None:
        """End both directions without a word; a task that receives here finds the connection cut off."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    async def _fill(self) -> None:
        """Wait for more bytes of TLS; raise TooManyPieces if they trickle in or bring too little data."""
        if self._unpaid > UNPAID or (self._is_few and not self._pieces.spend(trio.current_time())):
            raise TooManyPieces
        await trio.lowlevel.wait_readable(self._socket)
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            raise trio.BrokenResourceError(str(error)) from error
        self._is_few = len(data) < FEW
        self._unpaid += len(data)
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()

    def _push(self) -> None:
        """Hand the network what it takes; if the other end is gone, there is nothing left to send."""
        self._unsent += self._outgoing.read()
        try:
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()
