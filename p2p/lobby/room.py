"""The tasks and connections around a lobby: the host's behind a door, a guest's at the end of a connection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import TypeAlias

import trio

from crypto.canonical import Value
from p2p.errors import TableError, Text
from p2p.lobby.guest import GONE, GuestLobby
from p2p.lobby.host import CLOSED, SENT_AWAY, HostLobby
from p2p.lobby.model import (
    Agreed,
    Deliver,
    Denied,
    Dismissed,
    Ended,
    Here,
    LobbyEvent,
    Offer,
    Output,
    Picture,
    Rules,
    decode_first,
    encode,
)
from p2p.log.charter import Charter
from p2p.net.connection import KEEPALIVE, Connection
from p2p.net.door import Unwelcome
from p2p.net.tls import TableSecret
from p2p.wire.codec import MessageError
from p2p.wire.frames import FrameError
from p2p.wire.text import shown

LobbyShow: TypeAlias = Callable[[LobbyEvent], None]
"""Called with every event, in order; must neither block nor send requests."""

FAREWELL = 2.0
"""Seconds for the last messages to reach the other end."""

QUEUE = 256
"""The most messages that may wait for one end to read them."""


class LobbyEnded(TableError):
    """A guest can't stay, or the host is gone; the message is one sentence or two."""


async def table_at(connection: Connection) -> Rules:
    """Return what is played at the table whose lobby a guest has entered.

    Raises LobbyEnded if the host doesn't say it; the connection is closed then.
    """
    reason: LobbyEnded
    try:
        message = None
        with trio.move_on_after(connection.idle_timeout):
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


class LobbyRoom(ABC):
    """A lobby as a host or a guest sees it. Requests raise Denied if they are impossible."""

    def __init__(self, lobby: HostLobby | GuestLobby, show: LobbyShow) -> None:
        self._member = lobby
        self._show = show
        self._charter: Charter | None = None

    @property
    def picture(self) -> Picture | None:
        """Return the newest lobby; None until the host has let a guest in."""
        return self._member.picture

    @property
    def strangers(self) -> Sequence[str]:
        """Return the addresses of those who are connected and have not joined; only the host knows any."""
        return ()

    def choose(self, choice: str) -> None:
        """Ask to play something."""
        self._handle(self._member.choose(choice))

    def lend(self, bots: int) -> None:
        """Lend this many bots."""
        self._handle(self._member.lend(bots))

    def ready(self, ready: bool) -> None:
        """Agree to the terms as shown, or withdraw that."""
        self._handle(self._member.ready(ready))

    def change(self, options: Value, choices: tuple[str, ...]) -> None:
        """Play by other options, which allow these choices; only the host can."""
        raise Denied("Only the host can change the options.")

    def say(self, text: bytes) -> None:
        """Say something to all."""
        self._handle(self._member.say(text))

    def dismiss(self, member: int) -> None:
        """Send away the member at this index of the newest lobby, who may come again; only the host can."""
        raise Denied("Only the host can send players away.")

    def renew(self) -> None:
        """Make a new invitation, so that the former one opens nothing any more; only the host can."""
        raise Denied("Only the host can make a new invitation.")

    @abstractmethod
    async def run(self) -> Charter:
        """Stay until all have agreed to a charter; raise LobbyEnded if it doesn't come to that."""

    @abstractmethod
    def _handle(self, outputs: list[Output]) -> None:
        """Send and show what the lobby says."""


class _Link:
    """A connection, with the messages that wait to be sent over it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._outgoing, self._queue = trio.open_memory_channel[bytes](QUEUE)
        self.scope = trio.CancelScope()
        self.refusal: Text | None = None
        """Why the other end can't stay, unless the host has sent them away."""

    @property
    def origin(self) -> str:
        """Return the address of the other end; empty if we dialled it."""
        return "" if self._connection.visitor is None else self._connection.visitor.origin

    @property
    def has_place(self) -> bool:
        """Return whether the other end is a member of the lobby, or was one."""
        return self._connection.is_settled

    def send(self, data: bytes) -> None:
        """Queue a message; an end that doesn't read loses the connection."""
        try:
            self._outgoing.send_nowait(data)
        except trio.WouldBlock:
            self.scope.cancel()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the link is closing or gone, and the task that reads it reports that

    def part(self) -> None:
        """Send nothing more; the other end has a while to read what was sent, and to hang up."""
        self._outgoing.close()
        self.scope.deadline = trio.current_time() + FAREWELL

    def turn_away(self, dismissed: Dismissed) -> None:
        """Note why the other end can't stay, and what they call themselves."""
        self.refusal = dismissed.sentence
        if (visitor := self._connection.visitor) is not None:
            visitor.name = shown(dismissed.name)

    async def write(self) -> None:
        """Send what is queued until the queue ends, and a keepalive after a silence."""
        try:
            async with self._queue:
                while True:
                    data = None
                    with trio.move_on_after(KEEPALIVE):
                        data = await self._queue.receive()
                    await self._connection.send(data or encode(Here()))
        except trio.EndOfChannel:
            with suppress(trio.BrokenResourceError):
                await self._connection.finish()
        except trio.BrokenResourceError:
            pass  # as above


