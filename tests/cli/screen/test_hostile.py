"""What a hostile host says is read at a terminal, and does nothing to it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.ui.screen.rows import Size
from tests.cli.processes import finish
from tests.cli.screen.hostile import DRIVING, MARK
from tests.cli.screen.terminals import PATIENCE, Terminal

SIZE = Size(200, 60)


@pytest.fixture
def invitation() -> Iterator[str]:
    """The invitation to a hostile host's table."""
    command = [sys.executable, "-m", "tests.cli.screen.hostile"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        yield host.stdout.readline().strip()
        host.kill()


def driven(raw: bytes) -> list[str]:
    """The characters of the attack that have arrived, white space aside, which is shown as a space."""
    text = raw.decode("utf-8")
    return [repr(char) for char in DRIVING if char + MARK in text]


@pytest.mark.parametrize("manner", [[], ["--plain"]])
def test_no_text_of_a_lobby_drives_the_guests_terminal(tmp_path: Path, invitation: str, manner: list[str]) -> None:
    with Terminal(tmp_path, SIZE, "join", invitation, *manner) as terminal:
        terminal.await_text("That was all.")
        terminal.process.wait(PATIENCE)
        terminal.settle()
    assert "You are in the lobby" in terminal.shown
    assert "]2;taken over" in terminal.shown
    assert terminal.screen.title == ""
    assert driven(terminal.raw) == []


def test_no_text_of_a_lobby_reaches_a_pipe_as_anything_but_text(tmp_path: Path, invitation: str) -> None:
    status, out, err = finish(tmp_path, "join", invitation, "--ready", env={"MARE_HOME": str(tmp_path / "home")})
    assert status != 0
    assert "]2;taken over" in out + err
    assert driven((out + err).encode()) == []
