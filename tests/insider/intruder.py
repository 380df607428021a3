"""A player who has a seat at a table of real programs, and says whatever comes to mind over real connections.

An honest session of the same player, in memory, follows the game over the same connections, so what is forged is about
the game as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random

import trio

from p2p.game import NewGame
from p2p.log import messages
from p2p.log.charter import Charter
from p2p.net.address import Address
from p2p.net.connection import Connection
from p2p.net.door import DialError, dial
from p2p.net.tls import Credentials, TableSecret
from p2p.session.events import Asked, Output, Send
from p2p.session.session import Session
from p2p.session.signer import Signer
from p2p.wire.codec import MessageError
from p2p.wire.frames import FrameError
from tests.insider.forging import KINDS, Forger
from tests.insider.sieges import Tally

PACE = 0.004
"""Seconds between two messages, so that no limit of a connection is reached."""

REDIAL = 0.2
"""Seconds until the intruder comes again."""

VAIN = 25
"""Times in a row that all others refuse the intruder, after which their table has stopped."""

Answer = Callable[[Session, int], str]
"""What the intruder's own session answers for a seat."""


class Intruder:
    """A player who has a seat."""

    def __init__(
        self, charter: Charter, new_game: NewGame, signer: Signer, secret: TableSecret, random: Random, tally: Tally
    ) -> None:
        self.session = Session(charter, new_game, signer)
        self.forger = Forger(random, charter.player(signer.identity.public), self.session.log, signer.identity)
        self._asked: set[int] = set()
        self._tally = tally
        self._charter = charter
        self._credentials = Credentials(secret, signer.identity)
        self._random = random
        self._queues: dict[int, trio.MemorySendChannel[bytes]] = {}

    async def sit(self, addresses: Mapping[int, Address]) -> None:
        """Stay connected with these players until cancelled."""
        self._put(self.session.start())
        async with trio.open_nursery() as nursery:
            for player, address in addresses.items():
                nursery.start_soon(self._visit, player, address)

    async def besiege(self, number: int, answer: Answer) -> None:
        """Say so many forged messages, or until a proof has stopped the table.

        Now and then the honest session answers what it is asked.
        """
        vain = 0
        for _ in range(number):
            await trio.sleep(PACE)
            if self._random.random() < 0.01 and self._asked:
                seat = self._asked.pop()
                if seat in self.session.asked:
                    self._put(self.session.answer(seat, answer(self.session, seat)))
            vain = 0 if self._queues else vain + 1
            if vain == VAIN:
                return
            if vain:
                await trio.sleep(REDIAL)
                continue
            kind = self._random.choice(KINDS)
            self._tally.kinds[kind] += 1
            with suppress(trio.WouldBlock):
                self._queues[self._random.choice(sorted(self._queues))].send_nowait(self.forger.message(kind))
            self._put(self.session.flush())

    async def _visit(self, player: int, address: Address) -> None:
        key = self._charter.players[player].key
        while True:
            with suppress(DialError):
                connection = await dial(address, self._credentials, "game", self._charter.id, key)
                await self._stay(player, connection)
                self._tally.refused += 1
            await trio.sleep(REDIAL)

    async def _stay(self, player: int, connection: Connection) -> None:
        """Keep a connection until the other end hangs up."""
        self._queues[player], said = trio.open_memory_channel[bytes](1000)
        self._put(self.session.connected(player, player))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_speak, connection, said)
                while (data := await connection.receive()) is not None:
                    self.forger.hear(messages.decode(data))
                    self._put(self.session.receive(player, data))
                nursery.cancel_scope.cancel()
        except* (trio.BrokenResourceError, FrameError, MessageError):
            pass
        finally:
            del self._queues[player]
            self._put(self.session.disconnected(player))
            await connection.aclose()

    def _put(self, outputs: list[Output]) -> None:
        """Send what the honest session has to say."""
        for output in outputs:
            if isinstance(output, Send):
                for link in output.links:
                    if link in self._queues:
                        with suppress(trio.WouldBlock):
                            self._queues[link].send_nowait(output.data)
            elif isinstance(output, Asked):
                self._asked.add(output.seat)


async def _speak(connection: Connection, said: trio.MemoryReceiveChannel[bytes]) -> None:
    """Send what is to be said, in its order."""
    async for data in said:
        await connection.send(data)
