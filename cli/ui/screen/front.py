"""What the screen of a conversation knows of the place where its scene is shown, and what that knows of the screen.

The place is the full screen of a terminal (``cli.ui.screen.shell``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import trio

from cli.ui.map.labels import Look
from cli.ui.map.textmap import Direction
from cli.ui.screen.look import Glyphs
from cli.ui.screen.scene import Page, Scene
from cli.ui.text.console import Console


class Player(Protocol):
    """Who sits before a front: what the keys do, said to the conversation."""

    scene: Scene

    def notice(self, text: str) -> None:
        """Show what the program has to say."""

    def edited(self, line: str) -> str:
        """Take a changed line; returns what then stands there."""

    def entered(self, line: str) -> str:
        """Take Enter; returns what then stands in the line."""

    def completed(self, line: str) -> str:
        """Take Tab; returns the same."""

    def escape(self) -> str | None:
        """Take Esc; returns the same, None if the line stays."""

    def mark(self, difference: int) -> None:
        """Go up or down."""

    def walk(self, direction: Direction) -> None:
        """Take an arrow, on the map."""

    def zoom(self, steps: int) -> None:
        """Zoom nearer or farther."""

    def look_at(self, place: str) -> None:
        """Take a click on a place."""

    def show_entry(self, number: int) -> None:
        """Take a click on a line of the log."""

    def scroll(self, rows: int, reach: int = 0) -> None:
        """Scroll by a page, or the wheel; ``reach`` rows lie below in a pane that is too long."""

    def open(self, page: Page) -> None:
        """Take a page's key."""

    def undo(self) -> None:
        """Take the key that takes back."""

    def sign(self) -> None:
        """Take the key that signs."""

    def hint(self) -> None:
        """Take the key that asks for a hint."""

    def interrupt(self) -> None:
        """Take Ctrl-C."""


class Front(Console, Protocol):
    """Shows the scene of the conversation that is attached. It is a console that has no lines to read.

    ``is_page`` says that it is a page, where a pointer does what keys do elsewhere. ``left`` is set once the person has
    left it, and ``shown`` once it has shown anything, or will show nothing.
    """

    is_page: bool
    glyphs: Glyphs
    look: Look
    left: trio.Event
    shown: trio.Event

    def attach(self, player: Player) -> None:
        """Show the scene of a conversation from now on."""

    def redraw(self) -> None:
        """Show what has changed, once nothing else is waiting."""

    def soon(self, deed: Callable[[], None]) -> None:
        """Do something once no key has come for a moment, instead of what was to be done so before."""

    def leave(self) -> None:
        """Have the person leave."""

    def show_aside(self, text: str) -> None:
        """Show a text to be copied, with long lines whole."""

    def toggle_mouse(self) -> str:
        """Give the mouse to the terminal, or take it; returns what to say about it."""

    def end(self) -> None:
        """Show nothing any more. Another call does nothing."""


class Fronted(ABC):
    """A console that can give way to a front."""

    front: Front | None = None
    """The front, as long as it is open."""

    @abstractmethod
    def opened(self) -> AbstractAsyncContextManager[Front]:
        """Open the front for as long as the block runs."""
