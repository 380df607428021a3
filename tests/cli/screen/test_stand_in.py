"""A bot plays for a person for a stretch that they name: keys and screens in a real terminal."""

from __future__ import annotations

import re
from pathlib import Path

from cli.ui.screen.rows import Size
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import ENTER, INTERRUPT, Terminal

ROUNDS = (1, 2)
UNDO = "\x1a"

PLAYS = "A bot plays for you until you type “stop”."


def begun(terminal: Terminal) -> None:
    """The player is asked, and lets a bot play until they are back."""
    terminal.await_text("Your turn")
    terminal.press("bot back", ENTER)
    terminal.await_text(PLAYS)
    # A screen may come in parts, and its last row last.
    terminal.settle()


def words(terminal: Terminal) -> str:
    """What is shown, as if no line were broken."""
    rows = (re.sub(r"^.*│", "", row).strip() for row in terminal.shown.splitlines())
    return " ".join(filter(None, rows))


def test_a_bot_plays_until_it_is_stopped_or_taken_back_and_all_see_it(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play", "--bots", "novice") as terminal:
        begun(terminal)
        assert "a bot plays for you: “stop”" in terminal.shown.partition("\n")[0]
        assert "play for yourself" in terminal.shown.splitlines()[-1]
        terminal.await_text("You: “A bot plays for")
        # Nothing else is an answer meanwhile, but all can be looked at.
        terminal.press("done", ENTER)
        terminal.press("stop", ENTER)
        terminal.await_text("Your turn")
        assert PLAYS not in terminal.shown
        terminal.press("stop", ENTER)
        terminal.await_text("No bot plays for you.")
        # “autopilot” leads to it, and what takes back takes it back, too.
        terminal.press("autopilot", ENTER)
        terminal.await_text("lets a bot (novice)")
        assert "Your turn" in terminal.shown
        begun(terminal)
        terminal.press(UNDO)
        terminal.await_text("Your turn")


def test_a_bot_plays_until_the_phase_that_was_named(tmp_path: Path) -> None:
    with Terminal(tmp_path, Size(120, 40), "play", "--edition", "original", "--bots", "novice") as terminal:
        terminal.await_text("Your turn")
        terminal.press("bot build", ENTER)
        # Where no one trades in the first round, the first question stands in its Build phase: then it is the next one.
        terminal.await_text(*(f"A bot plays for you until round {number}, Build" for number in ROUNDS))
        until = next(number for number in ROUNDS if f"until round {number}, Build" in terminal.shown)
        terminal.await_text("While a bot played for you")
        assert f"Round {until}, Build" in terminal.shown.partition("\n")[0]


def test_a_game_that_was_left_to_a_bot_is_taken_up_by_the_person(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play", "--bots", "novice") as terminal:
        begun(terminal)
        terminal.press(INTERRUPT, INTERRUPT)
        terminal.process.wait(60)
    with Terminal(tmp_path, SMALL, "resume") as terminal:
        terminal.await_text("Your turn")
        terminal.await_text("I play for myself")
        assert "A bot played for you when you left." in words(terminal)
