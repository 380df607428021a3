"""Where a line leads that answers nothing, as recordings of keys and screens in real terminals."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.ui.screen.rows import Size
from core.editions import EDITIONS
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import ENTER, ESCAPE, Terminal

MIDDLE = Size(120, 40)


def typed(terminal: Terminal, line: str) -> None:
    """Type a line on an empty one, and press Enter."""
    terminal.press(ESCAPE, *line, ENTER)


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_answers_nothing_leads_somewhere(tmp_path: Path, edition: str, size: Size) -> None:
    with Terminal(tmp_path, size, "play", "--edition", edition) as terminal:
        terminal.await_text("Your turn")
        typed(terminal, "hello everyone")
        terminal.await_words("To say it to all, type “say”.")
        typed(terminal, "say")
        terminal.await_words("Bots understand only deals.")
        typed(terminal, "ocupation")
        terminal.await_words("“rule occupation” shows what the rules say")
        typed(terminal, "score")
        terminal.await_text("─ Players ")
        typed(terminal, "victory")
        terminal.await_text("─ Rule victory ")
        typed(terminal, "chat")
        terminal.await_text("─ Talk ")
        assert "hello everyone" in terminal.shown
        typed(terminal, "heroes")
        terminal.await_text("─ Players ")
        typed(terminal, "save")
        terminal.await_words("nothing to save")
        typed(terminal, "autopilot")
        terminal.await_words("“resign” proposes that the autopilot")
