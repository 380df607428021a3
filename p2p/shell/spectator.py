"""Following a game without a seat: a spectator receives all that is public, verifies it, and can send no talk."""

from __future__ import annotations

import random
from collections.abc import Sequence

import trio

from crypto.identity import PublicKey
from p2p.log.charter import Charter, CharterError, decode_charter
from p2p.net.address import Address
from p2p.net.connection import Connection, Report, contained
from p2p.net.door import DialError, dial_any
from p2p.net.tls import WatchCredentials
from p2p.net.way import Opener, open_tcp
from p2p.shell.mesh import Carrier
from p2p.wire.frames import FrameError

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 20.0
_PATIENCE = 10.0
"""Seconds for the charter to come."""


class Window:
    """Where a spectator connects: the addresses of a player, and the credentials for watching."""

    def __init__(
        self,
        addresses: Sequence[Address],
        credentials: WatchCredentials,
        expected: PublicKey | None,
        report: Report,
        open_stream: Opener = open_tcp,
    ) -> None:
        """``expected`` is the key of the player at these addresses, if known.

        ``report`` gets faults of this program in a connection.
        """
        self.failures: dict[int, str] = {}
        self._addresses = addresses
        self._credentials = credentials
        self._expected = expected
        self._report = report
        self._open_stream = open_stream
        self._charter: Charter | None = None
        self._resting = False

    async def charter(self) -> Charter:
        """Return the charter of the game played there; raise DialError if there is none, or we may not watch."""
        connection, charter = await self._look_in()
        await connection.aclose()
        self._charter = charter
        return charter

    async def keep(self, carrier: Carrier) -> None:
        """Follow that game, and reconnect if a connection breaks, until cancelled."""
        pause = _FIRST_PAUSE
        while not self._resting:
            try:
                connection, charter = await self._look_in()
            except DialError as error:
                self.failures = dict.fromkeys(range(len(self._charter.players) if self._charter else 0), str(error))
            else:
                pause = _FIRST_PAUSE
                if charter == self._charter:
                    with contained(self._report):
                        await carrier.carry(_player(charter, connection), connection)
                else:
                    await connection.aclose()
            # The jitter keeps spectators from reconnecting all at the same time.
            await trio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311
            pause = min(2 * pause, _LONGEST_PAUSE)
        await trio.sleep_forever()

    def rest(self) -> None:
        """Reconnect no more."""
        self._resting = True

    def changed(self) -> None:
        """Do nothing: the connections of players don't concern a spectator."""

    async def _look_in(self) -> tuple[Connection, Charter]:
        connection, address = await dial_any(
            self._addresses, self._credentials, "watch", b"", self._expected, self._open_stream
        )
        try:
            return connection, await _charter_over(connection)
        except (CharterError, FrameError, trio.BrokenResourceError):
            await connection.aclose()
            raise DialError("This program cannot follow the game at {address}.", address=address) from None


def _player(charter: Charter, connection: Connection) -> int | None:
    """Return the player at the other end; None if their key isn't in the charter because an epoch gave it to them."""
    try:
        return charter.player(connection.peer)
    except CharterError:
        return None


async def _charter_over(connection: Connection) -> Charter:
    """Return the charter, which comes before everything else; raise CharterError if there is none."""
    with trio.move_on_after(_PATIENCE):
        if (message := await connection.receive()) is not None:
            return decode_charter(message)
    raise CharterError("No charter has come.")
