"""Streams over iroh: opened, closed, cancelled and cut, directly and through a relay; and whom an endpoint asks."""

from __future__ import annotations

import asyncio
import importlib
import secrets
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import trio

from p2p.net import iroh
from p2p.net.address import RELAYED, Address, NoWayError, Opened, open_tcp
from p2p.net.iroh import IrohError
from tests.p2p.iroh_endpoints import bare, connected, in_asyncio, needs_iroh, on_loopback
from tests.p2p.relay import PACKET_FROM, PACKETS_FROM, Relay, relay

pytestmark = needs_iroh

SOON = 120.0

USUAL = Address.at_relay(bytes(range(32)), "https://relay.example.org")


class Far:
    """The other end: it keeps what it hears, and what it came from."""

    def __init__(self, *, echoes: bool = True, reads: bool = True) -> None:
        self.opened: list[Opened] = []
        self.heard = b""
        self.arrived, self.ended = trio.Event(), trio.Event()
        self._echoes = echoes
        self._reads = reads

    async def take(self, opened: Opened) -> None:
        """Hear a caller to the end."""
        self.opened.append(opened)
        self.arrived.set()
        async with opened.stream:
            if not self._reads:
                await trio.sleep_forever()
            with suppress(trio.BrokenResourceError):
                while data := await opened.stream.receive_some():
                    self.heard += data
                    if self._echoes:
                        await opened.stream.send_all(data)
            self.ended.set()


@asynccontextmanager
async def serving(far: Far, relays: tuple[str, ...] = ()) -> AsyncIterator[tuple[iroh.Endpoint, iroh.Endpoint]]:
    """An endpoint that serves, and one that dials."""
    with trio.fail_after(2 * SOON):
        async with on_loopback(relays) as here, on_loopback(relays) as there, trio.open_nursery() as nursery:
            nursery.start_soon(there.serve, far.take)
            if relays:
                await here.online()
                await there.online()
            yield here, there
            nursery.cancel_scope.cancel()


async def answer(stream: trio.SocketStream, size: int) -> bytes:
    """So many bytes that come back."""
    received = b""
    while len(received) < size and (data := await stream.receive_some()):
        received += data
    return received


async def test_bytes_go_there_and_back() -> None:
    far = Far()
    async with serving(far) as (here, there):
        stream, origin = await here.open(there.socket_addresses[0])
        async with stream:
            await stream.send_all(b"good evening")
            assert await answer(stream, 12) == b"good evening"
    assert origin.is_iroh
    assert origin.network == far.opened[0].origin.network == bytes([127, 0, 0, 1])


async def test_through_a_relay_all_callers_count_as_one_network() -> None:
    far = Far()
    async with relay() as of, serving(far, (of.url,)) as (here, there):
        assert there.relay == of.url
        stream, origin = await here.open(there.addresses[-1])
        async with stream:
            await stream.send_all(b"good evening")
            assert await answer(stream, 12) == b"good evening"
        assert of.passed > 0
        assert origin.network == far.opened[0].origin.network == RELAYED
        assert far.opened[0].origin.name == of.url


