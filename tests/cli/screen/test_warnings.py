"""Who is one step from winning is said at every size, as recordings of keys and screens in real terminals."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.ui.screen.rows import Size
from core.classic.data import classic_toml
from core.editions import EDITIONS
from core.empires.data import empires_toml
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import Terminal

MIDDLE = Size(120, 40)
CHEAP = 5
"""The cost of Pyramids that the first income of a game may pay for."""

SUMMARY = {
    "moved": "Titles that moved in round 1:",
    "map": "Resources that the map gives next:",
    "Who": "Who can win in round 2:",
}
"""What a round comes to, by a word by which it is found in the log."""


def map_with(folder: Path, edition: str, cost: int) -> str:
    """Write the printed map of an edition with another cost of the Pyramids; return the file's name."""
    text = empires_toml() if edition == "empires" else classic_toml()
    assert text.count("\npyramids = 12") == 1
    (folder / "cheap.toml").write_text(text.replace("\npyramids = 12", f"\npyramids = {cost}"), encoding="utf-8")
    return "cheap.toml"


@pytest.mark.parametrize(("edition", "size"), [*zip(EDITIONS, (SMALL, MIDDLE, SMALL), strict=True)], ids=str)
def test_pyramids_within_reach_of_hidden_hands_are_told_beside_the_map_and_under_every_page(
    tmp_path: Path, edition: str, size: Size
) -> None:
    cheap = map_with(tmp_path, edition, CHEAP)
    with Terminal(tmp_path, size, "play", "--edition", edition, "--map", cheap, "--bots", "novice") as terminal:
        terminal.await_text("Your turn")
        terminal.await_words(f"Pyramids in reach (cost {CHEAP}).")
        for page, title in (("players", "─ Players "), ("log", "─ Log "), ("help", "─ Help "), ("talk", "─ Talk ")):
            terminal.enter(page)
            terminal.await_text(title)
            terminal.settle()
            assert f"Pyramids in reach (cost {CHEAP})." in " ".join(terminal.shown.split()), terminal.shown


@pytest.mark.parametrize(("edition", "size"), [*zip(EDITIONS, (MIDDLE, SMALL, MIDDLE), strict=True)], ids=str)
def test_a_round_is_summed_up_as_the_next_one_begins(tmp_path: Path, edition: str, size: Size) -> None:
    with Terminal(tmp_path, size, "play", "--edition", edition, "--bots", "novice") as terminal:
        terminal.await_text("Your turn")
        terminal.enter("bot round 2")
        terminal.await_text("A bot plays for you until round 2")
        terminal.await_text("played as far as")
        for word, told in SUMMARY.items():
            terminal.enter(f"log {word}")
            terminal.await_text(f"─ Log: {word} ")
            terminal.await_words(told)
