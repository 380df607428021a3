"""An external program as an engine: started when it is first needed, asked, and seen to its end.

Its standard output is the protocol. Its standard error goes to ``Tell``, line by line and never faster than you can
read. When its standard input ends, it must end itself. It runs as a child that does not outlive this program, however
either of them ends (``child``), so Ctrl-C reaches ``mare`` alone, and without a shell.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, BinaryIO

import trio

from cli.bots.child import GRACE, Child, start_child
from cli.bots.protocol import (
    CHANCES,
    Budget,
    Inquiry,
    Message,
    Mistake,
    Said,
    Unanswered,
    excerpt,
    game_facts,
    hello,
    name_in,
    over,
    read,
    write,
)
from cli.command import manner, words_of
from cli.i18n.texts import tr
from cli.table_game import question
from cli.ui.text.console import Lines, LineTooLong
from core.engine.action import Action
from core.engine.answers import Below
from core.engine.game import Game
from p2p import Allowance

START = 20.0
"""Seconds for a program to start and say hello."""
LONGEST_LINE = 1 << 16
"""Bytes of the longest line that it may write."""
ERRORS_PER_SECOND = 1.0
ERRORS_AT_ONCE = 20
"""Lines of its standard error are passed on so often and no more."""
LONGEST_ERROR = 300

SEEDS = 1 << 31
"""A game's seed is below this, so that every language's integers hold it."""

Tell = Callable[[str], None]
"""Told sentences about a program, and what it writes to its standard error; all fit for any terminal."""


def engine_words(command: str) -> list[str]:
    """Return the words of a command as a shell would split them; raises Unanswered if there are none."""
    try:
        words = words_of(command)
    except ValueError as error:
        reason = str(error).lower()
        raise Unanswered(tr("“{command}” is no command: {reason}.", command=excerpt(command), reason=reason)) from None
    if not words:
        raise Unanswered(tr("The command of an engine is empty."))
    return words


@dataclass(slots=True)
class _Running:
    """A program that has been started, and what it was last heard to complain of."""

    child: Child
    lines: Lines
    last_words: str = ""
    is_garbled: bool = False
    heard_out: trio.Event = field(default_factory=trio.Event)


class Engine:
    """An external program that plays one seat; ``name`` is what it calls itself, or its file's name."""

    def __init__(self, words: Sequence[str], nursery: trio.Nursery, tell: Tell, log: BinaryIO | None = None) -> None:
        """Prepare a process without starting it; ``words`` are the command, ``log`` gets all lines of both sides."""
        self._words = words
        self._nursery = nursery
        self._tell = tell
        self._log = log
        self._running: _Running | None = None
        self._game: Game[Any] | None = None
        self._seat = 0
        self._seed = 0
        self._is_told = False
        self._questions = 0
        self._events: list[Said] = []
        self._story: list[str] = []
        self._allowance = Allowance(ERRORS_PER_SECOND, ERRORS_AT_ONCE, trio.current_time())
        self._is_silenced = False
        self._asking = trio.Lock()
        self.name = excerpt(PurePath(self._words[0]).name)

    @property
    def title(self) -> str:
        """The name of the program in sentences."""
        return tr("The engine “{name}”", name=self.name)

    def begin(self, game: Game[Any], seat: int, below: Below) -> None:
        """Let it play this seat of a new game; ``below`` makes the seed that the program gets."""
        self._game, self._seat, self._seed = game, seat, below(SEEDS)
        self._is_told = False
        self._events.clear()
        self._story.clear()

    def hear(self, event: Said) -> None:
        """Note what has been said at the table, for the next question."""
        self._events.append(event)

    def listen(self, sentence: str) -> None:
        """Note a sentence on what has happened, for the next question."""
        self._story.append(sentence)

    async def ready(self) -> None:
        """Have the program started and greeted, and told of the game if there is one; raises Unanswered."""
        with trio.move_on_after(START):
            running = self._running or await self._start()
            if self._game is not None and not self._is_told:
                await self._send(running, game_facts(self._game, self._seat, self._seed))
                self._is_told = True
            return
        await self.stop()
        raise Unanswered(
            tr("{engine} has not said hello within {seconds:g} seconds.", engine=self.title, seconds=START)
        )

    async def ask(self, below: Below, budget: Budget) -> Action:
        """Return the program's answer to the open question of its seat. Raises Unanswered, which says why it has none.

        ``below`` is the chance that draws answers for it.
        """
        if self._game is None:
            raise ValueError("an engine is asked in a game only")
        async with self._asking:
            await self.ready()
            self._questions += 1
            prompt, answers = question(self._game, self._seat)
            inquiry = Inquiry(self._questions, self._game, self._seat, prompt, answers, below)
            with trio.move_on_after(budget.seconds):
                return await self._converse(inquiry, budget)
            await self._give_up(self._questions)
        said = tr("{engine} has not answered within {seconds:g} seconds.", engine=self.title, seconds=budget.seconds)
        raise Unanswered(said)

    async def end(self) -> None:
        """Tell it that the game is over, however that came."""
        running = self._running
        if self._game is not None and running is not None and self._is_told and not running.is_garbled:
            with trio.move_on_after(GRACE):
                await self._send(running, over(self._game, self._events))
        self._game = None

    async def stop(self) -> None:
        """End the process; it is started again when it is next asked. This takes time."""
        running, self._running = self._running, None
        self._is_told = False
        if running is None:
            return
        try:
            with trio.CancelScope(shield=True):
                with trio.move_on_after(GRACE):
                    if not running.is_garbled:
                        await self._send(running, {"type": "quit"})
                await _see_off(running)
        finally:
            # No shield keeps Ctrl-C out.
            running.child.kill()

    # ------------------------------------------------------------------ talking

    async def _start(self) -> _Running:
        try:
            started = await start_child(self._words)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            name = excerpt(self._words[0])
            raise Unanswered(tr("“{name}” cannot be started: {reason}.", name=name, reason=reason)) from None
        running = self._running = _Running(started, Lines(started.stdout.receive_some, LONGEST_LINE))
        self._nursery.start_soon(self._hear_out, running)
        await self._send(running, hello("mare"))
        try:
            name = name_in(read(await self._line(running)))
        except Mistake as mistake:
            await self.stop()
            said = tr("{engine} does not speak this protocol. {mistake}", engine=self.title, mistake=str(mistake))
            raise Unanswered(said) from None
        self.name = name or self.name
        return running

    async def _converse(self, inquiry: Inquiry, budget: Budget) -> Action:
        running = self._running
        if running is None:
            raise ValueError("an engine is ready before it is asked")
        await self._send(running, inquiry.question(self._events, self._story, budget))
        self._events.clear()
        self._story.clear()
        while inquiry.action is None:
            line = await self._line(running)
            try:
                replies = inquiry.take(read(line))
            except Mistake as mistake:
                replies = [inquiry.object(mistake)]
            for reply in replies:
                await self._send(running, reply)
            if inquiry.is_lost:
                engine, trouble = self.title, inquiry.trouble
                said = tr(
                    "{engine} has used up its {number} chances: {trouble}",
                    engine=engine,
                    number=CHANCES,
                    trouble=trouble,
                )
                raise Unanswered(said)
        return inquiry.action

    async def _send(self, running: _Running, message: Message) -> None:
        data = write(message)
        self._note("> ", data)
        running.is_garbled = True
        # One that is gone is noticed when it should answer; it may have said something before.
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await running.child.stdin.send_all(data)
        running.is_garbled = False

    async def _line(self, running: _Running) -> str:
        try:
            line = await running.lines.next()
        except LineTooLong:
            await self.stop()
            said = tr("{engine} has written a line of more than {most} bytes.", engine=self.title, most=LONGEST_LINE)
            raise Unanswered(said) from None
        if line is None:
            raise await self._ended(running)
        self._note("< ", line.encode("utf-8") + b"\n")
        return line

    async def _ended(self, running: _Running) -> Unanswered:
        """Return why the program gives no more answers."""
        await self.stop()
        ended = f"{self.title} {manner(running.child.status)}."
        if running.last_words:
            return Unanswered(tr("{ended} Its last words: “{words}”.", ended=ended, words=running.last_words))
        return Unanswered(ended)

    async def _give_up(self, number: int) -> None:
        """Let it know that a question is no longer open; one that does not even listen is ended."""
        running = self._running
        if running is None:
            return
        with trio.move_on_after(GRACE):
            if not running.is_garbled:
                await self._send(running, {"type": "stop", "id": number})
                return
        await self.stop()

    async def _hear_out(self, running: _Running) -> None:
        """Pass on what it writes to its standard error, to the end, as far as it is readable."""
        rest = b""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while received := await running.child.stderr.receive_some():
                *lines, rest = (rest + received).split(b"\n")
                for line in lines:
                    self._pass_on(running, line)
                rest = rest[:LONGEST_LINE]
            if rest:
                self._pass_on(running, rest)
        running.heard_out.set()

    def _pass_on(self, running: _Running, line: bytes) -> None:
        self._note("! ", line + b"\n")
        text = excerpt(line.decode("utf-8", errors="replace"), LONGEST_ERROR)
        if not text:
            return
        running.last_words = text
        if self._allowance.spend(trio.current_time()):
            self._tell(f"{self.name}: {text}")
        elif not self._is_silenced:
            self._is_silenced = True
            self._tell(tr("{name} writes more than is shown.", name=self.name))

    def _note(self, mark: str, data: bytes) -> None:
        if self._log is not None:
            self._log.write(mark.encode("ascii") + data)
            self._log.flush()


async def _see_off(running: _Running) -> None:
    """End a program, kindly if it lets us, and all its pipes."""
    await running.child.finish()
    with trio.move_on_after(GRACE):
        await running.heard_out.wait()
    await running.child.close()


@asynccontextmanager
async def engine_of(command: str, tell: Tell, log: BinaryIO | None = None) -> AsyncIterator[Engine]:
    """Start an engine, which does not outlive the block; raises Unanswered if the command is none."""
    words = engine_words(command)
    async with trio.open_nursery() as nursery:
        engine = Engine(words, nursery, tell, log)
        try:
            yield engine
        finally:
            await engine.stop()
            nursery.cancel_scope.cancel()
