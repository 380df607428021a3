"""TLS on a socket sends at once, gives up peers that make us work for nothing, and loses no last words."""

from __future__ import annotations

import ssl
from contextlib import suppress

import pytest
import trio
import trio.testing

from p2p.log import messages
from p2p.log.messages import Fetch
from p2p.net.tls import TABLE_NAME, TlsStream, TooManyPieces, is_cut_off
from p2p.wire.frames import frame
from tests.p2p.ends import GUEST, HOST, connected, sockets

MUCH = bytes(range(256)) * 8_000
"""More than a connection takes at once, in many records."""


async def exactly(stream: TlsStream | trio.SSLStream[trio.SocketStream], size: int) -> bytes:
    """Return this many bytes of a stream, or fewer if it ends."""
    data = b""
    while len(data) < size and (more := await stream.receive_some()):
        data += more
    return data


async def test_what_is_sent_at_once_needs_no_turn_of_the_loop() -> None:
    async with connected() as (client, server):
        client.send_now(b"one")
        client.send_now(b"two")
        assert client.waiting == 0
        assert await exactly(server, 6) == b"onetwo"


async def test_what_the_network_does_not_take_waits_and_keeps_its_place() -> None:
    async with connected() as (client, server), trio.open_nursery() as nursery:
        client.send_now(MUCH)
        assert client.waiting > 0
        nursery.start_soon(client.send_all, b"the end")
        assert await exactly(server, len(MUCH) + 7) == MUCH + b"the end"
        assert client.waiting == 0


@pytest.mark.parametrize("ours_listens", [False, True])
async def test_both_ends_may_send_much_at_the_same_time_also_to_a_stream_of_trio(ours_listens: bool) -> None:
    near, far = sockets()
    ours: TlsStream
    theirs: trio.SSLStream[trio.SocketStream]
    if ours_listens:
        ours = HOST.server(near)
        theirs = trio.SSLStream(far, GUEST._client, server_hostname=TABLE_NAME)
    else:
        ours = GUEST.client(near)
        theirs = trio.SSLStream(far, HOST._table, server_side=True)
    with trio.fail_after(60):
        async with ours, theirs:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ours.do_handshake)
                nursery.start_soon(theirs.do_handshake)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ours.send_all, MUCH)
                nursery.start_soon(theirs.send_all, MUCH)
                assert await exactly(theirs, len(MUCH)) == MUCH
                assert await exactly(ours, len(MUCH)) == MUCH


async def test_a_stream_that_is_closed_here_wakes_the_task_that_receives() -> None:
    async with connected() as (client, _), trio.open_nursery() as nursery:

        async def wait() -> None:
            with pytest.raises(trio.ClosedResourceError):
                await client.receive_some()

        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        client.close()


async def test_a_peer_that_has_sent_many_records_keeps_no_other_task_waiting() -> None:
    async with connected() as (client, server):
        for _ in range(100):
            client.send_now(b"x")
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await trio.lowlevel.checkpoint()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(count)
            for _ in range(100):
                await server.receive_some()
            nursery.cancel_scope.cancel()
        assert turns > 50


async def test_a_close_is_heard_after_all_that_was_sent() -> None:
    async with connected() as (client, server):
        await client.send_all(b"goodbye")
        await client.aclose()
        assert await exactly(server, 100) == b"goodbye"


async def test_an_end_that_is_cut_off_is_no_close() -> None:
    async with connected() as (client, server):
        await client.send_all(b"half a sen")
        client.cut()
        assert await exactly(server, 10) == b"half a sen"
        with pytest.raises(trio.BrokenResourceError) as error:
            await server.receive_some()
        assert is_cut_off(error.value)


async def test_last_words_are_heard_where_nothing_can_be_said_any_more() -> None:
    async with connected() as (client, server):
        await client.send_all(b"farewell")
        client.cut()
        await server.send_all(b"what?")
        assert await exactly(server, 8) == b"farewell"


async def test_a_peer_who_sends_much_tls_and_little_data_is_given_up() -> None:
    """One byte in each record, as many as the network takes at once: few reads, and much work for each byte."""
    async with connected() as (client, server), trio.open_nursery() as nursery:

        async def trickle() -> None:
            with suppress(trio.BrokenResourceError):
                for _ in range(20_000):
                    await client.send_all(b"x")

        nursery.start_soon(trickle)
        with pytest.raises(TooManyPieces):
            await exactly(server, 20_000)
        nursery.cancel_scope.cancel()


async def test_the_shortest_messages_in_records_of_their_own_are_heard_however_many_they_are() -> None:
    short = frame(messages.encode(Fetch(1)))
    async with connected() as (client, server), trio.open_nursery() as nursery:

        async def talk() -> None:
            for _ in range(20_000):
                await client.send_all(short)

        nursery.start_soon(talk)
        assert len(await exactly(server, 20_000 * len(short))) == 20_000 * len(short)


async def test_garbage_breaks_the_stream_for_good() -> None:
    near, far = trio.socket.socketpair()
    with far:
        await far.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        async with GUEST.client(trio.SocketStream(near)) as stream:
            with pytest.raises(trio.BrokenResourceError) as error:
                await stream.do_handshake()
            assert isinstance(error.value.__cause__, ssl.SSLError)
            with pytest.raises(trio.BrokenResourceError):
                await stream.receive_some()
