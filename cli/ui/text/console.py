"""What a conversation needs around it: a console, the others at the table, and lines read without holding it up."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import NamedTuple, Protocol

import trio

from cli.i18n.texts import marked, tr
from p2p import visible

CHUNK = 1 << 16


class LineTooLong(Exception):
    """A line of more bytes than are wanted here."""


class Lines:
    """The lines that a source of bytes gives, the last one even if it has no end."""

    def __init__(self, receive: Callable[[], Awaitable[bytes | bytearray]], most: int) -> None:
        """``receive`` gives the next bytes, none at the end; ``most`` is the longest line in bytes."""
        self._receive = receive
        self._most = most
        self._buffer = bytearray()
        self._ended = False

    async def next(self) -> str | None:
        """Return the next line without its end, or None after the last; raises LineTooLong."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0 and not self._ended:
            searched = len(self._buffer)
            if searched > self._most:
                raise LineTooLong(tr("A line has more than {most} bytes.", most=self._most))
            received = await self._receive()
            self._ended = not received
            self._buffer += received
        if end < 0 and not self._buffer:
            return None
        end = end if end >= 0 else len(self._buffer)
        line = self._buffer[:end].decode("utf-8", errors="replace").removesuffix("\r")
        del self._buffer[: end + 1]
        return line


def one_line(text: str) -> str:
    """Return a pasted text as one line: its lines become steps between semicolons, without control characters."""
    lines = [visible(line) for line in text.splitlines()]
    if len(lines) > 1:
        lines = [line.strip(" ;") for line in lines]
    before, after = (" " if end.isspace() else "" for end in (text[:1], text[-1:]))
    joined = "; ".join(filter(None, lines))
    return f"{before}{joined.strip()}{after}" if joined.strip() else before


def stdin_lines(most: int, file: int = 0) -> Lines:
    """Return the lines of standard input, or of another file by its descriptor. A cancelled reader loses no line."""
    return Lines(_Reader(file).receive, most)


class _Reader:
    """Reads in a thread, which outlives a cancelled reader: what it reads is for the next one.

    Going round the interpreter's own buffer, it holds no lock that the interpreter wants when it exits.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self._reading: trio.MemoryReceiveChannel[bytes | OSError] | None = None

    async def receive(self) -> bytes:
        """Return the next bytes, none at the end; raises OSError."""
        if self._reading is None:
            self._reading = self._start()
        read = await self._reading.receive()
        self._reading = None
        if isinstance(read, OSError):
            raise read
        return read

    def _start(self) -> trio.MemoryReceiveChannel[bytes | OSError]:
        sending, receiving = trio.open_memory_channel[bytes | OSError](1)
        token = trio.lowlevel.current_trio_token()

        def deliver(read: bytes | OSError) -> None:
            # The program may have ended meanwhile.
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(sending.send_nowait, read)

        trio.lowlevel.start_thread_soon(self._read, lambda read: deliver(read.unwrap()))
        return receiving

    def _read(self) -> bytes | OSError:
        try:
            return os.read(self._file, CHUNK)
        except OSError as error:
            return error


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


class OpenVote(NamedTuple):
    """What is voted on, who agrees and whose agreement is missing; ``answer`` is what to type to agree, if anything."""

    told: str
    answer: str = ""


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
        return {}

    @property
    def played_for(self) -> str:
        """What the person is told while a bot plays for them; nothing if none does."""
        return ""

    @property
    def too_few(self) -> str:
        """What is left to do while so many are out of reach that no vote can pass; nothing otherwise."""
        return ""

    def possible(self) -> list[str]:
        """Return what the person can type now to propose something about the game's course; a spectator nothing."""
        return []

    def proposed(self) -> list[OpenVote]:
        """Return what is voted on now, who agrees, and whose agreement is missing, a line for each change.

        A spectator is told of votes, and asked for none.
        """
        return []
