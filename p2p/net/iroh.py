"""Streams that get through routers: QUIC by the library iroh, which finds a direct path or goes through a relay.

An endpoint has a key. Others dial it by that key at a relay, or at an IP address and port of UDP. Relays see which
addresses talk, when and how much, but not what they say. No name service learns of an endpoint: an invitation says
where it is.

iroh carries a stream, and nothing relies on what it proves: our TLS, greeting and limits come on top, as over TCP.

The library's binding needs asyncio. Its loop runs in a thread of its own, and a pair of local sockets joins each
stream to Trio. The kernel bounds what waits in them, and to cancel, to close or to vanish is as it is over TCP. Beside
a table that runs in asyncio's own loop, as the full screen's does, ``trio_asyncio`` cannot run. It was also slower: a
round of 300 bytes took 1.5 ms (p50) with it and 1.0 ms with the thread; in asyncio alone 0.6 ms.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import ipaddress
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeVar

import ifaddr
import trio

from p2p.errors import TableError
from p2p.net.address import (
    RELAYED,
    Address,
    AddressError,
    NoWayError,
    Opened,
    Origin,
    network_of,
    open_tcp,
    relay_parts,
)
from p2p.net.visitors import busiest

if TYPE_CHECKING:
    import iroh

T = TypeVar("T")

PROTOCOL = b"mare/1"
"""What both ends name in the handshake of QUIC (ALPN, RFC 7301)."""

UNMET = 64
"""The most callers at one time who have opened no stream. The oldest, from where most come, makes way."""

PATIENCE = 30.0
"""Seconds for a caller to open a stream."""

ONLINE = 5.0
"""Seconds for a relay to answer before we go on without."""

ROUTER = 2.5
"""Seconds, from the beginning of an endpoint, for a router to let others in before we go on without."""

LINGER = 20.0
"""Seconds, at the end of a stream, for the other end to get what was sent; no one waits for that."""

FLUSH = 2.0
"""Seconds for the same at the end of an endpoint."""

CLOSE = 3.0
"""Seconds, at the end of an endpoint, for it to say goodbye."""

ROUTES = 2
"""The most direct addresses that an endpoint names beside its relay."""

_CHUNK = 1 << 16

_LOOK = 0.1
"""Seconds between two looks at what the router has answered."""


class IrohError(TableError):
    """iroh can't be used here; the message is a sentence that says why."""


def is_installed() -> bool:
    """Return whether this machine has the library."""
    return importlib.util.find_spec("iroh") is not None


def usual_relays() -> frozenset[str]:
    """Return the relays that the makers of iroh run for everyone; none where the library is missing."""
    if not is_installed():
        return frozenset()
    return frozenset(map(canonical, importlib.import_module("iroh").RelayMode.default_mode().relay_map().urls()))


@asynccontextmanager
async def endpoint(
    key: bytes, relays: Sequence[str] | None, host: str | None = None, port: int = 0
) -> AsyncIterator[Endpoint]:
    """Open streams, and accept them, as the endpoint with this private key, while the block runs.

    ``relays`` are the URLs of relays where others can find us: none at all if it is empty, those that the makers of
    iroh run if it is None. It listens at a UDP port of this host, by default of all that this machine has; at another
    port if that one is taken. Raises IrohError.
    """
    if not is_installed():
        raise IrohError("There is no iroh for this machine, so tables can't be reached through other people's routers.")
    loop = _Loop()
    try:
        of = Endpoint(
            loop, await loop.run(_bound(key, relays, host, port)), usual_relays() if relays is None else relays
        )
        try:
            await loop.run(of.start())
            yield of
        finally:
            with trio.CancelScope(shield=True):
                await of.aclose()
    finally:
        loop.stop()


