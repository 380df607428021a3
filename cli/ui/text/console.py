"""What a conversation needs around it: a console, the others at the table, lines to be passed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from cli.i18n.texts import marked

COPIED = marked("The line with mare:// is in your clipboard, too, if your terminal lets programs write there.")


class Left(Exception):
    """The person leaves the table."""


class Link(NamedTuple):
    """A line that a person passes on: what it is for, the line itself, and what else to know.

    If the line is empty, there is none at the moment, and ``told`` says why.
    """

    told: str
    line: str = ""
    besides: str = ""


class Console(Protocol):
    """Where the conversation takes place.

    ``live`` says that a person sits there, who may type at any time; else each line answers what was last asked.
    """

    live: bool

    def say(self, text: str) -> None:
        """Show a text of one or more lines."""

    def call(self, sentence: str) -> None:
        """Call a person who may look elsewhere: it is their turn."""

    def copy(self, text: str) -> str:
        """Put a text into the person's clipboard, if there is one; returns what there is to say about that."""

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line the person types; None at the end of the input.

        ``complete`` returns the words that can be the last word of a line as typed so far.
        """


class Worded:
    """A console at which texts are said in words: no name is an identifier of the notation."""

    def __init__(self, console: Console, in_words: Callable[[str], str]) -> None:
        self._console = console
        self._in_words = in_words
        self.call = console.call
        self.copy = console.copy
        self.line = console.line

    @property
    def live(self) -> bool:
        """Whether a person sits there, who may type at any time."""
        return self._console.live

    def say(self, text: str) -> None:
        """Show a text of one or more lines."""
        self._console.say(self._in_words(text))


class People(Protocol):
    """What a person at this console can do about the others at the table."""

    @property
    def help(self) -> str:
        """What can be done, in lines."""

    @property
    def parting(self) -> str:
        """What becomes of the game when the person leaves the table."""

    @property
    def commands(self) -> Mapping[str, Callable[[str], str]]:
        """By first word, the function that takes the rest of a line and returns an answer to show, if any."""

    @property
    def links(self) -> Mapping[str, Callable[[], Link]]:
        """By first word, what gives a line to be passed on."""

    @property
    def played_for(self) -> str:
        """What the person is told while a bot plays for them; nothing if none does."""
        return ""

    def proposed(self) -> list[str]:
        """Return what is voted on now, who agrees, and whose agreement is missing, a line for each change."""
