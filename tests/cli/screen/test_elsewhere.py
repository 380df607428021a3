"""Where a line leads that answers nothing, as recordings of keys and screens in real terminals."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import Terminal


def test_what_answers_nothing_leads_somewhere(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play", "--edition", "original") as terminal:
        terminal.await_text("Your turn")
        terminal.enter("hello everyone")
        terminal.await_words("To say it to all, type “say”.")
        terminal.enter("say")
        terminal.await_words("Bots understand only deals.")
        terminal.enter("ocupation")
        terminal.await_words("“rule occupation” shows what the rules say")
        terminal.enter("score")
        terminal.await_text("─ Players ")
        terminal.enter("victory")
        terminal.await_text("─ Rule victory ")
        terminal.enter("chat")
        terminal.await_text("─ Talk ")
        assert "hello everyone" in terminal.shown
        terminal.enter("heroes")
        terminal.await_text("─ Players ")
        terminal.enter("map")
        terminal.await_words("What lies face up is")
        terminal.enter("name me Anna")
        terminal.await_words("`mare whoami --name NAME` in a terminal changes how you are called")
        terminal.enter("save")
        terminal.await_words("nothing to save")
        terminal.enter("autopilot")
        terminal.await_words("“bot build” lets a bot")
        terminal.enter("odds africa")
        terminal.await_words("The odds of a battle stand beside its march or attack")
        terminal.enter("play for me until build")
        terminal.await_words("“bot build” lets a bot")
