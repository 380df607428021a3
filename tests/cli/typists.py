"""People at terminals of their own, who talk with ``mare`` line by line and may type at any time."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.storage.profile import HOME
from tests.cli.processes import PROGRAM, ROOT

PATIENCE = 120.0
"""Seconds that anything may take on a busy machine, where several programs start beside one another."""

WIDE = struct.pack("HHHH", 50, 400, 0, 0)
"""A terminal in which hardly a sentence is broken."""

_SEQUENCE = re.compile("\x1b(\\[[0-?]*[ -/]*[@-~]|[^[])|\r")


class Typist:
    """A player with a profile of their own, whose program may be ended and started again."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self._folder = folder / name
        self._folder.mkdir()
        self._own = -1
        self._process: subprocess.Popen[bytes] | None = None
        self._text = ""
        self._more = threading.Condition()
        self._reader: threading.Thread

    def run(self, *arguments: str, plain: bool = True) -> None:
        """Start ``mare`` with these arguments; ``plain`` says that it prints lines instead of drawing a screen."""
        self._own, program = pty.openpty()
        fcntl.ioctl(self._own, termios.TIOCSWINSZ, WIDE)
        environment = os.environ | {HOME: str(self._folder / "profile"), "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", PROGRAM, *arguments, *(["--plain"] if plain else [])],
            cwd=self._folder,
            env=environment | {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm"},
            stdin=program,
            stdout=program,
            stderr=program,
        )
        os.close(program)
        self._text = ""
        self._reader = threading.Thread(target=self._read, args=(self._own,), daemon=True)
        self._reader.start()

    def _read(self, terminal: int) -> None:
        while True:
            try:
                received = os.read(terminal, 1 << 16)
            except OSError:
                return
            with self._more:
                self._text = _SEQUENCE.sub("", self._text + received.decode("utf-8", "replace"))
                self._more.notify_all()

    def until(self, pattern: str) -> str:
        """Wait until a pattern is shown, in good time; returns it, and forgets everything up to its end.

        A space in it stands for a new line, too, since a terminal breaks lines.
        """
        shown = re.compile(pattern.replace(" ", r"\s+").replace(".*", ".*?"), re.DOTALL)
        with self._more:
            assert self._more.wait_for(lambda: shown.search(self._text), PATIENCE), (self.name, pattern, self._text)
            found = shown.search(self._text)
            assert found is not None
            self._text = self._text[found.end() :]
            return found.group()

    def type(self, *lines: str) -> None:
        """Type lines, each ended by Enter."""
        for line in lines:
            os.write(self._own, f"{line}\r".encode())

    def kill(self) -> None:
        """End the program as the power failing would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._reader.join()
            os.close(self._own)
            self._process = None

    def end(self) -> int:
        """Wait until the program ends by itself; returns its exit code."""
        assert self._process is not None
        status = self._process.wait(PATIENCE)
        self.kill()
        return status


@contextmanager
def typists(folder: Path, *names: str) -> Iterator[list[Typist]]:
    """These people, whose programs are gone after the block."""
    people = [Typist(folder, name) for name in names]
    try:
        yield people
    finally:
        for player in people:
            player.kill()
