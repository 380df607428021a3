"""The server of the page says nothing to strangers: other sites, other names, wrong tokens, too much of anything."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import h11
import pytest
import trio
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Request, TextMessage
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import LocalProtocolError

from cli.ui.browser.console import files_of_page
from cli.ui.browser.server import BURST, MESSAGES_A_SECOND, MOST_IN_MESSAGE, Server, listeners_on_loopback
from cli.ui.browser.tabs import Message, Tabs

LAST = CloseReason.POLICY_VIOLATION


class Place:
    """A server with a page that shows how often it was told something."""

    def __init__(self) -> None:
        self.told: list[Message] = []
        self.tabs = Tabs(lambda: {"told": len(self.told)}, self.told.append)
        self.server = Server(files_of_page(), "/table", self.tabs.talk)
        self.port = 0

    @property
    def host(self) -> str:
        """The name that the server has for its own page."""
        return f"127.0.0.1:{self.port}"

    async def get(self, path: str = "/", *, host: str | None = None, method: str = "GET") -> tuple[int, dict[str, str]]:
        """The status of an answer, and its headers."""
        async with await trio.open_tcp_stream("127.0.0.1", self.port) as stream:
            http = h11.Connection(h11.CLIENT)
            request = h11.Request(method=method, target=path, headers=[("Host", host or self.host)])
            await stream.send_all((http.send(request) or b"") + (http.send(h11.EndOfMessage()) or b""))
            while True:
                event = http.next_event()
                if event is h11.NEED_DATA:
                    http.receive_data(await stream.receive_some())
                elif isinstance(event, h11.Response):
                    return event.status_code, {name.decode(): value.decode() for name, value in event.headers}

    @asynccontextmanager
    async def dialled(self, *, host: str | None = None, origin: str | None = None) -> AsyncIterator[Dialled]:
        """A WebSocket, before the token is shown."""
        async with await trio.open_tcp_stream("127.0.0.1", self.port) as stream:
            host = host or self.host
            headers = [(b"Origin", (f"http://{host}" if origin is None else origin).encode())]
            dialled = Dialled(stream)
            await dialled.send(Request(host=host, target="/table", extra_headers=headers))
            yield dialled

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Dialled]:
        """A page that has the table."""
        async with self.dialled() as page:
            assert isinstance(await page.next(), AcceptConnection)
            await page.send(TextMessage(self.server.token))
            yield page


class Dialled:
    """The other end of a WebSocket."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._protocol = WSConnection(ConnectionType.CLIENT)

    async def send(self, event: Any) -> None:
        """Send what an event says."""
        await self._stream.send_all(self._protocol.send(event))

    async def next(self) -> Any:
        """What comes next; None at the end."""
        while True:
            for event in self._protocol.events():
                return event
            try:
                data = await self._stream.receive_some()
            except trio.BrokenResourceError:
                return None
            if not data:
                return None
            self._protocol.receive_data(bytes(data))

    async def told(self) -> dict[str, Any]:
        """The next message."""
        text = ""
        while True:
            event = await self.next()
            assert isinstance(event, TextMessage), event
            text += event.data
            if event.message_finished:
                value: dict[str, Any] = json.loads(text)
                return value

    async def end(self) -> int:
        """The code with which the program closes it; what it says before is passed over."""
        while True:
            event = await self.next()
            if isinstance(event, CloseConnection):
                return int(event.code)
            assert event is not None, "it was cut off without a word"


@pytest.fixture
async def place(nursery: trio.Nursery) -> Place:
    """A server that is up."""
    made = Place()
    listeners = await listeners_on_loopback()
    made.port = listeners[0].socket.getsockname()[1]
    nursery.start_soon(made.server.serve, listeners)
    return made


async def test_it_listens_on_loopback_only() -> None:
    for listener in await listeners_on_loopback():
        assert listener.socket.getsockname()[0] in ("127.0.0.1", "::1")
        await listener.aclose()


