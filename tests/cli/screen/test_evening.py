"""A whole round of three people at three real terminals, by keys alone: every screen is the one that was looked at."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from tests.cli.screen.evening import FOLDER, Evening, file_of, masked
from tests.cli.screen.terminals import Terminal


def test_the_screens_of_an_evening_are_those_that_were_looked_at(tmp_path: Path) -> None:
    looked_at: set[str] = set()

    def compare(name: str, evening: Evening, terminal: Terminal) -> None:
        kept = file_of(name, terminal)
        looked_at.add(kept.name)
        expected = kept.read_text("utf-8")
        anew = "python -m tests.cli.screen.evening writes it anew"
        evening.until(
            lambda: masked(terminal.shown) == expected,
            lambda: f"{kept.name} ({anew}):\n{expected}\nis now:\n{masked(terminal.shown)}",
        )

    with ExitStack() as stack:
        Evening(tmp_path, stack, compare).play()
    assert looked_at == {path.name for path in FOLDER.iterdir()}
