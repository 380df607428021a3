"""A game at a table of real peers: the tasks, connections and clock around one session."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import trio

from p2p.errors import JournalError
from p2p.game import IllegalAction
from p2p.log.messages import Past
from p2p.log.statements import Change
from p2p.log.steps import Kind
from p2p.net.connection import GOODBYE, KEEPALIVE, Connecting, Connection
from p2p.session.events import (
    Asked,
    Completed,
    Event,
    Finished,
    Journal,
    Keep,
    Missed,
    Moved,
    Output,
    Progress,
    Reached,
    Returned,
    RolledBack,
    Send,
    Stopped,
)
from p2p.session.playing import NotAsked
from p2p.session.session import Session
from p2p.session.state import Phase
from p2p.wire.codec import MessageError
from p2p.wire.frames import LAST, MAX_MESSAGE, FrameError, frame

UNREAD = 16 * MAX_MESSAGE
"""The most bytes that may wait for one peer to read them."""

WATCH_EVERY = 1.0
"""Seconds between two checks how long a connection has been silent in either direction."""


class Link:
    """A connection to a player or spectator, with what waits to be sent there."""

    def __init__(self, player: int | None, connection: Connection) -> None:
        self.player = player
        self.connection = connection
        # Shielded, so that a cancelled table can still say that it leaves; it ends all its links itself.
        self.scope = trio.CancelScope(shield=True)
        self.closed = trio.Event()
        self._waits = trio.Event()
        self._written = trio.Event()
        self._is_ending = False
        self._has_heard = True

    def send(self, framed: bytes) -> None:
        """Send a frame at once; cut a link whose other end leaves too much unread."""
        if self._is_ending or self.scope.cancel_called:
            return
        self.connection.send_now(framed)
        if self.connection.waiting > UNREAD:
            self.scope.cancel()
        elif self.connection.waiting:
            self._waits.set()

    def end(self) -> None:
        """Say, after all that was sent, that this was all, and send nothing more."""
        self.send(LAST)
        self._is_ending = True
        self._waits.set()

    async def answer_last(self) -> None:
        """The other end has said its last, and reads on for a while: send what waits."""
        self.end()
        with trio.move_on_after(GOODBYE):
            await self._written.wait()

    def heard(self) -> None:
        """Note that something has come from the other end."""
        self._has_heard = True

    async def write(self) -> None:
        """Send what the network did not take at once, until the link has ended and all is sent."""
        while not self._written.is_set():
            await self._waits.wait()
            self._waits = trio.Event()
            await self.connection.drain()
            if self._is_ending:
                self._written.set()

    async def watch(self, keepalive: Callable[[], bytes]) -> None:
        """Send a keepalive every few seconds; after a long silence of the other end, cut the link.

        A keepalive goes out whatever else does. If other messages could put it off, a third player who causes them
        could keep the other end from seeing that this one stands still.
        """
        heard = said = trio.current_time()
        while True:
            now = trio.current_time()
            if self._has_heard:
                self._has_heard, heard = False, now
            if now - heard >= self.connection.idle_timeout:
                self.scope.cancel()
            if now - said >= KEEPALIVE:
                said = now
                self.send(frame(keepalive()))
            await trio.sleep(WATCH_EVERY)


Answer: TypeAlias = Callable[[int, IllegalAction | None], Awaitable[str]]
"""Asks for a seat's answer; if this is a repeat, with why the last answer was illegal. The session has the game."""

Show: TypeAlias = Callable[[Event], None]
"""Called with every event, in order; must not block."""

FLUSH_AFTER = 0.1
"""Seconds until what is due is sent."""

FAREWELL = 2.0
"""Seconds, at the end, for others to read our last messages and hang up too."""

LAST_WORDS = 1.0
"""Seconds for others to hear that we leave."""

PATIENCE = 60.0
"""Seconds that we wait for an unreachable player."""