async def test_the_page_needs_nothing_from_elsewhere(place: Place) -> None:
    status, headers = await place.get()
    assert status == 200
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert (headers["x-content-type-options"], headers["cache-control"]) == ("nosniff", "no-store")
    assert headers["referrer-policy"] == "no-referrer"
    for file in files_of_page().values():
        text = file.content.decode().replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text
        assert "//" not in text.replace("// ", "").replace("ws://", "").replace("mare://", "")
    page = files_of_page()["/"].content.decode()
    assert "<style" not in page
    assert "style=" not in page
    assert page.count("<script") == page.count('<script type="module" src=') == 1


@pytest.mark.parametrize("host", ["localhost:4000", "127.0.0.1", "[::1]:8080", "LOCALHOST"])
async def test_a_tunnel_may_end_at_any_port(place: Place, host: str) -> None:
    assert (await place.get(host=host))[0] == 200
    async with place.dialled(host=host) as page:
        assert isinstance(await page.next(), AcceptConnection)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:80:80", "10.0.0.1", "localhost:x"]
)
async def test_a_name_of_a_stranger_leads_nowhere(place: Place, host: str) -> None:
    assert (await place.get(host=host))[0] == 421
    async with place.dialled(host=host) as page:
        assert not isinstance(await page.next(), AcceptConnection)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1", "http://localhost:1"])
async def test_a_page_of_a_stranger_is_refused(place: Place, origin: str) -> None:
    async with place.dialled(origin=origin) as page:
        assert not isinstance(await page.next(), AcceptConnection)


@pytest.mark.parametrize(
    ("path", "method", "status"), [("/../console.py", "GET", 404), ("/x", "GET", 404), ("/", "POST", 405)]
)
async def test_only_the_files_of_the_page_are_served(place: Place, path: str, method: str, status: int) -> None:
    assert (await place.get(path, method=method))[0] == status


async def test_without_the_token_nothing_is_said(place: Place) -> None:
    for shown in ("", "x", place.server.token[:-1], place.server.token + "x"):
        async with place.dialled() as page:
            assert isinstance(await page.next(), AcceptConnection)
            await page.send(TextMessage(shown))
            event = await page.next()
            assert isinstance(event, CloseConnection)
            assert event.code == LAST
    assert len(place.server.token) >= 43
    assert place.told == []


async def test_a_ticket_opens_once(place: Place) -> None:
    ticket = place.server.ticket()
    for opens in (True, False):
        async with place.dialled() as page:
            await page.next()
            await page.send(TextMessage(ticket))
            assert isinstance(await page.next(), TextMessage) is opens


async def test_a_page_is_told_only_what_has_changed(place: Place) -> None:
    async with place.opened() as page:
        assert await page.told() == {"set": {"told": 0}, "drop": [], "heard": 0}
        await page.send(TextMessage('{"n": 1}'))
        assert await page.told() == {"set": {"told": 1}, "drop": [], "heard": 1}
    async with place.opened() as page:
        assert (await page.told())["set"] == {"told": 1}


async def test_the_newest_page_has_the_table(place: Place) -> None:
    async with place.opened() as older:
        await older.told()
        async with place.opened() as newer:
            await newer.told()
            assert await older.told() == {"elsewhere": True}
            await newer.send(TextMessage('{"n": 7}'))
            assert (await newer.told())["heard"] == 7


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '"x"', "[" * 9000, '{"n": {}}'])
async def test_what_no_page_sends_does_no_harm(place: Place, text: str) -> None:
    async with place.opened() as page:
        await page.told()
        await page.send(TextMessage(text))
        await page.send(TextMessage('{"n": 3}'))
        while (await page.told())["heard"] != 3:
            pass


async def test_a_page_that_sends_too_much_is_sent_away(place: Place) -> None:
    async with place.opened() as page:
        await page.send(TextMessage("x" * (MOST_IN_MESSAGE + 1)))
        assert await page.end() == CloseReason.MESSAGE_TOO_BIG
    begun = trio.current_time()
    async with place.opened() as page, trio.open_nursery() as nursery:

        async def flood() -> None:
            for _ in range(10_000):
                try:
                    await page.send(TextMessage("{}"))
                except (trio.BrokenResourceError, LocalProtocolError):
                    return

        nursery.start_soon(flood)
        assert await page.end() == LAST
    assert len(place.told) <= BURST + MESSAGES_A_SECOND * (trio.current_time() - begun) + 1
    assert (await place.get())[0] == 200
