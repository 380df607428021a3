"""prompt_toolkit's line editor, and the full screen to which it gives way.

Trio is a guest of asyncio, the loop of the library that has the terminal.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import cached_property
from typing import Any, Protocol, TypeVar

import trio
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from cli.command import ended_by
from cli.i18n.texts import tr
from cli.output.lines import say, shown_as
from cli.output.notices import Calling, Notices
from cli.output.screens import beside_editor, can_copy, copy, faults_end, heeded, line_editor, suspend
from cli.ui.screen.front import Fronted
from cli.ui.screen.shell import Shell
from cli.ui.text.cells import fitted
from cli.ui.text.console import COPIED, Left, one_line

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


class LineEditor:
    """prompt_toolkit's editor, which belongs to asyncio, used from Trio."""

    live = True

    def __init__(self, notices: Notices, *, ascii_only: bool = False) -> None:
        self.notices = notices
        self.ascii_only = ascii_only
        self._as_shown = shown_as(ascii_only=ascii_only)
        self._calling = Calling(notices)

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


async def _run_shell(shell: Shell) -> None:
    await await_asyncio(shell.run())
