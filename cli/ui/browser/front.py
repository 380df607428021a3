"""A page as the front of a conversation: it shows the scene, and does what the person at the page wants.

A page sends what a person could have typed or pressed on the full screen, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from cli.i18n.texts import tr
from cli.output.notices import Notices
from cli.ui.browser.pointing import Pointer
from cli.ui.browser.scenery import Json, Scenery
from cli.ui.browser.tabs import Message, Tabs
from cli.ui.map.labels import Look
from cli.ui.screen.look import UNICODE
from cli.ui.screen.scene import Page
from cli.ui.screen.screen import Screen
from cli.ui.text.console import one_line

LONGEST_LINE = 4096

PAGES = {"players": Page.PLAYERS, "help": Page.HELP, "rule": Page.TEXT}
"""The pages that can be opened, as the page calls them."""


class PageFront:
    """Shows the scene of a conversation on the page that has the table."""

    live = True
    is_page = True

    def __init__(self, tabs: Tabs, notices: Notices) -> None:
        self.glyphs = UNICODE
        self.look = Look()
        self.left = trio.Event()
        self.shown = trio.Event()
        self.shown.set()
        self.screen: Screen | None = None
        self._tabs = tabs
        self._notices = notices
        self._scenery: Scenery | None = None
        self._pointer: Pointer | None = None
        self._is_in_front = True
        self._calls: list[str] = []
        self._aside = ""

    # ------------------------------------------------------------------ for the conversation

    def attach(self, screen: Screen) -> None:
        """Show the scene of a conversation from now on."""
        self.screen, self._scenery, self._pointer = screen, Scenery(screen.scene), Pointer(screen)
        self.redraw()

    def redraw(self) -> None:
        """Show what has changed, soon."""
        self._tabs.change()

    def soon(self, deed: Callable[[], None]) -> None:
        """Do it at once: a page says where the pointer rests, not each place that it passes."""
        deed()

    def say(self, text: str) -> None:
        """Put a text beside the line that is typed."""
        if self.screen is not None:
            self.screen.conversation.notes = [*self.screen.conversation.notes, text]
            self.redraw()

    def tell(self, text: str) -> None:
        """Put a text into the story, where the program has something to say."""
        if self.screen is not None:
            self.screen.conversation.notice(text)

    def call(self, sentence: str) -> None:
        """Call the player: in the page's title, and in every other way if they may be looking elsewhere."""
        self._calls.append(sentence)
        if not (self._tabs.are_open and self._is_in_front):
            self._notices.ring(sentence)
        self.redraw()

    def copy(self, text: str) -> str:
        """Do nothing: what is shown aside has a button that copies it."""
        return ""

    def show_aside(self, text: str) -> None:
        """Show a text to be copied."""
        self._aside = text
        self.redraw()

    def toggle_mouse(self) -> str:
        """Return that there is nothing to give away."""
        return tr("On the page, the mouse does both.")

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Raise RuntimeError: no lines are read here, since what is typed goes to the conversation at once."""
        raise RuntimeError("the page has no lines to read; its conversation hears what is typed")

    def leave(self) -> None:
        """Have the person leave."""
        self.left.set()

    def end(self) -> None:
        """Show no scene any more."""
        self.screen = self._scenery = self._pointer = None
        self.redraw()

    # ------------------------------------------------------------------ for the page

    def parts(self) -> dict[str, Json]:
        """Return all that the page shows of the conversation; nothing if there is none."""
        if self._scenery is None:
            return {}
        calls = {"number": len(self._calls), "sentence": self._calls[-1] if self._calls else ""}
        picked = self._pointer.picked if self._pointer is not None else ""
        return self._scenery.parts() | {"call": calls, "aside": self._aside, "picked": picked}

    def take(self, message: Message) -> None:
        """Do what the person at the page wants; nothing for what no page sends."""
        screen = self.screen
        if screen is None:
            return
        match message:
            case {"open": str(name)} if name in PAGES:
                screen.open(PAGES[name])
            case {"key": str(key)}:
                self._press(screen, key)
            case {"front": bool(is_in_front)}:
                self._is_in_front = is_in_front
            case _:
                self._answer(screen, message)
        if screen.scene.on_map:
            # A page has no walks over the map: the pointer is there already.
            screen.escape()
        self.redraw()

    def _answer(self, screen: Screen, message: Message) -> None:
        """Take what has to do with the line: what is typed or clicked."""
        match message:
            case {"edited": str(line)}:
                screen.edited(_typed(line))
            case {"entered": str(line)}:
                self._unmark(screen)
                screen.entered(_typed(line))
            case {"completed": str(line)}:
                self._unmark(screen)
                screen.edited(screen.conversation.completed(_typed(line)))
            case {"command": str(line)}:
                self._command(screen, _typed(line))
            case _ if self._pointer is not None:
                _point(self._pointer, message)

    def _press(self, screen: Screen, key: str) -> None:
        match key:
            case "escape":
                if self._aside:
                    self._aside = ""
                    return
                if self._pointer is not None and screen.scene.page is Page.BOARD:
                    self._pointer.drop()
                if (line := screen.escape()) is not None:
                    screen.edited(line)
            case "undo":
                screen.conversation.undo()
            case "sign":
                screen.conversation.sign()
            case "hint":
                screen.hint()
            case "interrupt":
                screen.conversation.interrupt()

    def _command(self, screen: Screen, line: str) -> None:
        """Do what a command says, and leave the line that is being typed as it is, and the answer that is picked."""
        before = screen.draft.line
        screen.draft.unmark()
        screen.entered(line)
        if before and screen.draft.plan is not None and not screen.draft.line:
            screen.edited(before)
        if self._pointer is not None:
            self._pointer.rest("")

    def _unmark(self, screen: Screen) -> None:
        """Have a line mean what it says, not the answer on which the pointer rests; one that was picked is meant."""
        if self._pointer is not None and not self._pointer.picked:
            screen.draft.unmark()


def _point(pointer: Pointer, message: Message) -> None:
    """Do what the pointer does."""
    match message:
        case {"mark": str(line)}:
            pointer.rest(line)
        case {"take": str(line)}:
            pointer.take(line)
        case {"give": str(line)}:
            pointer.give(line)
        case {"place": str(place)}:
            pointer.click(place)
        case {"drag": [str(source), str(target)]}:
            pointer.drag(source, target)
        case {"add": str(word)}:
            pointer.add(word)


def _typed(line: str) -> str:
    """Return a line without control characters, and no longer than a line may be."""
    return one_line(line[:LONGEST_LINE])
