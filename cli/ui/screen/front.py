"""What the screen of a conversation knows of the place where its scene is shown.

The place is the full screen of a terminal (``cli.ui.screen.shell``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol

import trio

from cli.ui.map.labels import Look
from cli.ui.screen.look import Glyphs
from cli.ui.text.console import Console

if TYPE_CHECKING:
    from cli.ui.screen.screen import Screen


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

    def attach(self, screen: Screen) -> None:
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
