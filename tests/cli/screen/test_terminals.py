"""The full screen in a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.ui.screen.rows import Size
from tests.cli.screen.screenshot import FILE, taken
from tests.cli.screen.seats import LARGE, SMALL
from tests.cli.screen.terminals import DOWN, ENTER, INTERRUPT, LEFT, PATIENCE, Terminal


def test_a_person_at_a_terminal_has_the_whole_screen(tmp_path: Path) -> None:
    """From the first screen to the last, by keys alone, in a window that changes its size."""
    with Terminal(tmp_path, SMALL, "play", "--empire", "rome", "--max-rounds", "1") as terminal:
        terminal.await_text("The table is being set up")
        terminal.await_text("Your turn: Rome")
        terminal.press(DOWN)
        terminal.await_text("\n▶")
        assert b"\x1b]2;mare: your turn\x07" in terminal.raw
        terminal.press("\x1b", LEFT)
        terminal.await_text("─ Latium ─")
        terminal.resize(LARGE)
        terminal.await_text("Military Leader")
        terminal.press(INTERRUPT)
        terminal.await_text("The game is kept")
        terminal.press(INTERRUPT)
        terminal.await_text("You have left the table.")
        assert terminal.process.wait() == 0
    # The terminal is given back as it was: the first screen is shown again, and the mouse is its own.
    assert terminal.raw.rindex(b"\x1b[?1049l") > terminal.raw.rindex(b"\x1b[?1049h")
    assert terminal.raw.rindex(b"\x1b[?1000l") > terminal.raw.rindex(b"\x1b[?1000h")
    assert terminal.raw.rindex(b"\x1b[?1004l") > terminal.raw.rindex(b"\x1b[?1004h")
    assert terminal.raw.rindex(b"\x1b]2;\x07\x1b[23;2t") > terminal.raw.rindex(b"\x1b]2;mare: your turn\x07")


def test_a_lesson_is_learnt_by_keys(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "learn", "7") as terminal:
        terminal.await_text("Enter goes on.")
        terminal.press(ENTER)
        terminal.await_text("Any will do: “build colossus”")
        terminal.press(*"build colossus", ENTER)
        terminal.await_text("leaves sheep")
        terminal.press(ENTER)
        terminal.await_text("you have won!")
        terminal.press(ENTER)
        terminal.await_text("That was the whole game.")
        assert terminal.process.wait() == 0


def test_the_console_of_linux_has_a_map_of_letters_and_lines(tmp_path: Path) -> None:
    with Terminal(tmp_path, Size(120, 40), "play", term="linux") as terminal:
        terminal.await_text("Your turn")
        terminal.settle()
        assert "Latium" in terminal.shown
        assert terminal.shown.isascii()
        terminal.press(DOWN, "\x1b", *"heroes", ENTER)
        terminal.await_text("- Players -")
        terminal.settle()
        assert terminal.shown.isascii()


def test_leaving_a_lesson_is_no_fault(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "learn", "4") as terminal:
        terminal.await_text("Enter goes on.")
        terminal.press(INTERRUPT)
        terminal.await_text("`mare learn 4` goes on")
        assert terminal.process.wait() == 0


def test_the_picture_in_the_readme_is_what_a_terminal_shows() -> None:
    assert taken() == FILE.read_text("utf-8"), "python -m tests.cli.screen.screenshot takes it anew"


def test_a_player_who_has_enough_while_the_table_is_set_up_has_the_terminal_again_at_once(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play") as terminal:
        terminal.await_text("setting up the table")
        terminal.press(INTERRUPT)
        terminal.process.wait(PATIENCE)
        terminal.settle()
        assert terminal.process.returncode == 0
        assert "You left before the game began." in terminal.shown


def test_a_player_who_has_enough_while_a_game_is_taken_up_again_has_the_terminal_again_at_once(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play") as terminal:
        terminal.await_text("Your turn")
        terminal.press(INTERRUPT, INTERRUPT)
        terminal.await_text("You have left the table.")
    with Terminal(tmp_path, SMALL, "resume") as terminal:
        terminal.await_text("Going on with game")
        terminal.press(INTERRUPT)
        terminal.await_text("The game is kept: `mare resume")
        assert terminal.process.wait() == 0
    assert "Your turn" not in terminal.raw.decode("utf-8", "replace")
