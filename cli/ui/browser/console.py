"""A console whose front is a page: the terminal beside it has the page's address, and takes lines, too.

Before a game, as in the lobby, the page has lines, as the terminal has. While there is a game it has the table.
"""

from __future__ import annotations

import signal
import webbrowser
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, TypeVar

import trio

from cli.command import ended_by
from cli.i18n.texts import language, tr
from cli.output.lines import say
from cli.output.notices import Notices
from cli.ui.browser.front import LONGEST_LINE, PageFront
from cli.ui.browser.past import Past
from cli.ui.browser.server import File, Server, listeners_on_loopback
from cli.ui.browser.tabs import Message, Tabs
from cli.ui.browser.words import words
from cli.ui.conversation.conversation import Conversation
from cli.ui.picture.page import STYLE_OF_GRAPHS
from cli.ui.picture.tags import STYLE
from cli.ui.replay.replay import Replay, of_log
from cli.ui.screen.front import Fronted
from cli.ui.text.console import Left, LineTooLong, one_line, stdin_lines

T = TypeVar("T")

KEPT = 300
"""Lines said outside games that a page shows."""

KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}

LEAVING, TALKING = "quit", "say"
"""A word for which the page has a button of its own, and one after which anything can follow."""

SOCKET = "/table"
"""The path of the WebSocket."""

_INTERRUPTED = object()


class BrowserConsole(Fronted):
    """Lines, or the table, on a page."""

    live = True
    front: PageFront | None = None
    """The front that a conversation has, as long as it is open."""
    past: Past | None = None
    """The game as it was, while the person looks back at it, or at one that was played."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._seats: Sequence[Mapping[str, Any]] = ()
        self._parting: list[str] = []
        self._prompt = ""
        self._complete: Callable[[str], list[str]] = lambda line: []
        self._typing, self._typed = trio.open_memory_channel[Any](64)
        self._begun = ""
        self._meaning: Callable[[str], str] = lambda line: ""
        self.tabs = Tabs(self._parts, self._take)
        self.address = ""
        self.token = ""

    # ------------------------------------------------------------------ a console

    def say(self, text: str) -> None:
        """Show the text in the story of the game; if there is none, on the page and in the terminal."""
        if self.front is not None:
            self.front.tell(text)
        else:
            self._lines.append(text)
            self._parting.append(text)
            say(text)
            self.tabs.change()

    def seat(self, seats: Sequence[Any]) -> None:
        """Show who is in the lobby, and who is ready."""
        self._seats = [one._asdict() for one in seats]
        self.tabs.change()

    def explain(self, meaning: Callable[[str], str]) -> None:
        """Show what each line that can be typed means: what ``meaning`` returns for it, or nothing if that is empty."""
        self._meaning = meaning

    def call(self, sentence: str) -> None:
        """Call the person, who may look at the page or elsewhere."""
        self._notices.ring(sentence)

    def copy(self, text: str) -> str:
        """Do nothing: the line can be copied from the page."""
        return ""

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line that is typed on the page or in the terminal; raises KeyboardInterrupt at Ctrl-C."""
        self._prompt, self._complete = prompt, complete
        self.tabs.change()
        try:
            line = await self._typed.receive()
        finally:
            self._prompt = ""
            self._parting.clear()
            self.tabs.change()
        if line is _INTERRUPTED:
            raise KeyboardInterrupt
        return str(line)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[PageFront]:
        """Have the table on the page."""
        self._seats = ()
        front = self.front = PageFront(self.tabs, self._notices)
        self.tabs.change()
        try:
            yield front
        finally:
            self.front = self.past = None
            self._parting.clear()
            self.tabs.change()

    def look_back(self, replay: Replay) -> Past:
        """Have the page show how a game was, until the person wants the table again, or leaves."""
        self.past = Past(self.tabs, self._notices, replay, self._look_no_more)
        self.tabs.change()
        return self.past

    def _look_no_more(self) -> None:
        """Go from the past to the table; where there is none, that is all."""
        self.past = None
        if self.front is not None and self.front.screen is None:
            self.front.leave()
        self.tabs.change()

    async def end(self) -> None:
        """Say the last word to the page, with each sentence since the person last did something; tables stay there."""
        said = [text for text in self._parting if "\n" not in text]
        await self.tabs.end(" ".join([*said, tr("The program has ended. You can close this page.")]))

    # ------------------------------------------------------------------ the page

    def _parts(self) -> dict[str, Any]:
        parts: dict[str, Any] = {"language": language(), "words": words(), "token": self.token}
        table = self.front.parts() if self.front is not None else {}
        if self.past is not None:
            now = {"call": table["call"], "now": table["status"]["turn"]} if table else {}
            return parts | self.past.parts() | now
        if table:
            return parts | table | ({"past": None} if self._talk() is not None else {})
        return parts | {
            "lines": list(self._lines),
            "seats": self._seats,
            "prompt": self._prompt,
            "begins": list(self._begins()),
        }

    def _begins(self) -> Iterator[tuple[str, bool, str]]:
        """Yield the lines that can come of the one that is typed, with whether more can follow, and the meaning."""
        if not self._prompt:
            return
        typed = self._begun[: self._begun.rfind(" ") + 1]
        for word in self._complete(self._begun):
            if word not in LEAVING:
                more = word == TALKING or bool(self._complete(f"{typed}{word} "))
                yield typed + word, more, self._meaning(typed + word)

    def _take(self, message: Message) -> None:
        front = self.front
        match message:
            case {"past": "open"} if (talk := self._talk()) is not None and talk.session is not None:
                self.look_back(of_log(talk.session.log, talk.view))
            case {"key": "interrupt"} | {"front": _} if front is not None:
                if self.past is not None and "key" in message:
                    self._look_no_more()
                front.take(message)
            case _ if self.past is not None:
                self.past.take(message)
            case _ if front is not None:
                front.take(message)
            case {"begun": str(line)}:
                self._begun = one_line(line[:LONGEST_LINE])
                self.tabs.change()
            case {"typed": str(line)}:
                self._begun = ""
                self._type(one_line(line[:LONGEST_LINE]))

    def _talk(self) -> Conversation | None:
        """Return the conversation at the table, if its game has steps to look back at."""
        screen = self.front.screen if self.front is not None else None
        talk = screen.conversation if screen is not None else None
        return talk if talk is not None and talk.session is not None and talk.session.log.steps else None

    def _type(self, line: Any) -> None:
        try:
            self._typing.send_nowait(line)
        except trio.WouldBlock:
            return

    # ------------------------------------------------------------------ the terminal

    async def read_terminal(self) -> None:
        """Take what is typed in the terminal, until its input ends; the page is there all the same."""
        lines = stdin_lines(LONGEST_LINE)
        while True:
            try:
                line = await lines.next()
            except LineTooLong:
                continue
            except OSError:
                return
            if line is None:
                return
            self._hear(line.strip())

    def _hear(self, line: str) -> None:
        if line == "browser":
            self.show_address()
        elif self.front is None:
            self._type(line)
        elif (screen := (self.past or self.front).screen) is not None:
            # What the page marks is not what is typed here.
            screen.draft.unmark()
            screen.entered(line)
            scene = screen.scene
            for said in (scene.conversation.refusal, *scene.conversation.notes):
                if said:
                    say(scene.conversation.view.answering.in_words(scene.conversation.state.board, said))

    def show_address(self) -> None:
        """Say where the page is."""
        say(tr("The table is at {address}", address=self.address))
        say(tr("Anyone who has this address can play for you; “browser” shows it again."))

    def interrupt(self) -> None:
        """Take Ctrl-C: leave the game; without one, it is as if a line had been broken off."""
        if self.front is not None:
            self.front.leave()
        else:
            self._type(_INTERRUPTED)


