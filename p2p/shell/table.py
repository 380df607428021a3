"""A game at a table of real peers: the tasks, connections and clock around one session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import trio

from crypto.identity import PublicKey
from p2p.errors import JournalError
from p2p.game import IllegalAction
from p2p.log.changes import Change
from p2p.log.steps import Kind
from p2p.net.connection import Connection
from p2p.session.events import (
    Asked,
    Completed,
    Event,
    Finished,
    Keep,
    Missed,
    Moved,
    Output,
    Reached,
    Rekeyed,
    Returned,
    RolledBack,
    Send,
    Stopped,
)
from p2p.session.journal import Journal, Progress
from p2p.session.session import NotAsked, Session
from p2p.session.state import Phase
from p2p.shell.link import Link
from p2p.shell.mesh import Connecting
from p2p.wire.codec import MessageError
from p2p.wire.frames import FrameError, frame

Answer: TypeAlias = Callable[[int, IllegalAction | None], Awaitable[str]]
"""Asked for a seat's answer; with why the last one was not legal, if this is asked again. The session has the game."""

Show: TypeAlias = Callable[[Event], None]
"""Told of every event, in order; must not block."""

FLUSH_AFTER = 0.1
"""Seconds until what is due is sent."""

FAREWELL = 2.0
"""Seconds, at the end, for others to have heard why and to hang up too."""

LAST_WORDS = 1.0
"""Seconds for others to hear that we leave."""

PATIENCE = 60.0
"""Seconds for which somebody whom nobody reaches is waited for."""


class _Question:
    """What a seat is being asked; cancelled where it is asked something else."""

    def __init__(self) -> None:
        self.scope = trio.CancelScope()
        self.ended = trio.Event()


