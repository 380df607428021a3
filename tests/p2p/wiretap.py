"""A link between two peers that a third listens to, and may tamper with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import trio

from p2p.net.address import Address

HANDSHAKE, CHANGE_CIPHER_SPEC, APPLICATION_DATA = 22, 20, 23
"""Types of records (RFC 8446, section 5.1); the second means nothing and is sent for old middleboxes."""

CLIENT_HELLO, SERVER_HELLO = 1, 2
SUPPORTED_VERSIONS = 43
TLS_1_3 = 0x0304


class Record(NamedTuple):
    """A record of TLS as it stands on the wire."""

    kind: int
    version: int
    fragment: bytes


def records(stream: bytes) -> Iterator[Record]:
    """The records of one direction; raises ValueError where bytes are none, or the last is not whole."""
    while stream:
        kind, version, size = stream[0], int.from_bytes(stream[1:3], "big"), int.from_bytes(stream[3:5], "big")
        if len(stream) < 5 + size:
            raise ValueError(f"a record of {size} bytes is cut after {len(stream) - 5}")
        yield Record(kind, version, stream[5 : 5 + size])
        stream = stream[5 + size :]


def versions(hello: bytes) -> list[int]:
    """What the extension supported_versions of a ClientHello or ServerHello says (RFC 8446, 4.1.2, 4.1.3, 4.2.1)."""
    is_client = hello[0] == CLIENT_HELLO
    place = 4 + 2 + 32
    place += 1 + hello[place]
    place += 2 + int.from_bytes(hello[place : place + 2], "big") if is_client else 2
    place += 1 + hello[place] if is_client else 1
    place += 2
    while place < len(hello):
        kind, size = (
            int.from_bytes(hello[place : place + 2], "big"),
            int.from_bytes(hello[place + 2 : place + 4], "big"),
        )
        if kind == SUPPORTED_VERSIONS:
            offered = hello[place + 4 + is_client : place + 4 + size]
            return [int.from_bytes(offered[at : at + 2], "big") for at in range(0, len(offered), 2)]
        place += 4 + size
    return []


class Wiretap:
    """Passes every byte on between a dialler and a table, and keeps it; turns one bit where it is told to."""

    def __init__(self, table: Address) -> None:
        self._table = table
        self.up = b""
        self.down = b""
        self.turn: int | None = None
        """Of the next bytes going up, the one of which a bit is turned, counted from their end."""

    async def serve(self, listener: trio.SocketListener) -> None:
        """Take connections until cancelled."""
        await trio.serve_listeners(self._take, [listener])

    async def _take(self, dialler: trio.SocketStream) -> None:
        table = await trio.open_tcp_stream(*self._table)
        async with table, trio.open_nursery() as nursery:
            nursery.start_soon(partial(self._pass, dialler, table, up=True))
            await self._pass(table, dialler, up=False)
            nursery.cancel_scope.cancel()

    async def _pass(self, source: trio.SocketStream, sink: trio.SocketStream, *, up: bool) -> None:
        try:
            async for data in source:
                await sink.send_all(self._keep(bytes(data), up))
            await sink.send_eof()
        except trio.BrokenResourceError:
            pass  # an end that is gone has nothing more to say

    def _keep(self, data: bytes, up: bool) -> bytes:
        if not up:
            self.down += data
            return data
        self.up += data
        if self.turn is not None:
            place = len(data) - self.turn
            data = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
            self.turn = None
        return data
