"""``python -m tests.browser --games N``: whole games by random clicks, for each edition and each size of table.

The page must complain of nothing. The programs of the bots, which have no page, must have the same log in the end. A
console at which the same answers are typed must have the same digest after each step.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from core.editions import EDITIONS
from tests.browser import typed
from tests.browser.pages import Clicker, browser, served
from tests.cli.processes import finish

LONGEST = 1800.0
"""Seconds that a game may take."""


def main() -> None:
    """Play games, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description="Play by random clicks.")
    parser.add_argument("--games", type=int, default=30, help="the games of each edition and size")
    parser.add_argument("--edition", choices=list(EDITIONS), help="the edition of all games; else each has its games")
    parser.add_argument("--players", type=int, help="the size of the table; else each has its games")
    parser.add_argument("--max-rounds", type=int, default=0, help="the rounds after which a game ends; 0 for no limit")
    parser.add_argument("--seed", type=int, default=0, help="decides what is clicked on")
    asked = parser.parse_args()
    with browser() as opened:
        for name, edition in EDITIONS.items():
            if asked.edition not in (None, name):
                continue
            for players in edition.tables(edition.standard_map()):
                if asked.players not in (None, players):
                    continue
                for number in range(asked.games):
                    told = play(opened, name, players, asked.max_rounds, asked.seed + number)
                    print(f"{name}, {players} players, seed {asked.seed + number}: {told}", flush=True)


def play(opened: Any, edition: str, players: int, rounds: int, seed: int) -> str:
    """Play a game; returns what it came to. Raises AssertionError if anything was wrong."""
    table = ("--edition", edition, "--players", str(players), "--max-rounds", str(rounds), "--bots", "novice")
    with tempfile.TemporaryDirectory() as named:
        folder, begun = Path(named), time.monotonic()
        with served(folder, "play", *table, "--record", "game.mare") as program:
            clicker = Clicker(opened.new_page(), seed)
            clicker.open(program.address)
            clicker.play(LONGEST)
            clicker.close()
            said = program.ended()
            clicker.page.close()
        assert clicker.complaints == [], clicker.complaints
        assert "players have the same log" in said, said
        code, out, err = finish(folder, "verify", "game.mare")
        assert code == 0, out + err
        for at_console, signed in typed.digests(folder / "game.mare"):
            assert at_console == signed
        return (
            f"{len(clicker.clicked)} clicks in {time.monotonic() - begun:.0f} s, the same log for all and at a console"
        )


if __name__ == "__main__":
    main()
