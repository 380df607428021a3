"""A table on this machine: each peer is a process here, and all but one person are bots."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import trio

from cli.bots.minds import Chosen
from cli.crash_report import ConnectionFaults
from cli.i18n.texts import tr
from cli.play.bot_seats import BotSeats
from cli.play.console_session import ConsoleSession
from cli.play.game_session import GameSession
from cli.play.processes import BotGone, BotProcess, follow
from cli.play.seating import HOST, Seating
from cli.play.solitary import OnlyBots
from cli.play.stand_in import StandIn, as_strong_as
from cli.table_game import new_game
from cli.ui.text.console import Console
from p2p.net.address import Address, AddressError, listen
from p2p.net.door import Door
from p2p.net.tls import Credentials, TableSecret
from p2p.net.way import Way
from p2p.session.events import Finished
from p2p.session.journal import Journal
from p2p.session.session import Session
from p2p.session.signer import Signer
from p2p.shell.mesh import Mesh
from p2p.shell.store import Store

PATIENCE = 2.0
"""Seconds to wait for a bot on this machine that no other peer reaches."""

PARTING = 5
"""Seconds for the bots to say how the game ended for them."""


def session_at(seating: Seating, signer: Signer) -> Session:
    """Return a peer's session at such a table; raises CharterError or SetupError if there can be none."""
    return Session(seating.charter(), partial(new_game, game_map=seating.map), signer, agreeable=True)


async def listen_again(port: int) -> list[trio.SocketListener]:
    """Listen where a game was played before, or at any other port if that one is taken; raises AddressError."""
    try:
        return await listen([Address(HOST, port)])
    except AddressError:
        return await listen([Address(HOST, 0)])


@asynccontextmanager
async def connecting(
    session: Session, seating: Seating, signer: Signer, listeners: Sequence[trio.SocketListener], secret: TableSecret
) -> AsyncIterator[Mesh]:
    """Connect a session with the other peers, each at its port of this machine, until the block ends."""
    credentials = Credentials(secret, signer.identity)
    door = Door(listeners, credentials, lambda line: None, ConnectionFaults("bot", lambda line: None))
    addresses = {player: [Address(HOST, card.port)] for player, card in enumerate(seating.cards)}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.serve)
        yield Mesh(session, door, credentials, addresses, way=Way(on_loopback=True))
        nursery.cancel_scope.cancel()


class GameWithBots:
    """The game of one person with bots on this machine."""

    def __init__(
        self, console: Console, seating: Seating, signer: Signer, journal: Journal | None, bots: Sequence[Chosen]
    ) -> None:
        """``bots`` says how they play and whether they talk."""
        self._console = console
        self._seating = seating
        self._signer = signer
        self._game = GameSession(session_at(seating, signer), BotSeats({}), journal, PATIENCE)
        stand_in = StandIn(self._game.table, as_strong_as(bots, seating.edition))
        others = OnlyBots(self._game.table, stand_in, talks=any(bot.talks for bot in bots))
        self.at_console = ConsoleSession(console, self._game, others)
        self._ends: list[dict[str, Any]] = []

    @property
    def rematch(self) -> tuple[str, ...]:
        """What is played at each seat in another game, the seats turned by one; nothing if none is wanted."""
        if not self.at_console.dialogue.wants_rematch:
            return ()
        played = self._game.played()
        return (*played[1:], played[0])

    async def play(
        self, listeners: Sequence[trio.SocketListener], secret: TableSecret, bots: Sequence[BotProcess], store: Store
    ) -> None:
        """Play until the game ends or the person leaves; the bots keep what they play in the store, too."""
        for bot in bots:
            await bot.send({"seating": self._seating.to_json(), "tell": False, "store": str(store.path)})
        parted = trio.Event()

        async def hear_the_ends() -> None:
            try:
                self._ends = await follow(bots, lambda lines: self._console.say("\n".join(lines)))
            except BotGone as gone:
                self._console.say(str(gone))
            parted.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(hear_the_ends)
            async with connecting(self._game.session, self._seating, self._signer, listeners, secret) as mesh:
                await self.at_console.play(mesh)
            if isinstance(self._game.end, Finished):
                with trio.move_on_after(PARTING):
                    await parted.wait()
            nursery.cancel_scope.cancel()

    def conclude(self, record: Path | None) -> None:
        """Say how the game ended, and whether all peers agree about it; raises Failure if it was cut short."""
        self.at_console.conclude(record)
        if isinstance(self._game.end, Finished) and self._ends:
            mine = self._game.summary()
            if all(end[what] == mine[what] for end in self._ends for what in ("log", "state")):
                self._console.say(tr("All {same} players have the same log.", same=len(self._ends) + 1))