class Table:
    """One game from one person's side, or a guest's."""

    def __init__(
        self, session: Session, answer: Answer, show: Show, patience: float = PATIENCE, journal: Journal | None = None
    ) -> None:
        """Without a journal nothing is kept."""
        self.session = session
        self._answer = answer
        self._show = show
        self._patience = patience
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
        self._settled = trio.Event()
        self._end: Finished | Stopped | None = None
        self._closed = False

    async def play(self, mesh: Connecting) -> Finished | Stopped:
        """Play the game to its end with whom the mesh connects us, and part; returns the last event.

        Questions are put beside everything else, and dropped when the game ends or an epoch makes them void. Whoever
        leaves, or cannot be reached, is waited for; when patience is over this is said, or ends what has not begun, or
        is over already. Raises an ExceptionGroup around what ``answer`` or ``show`` raises, and around JournalError
        where what we sign cannot be kept: then it was not sent, and the others see no more than that we are gone.
        Cancelled, it tells the others that we leave.
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
                    self._missed = {person: trio.current_time() for person in self.session.unreachable}
                    try:
                        self._handle(self.session.start())
                        end = await self._until_ended()
                    finally:
                        self._answering = None  # what others do while we part asks nobody here anything
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

    def say(self, text: str, to: int | None = None) -> None:
        """Say something to all, or to one person alone; raises TalkError."""
        self._handle(self.session.say(text, to))

    def agree(self, change: Change) -> None:
        """Agree to a change, and so ask for it; raises steps.Refused where it could not be made now."""
        self._handle(self.session.agree(change))

    def disagree(self, change: Change) -> None:
        """Agree no longer to a change."""
        self._handle(self.session.disagree(change))

    def claimed(self, key: PublicKey, claim: bytes) -> None:
        """Let everybody know who asks for a seat at the door. See `p2p.shell.mesh.Carrier`."""
        self._handle(self.session.claimed(key, claim))

    async def carry(self, person: int | None, connection: Connection) -> None:
        """Carry messages to and from a person or guest for as long as he is connected. See `p2p.shell.mesh.Carrier`."""
        if self._closed:
            return
        self._numbers += 1
        number = self._numbers
        link = self._links[number] = Link(person, connection)
        self._handle(self.session.connected(number, person, connection.peer))
        self._drop_older(number, person)
        try:
            with link.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(link.write)
                    nursery.start_soon(link.watch, self.session.sign_of_life)
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

    def _drop_older(self, number: int, person: int | None) -> None:
        """Of two connections with one person the older may be dead: the higher of the two persons gives it up."""
        me = self.session.me
        if person is not None and me is not None and me > person:
            for other, link in self._links.items():
                if other != number and link.person == person:
                    link.end()

    async def _read(self, number: int, link: Link) -> None:
        """Take what comes, to the end."""
        try:
            while (message := await link.connection.receive()) is not None:
                link.heard()
                self._handle(self.session.receive(number, message))
            await link.answer_last()
        except (FrameError, MessageError) as error:
            self._handle(self.session.misbehaved(number, str(error)))
        except trio.BrokenResourceError:
            pass  # whoever is missed for it is dialled again

    async def _flush_when_due(self) -> None:
        """Flush the session a while after something has become due, so that much goes in one message."""
        while True:
            await self._due.wait()
            await trio.sleep(FLUSH_AFTER)
            self._due = trio.Event()
            self._handle(self.session.flush())
            self._commit()

    async def _give_up(self) -> None:
        """Give up those whom nobody has reached for as long as patience lasts, or who do not close the game."""
        closing: dict[int, float] = {}
        while True:
            await trio.sleep(min(1.0, self._patience / 4))
            if self.session.is_returning:
                continue  # whoever comes back waits for the others as long as it takes
            awaited = self.session.awaited if self.session.phase is Phase.CLOSING else ()
            closing = {person: closing.get(person, trio.current_time()) for person in awaited}
            for person, since in closing.items():
                if trio.current_time() - since >= self._patience:
                    self._handle(self.session.lost(person, "does not close the game"))
            for person, since in list(self._missed.items()):
                if trio.current_time() - since >= self._patience:
                    del self._missed[person]
                    self._handle(self.session.lost(person, self._why(person)))

    def _why(self, person: int) -> str:
        failure = self._mesh.failures.get(person) if self._mesh is not None else None
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

    async def _part(self) -> None:
        """Hang up once nobody needs us; a guest may still lack something, and hangs up when he has it all."""
        await self._settled.wait()
        await self._hang_up([link for link in self._links.values() if link.person is not None])
        for link in list(self._links.values()):
            await link.closed.wait()

    async def _hang_up(self, links: Sequence[Link]) -> None:
        """In a way that loses nothing under way: half first, and wait for the others."""
        for link in links:
            link.end()
        for link in links:
            await link.closed.wait()

    async def _leave(self) -> None:
        """Whatever has ended us, let nobody wait for us in vain."""
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
        """Do what a call of the session has led to; while the game is played that has been done as it happened."""
        for output in outputs:
            self._post(output)
        if not self._due.is_set() and (self._unkept or self.session.due):
            self._due.set()
        if self.session.settled:
            self._settled.set()

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
        """Make durable what is to be kept; where that fails, nothing is sent any more."""
        if self._journal is None or not self._unkept or self._failure is not None:
            return
        log = self.session.log
        finished = self.session.phase is Phase.FINISHED
        try:
            self._journal.commit(Progress(log.height, log.game.round(), self.session.awaited, finished, log.agreed))
        except JournalError as error:
            self._failure = error
            self._ended.set()
        else:
            self._unkept = self._owing = False

    def _note(self, event: Event) -> None:
        """Do what an event asks of this program."""
        match event:
            case Asked(seat):
                if self._answering is not None:
                    self._answering.start_soon(self._ask, seat)
            case Completed(step):
                if step.kind is Kind.EPOCH:
                    self._drop_questions()
            case RolledBack():
                self._drop_questions()
            case Finished() | Stopped():
                self._end = event
                self._ended.set()
            case _:
                self._note_person(event)

    def _note_person(self, event: Event) -> None:
        """Do what somebody's coming or going asks of this program."""
        match event:
            case Missed(person):
                self._missed[person] = trio.current_time()
                self._connections_changed()
            case Reached(person):
                self._missed.pop(person, None)
                self._connections_changed()
            case Moved():
                self._connections_changed()
            case Rekeyed(person) if person == self.session.me:
                # We are somebody else to the others than we were on these connections.
                for link in self._links.values():
                    link.end()
            case Returned():
                self._missed = dict.fromkeys(self._missed, trio.current_time())

    def _drop_questions(self) -> None:
        """Who still has something to answer is asked anew."""
        for question in self._questions.values():
            question.scope.cancel()

    def _connections_changed(self) -> None:
        if self._mesh is not None:
            self._mesh.changed()

    def _send(self, output: Send) -> None:
        """Send a message, once everything that we have signed is durable."""
        if self._owing:
            self._commit()
            self._unkept = True  # how far the game has come is kept again when it has
            if self._failure is not None:
                return
        framed = frame(output.data)
        for number in output.links:
            if number in self._links:
                self._links[number].send(framed)

    async def _ask(self, seat: int) -> None:
        """Ask for a seat's answer until there is a legal one, or the seat is asked something else.

        Whoever answers is asked again only once the question before has ended for him.
        """
        former, question = self._questions.get(seat), _Question()
        self._questions[seat] = question
        try:
            if former is not None:
                former.scope.cancel()
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
                await trio.lowlevel.checkpoint()  # an answer that waits for nothing must not keep others waiting
            except NotAsked:
                return  # the game ended, or went on without us, while the answer was on its way
            else:
                return
