"""``python -m tests.browser --games N``: games by random clicks, for each edition and each size of table.

The games of a table follow one another on one page, as do those of friends. The page must complain of nothing. Another
program at the table, which has no page, must have the same log in the end. A console at which the same answers are
typed must have the same digest after each step.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.commands.show import read_replay
from cli.storage.profile import HOME
from core.editions import EDITIONS
from tests.arguments import positive
from tests.browser import typed
from tests.browser.pages import Clicker, browser, served
from tests.cli.processes import running, wait_until

LONGEST = 1800.0
"""Seconds that a game may take."""


def main() -> None:
    """Play games, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description="Play by random clicks.")
    parser.add_argument("--games", type=positive, default=30, help="the games of each edition and size")
    parser.add_argument("--edition", choices=list(EDITIONS), help="the edition of all games; else each has its games")
    parser.add_argument("--players", type=int, help="the size of the table; else each has its games")
    parser.add_argument("--max-rounds", type=int, default=0, help="the rounds after which a game ends; 0 for no limit")
    parser.add_argument("--seed", type=int, default=0, help="decides what is clicked on")
    asked = parser.parse_args()
    with browser() as opened:
        for name, edition in EDITIONS.items():
            for players in edition.tables(edition.standard_map()):
                if asked.edition in (None, name) and asked.players in (None, players):
                    for told in play(opened, name, players, asked.max_rounds, asked.seed, asked.games):
                        print(f"{name}, {players} players: {told}", flush=True)


def play(opened: Any, edition: str, players: int, rounds: int, seed: int, games: int) -> Iterator[str]:
    """Play games at a table; yields what each came to. Raises AssertionError if anything was wrong."""
    table = ("--edition", edition, "--players", str(players), "--bots", str(players - 2), "--bind", "127.0.0.1")
    with tempfile.TemporaryDirectory() as named:
        at_page, elsewhere = Path(named, "page"), Path(named, "elsewhere")
        elsewhere.mkdir()
        with served(at_page, "host", *table, "--max-rounds", str(rounds)) as program:
            clicker = Clicker(opened.new_page(), seed)
            clicker.page.goto(program.address)
            link = clicker.invitation("join")
            # Nothing reads what the program says: a pipe would fill up, and stop it.
            alone = {"env": {HOME: str(elsewhere / "home")}, "stdout": subprocess.DEVNULL}
            with running(elsewhere, "bot", link, "--strength", "novice", "--bind", "127.0.0.1", **alone):
                for number in range(1, games + 1):
                    begun, clicks = time.monotonic(), len(clicker.clicked)
                    clicker.page.wait_for_selector(f"#seats tr.ready >> nth={players - 2}")
                    clicker.page.click("#begins .go")
                    clicker.page.wait_for_selector("#chart svg")
                    clicker.play(LONGEST)
                    clicker.stand_up()
                    assert clicker.complaints == [], clicker.complaints
                    check(at_page, elsewhere, number)
                    took = f"{len(clicker.clicked) - clicks} clicks in {time.monotonic() - begun:.0f} s"
                    yield f"{took}, the same log in both programs and the same digests at a console"
            clicker.page.close()


def check(at_page: Path, elsewhere: Path, number: int) -> None:
    """Compare the newest of so many records with that of the other program, and with what a console comes to."""
    assert wait_until(lambda: all(len(list(folder.glob("*.mare"))) == number for folder in (at_page, elsewhere)))
    newest = max(at_page.glob("*.mare"), key=lambda record: record.stat().st_mtime)
    here, there = (read_replay(str(folder / newest.name), None).log for folder in (at_page, elsewhere))
    assert here is not None
    assert there is not None
    assert here.head == there.head
    for at_console, signed in typed.digests(newest):
        assert at_console == signed


if __name__ == "__main__":
    main()
