"""Keeps a person connected with the others of a game: dials them wherever they may be, and lets them in.

Anybody may sit where nobody can dial him, as long as somebody whom he can dial is reachable by the rest. Each person
dials those before him in the charter at once and the others a little later, so that two rarely dial each other at the
same time; if they do, the higher of the two gives up the older connection.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Protocol

import trio

from crypto.identity import PublicKey
from p2p.errors import Text
from p2p.log.charter import CharterError, encode_charter
from p2p.net.address import Address, AddressError, may_dial
from p2p.net.connection import Connection
from p2p.net.door import DialError, Door, dial
from p2p.net.faults import contained
from p2p.net.greeting import Unwelcome, refusal
from p2p.net.tls import Credentials
from p2p.session.session import Session
from p2p.session.state import Phase
from p2p.shell.claimants import Askers
from p2p.shell.claiming import answer, hand_in, receive_first
from p2p.wire.codec import MessageError
from p2p.wire.frames import FrameError


class Carrier(Protocol):
    """What is said over connections goes to its session, and back."""

    async def carry(self, person: int | None, connection: Connection) -> None:
        """Carry the messages of a person, or of a guest (None), for as long as he is connected."""

    def claimed(self, key: PublicKey, claim: bytes) -> None:
        """Let everybody know that a stranger who has this key asks for a seat; MessageError for what is no claim."""


class Connecting(Protocol):
    """What keeps a table connected; ``failures`` says by person why he could not be dialled last."""

    failures: dict[int, str]

    async def keep(self, carrier: Carrier) -> None:
        """Connect, and connect again, until cancelled."""

    def rest(self) -> None:
        """Begin no connection any more; those that there are stay."""

    def changed(self) -> None:
        """A connection has begun or ended, or somebody says something new of himself."""


GRACE = 2.0
"""Seconds for those who come after us in the charter to dial us first."""

GUESTS = 16
"""Guests that follow the game here at once."""

ASKERS = 8
"""Strangers who ask for a seat here at once."""

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 20.0
_SHORTEST_WAIT = 1.0
"""Seconds between two attempts at a person, however often he names new addresses: nobody is dialled in his stead."""
_LASTING = 10.0
"""Seconds that a connection has held if the next is to be dialled at once; so nobody is dialled without end who hangs
up at once."""
_STRIKES = 2
"""How often somebody else may be found at an address before it is dialled no more."""


TOO_MANY = Text("Too many ask for a seat from where you are; try again in a minute.")


class Mesh:
    """The connections of one session; ``failures`` says by person why he could not be dialled last."""

    def __init__(
        self,
        session: Session,
        door: Door,
        credentials: Credentials,
        addresses: Mapping[int, Iterable[Address]],
        *,
        on_loopback: bool = False,
    ) -> None:
        """``addresses`` are where persons were heard to be dialled; what they say of themselves is tried first.

        ``on_loopback`` says that the table is on this machine.
        """
        self.failures: dict[int, str] = {}
        self._session = session
        self._door = door
        self._credentials = credentials
        self._known = {person: tuple(where) for person, where in addresses.items()}
        self._on_loopback = on_loopback
        self._guests = 0
        self._askers = Askers(ASKERS)
        self._strikes: dict[tuple[int, Address], int] = {}
        self._changed = trio.Event()
        self._resting = False

    async def keep(self, carrier: Carrier) -> None:
        """Connect, and connect again, until cancelled."""
        self._door.open("game", self._admit, partial(self._let_in, carrier))
        self._door.open("rejoin", self._admit_claimant, partial(self._let_ask, carrier))
        if self._session.charter.watch:
            self._door.open("watch", self._admit_guest, partial(self._let_watch, carrier))
        try:
            async with trio.open_nursery() as nursery:
                for person in range(len(self._session.charter.persons)):
                    if person != self._session.me:
                        nursery.start_soon(self._dial, carrier, person)
                await trio.sleep_forever()
        finally:
            self._door.close_room("game")
            self._door.close_room("rejoin")
            self._door.close_room("watch")

    def rest(self) -> None:
        """Dial nobody any more; connections that there are stay."""
        self._resting = True
        self.changed()

    def changed(self) -> None:
        """A connection has begun or ended, or somebody says something new of himself: look again whom to dial."""
        self._changed.set()
        self._changed = trio.Event()

    # Letting in

    def _admit(self, key: PublicKey, subject: bytes) -> Text | None:
        if subject != self._session.charter.id:
            return Text("Another game is being played here.")
        keys = self._session.log.keys
        person = keys.person(key)
        if person is None and not keys.is_former(key):
            return Text("This game has begun, and only its players may come in.")
        return Text("This is your own seat.") if person is not None and person == self._session.me else None

    async def _let_in(self, carrier: Carrier, connection: Connection, subject: bytes) -> None:
        """Whoever had a seat, and does not know yet that it is another's, may see that it is so."""
        await carrier.carry(self._session.log.keys.person(connection.peer), connection)

    def _admit_claimant(self, key: PublicKey, subject: bytes) -> Text | None:
        session = self._session
        if subject not in (b"", session.charter.id):
            return Text("Another game is being played here.")
        if session.phase is Phase.SIGNING:
            return Text("This game has not begun, and nobody can come back to it.")
        return None

    async def _let_ask(self, carrier: Carrier, connection: Connection, subject: bytes) -> None:
        """Send nothing but what a claim needs, until one is in and everybody here knows of it."""
        asker = self._askers.enter(connection.peer, connection.network, connection.cut)
        try:
            if (first := await receive_first(connection)) is None:
                return
            if not subject:
                await connection.send(answer(self._session.charter, first))
            elif not self._may_claim(connection):
                await connection.send(refusal(TOO_MANY))
            else:
                try:
                    carrier.claimed(connection.peer, first)
                except MessageError as error:
                    raise FrameError(str(error)) from None
                asker.has_asked = True
                await connection.send(encode_charter(self._session.charter))
                await carrier.carry(None, connection)
        finally:
            self._askers.leave(asker)

    def _may_claim(self, connection: Connection) -> bool:
        known = {key.identity for keys in self._session.claims.values() for key in keys}
        return connection.peer.raw in known or self._askers.may_claim(connection.network, trio.current_time())

    def _admit_guest(self, key: PublicKey, subject: bytes) -> Text | None:
        return Text("There are as many guests here as there is room for.") if self._guests >= GUESTS else None

    async def _let_watch(self, carrier: Carrier, connection: Connection, subject: bytes) -> None:
        self._guests += 1
        try:
            await connection.send(encode_charter(self._session.charter))
            await carrier.carry(None, connection)
        finally:
            self._guests -= 1

    # Dialling

    async def _dial(self, carrier: Carrier, person: int) -> None:
        if self._session.me is not None and person > self._session.me:
            await trio.sleep(GRACE)
        pause = _FIRST_PAUSE
        while not self._resting:
            if self._session.links.to(person) is not None:
                await self._changed.wait()
                continue
            lasted = 0.0
            with contained(self._door.report):
                if (connection := await self._reach(person)) is not None:
                    began = trio.current_time()
                    await carrier.carry(person, connection)
                    lasted = trio.current_time() - began
            if lasted >= _LASTING:
                pause = _FIRST_PAUSE
                continue
            await self._wait(person, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _wait(self, person: int, pause: float) -> None:
        """Pause before dialling a person again; new addresses of his cut that short, but not below a second."""
        # What follows from the jitter is only who dials first.
        pause *= random.uniform(0.5, 1.5)  # noqa: S311
        tried = self._addresses(person)
        await trio.sleep(min(pause, _SHORTEST_WAIT))
        with trio.move_on_after(max(0.0, pause - _SHORTEST_WAIT)):
            while self._addresses(person) == tried and self._session.links.to(person) is None and not self._resting:
                await self._changed.wait()

    async def _reach(self, person: int) -> Connection | None:
        """Dial all addresses of a person until he is found at one."""
        charter = self._session.charter
        for address in self._addresses(person):
            asks = self._session.asks
            # Who only asks has not got the log by which he would know that somebody else has another key, too.
            key = None if asks else self._session.log.keys[person].key
            purpose = "rejoin" if asks else "game"
            try:
                connection = await dial(address, self._credentials, purpose, charter.id, key)
                if not asks or await self._is_heard(connection):
                    return connection
            except DialError as error:
                self.failures[person] = str(error)
                if error.somebody_else:
                    self._strikes[person, address] = self._strikes.get((person, address), 0) + 1
        return None

    async def _is_heard(self, connection: Connection) -> bool:
        """Ask for our seat; whether the claim is taken by somebody who plays our game. If not he is hung up on."""
        claim = self._session.claim
        try:
            if claim is not None:
                await hand_in(connection, claim)
                return True
        except Unwelcome as error:
            await connection.aclose()
            raise DialError(error.text) from None
        except (CharterError, FrameError, trio.BrokenResourceError):
            pass
        await connection.aclose()
        return False

    def _addresses(self, person: int) -> list[Address]:
        """Where to dial a person: what he says himself, as far as it may be dialled, then what was heard before."""
        found: dict[Address, None] = {}
        for host, port in self._session.roster.addresses(person):
            try:
                address = Address.of(host, port)
            except AddressError:
                continue
            if may_dial(address, on_loopback=self._on_loopback):
                found[address] = None
        found |= dict.fromkeys(self._known.get(person, ()))
        return [address for address in found if self._strikes.get((person, address), 0) < _STRIKES]
