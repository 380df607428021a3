"""Keeps a player connected with the others of a game: dials them at all their addresses, and lets them in.

A player may be behind a router that blocks incoming connections, as long as they can dial a player whom the rest can
reach. Each player dials those before them in the charter at once, and the others a little later. So two players rarely
dial each other at the same time. If they do, the one with the higher number gives up the older connection.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import trio

from crypto.identity import PublicKey
from p2p.errors import Text
from p2p.log.charter import Charter, CharterError, decode_charter, encode_charter
from p2p.net.address import BY_TCP, Address, AddressError, Opener, Way, open_tcp
from p2p.net.connection import Carrier, Connection, Report, contained
from p2p.net.door import ANOTHER_GAME, FULL, DialError, Door, dial_any
from p2p.net.tls import Credentials, WatchCredentials
from p2p.net.visitors import Places
from p2p.session.session import Session
from p2p.wire.frames import FrameError

GRACE = 2.0
"""Seconds for the players after us in the charter to dial us first."""

GUESTS = 16
"""The most spectators that follow the game here at once."""

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 20.0
_SHORTEST_WAIT = 1.0
"""Seconds between two attempts to reach a player, however often they name new addresses, so that third parties aren't
flooded
"""
_LASTING = 10.0
"""A connection that held this many seconds is dialled again at once.

A shorter one is not, so a peer that hangs up at once isn't dialled without end.
"""
_STRIKES = 2
"""How often another player may be found at an address before it is no longer dialled."""


class Mesh:
    """The connections of one session; `Connecting` says what its attributes are."""

    def __init__(
        self,
        session: Session,
        door: Door,
        credentials: Credentials,
        addresses: Mapping[int, Iterable[Address]],
        *,
        way: Way = BY_TCP,
    ) -> None:
        """``addresses`` are known addresses of players; those that players name themselves are tried first.

        ``way`` says how streams are opened, and which of the addresses that others name may be dialled.
        """
        self.failures: dict[int, str] = {}
        self.elsewhere: set[int] = set()
        self._session = session
        self._door = door
        self._credentials = credentials
        self._known = {player: tuple(where) for player, where in addresses.items()}
        self._way = way
        self._guests = Places(GUESTS)
        self._strikes: dict[tuple[int, Address], int] = {}
        self._changed = trio.Event()
        self._resting = False

    async def keep(self, carrier: Carrier) -> None:
        """Connect, and reconnect, until cancelled."""
        self._door.open("game", self._admit, partial(self._let_in, carrier))
        if self._session.charter.watch:
            self._door.open("watch", self._admit_guest, partial(self._let_watch, carrier))
        try:
            async with trio.open_nursery() as nursery:
                for player in self._session.charter.everyone:
                    if player != self._session.me:
                        nursery.start_soon(self._dial, carrier, player)
                await trio.sleep_forever()
        finally:
            self._door.close_room("game")
            self._door.close_room("watch")

    def rest(self) -> None:
        """Dial no more; existing connections stay."""
        self._resting = True
        self.changed()

    def changed(self) -> None:
        """A connection has begun or ended, or a player's presence has changed: check again whom to dial."""
        self._changed.set()
        self._changed = trio.Event()

    # Letting in

    def _admit(self, connection: Connection, subject: bytes) -> Text | None:
        if subject != self._session.charter.id:
            return ANOTHER_GAME
        keys = [player.key for player in self._session.charter.players]
        if connection.peer not in keys:
            return Text("This game has begun, and only its players may come in.")
        return Text("This is your own seat.") if keys.index(connection.peer) == self._session.me else None

    async def _let_in(self, carrier: Carrier, connection: Connection, subject: bytes) -> None:
        connection.settle()  # by the key, we know who it is
        await carrier.carry(self._session.charter.player(connection.peer), connection)

    def _admit_guest(self, connection: Connection, subject: bytes) -> Text | None:
        return None if self._guests.has_room(connection.network) else FULL

    async def _let_watch(self, carrier: Carrier, connection: Connection, subject: bytes) -> None:
        """Send the charter; the game only to a spectator who has asked for it, for whom there is a place."""
        await connection.send(encode_charter(self._session.charter))
        if not await connection.introduced() or not self._guests.take(connection):
            return
        connection.settle()
        try:
            await carrier.carry(None, connection)
        finally:
            self._guests.leave(connection)

    # Dialling

    async def _dial(self, carrier: Carrier, player: int) -> None:
        if self._session.me is not None and player > self._session.me:
            await trio.sleep(GRACE)
        pause = _FIRST_PAUSE
        while not self._resting:
            if self._session.links.to(player) is not None:
                await self._changed.wait()
                continue
            lasted = 0.0
            with contained(self._door.report):
                if (connection := await self._reach(player)) is not None:
                    began = trio.current_time()
                    await carrier.carry(player, connection)
                    lasted = trio.current_time() - began
            if lasted >= _LASTING:
                pause = _FIRST_PAUSE
                continue
            await self._wait(player, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _wait(self, player: int, pause: float) -> None:
        """Wait before dialling a player again; new addresses of theirs shorten that, but not below a second."""
        # The jitter decides only who dials first.
        pause *= random.uniform(0.5, 1.5)  # noqa: S311
        tried = self._addresses(player)
        await trio.sleep(min(pause, _SHORTEST_WAIT))
        with trio.move_on_after(max(0.0, pause - _SHORTEST_WAIT)):
            while self._addresses(player) == tried and self._session.links.to(player) is None and not self._resting:
                await self._changed.wait()

    async def _reach(self, player: int) -> Connection | None:
        """Dial a player's addresses until they are found at one."""
        charter = self._session.charter

        def failed(address: Address, error: DialError) -> None:
            self._note(player, error)
            if error.somebody_else:
                self._strikes[player, address] = self._strikes.get((player, address), 0) + 1

        if not (addresses := self._addresses(player)):
            return None
        try:
            key = charter.players[player].key
            connection, _ = await dial_any(
                addresses, self._credentials, "game", charter.id, key, self._way.open, failed
            )
            return connection
        except DialError as error:
            self._note(player, error)
        return None

    def _note(self, player: int, error: DialError) -> None:
        self.failures[player] = str(error)
        if error.elsewhere:
            self.elsewhere.add(player)

    def _addresses(self, player: int) -> list[Address]:
        """Return where to dial a player: first their own addresses that may be dialled, then those known before."""
        found: dict[Address, None] = {}
        for host, port in self._session.roster.addresses(player):
            try:
                address = Address.of(host, port)
            except AddressError:
                continue
            if self._way.may_dial(address):
                found[address] = None
        found |= dict.fromkeys(self._known.get(player, ()))
        return [address for address in found if self._strikes.get((player, address), 0) < _STRIKES]


_FIRST_PAUSE_OF_SPECTATOR = 0.5
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
        self.elsewhere: set[int] = set()
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
        pause = _FIRST_PAUSE_OF_SPECTATOR
        while not self._resting:
            try:
                connection, charter = await self._look_in()
            except DialError as error:
                self.failures = dict.fromkeys(range(len(self._charter.players) if self._charter else 0), str(error))
            else:
                pause = _FIRST_PAUSE_OF_SPECTATOR
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
