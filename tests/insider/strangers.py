"""People who have an invitation and no seat, over real connections: spectators, and guests of a lobby.

Most of what they say costs the connection, and they come again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random

import trio
import trio.lowlevel

from p2p.lobby import model
from p2p.net.address import Address
from p2p.net.connection import Connection
from p2p.net.door import DialError, dial
from p2p.net.tls import Credentials, TableSecret, WatchCredentials
from p2p.wire.frames import FrameError
from tests.insider.forging import KINDS, STRANGERS, Forger
from tests.insider.lobbies import WISHES, Liar
from tests.insider.sieges import Tally

AGAIN = 0.1
"""Seconds until who was not let in comes again."""

Draft = Callable[[], tuple[str, bytes]]
"""The kind of the next message, and its bytes."""


class Stranger:
    """A stranger who comes to one address with an invitation, again and again."""

    def __init__(self, address: Address, secret: TableSecret, random: Random, tally: Tally) -> None:
        self._address = address
        self._secret = secret
        self._random = random
        self._tally = tally

    async def watch(self, number: int, forger: Forger) -> None:
        """Say so many messages as a guest of a game."""
        credentials = WatchCredentials(self._secret.watch(), STRANGERS[0])
        await self._pester(number, partial(self._come, credentials, "watch", b""), partial(self._forged, forger))

    async def join(self, number: int, liar: Liar) -> None:
        """Say so many wishes as a guest of a lobby, who mostly has joined it."""
        credentials = Credentials(self._secret, STRANGERS[1])

        async def come() -> Connection:
            connection = await self._come(credentials, "lobby", b"")
            if self._random.random() < 0.8:
                await connection.send(model.encode(liar.wish("join")))
            return connection

        await self._pester(number, come, partial(self._wish, liar))

    async def _come(self, credentials: Credentials | WatchCredentials, purpose: str, subject: bytes) -> Connection:
        return await dial(self._address, credentials, purpose, subject, None)

    async def _pester(self, number: int, come: Callable[[], Awaitable[Connection]], draft: Draft) -> None:
        said = 0
        while said < number:
            try:
                connection = await come()
            except DialError:
                said += 1  # lest this go on for ever at a closed door
                await trio.sleep(AGAIN)
                continue
            with suppress(trio.BrokenResourceError, FrameError):
                for _ in range(self._random.choice((1, 2, 5, 20))):
                    kind, data = draft()
                    self._tally.kinds[kind] += 1
                    said += 1
                    await connection.send(data)
                    await trio.lowlevel.checkpoint()
            self._tally.refused += 1
            await connection.aclose()

    def _forged(self, forger: Forger) -> tuple[str, bytes]:
        kind = self._random.choice(KINDS)
        return kind, forger.message(kind)

    def _wish(self, liar: Liar) -> tuple[str, bytes]:
        kind = self._random.choice(WISHES)
        return f"wish {kind}", liar.say(liar.wish(kind))
