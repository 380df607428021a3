"""A thousand connections to one door on this machine that do everything but behave, and one insider who floods.

For `DURATION` seconds; then this process ends and says how often it connected. It takes the port and the number of
connections as arguments, and dials 127.0.0.1 alone.
"""

from __future__ import annotations

import hashlib
import json
import random
import resource
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count, cycle

import trio

from crypto.identity import Identity
from p2p.net.address import Address
from p2p.net.door import DialError, dial
from p2p.net.tls import TABLE_NAME, Credentials, TableSecret
from p2p.wire.frames import MAX_GREETING, MAX_MESSAGE, FrameError, frame

HOST = "127.0.0.1"
CONNECTIONS = 1000
DURATION = 8.0
PAUSE = 1.0
"""Seconds until a peer that was hung up on is back."""

SECRET = TableSecret(hashlib.sha256(b"flood").digest()[:16])
HOST_KEY = Identity.from_seed(hashlib.sha256(b"host").digest())
INSIDER_KEY = Identity.from_seed(hashlib.sha256(b"insider").digest())
INSIDER = Credentials(SECRET, INSIDER_KEY)

_CLIENT_HELLO = b"\x16\x03\x01\x02\x00" + bytes(512)


async def silent(_: trio.abc.Stream) -> None:
    """Say nothing."""


async def trickling(stream: trio.abc.Stream) -> None:
    """Begin a ClientHello, a byte at a time."""
    for byte in _CLIENT_HELLO:
        await stream.send_all(bytes([byte]))
        await trio.sleep(0.1)


async def garbage(stream: trio.abc.Stream) -> None:
    """Send what is no TLS."""
    await stream.send_all(random.randbytes(4096))


async def record_without_end(stream: trio.abc.Stream) -> None:
    """Announce the longest record there is, and send its bytes for ever."""
    await stream.send_all(b"\x16\x03\x01\x40\x00")
    while True:
        await stream.send_all(bytes(4096))


async def huge_frame(stream: trio.abc.Stream) -> None:
    """Announce, inside TLS, a frame of 4 GiB."""
    await _secured(stream).send_all(b"\xff" * 4 + bytes(4096))


async def deep_frame(stream: trio.abc.Stream) -> None:
    """Greet with a thousand arrays inside one another."""
    await _secured(stream).send_all(frame(b"\x91" * MAX_GREETING))


async def frame_without_end(stream: trio.abc.Stream) -> None:
    """Greet a byte at a time."""
    secured = _secured(stream)
    for byte in MAX_GREETING.to_bytes(4, "big") + bytes(MAX_GREETING):
        await secured.send_all(bytes([byte]))
        await trio.sleep(0.1)


Misbehaviour = Callable[[trio.abc.Stream], Awaitable[None]]

WAYS: tuple[Misbehaviour, ...] = (
    *(silent, trickling, garbage, record_without_end),
    *(silent, trickling, garbage, huge_frame),
    *(silent, trickling, deep_frame, frame_without_end),
)
"""A quarter of the connections gets as far as a handshake: those of insiders."""


def _secured(stream: trio.abc.Stream) -> trio.SSLStream[trio.abc.Stream]:
    return trio.SSLStream(stream, INSIDER._client, server_hostname=TABLE_NAME)


async def misbehave(port: int, way: Misbehaviour, made: count[int], delay: float) -> None:
    """Connect, misbehave until hung up on, and again."""
    await trio.sleep(delay)
    while True:
        with suppress(OSError, trio.BrokenResourceError):
            async with await trio.open_tcp_stream(HOST, port) as stream:
                next(made)
                await way(stream)
                await stream.receive_some(1)
        await trio.sleep(PAUSE)


async def flood(port: int) -> None:
    """Be let in, and send the greatest number of frames and bytes that the connection carries, until thrown out."""
    frames = cycle([frame(b"x") * 5000, frame(bytes(MAX_MESSAGE))])
    while True:
        with suppress(DialError, trio.BrokenResourceError):
            connection = await dial(Address(HOST, port), INSIDER, "lobby", b"", HOST_KEY.public)
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(_drain, connection.receive)
                    for many in frames:
                        await connection._stream.send_all(many)
            except* (trio.BrokenResourceError, FrameError):
                pass  # thrown out; or the table's answers were as many as what was sent, and came before that
            finally:
                await connection.aclose()
        await trio.sleep(PAUSE)


async def _drain(receive: Callable[[], Awaitable[bytes | None]]) -> None:
    while await receive() is not None:
        pass
    raise trio.BrokenResourceError


async def main(port: int, connections: int) -> None:
    """Do all of it for a while."""
    made = count()
    with trio.move_on_after(DURATION):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood, port)
            for number, way in zip(range(connections), cycle(WAYS), strict=False):
                nursery.start_soon(misbehave, port, way, made, PAUSE * number / connections)
    print(json.dumps({"connections": next(made)}), flush=True)


if __name__ == "__main__":
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    trio.run(main, int(sys.argv[1]), int(sys.argv[2]))
