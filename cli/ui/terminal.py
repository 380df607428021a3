"""Consoles: a line editor with history and completion if the terminal allows it, plain lines elsewhere.

For the editor, Trio is a guest of asyncio, the loop of the library that has the terminal.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

import trio
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output

from cli.command import Failure, ended_by
from cli.i18n.texts import tr
from cli.output.lines import at_terminal, can_draw, in_plain_signs, say, shows_plain_signs_only
from cli.output.notices import SENTENCE, NoCommand, Notices, command_of
from cli.output.screens import beside_editor, can_copy, copy, faults_end, heeded, line_editor, suspend
from cli.table_game import customs_in, rules_of
from cli.ui.screen.front import Front, Fronted
from cli.ui.screen.screen import Screen
from cli.ui.screen.shell import BORED, Shell
from cli.ui.text.cells import fitted
from cli.ui.text.console import COPIED, Console, Left, LineTooLong, People, one_line, stdin_lines
from cli.ui.text.dialogue import Dialogue
from cli.ui.view import GameView
from core.engine.game import Game
from p2p.session.session import Session

T = TypeVar("T")


class Guest(Protocol):
    """A console that is told of signals."""

    def leave(self) -> bool:
        """Have the person leave, as if they had said so; return whether anything here hears of it."""

    def stop(self) -> None:
        """Give the terminal back, and stop until the shell goes on with this program."""


async def await_asyncio(coroutine: Coroutine[Any, Any, T]) -> T:
    """Await, in a Trio task, a coroutine of the asyncio loop whose guest Trio is; cancelled with the task."""
    token = trio.lowlevel.current_trio_token()
    finished = trio.Event()
    task = asyncio.get_running_loop().create_task(coroutine)
    task.add_done_callback(lambda _: token.run_sync_soon(finished.set))
    try:
        await finished.wait()
    except trio.Cancelled:
        # The editor puts the terminal back in order, so the last word is its.
        task.cancel()
        with trio.CancelScope(shield=True):
            await finished.wait()
        raise
    return task.result()


C = TypeVar("C", bound=Guest)


def run_as_guest(main: Callable[[C], Awaitable[T]], console: C) -> T:
    """Run Trio as a guest of asyncio: one thread, two loops, no locks. Ctrl-C reaches Trio as if it ran alone.

    A signal that ends the program has the person leave. If nothing hears of that, or at a second one, all is
    cancelled. Either way the terminal is in order before the signal is raised as Failure.
    """
    loop = asyncio.new_event_loop()
    scope = trio.CancelScope()
    signals: list[int] = []

    def end(number: int) -> None:
        if signals or not console.leave():
            scope.cancel()
        signals.append(number)

    async def guest(console: C) -> T:
        with scope:
            return await main(console)
        raise Left

    async def host() -> T:
        done: asyncio.Future[Any] = loop.create_future()
        with heeded(end, console.stop):
            trio.lowlevel.start_guest_run(
                guest,
                console,
                run_sync_soon_threadsafe=loop.call_soon_threadsafe,
                done_callback=done.set_result,
                host_uses_signal_set_wakeup_fd=True,
            )
            outcome = await done
        if signals:
            raise ended_by(signals[0])
        result: T = outcome.unwrap()
        return result

    try:
        return loop.run_until_complete(host())
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


LONGEST_LINE = 4096


class Manners(NamedTuple):
    """How a person wants to be spoken with: in plain lines only, in nothing but ASCII; and how they are called."""

    plain: bool = False
    ascii_only: bool = False
    notices: Notices = Notices()
    in_browser: bool = False
    opens_browser: bool = True


def add_console_arguments(parser: ArgumentParser) -> None:
    """Declare how the game is shown."""
    parser.add_argument("--plain", action="store_true", help=tr("line by line, for screen readers; no full screen"))
    parser.add_argument("--ascii", action="store_true", help=tr("draw only with plain letters and signs"))
    parser.add_argument("--browser", action="store_true", help=tr("show the table on a page in your browser"))
    parser.add_argument("--no-open", action="store_true", help=tr("with --browser: print the page's address only"))


def add_notice_argument(parser: ArgumentParser) -> None:
    """Declare how to call a player who looks elsewhere."""
    parser.add_argument(
        "--on-turn",
        metavar="COMMAND",
        help=tr(
            "run this command when your turn begins and the terminal is not in front; {mark} in it"
            " becomes a sentence about it",
            mark=SENTENCE,
        ),
    )


def manners_of(args: Namespace) -> Manners:
    """Return what the arguments say of it; raises Failure for a command that cannot be started."""
    command = getattr(args, "on_turn", None)
    try:
        ascii_only = args.ascii or shows_plain_signs_only(os.environ)
        notices = Notices(() if command is None else command_of(command))
        return Manners(args.plain, ascii_only, notices, args.browser, not args.no_open)
    except NoCommand as wrong:
        raise Failure(tr("--on-turn: there is no program {program!r}.", program=str(wrong)), status=2) from None


def converse(main: Callable[[Console], Awaitable[T]], manners: Manners | None = None) -> T:
    """Run an asynchronous function with the console that suits standard input and output; returns what it returns."""
    manners = manners or Manners()
    if manners.in_browser:
        from cli.ui.browser.console import converse_in_browser  # noqa: PLC0415 - few want the page and its server

        return converse_in_browser(main, manners.notices, opens=manners.opens_browser)
    if can_draw():
        kind = LineEditor if manners.plain else Terminal
        return run_as_guest(main, kind(manners.notices, ascii_only=manners.ascii_only))
    if at_terminal():
        console: PlainConsole = DumbConsole(manners.notices, ascii_only=manners.ascii_only)
    else:
        console = PlainConsole(echoes=not sys.stdin.isatty(), ascii_only=manners.ascii_only)
    return trio.run(_until_unheard, main, console)


def shown_as(*, ascii_only: bool) -> Callable[[str], str]:
    """Return what a text becomes on lines: the same, or one without the signs of print."""
    return in_plain_signs if ascii_only else str


class PlainConsole:
    """Lines in and out, for pipes and screen readers.

    Where what is said cannot be written any more, ``unheard`` says why and ``on_unheard`` is called; nothing is raised,
    because the story is told in the midst of the game.
    """

    live = False

    def __init__(self, *, echoes: bool = False, ascii_only: bool = False) -> None:
        """``echoes``: show what is read, because no terminal has shown it."""
        self._as_shown = shown_as(ascii_only=ascii_only)
        self._lines = stdin_lines(LONGEST_LINE)
        self._echoes = echoes
        self.unheard: OSError | None = None
        self.on_unheard: Callable[[], None] = lambda: None

    def say(self, text: str) -> None:
        """Print the text."""
        self._print(f"{text}\n")

    def copy(self, text: str) -> str:
        """Do nothing: no clipboard is known here."""
        return ""

    def call(self, sentence: str) -> None:
        """Do nothing: a pipe has no window to look away from."""

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line of standard input, without completion. The end of the input ends the conversation."""
        self._print(prompt)
        try:
            line = await self._lines.next()
        except LineTooLong:
            line = None
        if self._echoes:
            self._print(f"{line or ''}\n")
        return line

    def _print(self, text: str) -> None:
        if self.unheard is not None:
            return
        try:
            say(self._as_shown(text), end="")
        except OSError as error:
            self.unheard = error
            self.on_unheard()


