"""A door that has no room at the moment: commands try again, and say so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from cli.command import Failure
from cli.commands.watch import _wait
from cli.play import network
from cli.play.network import AGAIN, PATIENCE, Full, until_let_in
from p2p.errors import Text
from p2p.log.charter import encode_charter
from p2p.net.address import Address, listen
from p2p.net.connection import Connection
from p2p.net.door import FULL, Door
from p2p.net.tls import Credentials, TableSecret, WatchCredentials
from p2p.shell.mesh import Window
from tests.cli.consoles import TypedConsole
from tests.p2p.tables import charter, identity, raised

SECRET = TableSecret(bytes(range(16)))


async def test_who_finds_no_room_tries_again_and_says_each_reason_once(autojump_clock: object) -> None:
    console, reasons = TypedConsole(), ["It is full.", "It is full.", "It is still full.", "It is still full."]

    async def knock() -> str:
        if reasons:
            raise Full(reasons.pop(0))
        return "in"

    assert await until_let_in(console, knock) == "in"
    assert console.text == "It is full. Trying again …\nIt is still full. Trying again …\n"
    assert trio.current_time() == 4 * AGAIN


async def test_who_finds_no_room_for_long_gives_up_and_any_other_reason_ends_it_at_once(autojump_clock: object) -> None:
    async def full() -> None:
        raise Full("It is full.")

    async def other() -> None:
        raise Failure("There is no table.")

    with pytest.raises(Failure, match="There is no table"):
        await until_let_in(TypedConsole(), other)
    assert trio.current_time() == 0
    with pytest.raises(Failure, match="It is full"):
        await until_let_in(TypedConsole(), full)
    assert trio.current_time() >= PATIENCE


class Crowded:
    """A door that has no room the first times."""

    def __init__(self, listener: trio.SocketListener, sentence: Text) -> None:
        self.address = Address(*listener.socket.getsockname()[:2])
        self.door = Door([listener], Credentials(SECRET, identity(0)), lambda line: None, raised)
        self.sentences = [sentence] * 2
        self.door.open("watch", self.admit, self.watch)

    def admit(self, connection: Connection, subject: bytes) -> Text | None:
        """Refuse a watcher as long as it is full."""
        return self.sentences.pop() if self.sentences else None

    async def watch(self, connection: Connection, subject: bytes) -> None:
        """Send the charter."""
        await connection.send(encode_charter(charter(2)))


@asynccontextmanager
async def crowded(sentence: Text, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Crowded]:
    """Such a door, at which a second try comes soon."""
    monkeypatch.setattr(network, "AGAIN", 0.05)
    [listener] = await listen([Address("127.0.0.1", 0)])
    of = Crowded(listener, sentence)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(of.door.serve)
            yield of
            nursery.cancel_scope.cancel()


async def test_watch_that_meets_a_full_door_tries_again_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    console = TypedConsole()
    async with crowded(FULL, monkeypatch) as of:
        window = Window([of.address], WatchCredentials(SECRET.watch(), identity(4)), None, raised)
        assert await _wait(console, window) == charter(2)
    assert console.text == f"{FULL} Trying again …\n"
