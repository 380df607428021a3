"""Consoles: a line editor with history and completion if the terminal allows it, plain lines elsewhere."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

import trio

from cli.command import Failure
from cli.i18n.texts import tr
from cli.output.lines import at_terminal, can_draw, say, shown_as, shows_plain_signs_only
from cli.output.notices import SENTENCE, Calling, NoCommand, Notices, command_of
from cli.table_game import customs_in, rules_of
from cli.ui.screen.front import Front, Fronted
from cli.ui.screen.screen import Screen
from cli.ui.text.cells import fitted
from cli.ui.text.console import Console, Left, LineTooLong, People, stdin_lines
from cli.ui.text.dialogue import Dialogue
from cli.ui.view import GameView
from core.engine.game import Game
from p2p import Session

T = TypeVar("T")


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
        from cli.ui.editor import LineEditor, Terminal, run_as_guest  # noqa: PLC0415 - it takes long to load

        kind = LineEditor if manners.plain else Terminal
        return run_as_guest(main, kind(manners.notices, ascii_only=manners.ascii_only))
    if at_terminal():
        console: PlainConsole = DumbConsole(manners.notices, ascii_only=manners.ascii_only)
    else:
        console = PlainConsole(echoes=not sys.stdin.isatty(), ascii_only=manners.ascii_only)
    return trio.run(_until_unheard, main, console)


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
        self._calling = Calling(notices)

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
    display.conversation.allows_hints = customs_in(session.charter.options).hints
    return display
