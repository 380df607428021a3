"""A game at a table of real peers: the tasks, sockets and clock around one session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import trio

from p2p.connection import Connection
from p2p.events import Asked, Event, Finished, Output, Send, Stopped
from p2p.framing import FrameError, frame
from p2p.game import IllegalAction
from p2p.mesh import Address, Mesh
from p2p.messages import MessageError
from p2p.session import NotAsked, Session

Answer: TypeAlias = Callable[[int, IllegalAction | None], Awaitable[str]]
"""Asked for a seat's answer; with why the last one was not legal, if this is asked again. The session has the game."""

Show: TypeAlias = Callable[[Event], None]
"""Told of every event, in order; must not block."""

FLUSH_AFTER = 0.1
"""Seconds until what is due is sent."""

FAREWELL = 2.0
"""Seconds, at the end, for others to have heard why and to hang up too."""

QUEUE = 1024
"""Messages that may wait for one peer to read them."""


async def play(
    session: Session, listener: trio.SocketListener, addresses: Sequence[Address], answer: Answer, show: Show
) -> Finished | Stopped:
    """Meet everybody, play the game to its end, and part; returns the last event.

    ``addresses`` are those of all persons in the charter's order, each where its own ``listener`` is bound. ``answer``
    runs beside everything else, and is cancelled if the game ends meanwhile. Whoever does not come, leaves, or breaks
    the protocol ends the game with a sentence. Raises AddressError for an address that is not of this machine, and an
    ExceptionGroup around what ``answer`` or ``show`` raises.
    """
    mesh = Mesh(session.charter, session.identity, addresses)
    async with listener, trio.open_nursery() as nursery:
        async with trio.open_nursery() as answering:
            table = _Table(session, answer, show, nursery, answering)
            nursery.start_soon(table.begin, mesh, listener)
            nursery.start_soon(table.flush_when_due)
            end = await table.until_ended()
            answering.cancel_scope.cancel()
        with trio.move_on_after(FAREWELL):
            await table.part()
        nursery.cancel_scope.cancel()
    return end


class _Link:
    """A connection to one person, with what waits to be sent to him."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.outgoing, self._queue = trio.open_memory_channel[bytes](QUEUE)
        self.scope = trio.CancelScope()
        self.closed = trio.Event()

    def send(self, framed: bytes) -> bool:
        """Queue a frame; False if too much waits already."""
        try:
            self.outgoing.send_nowait(framed)
        except trio.WouldBlock:
            return False
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the connection is going; whoever reads it says why
        return True

    async def write(self) -> None:
        """Send whatever is queued, to the end of the queue."""
        try:
            async with self._queue:
                async for framed in self._queue:
                    await self.connection.send_frame(framed)
            await self.connection.finish()
        except trio.BrokenResourceError:
            pass  # as above


class _Table:
    def __init__(
        self, session: Session, answer: Answer, show: Show, nursery: trio.Nursery, answering: trio.Nursery
    ) -> None:
        self._session = session
        self._answer = answer
        self._show = show
        self._nursery = nursery
        self._links: dict[int, _Link] = {}
        self._answering = answering
        self._due = trio.Event()
        self._ended = trio.Event()
        self._settled = trio.Event()
        self._end: Finished | Stopped | None = None

    async def begin(self, mesh: Mesh, listener: trio.SocketListener) -> None:
        """Start the session once everybody is there."""
        await mesh.connect(listener, self._nursery, self.run_link)
        for person, reason in mesh.missing.items():
            self._handle(self._session.lost(person, f"did not come to the table ({reason})"))
        if not mesh.missing:
            self._handle(self._session.start())

    async def run_link(self, person: int, connection: Connection) -> None:
        """Carry messages to and from a person for as long as he is connected."""
        link = self._links[person] = _Link(connection)
        why = "does not read what is sent to him"
        with link.scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(link.write)
                why = await self._read(person, connection)
                nursery.cancel_scope.cancel()
        del self._links[person]
        link.closed.set()
        self._handle(self._session.lost(person, why))

    async def flush_when_due(self) -> None:
        """Flush the session a while after something has become due, so that much goes in one message."""
        while True:
            await self._due.wait()
            await trio.sleep(FLUSH_AFTER)
            self._due = trio.Event()
            self._handle(self._session.flush())

    async def until_ended(self) -> Finished | Stopped:
        """Wait for the end of the game."""
        while self._end is None:
            await self._ended.wait()
        return self._end

    async def part(self) -> None:
        """Hang up once nobody needs us, in a way that loses nothing under way: half first, and wait for the others."""
        await self._settled.wait()
        links = list(self._links.values())
        for link in links:
            link.outgoing.close()
        for link in links:
            await link.closed.wait()

    async def _read(self, person: int, connection: Connection) -> str:
        """Take what a person sends, to the end; returns how it came to that."""
        try:
            while (message := await connection.receive()) is not None:
                self._handle(self._session.receive(person, message))
        except (FrameError, MessageError) as error:
            return f"was disconnected, because that program {error}"
        except trio.BrokenResourceError:
            pass
        return "is no longer connected"

    def _handle(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self._send(output)
                continue
            if isinstance(output, Asked):
                self._answering.start_soon(self._ask, output.seat)
            elif isinstance(output, Finished | Stopped):
                self._end = output
                self._ended.set()
            self._show(output)
        if self._session.due:
            self._due.set()
        if self._session.settled:
            self._settled.set()

    def _send(self, output: Send) -> None:
        framed = frame(output.data)
        if output.to is None:
            links = list(self._links.values())
        else:
            links = [self._links[output.to]] if output.to in self._links else []
        for link in links:
            if not link.send(framed):
                link.scope.cancel()

    async def _ask(self, seat: int) -> None:
        """Ask for a seat's answer until there is a legal one."""
        refused: IllegalAction | None = None
        while True:
            body = await self._answer(seat, refused)
            try:
                self._handle(self._session.answer(seat, body))
            except IllegalAction as illegal:
                refused = illegal
                await trio.lowlevel.checkpoint()  # an answer that waits for nothing must not keep others waiting
            except NotAsked:
                return  # the game ended while the answer was on its way
            else:
                return
