"""Every attack on the door, over iroh: what holds over TCP holds there too.

The tests are those of `test_door`, with another way to listen and to open streams.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

import pytest
import trio

from p2p.net import iroh, visitors
from p2p.net.address import Address, Opened, listen
from p2p.net.door import Door, dial
from tests.p2p.ends import HOST
from tests.p2p.iroh_endpoints import needs_iroh, on_loopback
from tests.p2p.net import test_door
from tests.p2p.tables import raised

pytestmark = needs_iroh

OF_TCP = {
    "test_a_table_is_dialled_over_ipv4_and_ipv6": "No attack: an endpoint listens at both families at once.",
    "test_a_refusal_that_comes_as_an_alert_after_the_handshake_is_understood": (
        "The host is a program of blocking sockets. TLS has the same bytes in a stream of QUIC, and the same end."
    ),
    "test_an_eavesdropper_sees_tls_1_3_and_nothing_else": (
        "On the way is QUIC, and TLS within it. `test_iroh` has the relay that listens."
    ),
    "test_a_bit_turned_on_the_way_ends_that_connection_and_nothing_else": (
        "QUIC drops a changed packet and sends it again, so the bit turns nothing. `test_iroh` has the relay that does."
    ),
    "test_a_hello_tampered_with_opens_nothing": "The same: the hello is inside a packet of QUIC that is dropped.",
}
"""By name, the tests that are about TCP alone, and why."""

globals().update(
    {name: test for name, test in vars(test_door).items() if name.startswith("test_") and name not in OF_TCP}
)


@pytest.fixture(autouse=True)
def over_iroh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tables of the tests be reached over iroh, and their guests come that way."""
    guests: list[iroh.Endpoint] = []
    by_tcp = trio.open_tcp_stream

    async def opened(address: Address) -> Opened:
        return await guests[-1].open(address)

    async def open_stream(host: str, port: int) -> trio.SocketStream:
        return (await opened(Address(host, port))).stream if "@" in host else await by_tcp(host, port)

    @asynccontextmanager
    async def table(*purposes: str) -> AsyncIterator[test_door.Table]:
        async with (
            on_loopback() as host,
            on_loopback() as guest,
        ):
            guests.append(guest)
            [listener] = await listen([test_door.LOCALHOST])
            of = test_door.Table(listener)
            of.door = Door([listener], HOST, lambda line: of.log.append(str(line)), raised, host)
            of.address = host.socket_addresses[0]
            for purpose in purposes or ("lobby", "game", "watch"):
                of.door.open(purpose, of.admit, of.echo)
            with trio.fail_after(2 * test_door.SOON):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(of.door.serve)
                    yield of
                    nursery.cancel_scope.cancel()

    @asynccontextmanager
    async def answering(handle: Callable[[trio.SocketStream], Awaitable[None]]) -> AsyncIterator[Address]:
        async def take(caller: Opened) -> None:
            async with caller.stream:
                await handle(caller.stream)

        async with on_loopback() as host, on_loopback() as guest, trio.open_nursery() as nursery:
            guests.append(guest)
            nursery.start_soon(host.serve, take)
            yield host.socket_addresses[0]
            nursery.cancel_scope.cancel()

    def name_of(stream: trio.SocketStream) -> str:
        return f"{guests[-1].socket_addresses[0].direct}/udp"

    def knocking(of: test_door.Table, first: bytes = b"\x16") -> AbstractAsyncContextManager[trio.SocketStream]:
        """A stranger's stream. Before its first byte there is none: `test_iroh` has those who open no stream."""
        return by_knocking(of, first)

    by_knocking = test_door.knocking
    monkeypatch.setattr(test_door, "knocking", knocking)
    monkeypatch.setattr(test_door, "table", table)
    monkeypatch.setattr(test_door, "answering", answering)
    monkeypatch.setattr(test_door, "name_of", name_of)
    monkeypatch.setattr(test_door, "dial", partial(dial, open_stream=opened))
    monkeypatch.setattr(trio, "open_tcp_stream", open_stream)
    # Nothing here takes long.
    monkeypatch.setattr(visitors, "PATIENCE_OF_IROH", 15.0)
