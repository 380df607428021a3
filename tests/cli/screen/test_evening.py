"""A whole round of three people at three real terminals, by keys alone."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from tests.cli.screen.evening import AFTERWARDS, FOLDER, GOLDEN, Evening, file_of, is_kept, masked
from tests.cli.screen.terminals import Terminal

SHOWN = {
    "lobby-of-a-guest": "Ada: plays rome, the host",
    "announce": "Rome collects coin, ",
    "offer": "[marble]",
    "take": "▶take metal from rome ",
    "taken-from": "✓ Greece: [marble]",
    "name-a-builder": "Enter gives this answer.",
    "build": "▶control ",
    "payment": "▶metal marble wine ",
    "staged": "with 2 legions, 0 triremes",
    "march": "Staged, not signed (2): 1 name rome  2 done",
    "battle": "Battle in Macedonia: Rome against Greece",
    "conquest": "▶occupy control ",
    "walk": "▸Ach",
    "award": "▶award trade to rome ",
    "log": "  21 Rome is now Trade Leader.",
    "players": "▶ R Rome (Ada) ● ★ Trade Leader, Military Leader",
    "round-2": "Rome announces one of the",
}
"""By moment, what the player must see at both sizes, however all else is worded."""


def test_the_evening_shows_what_its_players_must_see(tmp_path: Path) -> None:
    looked_at: set[str] = set()

    def compare(name: str, evening: Evening, terminal: Terminal) -> None:
        looked_at.add(name)
        if is_kept(name, terminal):
            expected = file_of(name).read_text("utf-8")
            anew = "python -m tests.cli.screen.evening writes it anew"
            evening.until_shown(
                terminal,
                lambda: masked(terminal.shown) == expected,
                lambda: f"{name} ({anew}):\n{expected}\nis now:\n{masked(terminal.shown)}",
            )
        elif name in SHOWN:
            evening.until_shown(terminal, lambda: SHOWN[name] in terminal.shown, lambda: f"{name}:\n{terminal.shown}")

    with ExitStack() as stack:
        evening = Evening(tmp_path, stack, compare)
        evening.play()
        assert evening.position == AFTERWARDS
    assert looked_at == {*SHOWN, *GOLDEN}


def test_every_kept_screen_is_of_a_moment() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_of(name).name for name in GOLDEN}
