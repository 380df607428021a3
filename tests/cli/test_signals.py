"""A signal that ends or stops the program finds the terminal put in order."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.storage.profile import HOME
from tests.cli.map.positions import CONTESTED
from tests.cli.processes import PATIENCE, running

pty = pytest.importorskip("pty", reason="this system has no terminals")

SCREEN, NO_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
"""What a terminal is sent to have a full screen, and to have it no more."""

MOUSE, NO_MOUSE = "\x1b[?1000h", "\x1b[?1000l"


class Seat:
    """A program at a terminal of its own, in a group of processes that a shell could go on with."""

    def __init__(self, process: subprocess.Popen[str], terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self.said = ""

    def until(self, text: str) -> None:
        """Wait until the terminal is sent a text, and forget everything up to it."""
        while text not in self.said:
            assert select.select([self._terminal], [], [], PATIENCE)[0], self.said
            try:
                self.said += os.read(self._terminal, 1 << 16).decode("utf-8", errors="replace")
            except OSError:
                raise AssertionError(f"{text!r} never came; {self.said!r} did") from None
        self.said = self.said.partition(text)[2]

    @property
    def is_raw(self) -> bool:
        """Whether keys come one by one."""
        return not termios.tcgetattr(self._terminal)[3] & termios.ICANON


@contextmanager
def seat(folder: Path, *arguments: str) -> Iterator[Seat]:
    """The first lesson on a terminal, or another command."""
    own, program = pty.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), program)
    env = {HOME: str(folder), "TERM": "xterm"}
    with running(folder, *(arguments or ["learn"]), env=env, process_group=0, **streams) as mare:
        os.close(program)
        yield Seat(mare, own)
    os.close(own)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_program_has_the_person_leave(tmp_path: Path, number: signal.Signals) -> None:
    with seat(tmp_path) as at:
        at.until(SCREEN)
        at.until(MOUSE)
        at.process.send_signal(number)
        at.until(NO_SCREEN)
        at.until(NO_MOUSE)
        at.until(f"was ended by {number.name}")
        assert at.process.wait(PATIENCE) == 128 + number


def test_a_game_that_is_looked_at_leaves_the_terminal_in_order_too(tmp_path: Path) -> None:
    (tmp_path / "POSITION").write_text(CONTESTED, "utf-8")
    with seat(tmp_path, "show", "POSITION") as at:
        at.until(SCREEN)
        at.process.send_signal(signal.SIGTERM)
        at.until(NO_SCREEN)
        assert at.process.wait(PATIENCE) == 128 + signal.SIGTERM


def test_on_lines_it_ends_in_order_too(tmp_path: Path) -> None:
    with seat(tmp_path, "learn", "--plain") as at:
        at.until("Enter goes on >")
        at.process.send_signal(signal.SIGTERM)
        at.until("was ended by SIGTERM")
        assert at.process.wait(PATIENCE) == 128 + signal.SIGTERM
        assert not at.is_raw


def test_a_stopped_program_gives_the_terminal_back_and_takes_it_again(tmp_path: Path) -> None:
    with seat(tmp_path) as at:
        at.until(MOUSE)
        at.process.send_signal(signal.SIGTSTP)
        at.until(NO_SCREEN)
        at.until(NO_MOUSE)
        _, status = os.waitpid(at.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert not at.is_raw
        at.process.send_signal(signal.SIGCONT)
        at.until(SCREEN)
        at.until(MOUSE)
        assert at.is_raw
