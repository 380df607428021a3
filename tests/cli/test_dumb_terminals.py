"""A terminal that understands no escape sequences is sent none, and can still be played at."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pytest

from cli.output.lines import is_dumb
from cli.storage.profile import HOME
from tests.cli.games import sessions
from tests.cli.map.positions import CONTESTED
from tests.cli.processes import PATIENCE, running

pty = pytest.importorskip("pty", reason="this system has no terminals")

SHORT = ("--max-rounds", "1")


def shown(folder: Path, *arguments: str, typed: str = "", term: str = "dumb") -> tuple[int, str]:
    """Run ``mare`` at a terminal of that name: the exit code, and all that the terminal was sent."""
    (folder / "POSITION").write_text(CONTESTED, "utf-8")
    (folder / "RECORD").write_bytes(sessions()[0].record() or b"")
    own, program = pty.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), program)
    with running(folder, *arguments, env={HOME: str(folder / "home"), "TERM": term}, **streams) as mare:
        os.close(program)
        os.write(own, typed.encode())
        said = b""
        try:
            while True:
                assert select.select([own], [], [], PATIENCE)[0], said
                said += os.read(own, 1 << 16)
        except OSError:
            pass  # so a terminal ends when the last program has let go of it
        os.close(own)
        return mare.wait(), said.decode("utf-8")


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [
        (("play", *SHORT), "say Good evening!\nquit\n", "You: “Good evening!”"),
        (("host", "--bind", "127.0.0.1"), "quit\n", "You have left the table."),
        (("show", "POSITION"), "", "POSITION: step 0 of 0."),
        (("verify", "RECORD"), "", "RECORD: finished."),
    ],
)
def test_no_escape_sequence_is_sent(tmp_path: Path, arguments: tuple[str, ...], typed: str, said: str) -> None:
    status, text = shown(tmp_path, *arguments, typed=typed)
    assert status == 0
    assert said in text
    assert "\x1b" not in text


@pytest.mark.parametrize("environ", [{}, {"TERM": ""}, {"TERM": "dumb"}, {"TERM": "unknown"}])
def test_a_terminal_without_a_name_is_dumb_too(environ: dict[str, str]) -> None:
    assert is_dumb(environ)


@pytest.mark.parametrize("name", ["xterm", "xterm-256color", "linux", "screen", "vt100"])
def test_a_terminal_with_a_name_is_not_dumb(name: str) -> None:
    assert not is_dumb({"TERM": name})