class Endpoint:
    """One end of many streams; `endpoint` makes it."""

    def __init__(self, loop: _Loop, bound: iroh.Endpoint, relays: Iterable[str]) -> None:
        self._loop = loop
        self._bound = bound
        self._token = trio.lowlevel.current_trio_token()
        self._arrived, self._arrivals = trio.open_memory_channel[tuple[socket.socket, Origin]](UNMET)
        self._pumps: set[asyncio.Task[None]] = set()
        self._guards: set[asyncio.Task[None]] = set()
        self._unmet: dict[asyncio.Task[None], bytes] = {}
        self._serving: asyncio.Task[None] | None = None
        self._began = trio.current_time()
        self.relays: Final = frozenset(relays)
        """The URLs of the relays that it may visit."""
        self.key: Final = bound.id().to_bytes()

    async def advertise(self, addresses: Iterable[Address]) -> None:
        """Have others look for this endpoint at these IP addresses and ports of UDP, too."""
        for address in addresses:
            await self._loop.run(self._bound.add_external_addr(_socket_text(address)))

    async def online(self) -> None:
        """Wait a while until others can find us: at a relay or, if we may ask none, where our router lets them in."""
        if self.relays:
            await self._loop.run(self._online())
            return
        with trio.move_on_at(self._began + ROUTER):
            while True:
                if self.addresses:
                    break
                await trio.sleep(_LOOK)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Return where others can dial this endpoint, the shortest way first.

        The addresses of this machine itself are left out, since there it can be dialled by TCP.
        """
        known = self._bound.addr()
        own = {ip.ip if isinstance(ip.ip, str) else ip.ip[0] for one in ifaddr.get_adapters() for ip in one.ips}
        outside = [address for address in _parsed(known.direct_addresses()) if address.host not in own]
        direct = [Address.at_socket(self.key, address) for address in outside[:ROUTES]]
        return (*direct, *([] if self.relay is None else [Address.at_relay(self.key, self.relay)]))

    @property
    def socket_addresses(self) -> tuple[Address, ...]:
        """Return where this endpoint listens on this machine."""
        return tuple(Address.at_socket(self.key, bound) for bound in _parsed(self._bound.bound_sockets()))

    @property
    def relay(self) -> str | None:
        """Return the URL of the relay where others find this endpoint; None if there is none."""
        url = self._bound.addr().relay_url()
        return None if url is None else canonical(url)

    async def open(self, address: Address) -> Opened:
        """Open a stream, in whichever way the address says. It is an `Opener` for addresses of every kind."""
        if address.key is None:
            return await open_tcp(address)
        if address.relay is not None and address.relay not in self.relays:
            raise NoWayError(
                "The table waits at the relay {relay}, which this program may not ask.", relay=address.relay
            )
        near, far = socket.socketpair()
        try:
            origin = await self._loop.run(self._connect(address, far))
        except BaseException:
            near.close()
            raise
        return _joined(near, origin)

    async def serve(self, take: Callable[[Opened], Awaitable[None]]) -> None:
        """Have every stream that others open here taken by a task of its own, until cancelled."""
        async with trio.open_nursery() as nursery:
            async for near, origin in self._arrivals:
                nursery.start_soon(take, _joined(near, origin))

    async def aclose(self) -> None:
        """Let streams that have ended send what they still have, then close everything."""
        self._arrived.close()
        with suppress(trio.WouldBlock, trio.EndOfChannel):
            while True:
                near, _ = self._arrivals.receive_nowait()
                near.close()
        await self._loop.run(self._close())

    # In the thread of asyncio

    async def start(self) -> None:
        """Accept callers from now on."""
        self._serving = asyncio.ensure_future(self._serve())

    async def _online(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._bound.online(), ONLINE)

    async def _serve(self) -> None:
        library = importlib.import_module("iroh")
        while (incoming := await self._bound.accept_next()) is not None:
            with suppress(library.IrohError):
                origin = _origin(await incoming.remote_addr())
                if len(self._unmet) >= UNMET:
                    crowd = busiest(self._unmet.values())
                    next(task for task, network in self._unmet.items() if network == crowd).cancel()
                task = asyncio.ensure_future(self._meet(incoming, origin))
                self._unmet[task] = origin.network
                task.add_done_callback(lambda task: self._unmet.pop(task, None))

    async def _meet(self, incoming: iroh.Incoming, origin: Origin) -> None:
        """Wait for a caller's stream, and hand it over."""
        library = importlib.import_module("iroh")
        with suppress(library.IrohError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                connection = await (await incoming.accept()).connect()
                self._guard(connection, connection.accept_uni())
                try:
                    stream = await connection.accept_bi()
                except BaseException:
                    connection.close(0, b"")
                    raise
            near, far = socket.socketpair()
            self._pump(connection, stream, far)
            try:
                self._token.run_sync_soon(self._hand_over, near, origin)
            except trio.RunFinishedError:
                near.close()

    def _hand_over(self, near: socket.socket, origin: Origin) -> None:
        """Queue a stream for `accept`; in the thread of Trio."""
        try:
            self._arrived.send_nowait((near, origin))
        except (trio.WouldBlock, trio.ClosedResourceError):
            near.close()

    async def _connect(self, address: Address, far: socket.socket) -> Origin:
        library = importlib.import_module("iroh")
        relay = address.relay
        direct = [] if relay is not None else [_socket_text(address.direct)]
        try:
            key = library.EndpointId.from_bytes(address.key)
            to = library.EndpointAddr(key, relay, direct)
            connection = await self._bound.connect(to, PROTOCOL)
            self._guard(connection, connection.accept_uni())
            stream = await connection.open_bi()
        except library.IrohError as error:
            far.close()
            raise OSError(_first_line(error)) from None
        except BaseException:
            far.close()
            raise
        self._pump(connection, stream, far)
        return Origin(str(address), RELAYED if relay else network_of(address.direct.host), is_iroh=True)

    def _guard(self, connection: iroh.Connection, more: Coroutine[Any, Any, Any]) -> None:
        """Close a connection if the other end opens ``more`` than the one stream: what we do not read takes memory."""
        task = asyncio.ensure_future(_closed_after(connection, more))
        self._guards.add(task)
        task.add_done_callback(self._guards.discard)

    def _pump(self, connection: iroh.Connection, stream: iroh.BiStream, far: socket.socket) -> None:
        self._guard(connection, connection.accept_bi())
        task = asyncio.ensure_future(_carry(connection, stream, far))
        self._pumps.add(task)
        task.add_done_callback(self._pumps.discard)

    async def _close(self) -> None:
        if self._pumps:
            await asyncio.wait(self._pumps, timeout=FLUSH)
        rest = [*self._pumps, *self._guards, *self._unmet, *([] if self._serving is None else [self._serving])]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._bound.close(), CLOSE)