class DumbConsole(PlainConsole):
    """Lines at a terminal that can do no more than show them; the system itself lets the person edit a line."""

    live = True

    def __init__(self, notices: Notices, *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self._prompts = False
        self._calling = _Calling(notices)

    def call(self, sentence: str) -> None:
        """Call the person, unless they have just typed."""
        self._calling.call(sentence)

    def say(self, text: str) -> None:
        """Print the text as a line of its own, and break long lines between words."""
        begun = "\n" if self._prompts else ""
        self._prompts = False
        super().say(begun + fitted(self._as_shown(text), shutil.get_terminal_size().columns))

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line that the player types, without completion; raises KeyboardInterrupt at Ctrl-C."""
        self._prompts = True
        line, is_read = None, False
        try:
            async with trio.open_nursery() as nursery:
                with trio.open_signal_receiver(signal.SIGINT) as interrupts:
                    nursery.start_soon(_cancel_at, interrupts, nursery.cancel_scope)
                    line, is_read = await super().line(prompt, complete), True
                    nursery.cancel_scope.cancel()
        finally:
            self._prompts = False
            self._calling.typed()
        if not is_read:
            raise KeyboardInterrupt
        return line


async def _cancel_at(interrupts: AsyncIterator[int], scope: trio.CancelScope) -> None:
    await anext(interrupts)
    scope.cancel()


async def _until_unheard(main: Callable[[Console], Awaitable[T]], console: PlainConsole) -> T:
    """Converse until the output is gone; raises OSError then, BrokenPipeError where the output is not read."""
    with trio.CancelScope() as scope:
        console.on_unheard = scope.cancel
        result = await main(console)
    if console.unheard is not None:
        raise console.unheard
    return result


@asynccontextmanager
async def full_screen(
    console: Console, board: Game[Any], view: GameView, *, returning: bool = False
) -> AsyncIterator[None]:
    """Use the whole screen, if the console has one, for as long as the block runs; first it shows a board.

    If the player is ``returning`` to a game, the screen hides this board, because the game is not at its beginning.
    """
    if not isinstance(console, Fronted):
        yield
        return
    async with console.opened() as front:
        Screen(front, board, view, None, {}).conversation.returning = returning
        # Show the board first, because what follows, above all making keys, keeps the processor busy.
        await front.shown.wait()
        yield


def front_of(console: Console) -> Front | None:
    """Return the front that is open at a console, if it has one."""
    return console.front if isinstance(console, Fronted) else None


async def _run_shell(shell: Shell) -> None:
    await await_asyncio(shell.run())


@asynccontextmanager
async def unless_left(console: Console) -> AsyncIterator[None]:
    """Raise Left, and cancel the block, if the person leaves the full screen while it runs."""
    front = front_of(console)
    if front is None:
        yield
        return
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_cancel_when, front.left, nursery.cancel_scope)
        yield
        nursery.cancel_scope.cancel()
    if front.left.is_set():
        # What ends with the block may take its time; the terminal is the person's again at once.
        front.end()
        raise Left


async def _cancel_when(event: trio.Event, scope: trio.CancelScope) -> None:
    await event.wait()
    scope.cancel()


def display_for(
    console: Console,
    session: Session,
    view: GameView,
    seat: int | None,
    names: Mapping[int, str],
    people: People | None = None,
) -> Dialogue | Screen:
    """Return what shows a conversation at a console: the full screen if that is open, else lines."""
    rules = rules_of(session.log.game)
    display: Dialogue | Screen
    if (front := front_of(console)) is not None:
        display = Screen(front, rules, view, seat, names, people, session, console.say)
    else:
        display = Dialogue(console, rules, view, seat, names, people, session)
    display.conversation.hints.allowed = customs_in(session.charter.options).hints
    return display


class _Interrupted(Exception):
    """Handle Ctrl-C in the line editor. asyncio would let a KeyboardInterrupt tear the loop down under all tasks."""


class _Words(Completer):
    """Completion by a function that knows the words that can stand at the end of a line."""

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        line = document.text_before_cursor
        begun = line.split(" ")[-1]
        for word in self._complete(line):
            yield Completion(word, start_position=-len(begun))


def line_keys() -> KeyBindings:
    """Read what is pasted as one line, and skip a mouse's reports: the library stumbles over pasted colours."""
    bindings = KeyBindings()

    @bindings.add(Keys.Vt100MouseEvent)
    def _(event: KeyPressEvent) -> None:
        """Pass it over."""

    @bindings.add("c-z")
    def _(event: KeyPressEvent) -> None:
        suspend()

    @bindings.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(one_line(event.data))

    return bindings


class _Calling:
    """Calls a person who has typed nothing for a while: of a terminal without a screen one can't know if it is seen."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._typed = -BORED

    def typed(self) -> None:
        """Note that the player is here."""
        self._typed = time.monotonic()

    def call(self, sentence: str, output: Output | None = None) -> None:
        """Ring, unless the person has just typed; through an ``output`` if one is open."""
        if time.monotonic() - self._typed > BORED:
            self._notices.ring(sentence, output)


class LineEditor:
    """prompt_toolkit's editor, which belongs to asyncio, used from Trio."""

    live = True

    def __init__(self, notices: Notices, *, ascii_only: bool = False) -> None:
        self.notices = notices
        self.ascii_only = ascii_only
        self._as_shown = shown_as(ascii_only=ascii_only)
        self._calling = _Calling(notices)

    def call(self, sentence: str) -> None:
        """Call the person, unless they have just typed: past the editor, above which only text can be shown."""
        self._calling.call(sentence, self._session.output)

    @cached_property
    def _session(self) -> PromptSession[str]:
        """Made with the first line that is read: behind the full screen that is never."""
        return line_editor(
            complete_while_typing=False,
            interrupt_exception=_Interrupted,
            eof_exception=EOFError,
            key_bindings=line_keys(),
        )

    def say(self, text: str) -> None:
        """Print the text, its lines broken between words where they are too long."""
        say(fitted(self._as_shown(text), shutil.get_terminal_size().columns))

    def copy(self, text: str) -> str:
        """Put a text into the clipboard, if the terminal may have one."""
        if not can_copy():
            return ""
        copy(text, self._session.output)
        return tr(COPIED)

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line; Tab completes it, the arrow keys bring earlier ones back. Raises KeyboardInterrupt."""
        try:
            # What is said meanwhile appears above the line that is being typed.
            with beside_editor():
                return await await_asyncio(self._edited(self._as_shown(prompt), complete))
        except EOFError:
            return None
        except _Interrupted:
            raise KeyboardInterrupt from None
        finally:
            self._calling.typed()

    def leave(self) -> bool:
        """Have the person leave if they are asked for a line."""
        editor = self._session.app
        if not editor.is_running or editor.is_done:
            return False
        editor.exit(exception=Left())
        return True

    def stop(self) -> None:
        """Stop with the line put aside, and show it again afterwards."""
        suspend()

    async def _edited(self, prompt: str, complete: Callable[[str], list[str]]) -> str:
        with faults_end(self._session.app):
            return await self._session.prompt_async(prompt, completer=_Words(complete), set_exception_handler=False)


class Terminal(LineEditor, Fronted):
    """A line editor that can give way to the full screen."""

    front: Shell | None = None

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Shell]:
        """Use the whole screen."""
        async with trio.open_nursery() as nursery:
            shell = self.front = Shell(ascii_only=self.ascii_only, notices=self.notices)
            nursery.start_soon(_run_shell, shell)
            try:
                yield shell
            finally:
                self.front = None
                shell.end()
                nursery.cancel_scope.cancel()

    def say(self, text: str) -> None:
        """Print the text, or show it on the full screen while that is open."""
        if self.front is not None:
            self.front.tell(text)
        else:
            super().say(text)

    def leave(self) -> bool:
        """Have the person leave the full screen, if that is open."""
        if self.front is None:
            return super().leave()
        self.front.leave()
        return True

    def stop(self) -> None:
        """Stop, and give the terminal back meanwhile."""
        if self.front is None:
            super().stop()
        else:
            self.front.stop()
