"""TLS on a socket from which whoever has something to say sends it at once, without waiting for a turn of the loop.

``trio.SSLStream`` does the same with locks, retries and several switches of tasks for each message, which together take
longer than all that the protocol does with it.
"""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from typing import Final

import trio

from p2p.wire.allowance import Allowance

_CHUNK = 1 << 16
"""Bytes that are taken from the network at once."""

PIECES_PER_SECOND = 600
BURST = 2
"""Reads that bring few bytes and finish nothing that TLS waits for: so many a second, and seconds' worth at once."""
FEW = 512
"""Bytes below which a read counts; a segment of the network that is followed by others has more."""

WORTH = 4
"""Bytes of TLS that each byte of data pays for; even a short frame in a record of its own takes fewer."""
UNPAID = 1 << 17
"""Bytes of TLS that may come without data that pays for them: more than is taken at once, and a record in part."""

Data = bytes | bytearray | memoryview


class TooManyPieces(trio.BrokenResourceError):
    """The other end sent its bytes in so many small pieces, or so few of them in so much TLS, that it was given up."""


class TlsStream(trio.abc.Stream):
    """One end of a connection, as any of Trio's streams, and with ``send_now``.

    Every failure, of TLS or of the network, is a BrokenResourceError with the library's error as its cause. As with
    the streams of Trio one task may receive and one other may wait to send.
    """

    def __init__(
        self,
        transport: trio.SocketStream,
        context: ssl.SSLContext,
        *,
        server_side: bool = False,
        server_hostname: str | None = None,
    ) -> None:
        """Takes the socket from ``transport``, which is of no use afterwards; whoever makes this closes it."""
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls: Final = context.wrap_bio(
            self._incoming, self._outgoing, server_side=server_side, server_hostname=server_hostname
        )
        self._socket = socket.socket(fileno=transport.socket.detach())
        self._socket.setblocking(False)
        self._unsent = b""
        self._has_shaken = False
        self._is_few = False
        self._unpaid = 0
        self._is_broken = False
        self._pieces = Allowance(PIECES_PER_SECOND, PIECES_PER_SECOND * BURST, trio.current_time())

    @property
    def clogged(self) -> bool:
        """Whether the network has not taken all that was sent."""
        return bool(self._unsent)

    async def do_handshake(self) -> None:
        """Prove to each other who we are, if that has not been done."""
        self._require_open()
        while not self._has_shaken:
            try:
                self.tls.do_handshake()
                self._has_shaken = True
            except ssl.SSLWantReadError:
                await self._drain()
                await self._more()
            except ssl.SSLError as error:
                raise self._broken(error) from _named(error)
        await self._drain()

    def send_now(self, data: Data) -> bool:
        """Send, after the handshake, as much as the network takes; whether that was all.

        The rest is kept here, however much it is, until something, or nothing, is sent by ``send_all``.
        """
        self._require_open()
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self.tls.write(rest) :]
        except ssl.SSLError as error:
            raise self._broken(error) from _named(error)
        self._push()
        return not self._unsent

    async def send_all(self, data: Data) -> None:
        """Send all of it, and what waits."""
        await self.do_handshake()
        self.send_now(data)
        await self._drain()

    async def wait_send_all_might_not_block(self) -> None:
        """Wait until nothing waits any more."""
        await self.send_all(b"")

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """What has come, at most a record; nothing where the other end has closed the connection."""
        if not self._has_shaken:
            await self.do_handshake()
        self._require_open()
        if self._incoming.pending or self.tls.pending() or self._incoming.eof:
            await trio.lowlevel.checkpoint()
        else:
            await trio.lowlevel.wait_readable(self._socket)
            self._fill()
        while True:
            try:
                data = self.tls.read(max_bytes or _CHUNK)
                self._unpaid = max(0, self._unpaid - WORTH * len(data))
                return data
            except ssl.SSLWantReadError:
                await self._more()
            except ssl.SSLError as error:
                raise self._broken(error) from _named(error)

    async def aclose(self) -> None:
        """Close both directions, without waiting for the other end to do so."""
        try:
            if self._has_shaken and not self._is_broken and self._socket.fileno() != -1:
                with suppress(ssl.SSLError):
                    self.tls.unwrap()
                with suppress(trio.BrokenResourceError):
                    await self._drain()
        finally:
            self.close()
        await trio.lowlevel.checkpoint()

    def cut(self) -> None:
        """End both directions without a word; whoever receives here finds the connection cut off."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up without a word, if that has not been done; whoever waits here gets a ClosedResourceError."""
        if self._socket.fileno() != -1:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()

    async def _more(self) -> None:
        """Wait for more bytes of what TLS has in part; raises TooManyPieces where they trickle in."""
        if self._is_few and not self._pieces.spend(trio.current_time()):
            self._is_broken = True
            raise TooManyPieces
        await trio.lowlevel.wait_readable(self._socket)
        self._fill()

    def _fill(self) -> None:
        """Take the bytes that have come, or the end of them; raises TooManyPieces where many brought little data."""
        if self._unpaid > UNPAID:
            self._is_broken = True
            raise TooManyPieces
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            raise self._broken(error) from error
        self._is_few = len(data) < FEW
        self._unpaid += len(data)
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()

    async def _drain(self) -> None:
        self._push()
        while self._unsent:
            await trio.lowlevel.wait_writable(self._socket)
            self._push()

    def _push(self) -> None:
        """Hand the network what it takes."""
        data = self._unsent + self._outgoing.read()
        if not data:
            return
        try:
            sent = self._socket.send(data)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            # Not broken for whoever receives: what the other end said before it went may still be here.
            raise trio.BrokenResourceError(str(error)) from error
        self._unsent = data[sent:]

    def _require_open(self) -> None:
        if self._is_broken:
            raise trio.BrokenResourceError("the connection is broken")
        if self._socket.fileno() == -1:
            raise trio.ClosedResourceError("this end of the connection is closed")

    def _broken(self, error: OSError) -> trio.BrokenResourceError:
        """What to raise for an error of TLS or the network, each of which is the last."""
        self._is_broken = True
        return trio.BrokenResourceError(str(error))


def _named(error: ssl.SSLError) -> ssl.SSLError:
    """Return the error as an SSLEOFError if the connection was cut off, as newer Pythons name it (gh-95494)."""
    return ssl.SSLEOFError(*error.args) if error.reason == "UNEXPECTED_EOF_WHILE_READING" else error
