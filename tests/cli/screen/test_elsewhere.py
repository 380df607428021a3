"""Where a line leads that answers nothing, as recordings of keys and screens in real terminals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.ui.screen.rows import Size
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import Terminal

MIDDLE = Size(120, 40)
HELP, PLAYERS, PAGE_DOWN = "\x1bOP", "\x1bOR", "\x1b[6~"


WITHOUT_ROME = ("--edition", "revised", "--line-up", "greece,babylon,carthage", "--empire", "greece")


def pages(terminal: Terminal) -> str:
    """Read a page from its beginning to its end, a screen at a time."""
    shown: list[str] = []
    while not shown or terminal.shown != shown[-1]:
        shown.append(terminal.shown)
        terminal.press(PAGE_DOWN)
        terminal.settle()
    return "\n".join(shown)


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


def test_the_help_of_a_table_without_rome_speaks_of_those_who_are_there(tmp_path: Path) -> None:
    with Terminal(tmp_path, MIDDLE, "play", *WITHOUT_ROME) as terminal:
        terminal.await_text("Your turn")
        terminal.press(HELP)
        terminal.await_text("New to the game?")
        shown = pages(terminal)
        assert "controlled by Greece" in shown
        assert "“tell babylon" in shown
        assert not re.search(r"\brome\b", shown, re.IGNORECASE)


def test_cards_say_what_they_do_and_cite_no_ruling(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play", *WITHOUT_ROME) as terminal:
        terminal.await_text("Your turn")
        terminal.press(PLAYERS)
        terminal.await_text("─ Players ")
        shown = pages(terminal)
        assert "Helen" in shown
        assert not re.search(r"\bK\d|fills a gap", shown)


def test_a_list_of_places_is_a_marker_for_each(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play", *WITHOUT_ROME, "--start", "points") as terminal:
        terminal.await_text("Your turn")
        terminal.enter("place control macedonia,asia")
        terminal.await_words("place control macedonia place control asia")
