"""Who is one step from winning is said, as recordings of keys and screens in real terminals."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.ui.screen.rows import Size
from core.empires.data import empires_toml
from tests.cli.bots.programs import IDLE, program
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import Terminal

CHEAP = 5
"""The cost of Pyramids that the first income of a game may pay for."""

SUMMARY = {
    "moved": "Titles that moved in round 1:",
    "map": "Resources that the map gives next:",
    "Who": "Who can win in round 2:",
}
"""What a round comes to, by a word by which it is found in the log."""


def test_pyramids_within_reach_of_hidden_hands_are_told_beside_the_map_and_under_every_page(tmp_path: Path) -> None:
    text = empires_toml()
    assert text.count("\npyramids = 12") == 1
    (tmp_path / "cheap.toml").write_text(text.replace("\npyramids = 12", f"\npyramids = {CHEAP}"), encoding="utf-8")
    engine = f"engine:{program(tmp_path, IDLE)}"
    # Greece leads in culture: it is asked who builds while all others still may.
    cheap = ("--map", "cheap.toml", "--empire", "greece")
    with Terminal(tmp_path, SMALL, "play", *cheap, "--bots", engine) as terminal:
        terminal.await_text("Your turn")
        terminal.await_words(f"Pyramids in reach (cost {CHEAP}).")
        for page, title in (("players", "─ Players "), ("log", "─ Log "), ("help", "─ Help "), ("talk", "─ Talk ")):
            terminal.enter(page)
            terminal.await_text(title)
            terminal.settle()
            assert f"Pyramids in reach (cost {CHEAP})." in " ".join(terminal.shown.split()), terminal.shown


def test_a_round_is_summed_up_as_the_next_one_begins(tmp_path: Path) -> None:
    with Terminal(tmp_path, Size(120, 40), "play", "--edition", "revised", "--bots", "novice") as terminal:
        terminal.await_text("Your turn")
        terminal.enter("bot round 2")
        terminal.await_text("A bot plays for you until round 2")
        terminal.await_text("played as far as")
        for word, told in SUMMARY.items():
            terminal.enter(f"log {word}")
            terminal.await_text(f"─ Log: {word} ")
            terminal.await_words(told)
