"""The tasks and connections around a lobby: the host's behind his door, a guest's at the end of his connection."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Protocol, TypeAlias

import trio

from crypto.canonical import Value
from crypto.identity import PublicKey
from p2p.errors import TableError, Text
from p2p.lobby.guest import GONE, GuestLobby
from p2p.lobby.host import CLOSED, HostLobby
from p2p.lobby.messages import Here, Picture, Rules, decode_first, encode
from p2p.lobby.model import Agreed, Denied, Dismissed, Ended, Event, Offer, Output, Send
from p2p.log.charter import Charter
from p2p.net.connection import LONGEST_SILENCE, SILENCE, Connection
from p2p.wire.codec import MessageError
from p2p.wire.frames import FrameError

Show: TypeAlias = Callable[[Event], None]
"""Told of every event, in order; must neither block nor wish for anything."""

JOIN_PATIENCE = 10.0
"""Seconds for a guest's first message."""

FAREWELL = 2.0
"""Seconds for the last words to reach the other end."""

QUEUE = 256
"""Messages that may wait for one end to read them."""


class LobbyEnded(TableError):
    """A guest cannot stay, or the host is gone; the message is one sentence or two."""


async def table_at(connection: Connection) -> Rules:
    """Return what is played at the table where a guest has come to the lobby; raises LobbyEnded where it is not said.

    The connection is closed then.
    """
    reason: LobbyEnded
    try:
        message = None
        with trio.move_on_after(LONGEST_SILENCE):
            message = await connection.receive()
        first = None if message is None else decode_first(message)
        if isinstance(first, Rules):
            return first
        reason = LobbyEnded(GONE if first is None else first.text)
    except (FrameError, trio.BrokenResourceError):
        reason = LobbyEnded(GONE)
    except MessageError as error:
        reason = LobbyEnded("The host's program {error}.", error=error)
    await connection.aclose()
    raise reason


class LobbyRoom(Protocol):
    """What somebody has of a lobby, whether he is the host or a guest. Wishes raise Denied."""

    @property
    def picture(self) -> Picture | None:
        """The newest lobby, None until there is one to see."""

    def choose(self, choice: str) -> None:
        """Wish to play something."""

    def lend(self, bots: int) -> None:
        """Lend so many bots."""

    def ready(self, ready: bool) -> None:
        """Agree to the terms as they are shown, or take that back."""

    def change(self, options: Value, choices: tuple[str, ...]) -> None:
        """Play by other options, by which one may choose among these; the host alone can."""

    def say(self, text: bytes) -> None:
        """Say something to all."""

    def dismiss(self, member: int) -> None:
        """Send the member at this index of the newest lobby away, which the host alone can."""

    async def run(self) -> Charter:
        """Be there until everybody has agreed to a charter; raises LobbyEnded."""


