"""Every attack on the door, over iroh: what holds over TCP holds there too.

The tests are those of `test_door`, with another way to listen and to open streams.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

import pytest
import trio

from p2p.net import iroh, visitors
from p2p.net.address import Address, listen
from p2p.net.door import Door, dial
from p2p.net.origin import Opened
from tests.p2p.iroh_endpoints import needs_iroh, on_loopback
from tests.p2p.net import test_door
from tests.p2p.tables import raised

pytestmark = needs_iroh

OF_TCP = {
    # What a socket of TCP has, and iroh does not: two families of addresses, and a caller's port.
    "test_a_table_is_dialled_over_ipv4_and_ipv6",
    "test_a_stranger_without_any_invitation_is_named_in_the_log",
    # Another program than ours listens there.
    "test_where_no_one_listens_the_system_s_reason_is_told",
    "test_a_host_that_says_nothing_is_given_up",
    "test_another_protocol_is_named_by_a_dialler_that_is_welcomed_in_it",
    "test_what_is_no_table_is_said_to_be_none",
    "test_an_answer_that_is_none_of_ours_is_shown_to_no_one",
    "test_a_refusal_that_comes_as_an_alert_after_the_handshake_is_understood",
    # On the way is QUIC, and TLS within it.
    "test_an_eavesdropper_sees_tls_1_3_and_nothing_else",
    "test_a_bit_turned_on_the_way_ends_that_connection_and_nothing_else",
    "test_a_hello_tampered_with_opens_nothing",
}
"""Tests that are about TCP alone."""

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
            of.door = Door([listener], test_door.HOST, lambda line: of.log.append(str(line)), raised, host)
            of.address = host.socket_addresses[0]
            for purpose in purposes or ("lobby", "game", "watch"):
                of.door.open(purpose, of.admit, of.echo)
            with trio.fail_after(4 * test_door.SOON):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(of.door.serve)
                    yield of
                    nursery.cancel_scope.cancel()

    def knocking(of: test_door.Table, first: bytes = b"\x16") -> AbstractAsyncContextManager[trio.SocketStream]:
        """A stranger's stream. Before its first byte there is none: `test_iroh` has those who open no stream."""
        return by_knocking(of, first)

    by_knocking = test_door.knocking
    monkeypatch.setattr(test_door, "knocking", knocking)
    monkeypatch.setattr(test_door, "table", table)
    monkeypatch.setattr(test_door, "dial", partial(dial, open_stream=opened))
    monkeypatch.setattr(trio, "open_tcp_stream", open_stream)
    # Nothing here takes long, and a test waits for the end of this patience.
    monkeypatch.setattr(visitors, "PATIENCE_OF_IROH", 15.0)