def replay_in_browser(replay: Replay, step: int, notices: Notices, *, opens: bool) -> None:
    """Show a game that was played on a page, first as it was after a step, until the person leaves."""

    async def look(console: BrowserConsole) -> None:
        async with console.opened() as front:
            console.look_back(replay).go_to_step(step)
            await front.left.wait()

    converse_in_browser(look, notices, opens=opens)


def files_of_page() -> dict[str, File]:
    """Return the files of the page by their paths."""
    found = {}
    for resource in files(__package__ or "").joinpath("page").iterdir():
        kind = KINDS.get(resource.name.rpartition(".")[2])
        if kind is not None:
            found[f"/{resource.name}"] = File(kind, resource.read_bytes())
    found["/"] = found.pop("/index.html")
    found["/board.css"] = File(KINDS["css"], (STYLE + STYLE_OF_GRAPHS).encode())
    return found


def converse_in_browser(main: Callable[[BrowserConsole], Awaitable[T]], notices: Notices, *, opens: bool) -> T:
    """Run an asynchronous function with a console whose front is a page; returns what it returns."""
    return trio.run(_converse, main, BrowserConsole(notices), opens)


async def _converse(main: Callable[[BrowserConsole], Awaitable[T]], console: BrowserConsole, opens: bool) -> T:
    listeners = await listeners_on_loopback()
    server = Server(files_of_page(), SOCKET, console.tabs.talk)
    where = f"http://127.0.0.1:{listeners[0].socket.getsockname()[1]}/"
    console.token, console.address = server.token, f"{where}#{server.token}"
    console.show_address()
    signals: list[int] = []
    results: list[T] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.serve, listeners)
        nursery.start_soon(console.read_terminal)
        nursery.start_soon(_heed, console, signals, nursery.cancel_scope)
        if opens:
            # The address stands in the list of processes for a moment: it opens the table once.
            nursery.start_soon(_open, f"{where}#{server.ticket()}")
        try:
            results.append(await main(console))
        finally:
            with trio.CancelScope(shield=True):
                await console.end()
        nursery.cancel_scope.cancel()
    if signals and signals[0] != signal.SIGINT:
        raise ended_by(signals[0])
    if not results:
        raise Left
    return results[0]


async def _heed(console: BrowserConsole, signals: list[int], scope: trio.CancelScope) -> None:
    """Have the person leave at a signal that would end the program; all is cancelled at the second one."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    heeded = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    with trio.open_signal_receiver(*heeded) as received:
        async for number in received:
            if signals or (number != signal.SIGINT and console.front is None):
                scope.cancel()
            else:
                console.interrupt()
            signals.append(number)


async def _open(address: str) -> None:
    """Open a window of the browser, if there is one beside the terminal."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # A browser of this class runs in the terminal, and would take it.
    if type(browser) is not webbrowser.GenericBrowser:
        await trio.to_thread.run_sync(browser.open, address, abandon_on_cancel=True)