class _Question:
    """What a seat is being asked; cancelled if it is asked something else."""

    def __init__(self) -> None:
        self.scope = trio.CancelScope()
        self.ended = trio.Event()


class Table:
    """One game from a player's side, or a spectator's."""

    def __init__(
        self, session: Session, answer: Answer, show: Show, patience: float = PATIENCE, journal: Journal | None = None
    ) -> None:
        """Without a journal nothing is kept."""
        self.session = session
        self._answer = answer
        self._show = show
        self.patience = patience
        """Seconds that we wait for a player who is unreachable, or who does not close the game."""
        self._journal = journal
        self._unkept = False
        self._owing = False
        self._failure: JournalError | None = None
        self._links: dict[int, Link] = {}
        self._numbers = 0
        self._missed: dict[int, float] = {}
        self._answering: trio.Nursery | None = None
        self._questions: dict[int, _Question] = {}
        self._mesh: Connecting | None = None
        self._due = trio.Event()
        self._ended = trio.Event()
        self._complete = trio.Event()
        self._end: Finished | Stopped | None = None
        self._closed = False

    async def play(self, mesh: Connecting, *, stays: bool = False) -> Finished | Stopped:
        """Play the game to its end over the mesh's connections, and disconnect; return the last event.

        Questions run beside everything else, and are cancelled if the game ends or an epoch makes them void. Players
        who leave or can't be reached are waited for. When patience is over, an event says so; a game that has not
        begun, or is only waiting for closings, ends. Raises an ExceptionGroup around what ``answer`` or ``show``
        raises, and around JournalError if our signatures can't be kept: then they were not sent, and the others see
        only that we are gone. If cancelled, it tells the others that we leave. ``stays``: until all have closed.
        """
        self._mesh = mesh
        self.session.post_to(self._post)
        self.session.measure_time(trio.current_time)
        async with trio.open_nursery() as nursery:
            try:
                async with trio.open_nursery() as answering:
                    self._answering = answering
                    nursery.start_soon(mesh.keep, self)
                    nursery.start_soon(self._flush_when_due)
                    nursery.start_soon(self._give_up)
                    self._missed = {player: trio.current_time() for player in self.session.unreachable}
                    try:
                        self._handle(self.session.start())
                        end = await self._until_ended()
                        if stays:
                            await self._complete.wait()
                    finally:
                        self._answering = None  # nothing that others do while we disconnect may ask a question here
                    mesh.rest()
                    answering.cancel_scope.cancel()
                with trio.move_on_after(FAREWELL):
                    await self._part()
            finally:
                await self._leave()
                nursery.cancel_scope.cancel()
        if self._failure is not None:
            raise self._failure
        return end

    def go_on_from(self, past: Past) -> None:
        """Go on with the recorded game that the charter continues; call this before ``play``.

        Raises RecordError or steps.Refused if it is another one.
        """
        self._handle(self.session.go_on_from(past))

    def say(self, text: str, to: int | None = None) -> None:
        """Send a message to all, or to one player alone; raise TalkError if that is impossible."""
        self._handle(self.session.say(text, to))

    def agree(self, change: Change) -> None:
        """Agree to a change, and so request it; raise steps.Refused if it could not be made now."""
        self._handle(self.session.agree(change))

    def disagree(self, change: Change) -> None:
        """Withdraw the agreement to a change."""
        self._handle(self.session.disagree(change))

    async def carry(self, player: int | None, connection: Connection) -> None:
        """Carry messages to and from a player or spectator while they are connected. See `p2p.shell.mesh.Carrier`."""
        if self._closed:
            return
        self._numbers += 1
        number = self._numbers
        link = self._links[number] = Link(player, connection)
        self._handle(self.session.connected(number, player))
        self._drop_older(number, player)
        try:
            with link.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(link.write)
                    nursery.start_soon(link.watch, self.session.keepalive)
                    await self._read(number, link)
                    nursery.cancel_scope.cancel()
        finally:
            del self._links[number]
            link.closed.set()
            try:
                self._handle(self.session.disconnected(number))
            finally:
                self._connections_changed()
                await connection.aclose()

    def _drop_older(self, number: int, player: int | None) -> None:
        """End one of two connections with a player, since the older may be dead: the higher of
        the two players does so.
        """
        me = self.session.me
        if player is not None and me is not None and me > player:
            for other, link in self._links.items():
                if other != number and link.player == player:
                    link.end()

    async def _read(self, number: int, link: Link) -> None:
        """Take all messages, to the end."""
        try:
            while (message := await link.connection.receive()) is not None:
                link.heard()
                self._handle(self.session.receive(number, message))
            await link.answer_last()
        except (FrameError, MessageError) as error:
            self._handle(self.session.misbehaved(number, str(error)))
        except trio.BrokenResourceError:
            pass  # the mesh dials missing players again

    async def _flush_when_due(self) -> None:
        """Flush the session a while after something becomes due, so that one message carries much."""
        while True:
            await self._due.wait()
            await trio.sleep(FLUSH_AFTER)
            self._due = trio.Event()
            self._handle(self.session.flush())
            self._commit()

    async def _give_up(self) -> None:
        """Give up players who stay unreachable until patience is over, or who don't close the game."""
        closing: dict[int, float] = {}
        while True:
            await trio.sleep(min(1.0, self.patience / 4))
            if self.session.is_returning:
                continue  # a returning program waits for the others without limit
            awaited = self.session.awaited if self.session.phase is Phase.CLOSING else ()
            closing = {player: closing.get(player, trio.current_time()) for player in awaited}
            for player, since in closing.items():
                if trio.current_time() - since >= self.patience:
                    self._handle(self.session.lost(player, "does not close the game"))
            for player, since in list(self._missed.items()):
                if trio.current_time() - since >= self.patience:
                    del self._missed[player]
                    self._handle(self.session.lost(player, self._why(player)))

    def _why(self, player: int) -> str:
        failure = self._mesh.failures.get(player) if self._mesh is not None else None
        reason = f" ({failure.rstrip('.')})" if failure else ""
        if self.session.phase is Phase.SIGNING:
            return f"did not come to the table{reason}"
        return f"can no longer be reached{reason}"

    async def _until_ended(self) -> Finished | Stopped:
        while self._end is None:
            await self._ended.wait()
            if self._failure is not None:
                raise self._failure
        return self._end

    @property
    def _is_proven(self) -> bool:
        """Return whether a proof has stopped the game."""
        return self.session.phase is Phase.STOPPED and bool(self.session.proofs)

    @property
    def _missing(self) -> tuple[int, ...]:
        """Return the players who have not closed the game."""
        closed = self.session.closings
        return tuple(player for player in self.session.charter.everyone if player not in closed)

    async def _part(self) -> None:
        """Hang up once no player needs us; a spectator may still lack something, and hangs up once all is there."""
        await self._ended.wait()
        await self._hang_up([link for link in self._links.values() if link.player is not None])
        for link in list(self._links.values()):
            await link.closed.wait()

    async def _hang_up(self, links: Sequence[Link]) -> None:
        """Close links without losing anything under way: first one direction, then wait for the others."""
        for link in links:
            link.end()
        for link in links:
            await link.closed.wait()

    async def _leave(self) -> None:
        """Tell the others that we leave, whatever ended us, so that they don't wait for us."""
        self._closed = True
        if self._mesh is not None:
            self._mesh.rest()
        with trio.move_on_after(LAST_WORDS, shield=True):
            self._handle(self.session.leave())
            self._commit()
            await self._hang_up(list(self._links.values()))
        for link in self._links.values():
            link.scope.cancel()

    def _handle(self, outputs: list[Output]) -> None:
        """Act on the outputs of a session's call; while the game is played, they were handled as they happened."""
        for output in outputs:
            self._post(output)
        if self._end is not None and not self._missing:
            self._complete.set()
        if not self._due.is_set() and (self._unkept or self.session.due):
            self._due.set()

    def _post(self, output: Output) -> None:
        """Send, keep or show something, in the middle of a call of the session."""
        if self._failure is not None:
            return
        if isinstance(output, Send):
            self._send(output)
        elif isinstance(output, Keep):
            self._keep(output)
        else:
            self._note(output)
            self._show(output)

    def _keep(self, output: Keep) -> None:
        if self._journal is not None:
            self._journal.append(output.data)
            self._unkept = True
            self._owing |= output.own

    def _commit(self) -> None:
        """Make durable what must be kept; if that fails, nothing is sent any more."""
        if self._journal is None or not self._unkept or self._failure is not None:
            return
        log = self.session.log
        finished = self.session.phase is Phase.FINISHED
        awaited = self._missing if finished else self.session.awaited
        try:
            self._journal.commit(Progress(log.height, log.game.round(), awaited, finished, log.agreed, self._is_proven))
        except JournalError as error:
            self._failure = error
            self._ended.set()
            self._complete.set()
        else:
            self._unkept = self._owing = False

    def _note(self, event: Event) -> None:
        """Do what an event requires of this program."""
        match event:
            case Asked(seat):
                if sys.platform != "win32":
                    os.sched_yield()  # other players on this machine may still have to take the step before
                if self._answering is not None:
                    former, self._questions[seat] = self._questions.get(seat), _Question()
                    if former is not None:
                        former.scope.cancel()
                    self._answering.start_soon(self._ask, seat, self._questions[seat], former)
            case Completed(step):
                if step.kind is Kind.EPOCH:
                    self._drop_questions()
            case RolledBack():
                self._drop_questions()
            case Finished() | Stopped():
                self._end = event
                self._ended.set()
            case _:
                self._note_player(event)

    def _note_player(self, event: Event) -> None:
        """Do what a player's coming or going requires of this program."""
        match event:
            case Missed(player):
                self._missed[player] = trio.current_time()
                self._connections_changed()
            case Reached(player):
                self._missed.pop(player, None)
                self._connections_changed()
            case Moved():
                self._connections_changed()
            case Returned():
                self._missed = dict.fromkeys(self._missed, trio.current_time())

    def _drop_questions(self) -> None:
        """Drop the open questions; seats that must still answer are asked anew."""
        for question in self._questions.values():
            question.scope.cancel()

    def _connections_changed(self) -> None:
        if self._mesh is not None:
            self._mesh.changed()

    def _send(self, output: Send) -> None:
        """Send a message, once everything that we have signed is durable."""
        if self._owing:
            self._commit()
            self._unkept = True  # the journal notes again how far the game has come
            if self._failure is not None:
                return
        framed = frame(output.data)
        for number in output.links:
            if number in self._links:
                self._links[number].send(framed)

    async def _ask(self, seat: int, question: _Question, former: _Question | None) -> None:
        """Ask for a seat's answer until there is a legal one, or the seat is asked something else.

        A seat is asked again only once its ``former`` question has ended.
        """
        try:
            if former is not None:
                await former.ended.wait()
            if not question.scope.cancel_called:
                with question.scope:
                    await self._ask_until_legal(seat)
        finally:
            question.ended.set()
            if self._questions.get(seat) is question:
                del self._questions[seat]

    async def _ask_until_legal(self, seat: int) -> None:
        refused: IllegalAction | None = None
        while True:
            body = await self._answer(seat, refused)
            try:
                self._handle(self.session.answer(seat, body))
            except IllegalAction as illegal:
                refused = illegal
                await trio.lowlevel.checkpoint()  # an answer that comes at once must not keep other tasks waiting
            except NotAsked:
                return  # the game ended, or went on without us, while the answer was on its way
            else:
                return
