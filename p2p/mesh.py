"""Everybody connected with everybody, on addresses that all know: each person dials those before him in the charter.

There is no encryption, so nothing but loopback addresses is bound or dialled.
"""

from __future__ import annotations

import errno
import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias

import trio

from crypto.identity import Identity
from p2p.charter import Charter
from p2p.connection import Connection
from p2p.framing import FrameError
from p2p.greeting import Dialler, GreetingError, Listener, refusal

Address: TypeAlias = tuple[str, int]
"""A literal IPv4 or IPv6 address, and a port."""

Run: TypeAlias = Callable[[int, Connection], Awaitable[None]]
"""Carries one person's messages."""

PATIENCE = 30.0
"""Seconds for everybody to come to the table."""

GREETING_PATIENCE = 10.0
"""Seconds for one greeting."""

STRANGERS = 16
"""Greetings that may be under way at once at the listening end."""

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.0


class AddressError(Exception):
    """An address that cannot be bound, or must not be used; the message is one sentence."""


async def listen(address: Address) -> trio.SocketListener:
    """Bind a loopback address, port 0 for any free one; raises AddressError."""
    host, port = require_loopback(address)
    try:
        listeners = await trio.open_tcp_listeners(port, host=host)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise AddressError(f"Port {port} of {host} is in use by another program; choose another port.") from None
        raise AddressError(f"Port {port} of {host} cannot be used: {error.strerror}.") from None
    return listeners[0]


def require_loopback(address: Address) -> Address:
    """The address, if it is one of this machine; raises AddressError for any other."""
    host, port = address
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise AddressError(f"{host!r} is not an IP address such as 127.0.0.1.") from None
    if not loopback:
        raise AddressError(
            f"{host} is not this machine's own: there is no encryption, so tables use only loopback addresses"
            " such as 127.0.0.1."
        )
    if not 0 <= port <= 65535:
        raise AddressError(f"{port} is no port: ports go from 0 to 65535.")
    return host, port


class Mesh:
    """One person's connections with all others."""

    def __init__(self, charter: Charter, identity: Identity, addresses: Sequence[Address]) -> None:
        """``addresses`` has every person's, in the charter's order; raises AddressError where one must not be used."""
        self._charter = charter
        self._identity = identity
        self._me = charter.person(identity.public)
        self._addresses = [require_loopback(address) for address in addresses]
        self._greetings = 0
        self._everybody = trio.Event()
        self.missing = {person: "nobody dialled in" for person in range(len(charter.persons)) if person != self._me}

    async def connect(self, listener: trio.SocketListener, nursery: trio.Nursery, run: Run) -> None:
        """Wait until everybody is there, or for as long as patience lasts; ``missing`` says who is not, and why.

        ``run`` is given every connection whose other end has proven who he is, lives as long as it does, and does so in
        the nursery. Then the listener is closed: nobody else is expected.
        """
        if not self.missing:
            self._everybody.set()
        async with listener:
            with trio.move_on_after(PATIENCE):
                async with trio.open_nursery() as meeting:
                    serve = partial(self._serve, run)
                    meeting.start_soon(partial(trio.serve_listeners, serve, [listener], handler_nursery=nursery))
                    for person in range(self._me):
                        nursery.start_soon(self._dial, run, person)
                    await self._everybody.wait()
                    meeting.cancel_scope.cancel()

    async def _serve(self, run: Run, stream: trio.SocketStream) -> None:
        connection = Connection(stream)
        if self._greetings < STRANGERS:
            self._greetings += 1
            try:
                person = await self._welcome(connection)
            finally:
                self._greetings -= 1
            if person is not None:
                await self._sit(run, person, connection)

    async def _welcome(self, connection: Connection) -> int | None:
        """The person who has dialled in; None for anybody who is not expected."""
        end = Listener(self._charter, self._identity)
        with trio.move_on_after(GREETING_PATIENCE):
            try:
                await connection.send(end.welcome(await _next(connection)))
                person = end.admit(await _next(connection))
                if person > self._me and person in self.missing:
                    return person
                raise GreetingError(f"{self._charter.name(person)} is not expected to dial in.")
            except GreetingError as error:
                with suppress(trio.BrokenResourceError):
                    await connection.send(refusal(error))
            except (FrameError, trio.BrokenResourceError):
                pass
        return None

    async def _dial(self, run: Run, person: int) -> None:
        """Dial until the person is there: perhaps he has not started yet."""
        host, port = self._addresses[person]
        pause = _FIRST_PAUSE
        while True:
            try:
                stream = await trio.open_tcp_stream(host, port)
            except OSError:
                self.missing[person] = f"nobody answers at {host} port {port}"
            else:
                async with stream:
                    connection = Connection(stream)
                    if await self._introduce(person, connection):
                        await self._sit(run, person, connection)
                        return
            await trio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _introduce(self, person: int, connection: Connection) -> bool:
        end = Dialler(self._charter, self._identity, person)
        reason = "no greeting came in time"
        with trio.move_on_after(GREETING_PATIENCE):
            try:
                await connection.send(end.hello())
                await connection.send(end.ready(await _next(connection)))
                return True
            except (GreetingError, FrameError) as error:
                reason = str(error)
            except trio.BrokenResourceError:
                reason = "the connection broke"
        host, port = self._addresses[person]
        self.missing[person] = f"at {host} port {port}: {reason}"
        return False

    async def _sit(self, run: Run, person: int, connection: Connection) -> None:
        del self.missing[person]
        if not self.missing:
            self._everybody.set()
        connection.trust()
        await run(person, connection)


async def _next(connection: Connection) -> bytes:
    message = await connection.receive()
    if message is None:
        raise GreetingError("The other end hung up.")
    return message
