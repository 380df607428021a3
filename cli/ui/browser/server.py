"""Serves a page and one WebSocket to browsers on this machine only.

Any program, and any page of the internet that is open in a browser here, can reach a port of this machine. So:

- The server listens on loopback only. It answers requests that name it by a name of loopback (``Host``), so no name
  of a stranger can lead here. A tunnel may come in by any port.
- The files of the page are no secret. The WebSocket is for pages that were served here (``Origin``).
- Its first message is the token, which is in the part of the address that browsers send to no server. Without the
  token nothing is said.
- What comes in is limited in size, number and time.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from math import inf
from typing import NamedTuple

import h11
import trio
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Ping, Request, TextMessage
from wsproto.utilities import ProtocolError

LOOPBACK = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1", "[::1]")
"""The names of this machine that a request may have."""

MOST_CONNECTIONS = 64
"""Connections that are open at once; a page opens a dozen. Others wait."""

PATIENCE = 10.0
"""Seconds for a request, or for the token, to come."""

MOST_IN_HEAD = 16_384
MOST_IN_MESSAGE = 16_384
"""Bytes of a request, and of a message."""

MESSAGES_A_SECOND, BURST = 100, 400
"""How fast a page may send messages for long, and how many at once."""

CHUNK = 16_384

NORMAL, GOING, UNWANTED, TOO_BIG = 1000, 1001, 1008, 1009
"""Codes with which a WebSocket is closed (RFC 6455, 7.4.1)."""

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
    b" base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

SAFE = (
    (b"Content-Security-Policy", POLICY),
    (b"X-Content-Type-Options", b"nosniff"),
    (b"X-Frame-Options", b"DENY"),
    (b"Referrer-Policy", b"no-referrer"),
    (b"Cross-Origin-Opener-Policy", b"same-origin"),
    (b"Cross-Origin-Resource-Policy", b"same-origin"),
    (b"Cache-Control", b"no-store"),
    (b"Connection", b"close"),
)
"""What every answer says: the page needs nothing from elsewhere, and must not be framed."""


class File(NamedTuple):
    """A file of the page: its type, as browsers name it, and its bytes."""

    kind: str
    content: bytes


class Gone(Exception):
    """The other end of a WebSocket is gone, or has been sent away."""


class Socket:
    """A WebSocket to a page that has shown the token."""

    def __init__(self, stream: trio.abc.Stream, protocol: WSConnection) -> None:
        self._stream = stream
        self._protocol = protocol
        self._sending = trio.Lock()
        self._allowance = float(BURST)
        self._counted = -inf

    async def send(self, text: str) -> None:
        """Send a message; raises Gone."""
        try:
            data = self._protocol.send(TextMessage(text))
        except ProtocolError:
            # The other end has just closed it.
            raise Gone from None
        await self._send(data)

    async def close(self, code: int = NORMAL) -> None:
        """Say that this is the end, and let the connection go; never fails, and never takes long."""
        with trio.move_on_after(1) as scope:
            scope.shield = True
            with suppress(ProtocolError, Gone):
                await self._send(self._protocol.send(CloseConnection(code)))
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                await self._stream.aclose()

    async def receive(self) -> str:
        """Return the next message; raises Gone at the end, and sends away a page that sends too much."""
        parts: list[str] = []
        size = 0
        while True:
            for event in self._protocol.events():
                match event:
                    case TextMessage(data=data, message_finished=is_whole):
                        parts.append(data)
                        size += len(data.encode())
                        if size > MOST_IN_MESSAGE:
                            await self._send_away(TOO_BIG)
                        if is_whole:
                            await self._count()
                            return "".join(parts)
                    case Ping():
                        await self._count()
                        await self._send(self._protocol.send(event.response()))
                    case CloseConnection():
                        await self.close()
                        raise Gone
                    case BytesMessage():
                        await self._send_away(UNWANTED)
            await self._read()

    async def _read(self) -> None:
        try:
            data = await self._stream.receive_some(CHUNK)
            self._protocol.receive_data(bytes(data) or None)
        except (trio.BrokenResourceError, trio.ClosedResourceError, ProtocolError):
            raise Gone from None

    async def _send(self, data: bytes) -> None:
        try:
            async with self._sending:
                await self._stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise Gone from None

    async def _send_away(self, code: int) -> None:
        await self.close(code)
        raise Gone

    async def _count(self) -> None:
        """Send a page away that has sent more than it may."""
        now = trio.current_time()
        self._allowance = min(BURST, self._allowance + (now - self._counted) * MESSAGES_A_SECOND) - 1
        self._counted = now
        if self._allowance < 0:
            await self._send_away(UNWANTED)


class Server:
    """What browsers of this machine can have: the files by their paths, and a talk with who knows the token."""

    def __init__(self, files: Mapping[str, File], path: str, talk: Callable[[Socket], Awaitable[None]]) -> None:
        """The WebSocket is at the ``path``; ``talk`` has it until it returns or raises Gone."""
        self.token = secrets.token_urlsafe(32)
        self._tickets: set[str] = set()
        self._files = files
        self._path = path
        self._talk = talk
        self._places = trio.CapacityLimiter(MOST_CONNECTIONS)

    def ticket(self) -> str:
        """Return what opens the table once, as the token does: it may stand where other users of this machine look."""
        ticket = secrets.token_urlsafe(32)
        self._tickets.add(ticket)
        return ticket

    async def serve(self, listeners: list[trio.SocketListener]) -> None:
        """Serve until the task is cancelled."""
        await trio.serve_listeners(self._admit, listeners)

    async def _admit(self, stream: trio.SocketStream) -> None:
        """Answer one request. What a stranger sends can end their own connection only."""
        async with self._places:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError, h11.RemoteProtocolError, ProtocolError):
                await self._answer(stream)
        await trio.aclose_forcefully(stream)

    async def _answer(self, stream: trio.SocketStream) -> None:
        http = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_IN_HEAD)
        with trio.move_on_after(PATIENCE) as waiting:
            request = await _request(stream, http)
        if waiting.cancelled_caught or request is None:
            return
        headers = Headers(request)
        if not headers.names_loopback:
            await _refuse(stream, http, 421)
        elif request.target.decode("ascii", "replace") == self._path:
            await self._upgrade(stream, http, request, headers)
        elif request.method not in (b"GET", b"HEAD"):
            await _refuse(stream, http, 405)
        elif (file := self._files.get(request.target.decode("ascii", "replace"))) is None:
            await _refuse(stream, http, 404)
        else:
            with trio.move_on_after(PATIENCE):
                await _respond(stream, http, 200, file, has_body=request.method == b"GET")

    async def _upgrade(
        self, stream: trio.SocketStream, http: h11.Connection, request: h11.Request, headers: Headers
    ) -> None:
        if not headers.is_from_own_page:
            await _refuse(stream, http, 403)
            return
        protocol = WSConnection(ConnectionType.SERVER)
        try:
            protocol.initiate_upgrade_connection(list(request.headers), request.target)
        except (ProtocolError, h11.LocalProtocolError):
            await _refuse(stream, http, 400)
            return
        if not any(isinstance(event, Request) for event in protocol.events()):
            return
        await stream.send_all(protocol.send(AcceptConnection()))
        trailing, _ = http.trailing_data
        if trailing:
            protocol.receive_data(bytes(trailing))
        socket = Socket(stream, protocol)
        with suppress(Gone):
            await self._hear(socket)

    async def _hear(self, socket: Socket) -> None:
        """Let a page talk that shows the token in time."""
        shown = ""
        with trio.move_on_after(PATIENCE):
            shown = await socket.receive()
        if self._opens(shown):
            await self._talk(socket)
        else:
            await socket.close(UNWANTED)

    def _opens(self, shown: str) -> bool:
        """Return whether what a page has shown is the token, or a ticket, which then is used up."""
        found = [
            secret for secret in (self.token, *self._tickets) if secrets.compare_digest(shown.encode(), secret.encode())
        ]
        self._tickets.difference_update(found)
        return bool(found)


class Headers:
    """What a request says of where it was sent, and of the page that sends it."""

    def __init__(self, request: h11.Request) -> None:
        self._values: dict[bytes, list[bytes]] = {}
        for name, value in request.headers:
            self._values.setdefault(name.lower(), []).append(value)

    @property
    def names_loopback(self) -> bool:
        """Whether the request names this machine by a name of loopback, with any port."""
        host = self._only(b"host")
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not name:
            name, port = host, ""
        return name.lower() in NAMES and (not port or (port.isascii() and port.isdecimal()))

    @property
    def is_from_own_page(self) -> bool:
        """Whether the page that sends the request was served under the name that the request has."""
        return self._only(b"origin").lower() == f"http://{self._only(b'host')}".lower()

    def _only(self, name: bytes) -> str:
        """Return the value of a header that stands there once; empty otherwise."""
        values = self._values.get(name, [])
        return values[0].decode("latin-1") if len(values) == 1 else ""


async def _request(stream: trio.SocketStream, http: h11.Connection) -> h11.Request | None:
    """Return the request, without what it may bring besides; None if there is none."""
    while True:
        event = http.next_event()
        if event is h11.NEED_DATA:
            http.receive_data(await stream.receive_some(CHUNK))
        elif isinstance(event, h11.Request):
            return event
        else:
            return None


async def _refuse(stream: trio.SocketStream, http: h11.Connection, status: int) -> None:
    with trio.move_on_after(PATIENCE):
        await _respond(stream, http, status, File("text/plain", b""))


async def _respond(
    stream: trio.SocketStream, http: h11.Connection, status: int, file: File, *, has_body: bool = True
) -> None:
    size = str(len(file.content)).encode()
    headers = [(b"Content-Type", f"{file.kind}; charset=utf-8".encode()), (b"Content-Length", size), *SAFE]
    data = http.send(h11.Response(status_code=status, headers=headers)) or b""
    await stream.send_all(data + (file.content if has_body else b""))
    with suppress(trio.BrokenResourceError):
        await stream.send_eof()


async def listeners_on_loopback(port: int = 0) -> list[trio.SocketListener]:
    """Return what listens on loopback at one port, a free one unless it is named; raises OSError."""
    first, *others = LOOPBACK
    listeners = await trio.open_tcp_listeners(port, host=first)
    port = listeners[0].socket.getsockname()[1]
    for other in others:
        # A machine may have no IPv6, or another program there at this port.
        with suppress(OSError):
            listeners += await trio.open_tcp_listeners(port, host=other)
    return listeners
