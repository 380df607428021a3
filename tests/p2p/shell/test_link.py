"""A connection of a table in play: what waits for an end that does not read, and what is said at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from p2p.game import IllegalAction
from p2p.log import messages
from p2p.log.messages import Chunk, Fetch
from p2p.net.connection import Connection
from p2p.shell.table import UNREAD, Link, Table
from p2p.wire.frames import MAX_MESSAGE, frame
from tests.p2p.ends import connected
from tests.p2p.tables import charter, identity, session


async def never_answer(seat: int, refused: IllegalAction | None) -> str:
    await trio.sleep_forever()


@asynccontextmanager
async def linked() -> AsyncIterator[tuple[Connection, Connection]]:
    """The ends of players 0 and 1 of a connection between them."""
    async with connected() as (guest, host):
        yield Connection(host, identity(1).public), Connection(guest, identity(0).public)


async def test_a_link_on_which_too_much_waits_is_cut_and_keeps_no_more() -> None:
    async with linked() as (near, _):
        link = Link(1, near)
        sent = 0
        while not link.scope.cancel_called:
            link.send(bytes(MAX_MESSAGE))
            sent += MAX_MESSAGE
        waiting = near.waiting
        link.send(bytes(MAX_MESSAGE))
        assert sent > UNREAD
        assert waiting == near.waiting < UNREAD + 2 * MAX_MESSAGE


async def test_all_that_waits_is_sent_before_the_link_ends() -> None:
    async with linked() as (near, far), trio.open_nursery() as nursery:
        far.trust()
        link = Link(1, near)
        for _ in range(8):
            link.send(frame(bytes(MAX_MESSAGE)))
        assert near.waiting > 0
        link.end()
        nursery.start_soon(link.write)
        taken = 0
        while await far.receive() is not None:
            taken += 1
        assert taken == 8


async def test_who_has_no_more_to_say_hears_the_answer_to_it() -> None:
    table = Table(session(charter(2), 0), never_answer, lambda event: None)
    async with linked() as (near, far), trio.open_nursery() as nursery:
        await far.send(messages.encode(Fetch(1)))
        await far.finish()
        nursery.start_soon(table.carry, 1, near)
        heard = []
        while (message := await far.receive()) is not None:
            heard.append(messages.decode(message))
    assert isinstance(heard[-1], Chunk)