class _Loop:
    """A loop of asyncio in a thread of its own.

    When it stops, it cancels what still runs there and waits for that. A call that the library answers later, while
    Python ends, would abort the program.
    """

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._loop = self._runner.get_loop()
        self._thread = threading.Thread(target=self._run, name="iroh", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with self._runner:
            self._loop.run_forever()

    async def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there, from Trio; cancel it if this task is cancelled."""
        done, token = trio.Event(), trio.lowlevel.current_trio_token()

        def tell(_: object) -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(done.set)

        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        future.add_done_callback(tell)
        try:
            await done.wait()
        finally:
            future.cancel()
        return future.result()

    def stop(self) -> None:
        """End the thread, once all that still runs there is cancelled."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


def _joined(near: socket.socket, origin: Origin) -> Opened:
    return Opened(trio.SocketStream(trio.socket.from_stdlib_socket(near)), origin)


async def _bound(key: bytes, relays: Sequence[str] | None, host: str | None, port: int) -> iroh.Endpoint:
    """Return an endpoint that listens; raise IrohError."""
    library = importlib.import_module("iroh")
    if relays is None:
        mode = library.RelayMode.default_mode()
    else:
        mode = library.RelayMode.custom_from_urls(list(relays)) if relays else library.RelayMode.disabled()
    # Of the other family of addresses, iroh listens at all unless one is named. A machine may lack that family.
    others = () if host is None else ("127.0.0.1:0" if ":" in host else "[::1]:0",)
    last: Exception | None = None
    for tried, beside in product(dict.fromkeys((port, 0)), dict.fromkeys((others, ()))):
        # Without a preset beyond the minimal one, there is no name service.
        builder = library.EndpointBuilder()
        builder.apply_minimal()
        builder.secret_key(key)
        builder.alpns([PROTOCOL])
        builder.relay_mode(mode)
        for listened in (_socket_text(Address(host or "0.0.0.0", tried)), *beside):  # noqa: S104 - the door is guarded
            builder.bind_addr(listened)
        try:
            bound: iroh.Endpoint = await builder.bind()
        except library.IrohError as error:
            last = error
        else:
            return bound
    raise IrohError("iroh can't be used on this machine: {reason}.", reason=_first_line(last))


async def _closed_after(connection: iroh.Connection, more: Coroutine[Any, Any, Any]) -> None:
    library = importlib.import_module("iroh")
    with suppress(library.IrohError):
        await more
        connection.close(0, b"")


async def _carry(connection: iroh.Connection, stream: iroh.BiStream, far: socket.socket) -> None:
    """Carry bytes between a stream and a local socket, until one of both has ended."""
    library = importlib.import_module("iroh")
    loop = asyncio.get_running_loop()
    sending, receiving = stream.send(), stream.recv()
    far.setblocking(False)

    async def inward() -> None:
        with suppress(library.IrohError, OSError):
            while data := await receiving.read(_CHUNK):
                await loop.sock_sendall(far, data)
        with suppress(OSError):
            far.shutdown(socket.SHUT_WR)

    reading = asyncio.ensure_future(inward())
    try:
        with suppress(library.IrohError):
            # Our program ends the stream, by an error too: who closes a socket with bytes unread resets this one.
            with suppress(OSError):
                while data := await loop.sock_recv(far, _CHUNK):
                    await sending.write_all(data)
            await sending.finish()
            with suppress(TimeoutError):
                await asyncio.wait_for(sending.stopped(), LINGER)
    finally:
        reading.cancel()
        connection.close(0, b"")
        far.close()


def canonical(url: str) -> str:
    """Return a relay's URL as addresses have it; raise AddressError for what is no such URL."""
    scheme, authority = relay_parts(url)
    return Address.of(f"{'a' * 52}@{scheme}://{authority.host}", authority.port).relay or url


def _origin(caller: iroh.IncomingAddr) -> Origin:
    """Return where a caller comes from."""
    if caller.is_ip():
        with suppress(AddressError):
            address = Address.parse(str(getattr(caller, "addr", "")))
            return Origin(f"{address}/udp", network_of(address.host), is_iroh=True)
    return Origin(str(getattr(caller, "url", "relay")).rstrip("/"), RELAYED, is_iroh=True)


def _parsed(texts: Iterable[str]) -> list[Address]:
    """Return those addresses that mean one machine."""
    addresses = []
    for text in texts:
        with suppress(AddressError):
            address = Address.parse(text)
            if not ipaddress.ip_address(address.host).is_link_local:
                addresses.append(address)
    return addresses


def _socket_text(address: Address) -> str:
    return f"[{address.host}]:{address.port}" if ":" in address.host else f"{address.host}:{address.port}"


def _first_line(error: Exception | None) -> str:
    """Return why the library failed, in one line."""
    message = getattr(error, "message", None)
    text = message() if callable(message) else str(error)
    return (text.splitlines() or [""])[0].rstrip(".")