class _Link:
    """A connection, with what waits to be sent over it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._outgoing, self._queue = trio.open_memory_channel[bytes](QUEUE)
        self.scope = trio.CancelScope()

    def send(self, data: bytes) -> None:
        """Queue a message; an end that does not read loses the connection."""
        try:
            self._outgoing.send_nowait(data)
        except trio.WouldBlock:
            self.scope.cancel()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # it is parting, or gone; whoever reads it says so

    def part(self) -> None:
        """Nothing more is to be sent; the other end has a while to hear what was, and to hang up."""
        self._outgoing.close()
        self.scope.deadline = trio.current_time() + FAREWELL

    async def write(self) -> None:
        """Send whatever is queued, to the end of the queue, and a sign of life where nothing is for a while."""
        try:
            async with self._queue:
                while True:
                    data = None
                    with trio.move_on_after(SILENCE):
                        data = await self._queue.receive()
                    await self._connection.send(data or encode(Here()))
        except trio.EndOfChannel:
            with suppress(trio.BrokenResourceError):
                await self._connection.finish()
        except trio.BrokenResourceError:
            pass  # as above


class HostRoom:
    """The host's lobby behind his door, to be opened there with ``admit`` and ``receive`` for the purpose "lobby"."""

    def __init__(self, lobby: HostLobby, show: Show) -> None:
        self._lobby = lobby
        self._show = show
        self._numbers = count(1)
        self._links: dict[int, _Link] = {}
        self._gone = trio.Event()
        self._agreed = trio.Event()
        self._charter: Charter | None = None

    @property
    def picture(self) -> Picture:
        """The lobby as it is."""
        return self._lobby.picture

    def choose(self, choice: str) -> None:
        """Choose what to play; raises Denied."""
        self._handle(self._lobby.choose(choice))

    def lend(self, bots: int) -> None:
        """Lend so many bots; raises Denied."""
        self._handle(self._lobby.lend(bots))

    def ready(self, ready: bool) -> None:
        """Agree to the terms as they are, or take that back; raises Denied."""
        self._handle(self._lobby.ready(ready))

    @property
    def offer(self) -> Offer:
        """What the table plays, by the options that stand now."""
        return self._lobby.offer

    def change(self, options: Value, choices: tuple[str, ...]) -> None:
        """Play by other options, by which one may choose among these."""
        self._handle(self._lobby.change(options, choices))

    def say(self, text: bytes) -> None:
        """Say something to all."""
        self._handle(self._lobby.say(text))

    def dismiss(self, member: int) -> None:
        """Send a guest away, who may come again; raises Denied for the host himself."""
        self._handle(self._lobby.dismiss(member))

    async def close(self) -> None:
        """Send everybody away, and wait a while for them to have heard it."""
        self._handle(self._lobby.close())
        with trio.move_on_after(FAREWELL):
            while self._links:
                await self._gone.wait()

    async def run(self) -> Charter:
        """Wait until everybody has agreed to a charter."""
        while self._charter is None:
            await self._agreed.wait()
        return self._charter

    def admit(self, peer: PublicKey, subject: bytes) -> Text | None:
        """Whether the door may let somebody in."""
        return CLOSED if self._lobby.closed else None

    async def receive(self, connection: Connection, subject: bytes) -> None:
        """Carry a guest's messages for as long as he is there; raises FrameError where he breaks a limit."""
        number = next(self._numbers)
        link = self._links[number] = _Link(connection)
        broken: FrameError | None = None
        try:
            with link.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(link.write)
                    self._handle(self._lobby.arrive(number, connection.peer, trio.current_time()))
                    broken = await self._read(number, connection)
                    nursery.cancel_scope.cancel()
        finally:
            del self._links[number]
            self._gone.set()
            self._gone = trio.Event()
            self._handle(self._lobby.leave(number))
        if broken is not None:
            raise broken

    async def _read(self, number: int, connection: Connection) -> FrameError | None:
        """Take what a guest sends, to the end or a long silence; returns the limit that he broke, if it was that."""
        patience = JOIN_PATIENCE
        try:
            while True:
                message = None
                with trio.move_on_after(patience):
                    message = await connection.receive()
                if message is None:
                    return None
                self._handle(self._lobby.receive(number, message, trio.current_time()))
                patience = LONGEST_SILENCE
        except FrameError as error:
            return error
        except trio.BrokenResourceError:
            return None

    def _handle(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                if output.to in self._links:
                    self._links[output.to].send(output.data)
                continue
            if isinstance(output, Dismissed):
                if output.guest in self._links:
                    self._links[output.guest].part()
            elif isinstance(output, Agreed):
                self._charter = output.charter
                for link in self._links.values():
                    link.part()
                self._agreed.set()
            self._show(output)


class GuestRoom:
    """A guest's lobby at the end of a connection that was dialled for the purpose "lobby"."""

    def __init__(self, lobby: GuestLobby, connection: Connection, show: Show) -> None:
        self._lobby = lobby
        self._connection = connection
        self._link = _Link(connection)
        self._show = show
        self._charter: Charter | None = None
        self._reason = GONE

    @property
    def picture(self) -> Picture | None:
        """The newest lobby, None until the host has let this guest in."""
        return self._lobby.picture

    def choose(self, choice: str) -> None:
        """Wish to play something; raises Denied for what nobody can."""
        self._handle(self._lobby.choose(choice))

    def lend(self, bots: int) -> None:
        """Lend so many bots; raises Denied for more than there is room for."""
        self._handle(self._lobby.lend(bots))

    def ready(self, ready: bool) -> None:
        """Agree to the terms as they are shown, or take that back; raises Denied."""
        self._handle(self._lobby.ready(ready))

    def say(self, text: bytes) -> None:
        """Say something to all."""
        self._handle(self._lobby.say(text))

    def change(self, options: Value, choices: tuple[str, ...]) -> None:
        """A guest cannot: raises Denied."""
        raise Denied("Only the host can change the options.")

    def dismiss(self, member: int) -> None:
        """A guest cannot: raises Denied."""
        raise Denied("Only the host can send somebody away.")

    async def run(self) -> Charter:
        """Join, and be there until everybody has agreed to a charter; then the connection is closed.

        Raises LobbyEnded with the reason where it does not come to that.
        """
        try:
            with self._link.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._link.write)
                    self._handle(self._lobby.join())
                    await self._read()
                    nursery.cancel_scope.cancel()
        finally:
            await self._connection.aclose()
        self._handle(self._lobby.lost())
        if self._charter is None:
            raise LobbyEnded(self._reason)
        return self._charter

    async def _read(self) -> None:
        """Take what the host sends, until there is nothing more to wait for, or he has been silent for long."""
        try:
            while not self._lobby.ended:
                message = None
                with trio.move_on_after(LONGEST_SILENCE):
                    message = await self._connection.receive()
                if message is None:
                    return
                self._handle(self._lobby.receive(message))
        except (FrameError, trio.BrokenResourceError):
            return

    def _handle(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self._link.send(output.data)
                continue
            if isinstance(output, Agreed):
                self._charter = output.charter
            elif isinstance(output, Ended):
                self._reason = output.sentence
            self._show(output)
