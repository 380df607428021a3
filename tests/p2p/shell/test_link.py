"""A connection of a table in play: what waits for an end that does not read, and what is said at the end."""

from __future__ import annotations

from typing import cast

import pytest
import trio
import trio.testing

from p2p.game import IllegalAction
from p2p.log import messages
from p2p.log.messages import Chunk, Fetch
from p2p.net.connection import Connection
from p2p.net.tls import Credentials, TableSecret
from p2p.shell.link import Link
from p2p.shell.table import Table
from p2p.wire.frames import LAST, MAX_MESSAGE, frame
from tests.p2p.tables import charter, identity, session

SECRET = TableSecret(bytes(range(16)))


async def never_answer(seat: int, refused: IllegalAction | None) -> str:
    await trio.sleep_forever()


async def test_a_link_on_which_too_much_waits_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.shell.link.QUEUE", 8)
    link = Link(1, cast(Connection, None))
    for _ in range(8):
        link.send(b"frame")
    assert not link.scope.cancel_called
    link.send(b"frame")
    assert link.scope.cancel_called


async def test_of_much_that_waits_no_more_is_taken_at_once_than_the_longest_message(nursery: trio.Nursery) -> None:
    taken: list[bytes] = []

    class Reluctant:
        async def send_frame(self, framed: bytes) -> None:
            taken.append(framed)
            await trio.sleep_forever()

    link = Link(1, cast(Connection, Reluctant()))
    for _ in range(10):
        link.send(bytes(MAX_MESSAGE // 4))
    nursery.start_soon(link.write)
    await trio.testing.wait_all_tasks_blocked()
    assert list(map(len, taken)) == [MAX_MESSAGE]


async def test_who_has_no_more_to_say_hears_the_answer_to_it() -> None:
    one, other = trio.socket.socketpair()
    near = Credentials(SECRET, identity(1)).client(trio.SocketStream(one))
    far = Credentials(SECRET, identity(0)).server(trio.SocketStream(other))
    table = Table(session(charter(2), 0), never_answer, lambda event: None)
    with trio.fail_after(60):
        async with near, trio.open_nursery() as nursery:
            nursery.start_soon(near.do_handshake)
            await far.do_handshake()
            there = Connection(near, identity(0).public)
            await there.send_frame(frame(messages.encode(Fetch(1))) + LAST)
            nursery.start_soon(table.carry, 1, Connection(far, identity(1).public))
            heard = []
            while (message := await there.receive()) is not None:
                heard.append(messages.decode(message))
    assert isinstance(heard[-1], Chunk)
