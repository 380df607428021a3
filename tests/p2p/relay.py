"""A relay of iroh for tests: it passes packets on between endpoints, and believes who they say they are.

It is written from what a relay and its clients say to each other (``iroh-relay-v2``): WebSocket (RFC 6455) over plain
HTTP at ``/relay``, a challenge and its answer, then frames. Each begins with its type. Real relays check the answer,
speak HTTPS and tell endpoints their outer address by QUIC; this one does none of it.

Run it alone with ``python -m tests.p2p.relay PORT``.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import trio

CHALLENGE, ANSWER, WELCOME = 0, 1, 2
PACKET, PACKETS, PACKET_FROM, PACKETS_FROM = 4, 5, 6, 7
GONE, PING, PONG = 8, 9, 10

KEY = 32
CHALLENGE_SIZE = 16

BINARY, CLOSE, WS_PING, WS_PONG = 2, 8, 9, 10

QUEUE = 512
"""Packets that may wait for one endpoint; further ones are lost, as on any way."""

PING_EVERY = 15.0
"""Seconds between two keepalives to an endpoint."""

_HUNG_UP = (trio.BrokenResourceError, trio.ClosedResourceError, ValueError, EOFError)

MOST_HEAD = 16_384
MOST_FRAME = 1 << 20


class Relay:
    """A relay that listens at one port; ``addresses`` notes from where it was visited."""

    def __init__(self, listener: trio.SocketListener) -> None:
        self._listener = listener
        host, port = listener.socket.getsockname()[:2]
        self.url = f"http://{host}:{port}"
        self.addresses: set[str] = set()
        self.passed = 0
        """How many frames with packets were passed on."""
        self._ends: dict[bytes, trio.MemorySendChannel[bytes]] = {}

    @property
    def known(self) -> int:
        """How many endpoints are here now."""
        return len(self._ends)

    async def serve(self) -> None:
        """Serve until cancelled, and then hang up on all."""
        await trio.serve_listeners(self._visit, [self._listener])

    async def _visit(self, stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(*_HUNG_UP):
                self.addresses.add(stream.socket.getpeername()[0])
                reader = _Reader(stream)
                path, fields = await reader.head()
                if path == "/relay":
                    await self._relay(stream, reader, fields)
                else:
                    status = "204 No Content" if path == "/generate_204" else "200 OK"
                    await stream.send_all(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())

    async def _relay(self, stream: trio.SocketStream, reader: _Reader, fields: dict[str, str]) -> None:
        """Upgrade to WebSocket, learn the endpoint's key, and pass packets on."""
        proof = hashlib.sha1(f"{fields['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
        await stream.send_all(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {base64.b64encode(proof).decode()}\r\n"
            "Sec-WebSocket-Protocol: iroh-relay-v2\r\n\r\n".encode()
        )
        await stream.send_all(_framed(bytes([CHALLENGE]) + secrets.token_bytes(CHALLENGE_SIZE)))
        answer = await reader.message(stream)
        if answer[0] != ANSWER:
            raise ValueError("no answer to the challenge")
        key = answer[1 : 1 + KEY]
        queue, waiting = trio.open_memory_channel[bytes](QUEUE)
        self._ends[key] = queue
        queue.send_nowait(bytes([WELCOME]))
        partners: set[bytes] = set()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_write, stream, waiting)
                with suppress(*_HUNG_UP):
                    while True:
                        self._take(key, partners, await reader.message(stream))
                nursery.cancel_scope.cancel()
        finally:
            if self._ends.get(key) is queue:
                del self._ends[key]
                for partner in partners:
                    self._send(partner, bytes([GONE]) + key)

    def _take(self, key: bytes, partners: set[bytes], message: bytes) -> None:
        kind = message[0]
        if kind in (PACKET, PACKETS):
            to, rest = message[1 : 1 + KEY], message[1 + KEY :]
            partners.add(to)
            if self._send(to, bytes([PACKET_FROM if kind == PACKET else PACKETS_FROM]) + key + rest):
                self.passed += 1
        elif kind == PING:
            self._send(key, bytes([PONG]) + message[1:])

    def _send(self, to: bytes, message: bytes) -> bool:
        with suppress(trio.WouldBlock, trio.BrokenResourceError, KeyError):
            self._ends[to].send_nowait(message)
            return True
        return False


class _Reader:
    """Reads HTTP's head, and then messages of WebSocket."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._data = bytearray()

    async def head(self) -> tuple[str, dict[str, str]]:
        """Return the path of a request, and its fields by name in lower case."""
        while b"\r\n\r\n" not in self._data:
            if len(self._data) > MOST_HEAD:
                raise ValueError("an endless head")
            await self._more()
        head, _, self._data = self._data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        fields = (line.partition(":") for line in lines)
        return first.split()[1].partition("?")[0], {name.lower(): value.strip() for name, _, value in fields}

    async def message(self, stream: trio.SocketStream) -> bytes:
        """Return the next binary message; raise EOFError at the end."""
        while True:
            kind, data = await self._frame()
            if kind == BINARY and data:
                return data
            if kind == CLOSE:
                raise EOFError
            if kind == WS_PING:
                await stream.send_all(_framed(data, WS_PONG))

    async def _frame(self) -> tuple[int, bytes]:
        first, second = await self._take(2)
        size = second & 0x7F
        if size > 125:
            size = int.from_bytes(await self._take(2 if size == 126 else 8), "big")
        if size > MOST_FRAME:
            raise ValueError("a frame too long")
        mask = await self._take(4) if second & 0x80 else bytes(4)
        data = await self._take(size)
        pattern = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        return first & 0x0F, (int.from_bytes(data, "big") ^ pattern).to_bytes(size, "big")

    async def _take(self, size: int) -> bytes:
        while len(self._data) < size:
            await self._more()
        data = bytes(self._data[:size])
        del self._data[:size]
        return data

    async def _more(self) -> None:
        data = await self._stream.receive_some()
        if not data:
            raise EOFError
        self._data += data


async def _write(stream: trio.SocketStream, waiting: trio.MemoryReceiveChannel[bytes]) -> None:
    """Send what waits for an endpoint, and a ping from time to time."""
    while True:
        message = bytes([PING]) + secrets.token_bytes(8)
        with trio.move_on_after(PING_EVERY):
            message = await waiting.receive()
        with suppress(*_HUNG_UP):
            await stream.send_all(_framed(message))


def _framed(data: bytes, kind: int = BINARY) -> bytes:
    size = len(data)
    if size < 126:
        length = bytes([size])
    else:
        length = bytes([126]) + size.to_bytes(2, "big") if size < 1 << 16 else bytes([127]) + size.to_bytes(8, "big")
    return bytes([0x80 | kind]) + length + data


@asynccontextmanager
async def relay(host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[Relay]:
    """A relay that runs while the block does."""
    [listener] = await trio.open_tcp_listeners(port, host=host)
    of = Relay(listener)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(of.serve)
        yield of
        nursery.cancel_scope.cancel()


async def _alone(port: int) -> None:
    async with relay("0.0.0.0", port) as of:
        print(of.url, flush=True)
        await trio.sleep_forever()


if __name__ == "__main__":
    trio.run(_alone, int(sys.argv[1]))
