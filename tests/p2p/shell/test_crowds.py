"""Spectators in a crowd: the silent keep no one out, and no one takes all places."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

import pytest
import trio

from crypto.identity import Identity
from p2p.log import messages
from p2p.log.messages import Have
from p2p.net.address import Address
from p2p.net.connection import Connection
from p2p.net.door import DialError, dial
from p2p.net.tls import WatchCredentials
from p2p.session.events import Started
from p2p.shell import mesh
from tests.p2p.ends import SECRET, until
from tests.p2p.shell.test_table import Peer, Thinker, bound
from tests.p2p.tables import charter


class Played(NamedTuple):
    """A game of two that is being played, in which Ada has said something; ``where`` is her door."""

    where: Address
    ada: Peer


@asynccontextmanager
async def played() -> AsyncIterator[Played]:
    """Such a game, in which no one plays the first move."""
    of = charter(2)
    listeners, where = await bound(2)
    ada, bo = Thinker(of, 0), Thinker(of, 1)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.play, listeners[0], {1: [where[1]]})
            nursery.start_soon(bo.play, listeners[1], {0: [where[0]]})
            await until(lambda: ada.of(Started) and bo.of(Started))
            ada.table.say("no one else hears this")
            yield Played(where[0], ada)
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def watching(where: Address, *, silent: bool = False) -> AsyncIterator[Connection]:
    """A spectator with a key made for it, who says what they have, or nothing."""
    connection = await dial(where, WatchCredentials(SECRET.watch(), Identity.generate()), "watch", b"", None)
    try:
        assert await connection.receive() is not None  # the charter
        if not silent:
            await connection.send(messages.encode(Have(0, 0, (0, 0))))
            assert await connection.receive() is not None
        yield connection
    finally:
        await connection.aclose()


async def test_silent_spectators_keep_no_one_out() -> None:
    async with played() as game, AsyncExitStack() as stack:
        for _ in range(5 * mesh.GUESTS):
            await stack.enter_async_context(watching(game.where, silent=True))
        async with watching(game.where) as friend:
            await friend.send(messages.encode(Have(0, 0, (0, 0))))


async def test_a_silent_spectator_hears_nothing_of_the_game() -> None:
    async with played() as game, watching(game.where, silent=True) as silent:
        game.ada.table.say("for those who watch")
        with trio.move_on_after(0.5) as waiting:
            await silent.receive()
        assert waiting.cancelled_caught


async def test_who_finds_all_places_taken_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh, "GUESTS", 2)
    async with played() as game, watching(game.where), watching(game.where):
        with pytest.raises(DialError, match="As many spectators are here as there is room for"):
            async with watching(game.where):
                pass


async def test_a_place_that_was_left_is_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh, "GUESTS", 1)
    async with played() as game:
        for _ in range(3):
            async with watching(game.where):
                pass
            await until_free(game.where)


async def until_free(where: Address) -> None:
    """Wait until a spectator is let in."""
    while True:
        with suppress(DialError):
            async with watching(where, silent=True):
                return
        await trio.sleep(0.02)