class HostRoom(LobbyRoom):
    """The host's lobby behind a door; open it there with ``admit`` and ``receive`` for the purpose "lobby"."""

    def __init__(self, lobby: HostLobby, show: LobbyShow) -> None:
        super().__init__(lobby, show)
        self._lobby = lobby
        self._numbers = count(1)
        self._links: dict[int, _Link] = {}
        self._gone = trio.Event()
        self._agreed = trio.Event()

    @property
    def picture(self) -> Picture:
        """Return the current lobby."""
        return self._lobby.picture

    @property
    def offer(self) -> Offer:
        """Return what the table plays, with the current options."""
        return self._lobby.offer

    def change(self, options: Value, choices: tuple[str, ...]) -> None:
        """Play by other options, which allow these choices."""
        self._handle(self._lobby.change(options, choices))

    def dismiss(self, member: int) -> None:
        """Send away a guest, who may come again; raise Denied for the host's own member."""
        self._handle(self._lobby.dismiss(member))

    def renew(self) -> None:
        """Make a new invitation: give the table another secret. The program around this makes its door know it."""
        self._handle(self._lobby.renew(TableSecret.generate()))

    async def close(self) -> None:
        """Send everyone away, and wait a while until they have heard it."""
        self._handle(self._lobby.close())
        with trio.move_on_after(FAREWELL):
            while self._links:
                await self._gone.wait()

    async def run(self) -> Charter:
        """Wait until all have agreed to a charter."""
        while self._charter is None:
            await self._agreed.wait()
        return self._charter

    @property
    def strangers(self) -> Sequence[str]:
        """Return the addresses of those who are connected and have not joined."""
        return [link.origin for link in self._links.values() if not link.has_place]

    def admit(self, connection: Connection, subject: bytes) -> Text | None:
        """Return why the door must not let a caller in; None if it may."""
        return CLOSED if self._lobby.closed else None

    async def receive(self, connection: Connection, subject: bytes) -> None:
        """Carry a guest's messages as long as they stay.

        Raises FrameError if they break a limit, Unwelcome if they can't stay and were told why.
        """
        number = next(self._numbers)
        link = self._links[number] = _Link(connection)
        broken: FrameError | None = None
        try:
            with link.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(link.write)
                    now = trio.current_time()
                    self._handle(self._lobby.arrive(number, connection.peer, now, connection.network))
                    broken = await self._read(number, connection)
                    nursery.cancel_scope.cancel()
        finally:
            del self._links[number]
            self._gone.set()
            self._gone = trio.Event()
            self._handle(self._lobby.leave(number))
        if broken is not None:
            raise broken
        if link.refusal is not None:
            raise Unwelcome(link.refusal)

    async def _read(self, number: int, connection: Connection) -> FrameError | None:
        """Take a guest's messages until the end or a long silence; return the limit that they broke, if any."""
        try:
            while True:
                message = None
                with trio.move_on_after(connection.idle_timeout):
                    message = await connection.receive()
                if message is None:
                    return None
                outputs = self._lobby.receive(number, message, trio.current_time())
                if self._lobby.has_joined(number):
                    connection.settle()
                self._handle(outputs)
        except FrameError as error:
            return error
        except trio.BrokenResourceError:
            return None

    def _handle(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Deliver):
                if output.to in self._links:
                    self._links[output.to].send(output.data)
                continue
            if isinstance(output, Dismissed):
                link = self._links.get(output.guest)
                if link is not None:
                    link.part()
                    if output.sentence != SENT_AWAY:
                        # The host knows whom they have sent away. Of all others the door tells, however many they are.
                        link.turn_away(output)
                        continue
            elif isinstance(output, Agreed):
                self._charter = output.charter
                for link in self._links.values():
                    link.part()
                self._agreed.set()
            self._show(output)


class GuestRoom(LobbyRoom):
    """A guest's lobby at the end of a connection that was dialled for the purpose "lobby"."""

    def __init__(self, lobby: GuestLobby, connection: Connection, show: LobbyShow) -> None:
        super().__init__(lobby, show)
        self._lobby = lobby
        self._connection = connection
        self._link = _Link(connection)
        self._reason = GONE

    async def run(self) -> Charter:
        """Join, and stay until all have agreed to a charter; then close the connection.

        Raises LobbyEnded with the reason if it doesn't come to that.
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
        """Take the host's messages, until nothing more is expected or the host has been silent for long."""
        try:
            while not self._lobby.ended:
                message = None
                with trio.move_on_after(self._connection.idle_timeout):
                    message = await self._connection.receive()
                if message is None:
                    return
                self._handle(self._lobby.receive(message))
        except (FrameError, trio.BrokenResourceError):
            return

    def _handle(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Deliver):
                self._link.send(output.data)
                continue
            if isinstance(output, Agreed):
                self._charter = output.charter
            elif isinstance(output, Ended):
                self._reason = output.sentence
            self._show(output)
