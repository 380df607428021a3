"""Both ends of a TLS connection on this machine, and the credentials of the tests' table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio

from p2p.net.tls import Credentials, TableSecret, TlsStream
from tests.p2p.tables import identity

SECRET = TableSecret(bytes(range(16)))
HOST = Credentials(SECRET, identity(0))
GUEST = Credentials(SECRET, identity(1))


def sockets() -> tuple[trio.SocketStream, trio.SocketStream]:
    """Two ends of one connection."""
    one, other = trio.socket.socketpair()
    return trio.SocketStream(one), trio.SocketStream(other)


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[TlsStream, TlsStream]]:
    """The ends of the guest and of the host, who have proven to each other who they are."""
    near, far = sockets()
    with trio.fail_after(60):
        async with HOST.server(far) as server, GUEST.client(near) as client:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(client.do_handshake)
                nursery.start_soon(server.do_handshake)
            yield client, server


async def until(condition: Callable[[], object]) -> None:
    """Wait for what happens in another task."""
    with trio.fail_after(120):
        while True:
            if condition():
                return
            await trio.sleep(0.01)
