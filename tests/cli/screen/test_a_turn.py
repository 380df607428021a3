"""A player's turn up to a battle, as a recording of keys and screens in a real terminal.

The bots follow from their programs, and Rome's three legions under Caesar beat the one Greek legion whatever the dice
say. So the same keys lead to the same questions every time.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from tests.cli.bots.programs import IDLE, program
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import ENTER, Terminal

BATTLE = "Battle in Macedonia: Rome against Greece"


def give(terminal: Terminal, line: str, then: str) -> None:
    """Give a line as one that is pasted comes, once the screen stands still, and wait for what follows."""
    terminal.settle()
    terminal.press(line, ENTER)
    terminal.await_text(then)


def test_a_battle_is_shown_in_full_and_waits_for_enter(tmp_path: Path) -> None:
    engine = f"engine:{program(tmp_path, IDLE)}"
    with Terminal(tmp_path, SMALL, "play", "--empire", "rome", "--no-talk", "--bots", engine) as terminal:
        terminal.await_text("3.1 ·")
        give(terminal, "build legion italia with metal oil wine", "holds 6 resources")
        give(terminal, "build trireme mare_hadriaticum with metal grain sheep", "4.0 ·")
        give(terminal, "name rome", "4.1.1 ·")
        # Only a question that can have been read is answered at once.
        terminal.settle(1.5)
        give(terminal, "done", "4.1.2 ·")
        give(terminal, "march latium,italia > macedonia all", BATTLE)
        terminal.settle(1.0)
        assert f"─ {BATTLE} ─" in terminal.shown
        assert re.search(r"Rome in Macedonia: [⚀-⚅]\d [⚀-⚅]\d [⚀-⚅]\d \+3 = \d+, hits \d\.", terminal.shown)
        assert "Enter goes on." in terminal.shown
        assert "4.3 ·" not in terminal.shown
        terminal.press(ENTER)
        terminal.await_text("4.3 · You are conqueror in Macedonia")
        assert BATTLE not in terminal.shown
