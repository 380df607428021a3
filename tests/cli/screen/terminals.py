"""Real terminals: ``mare`` in a pseudo-terminal whose screen is read as a player reads it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pyte

from cli.ui.screen.rows import Size
from tests.cli.processes import PROGRAM

PATIENCE = 60.0
QUIET = 0.5
"""Seconds without a change after which a screen is what it is."""

PIECES = 10
"""The most reads that the rest of a picture takes."""

UP, DOWN, LEFT, ENTER, TAB, ESCAPE, INTERRUPT = "\x1b[A", "\x1b[B", "\x1b[D", "\r", "\t", "\x1b", "\x03"
REDRAW = "\x0c"

_TAKES_ANSWERS = re.compile(r"^>( |$)", re.MULTILINE)
_QUESTION = re.compile(r"^[─ ]*((?:R\d+|\d[\w.]*)) · (.*)", re.MULTILINE)


def _control() -> None:
    """Be what the terminal controls, as what a shell starts is: that hears of Ctrl-C, and of every change of size."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class _Screen(pyte.Screen):
    """A screen that says where its cursor is when a program asks for that."""

    def __init__(self, terminal: int, size: Size) -> None:
        super().__init__(*size)
        self._terminal = terminal

    def write_process_input(self, data: str) -> None:
        os.write(self._terminal, data.encode())


class Terminal:
    """A terminal of some size at which ``mare``, or another module, runs with these arguments."""

    def __init__(
        self,
        folder: Path,
        size: Size,
        *arguments: str,
        module: str = PROGRAM,
        colours: str = "",
        term: str = "xterm-256color",
    ) -> None:
        """``colours`` is what the terminal's COLORTERM says, ``term`` its name."""
        self._own, program = pty.openpty()
        self.screen = _Screen(self._own, size)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self._resize(size)
        # A terminal has its own size: what the test runner's environment says of another one does not count.
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        environment = inherited | {"TERM": term, "LC_ALL": "C.UTF-8", "MARE_HOME": str(folder / "home")}
        environment |= {"COLORTERM": colours, "NO_COLOR": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=folder,
            stdin=program,
            stdout=program,
            stderr=program,
            env=environment | {"PYTHONPATH": os.pathsep.join(sys.path)},
            start_new_session=True,
            preexec_fn=_control,  # noqa: PLW1509 - nothing but this one call is made, and no tests have threads here
        )
        os.close(program)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._own)

    @property
    def shown(self) -> str:
        """The screen as it is now."""
        # A wide letter has an empty cell behind it, which may stand alone while the letter is overwritten.
        lines = (
            "".join(self.screen.buffer[y][x].data for x in range(self.screen.columns)) for y in range(self.screen.lines)
        )
        return "\n".join(line.rstrip() for line in lines)

    @property
    def question(self) -> tuple[str, str] | None:
        """The rule and the sentence of what is asked of the player, None while no answer is taken."""
        shown = self.shown
        found = _QUESTION.search(shown)
        if "▶" not in shown.partition("\n")[0] or _TAKES_ANSWERS.search(shown) is None or found is None:
            return None
        return found[1], found[2]

    def resize(self, size: Size) -> None:
        """Pull at the corner of the window."""
        self.screen.resize(size.height, size.width)
        self._resize(size)

    def _resize(self, size: Size) -> None:
        fcntl.ioctl(self._own, termios.TIOCSWINSZ, struct.pack("HHHH", size.height, size.width, 0, 0))

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            os.write(self._own, key.encode())
            self.read(0.05)

    def enter(self, line: str) -> None:
        """Type a line on an empty one, and press Enter."""
        self.press(ESCAPE, *line, ENTER)

    def read(self, seconds: float = 0.2) -> bool:
        """Read what comes within so many seconds; whether anything did."""
        if not select.select([self._own], [], [], seconds)[0]:
            return False
        try:
            received = os.read(self._own, 1 << 16)
        except OSError:
            return False
        self.raw += received
        self._stream.feed(received)
        return True

    def settle(self, quiet: float = QUIET) -> None:
        """Read until nothing more has come for so many seconds."""
        while self.read(quiet):
            pass

    def await_text(self, *texts: str) -> None:
        """Read until one of the texts is on the screen, which must be in good time."""
        self.await_that(lambda: any(text in self.shown for text in texts), f"none of {texts}")

    def await_that(self, is_so: Callable[[], bool], lacking: str) -> None:
        """Read until something is so, which must be in good time; else say what is ``lacking``."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, f"{lacking} on the screen:\n{self.shown}"
            self.read()
        # What is drawn with it comes in several pieces.
        for _ in range(PIECES):
            if not self.read(0.05):
                break