async def test_a_relay_that_listens_or_turns_bits_learns_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUIC drops a packet that was changed, and sends again what was in it."""
    words = b"the legions march at dawn"
    seen = bytearray()
    turned: list[bytes] = []
    honestly = Relay._send

    def send(of: Relay, to: bytes, message: bytes) -> bool:
        seen.extend(message)
        if message[0] in (PACKET_FROM, PACKETS_FROM) and len(seen) % 5 == 0:
            turned.append(message)
            message = message[:-9] + bytes([message[-9] ^ 1]) + message[-8:]
        return honestly(of, to, message)

    monkeypatch.setattr(Relay, "_send", send)
    far = Far()
    async with relay() as between, serving(far, (between.url,)) as (here, there):
        opened = await here.open(Address.at_relay(there.key, between.url))
        async with opened.stream:
            for _ in range(30):
                await opened.stream.send_all(words * 40)
                assert await answer(opened.stream, 40 * len(words)) == words * 40
    assert turned != []
    assert words not in seen


async def test_what_was_sent_before_the_end_arrives() -> None:
    far = Far(echoes=False)
    async with serving(far) as (here, there):
        stream, _ = await here.open(there.socket_addresses[0])
        sent = secrets.token_bytes(3_000_000)
        await stream.send_all(sent)
        await stream.aclose()
        await far.ended.wait()
        assert far.heard == sent


async def test_what_was_sent_before_the_end_arrives_from_an_end_that_has_not_read_all() -> None:
    async def take(opened: Opened) -> None:
        async with opened.stream:
            await opened.stream.receive_some(1)
            await opened.stream.send_all(b"not at this table")

    with trio.fail_after(2 * SOON):
        async with on_loopback() as here, on_loopback() as there, trio.open_nursery() as nursery:
            nursery.start_soon(there.serve, take)
            stream, _ = await here.open(there.socket_addresses[0])
            async with stream:
                await stream.send_all(bytes(1000))
                assert await answer(stream, 1000) == b"not at this table"
            nursery.cancel_scope.cancel()


async def test_what_was_sent_before_the_endpoint_ends_arrives() -> None:
    far = Far(echoes=False)
    with trio.fail_after(SOON):
        async with on_loopback() as there, trio.open_nursery() as nursery:
            nursery.start_soon(there.serve, far.take)
            async with on_loopback() as here:
                stream, _ = await here.open(there.socket_addresses[0])
                await stream.send_all(bytes(100_000))
                await stream.aclose()
            await far.ended.wait()
            nursery.cancel_scope.cancel()
    assert far.heard == bytes(100_000)


async def test_when_the_other_end_is_gone_the_stream_ends() -> None:
    far = Far(reads=False)
    with trio.fail_after(SOON):
        async with on_loopback() as here:
            async with on_loopback() as there, trio.open_nursery() as nursery:
                nursery.start_soon(there.serve, far.take)
                stream, _ = await here.open(there.socket_addresses[0])
                await stream.send_all(b"hello")
                await far.arrived.wait()
                nursery.cancel_scope.cancel()
            async with stream:
                assert await answer(stream, 1) == b""


async def test_an_end_that_does_not_read_bounds_what_may_wait() -> None:
    far = Far(reads=False)
    taken = 0
    async with serving(far) as (here, there):
        stream, _ = await here.open(there.socket_addresses[0])
        async with stream:
            with trio.move_on_after(3):
                while taken < 1 << 26:
                    await stream.send_all(bytes(1 << 16))
                    taken += 1 << 16
    assert taken < 1 << 25


async def test_to_open_a_stream_can_be_cancelled() -> None:
    async with on_loopback() as here, on_loopback() as gone:
        address = gone.socket_addresses[0]
        await gone.aclose()
        with trio.move_on_after(0.3) as scope:
            with suppress(OSError):
                await here.open(address)
                await trio.sleep_forever()
            await trio.sleep_forever()
        assert scope.cancelled_caught


async def test_callers_who_open_no_stream_make_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iroh, "UNMET", 4)
    far = Far()
    async with serving(far) as (here, there):
        silent = [await here.open(there.socket_addresses[0]) for _ in range(12)]
        stream, _ = await here.open(there.socket_addresses[0])
        async with stream:
            await stream.send_all(b"good evening")
            assert await answer(stream, 12) == b"good evening"
        # The first of them were hung up on.
        assert await answer(silent[0].stream, 1) == b""
        for one in silent:
            await one.stream.aclose()


async def test_a_caller_who_opens_no_stream_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iroh, "PATIENCE", 0.3)
    async with serving(Far()) as (here, there):
        stream, _ = await here.open(there.socket_addresses[0])
        async with stream:
            assert await answer(stream, 1) == b""


@pytest.mark.parametrize(("first", "more"), [("open_bi", "open_bi"), ("open_bi", "open_uni"), ("open_uni", "open_uni")])
async def test_a_caller_who_opens_another_stream_is_hung_up_on(first: str, more: str) -> None:
    async def calling(address: Address) -> None:
        async with bare("127.0.0.1") as caller:
            connection = await connected(caller, address)
            with suppress(importlib.import_module("iroh").IrohError):  # perhaps the other end has hung up already
                for opened in (first, more):
                    stream = await getattr(connection, opened)()
                    await (stream.send() if opened == "open_bi" else stream).write_all(b"x")
            await asyncio.wait_for(connection.closed(), SOON / 3)

    async with serving(Far(reads=False)) as (_, there):
        await in_asyncio(calling(there.socket_addresses[0]))


@pytest.mark.parametrize("more", ["open_bi", "open_uni"])
async def test_who_is_called_and_opens_a_stream_is_hung_up_on(more: str) -> None:
    found: list[Address] = []
    listening = trio.Event()

    async def called() -> None:
        async with bare("127.0.0.1") as host:
            [port, *_] = [bound.rpartition(":")[2] for bound in host.bound_sockets() if bound.startswith("127.")]
            found.append(Address.at_socket(host.id().to_bytes(), Address("127.0.0.1", int(port))))
            trio.from_thread.run_sync(listening.set)
            incoming = await host.accept_next()
            assert incoming is not None
            connection = await (await incoming.accept()).connect()
            with suppress(importlib.import_module("iroh").IrohError):
                stream = await getattr(connection, more)()
                await (stream.send() if more == "open_bi" else stream).write_all(b"x")
            await asyncio.wait_for(connection.closed(), SOON / 3)

    with trio.fail_after(2 * SOON):
        async with on_loopback() as here, trio.open_nursery() as nursery:
            nursery.start_soon(in_asyncio, called())
            await listening.wait()
            stream, _ = await here.open(found[0])
            async with stream:
                assert await answer(stream, 1) == b""


async def test_silent_callers_from_one_network_let_a_caller_from_another_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iroh, "UNMET", 4)

    async def calling(address: Address) -> bytes:
        async with bare("127.0.0.2") as friend, bare("127.0.0.1") as crowd:
            slow = await connected(friend, address)
            silent = [await connected(crowd, address) for _ in range(12)]
            stream = await slow.open_bi()
            await stream.send().write_all(b"good evening")
            heard = await asyncio.wait_for(stream.recv().read(100), SOON / 3)
            assert len(silent) == 12
            return bytes(heard)

    async with serving(Far()) as (_, there):
        assert await in_asyncio(calling(there.socket_addresses[0])) == b"good evening"


async def test_without_relays_no_relay_is_asked() -> None:
    async with on_loopback() as here:
        with pytest.raises(NoWayError, match="waits at the relay"):
            await here.open(USUAL)
        assert here.relay is None
        assert here.addresses == ()


async def test_where_no_relay_may_be_asked_the_router_has_a_while_to_let_others_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    through_router = Address.at_socket(bytes(range(32)), Address("203.0.113.7", 4242))
    looks = iter([(), (), (through_router,)])
    async with on_loopback() as here:
        monkeypatch.setattr(iroh.Endpoint, "addresses", property(lambda _: next(looks)))
        await here.online()
        assert not [*looks]


async def test_a_router_that_lets_no_one_in_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iroh, "ROUTER", 0.2)
    async with on_loopback() as here:
        with trio.fail_after(SOON):
            await here.online()
        assert here.addresses == ()


async def test_no_relay_is_asked_but_the_chosen_ones() -> None:
    async with relay() as own, on_loopback([own.url]) as here:
        with trio.fail_after(SOON), pytest.raises(NoWayError, match="waits at the relay"):
            await here.open(USUAL)


async def test_a_key_keeps_its_addresses() -> None:
    key = secrets.token_bytes(32)
    async with iroh.endpoint(key, (), "127.0.0.1") as first:
        pass
    async with iroh.endpoint(key, (), "127.0.0.1") as second:
        assert first.key == second.key


async def test_a_port_that_is_taken_is_replaced_by_another() -> None:
    async with on_loopback() as first:
        port = first.socket_addresses[0].port
        async with iroh.endpoint(secrets.token_bytes(32), (), "127.0.0.1", port) as second:
            assert second.socket_addresses[0].port != port


FAMILIES = {"127.0.0.1": socket.AF_INET, "::1": socket.AF_INET6}


@pytest.mark.parametrize("host", FAMILIES)
async def test_an_endpoint_listens_at_its_host_and_nowhere_else_that_others_can_reach(host: str) -> None:
    """Of the other family of addresses it has loopback alone."""
    try:
        await trio.to_thread.run_sync(lambda: socket.create_server((host, 0), family=FAMILIES[host]).close())
    except OSError as error:
        pytest.skip(f"this machine has no {host}: {error}")
    async with iroh.endpoint(secrets.token_bytes(32), (), host) as here:
        assert host in [address.direct.host for address in here.socket_addresses]
        assert all(address.is_loopback for address in here.socket_addresses)


async def test_a_host_that_this_machine_does_not_have_is_one_sentence() -> None:
    with pytest.raises(IrohError, match="iroh can't be used on this machine"):
        async with iroh.endpoint(secrets.token_bytes(32), (), "203.0.113.7"):
            pass


async def test_a_machine_without_the_library_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iroh, "is_installed", lambda: False)
    with pytest.raises(IrohError, match="There is no iroh for this machine"):
        async with on_loopback():
            pass
    assert iroh.usual_relays() == frozenset()


async def test_by_tcp_no_endpoint_is_dialled() -> None:
    with pytest.raises(NoWayError, match="can't be dialled without iroh"):
        await open_tcp(USUAL)


async def test_an_endpoint_dials_by_tcp_too() -> None:
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener, on_loopback() as here:
        stream, origin = await here.open(Address(*listener.socket.getsockname()[:2]))
        await stream.aclose()
        assert not origin.is_iroh


def test_the_library_is_loaded_only_when_it_is_needed() -> None:
    code = "import sys, cli.commands.host, cli.commands.join, p2p.net.iroh; sys.exit('iroh' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
