"""A table of three on loopback, whose host and one guest play in Wine and the other guest plays here: see ``wine``.

``wine_table.py MARE PYTHON FOLDER``: the program here, Windows' Python, and an empty folder. In the middle of the game
the guest in Wine is killed, and comes back with ``mare resume``. All three must end with the same record.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from threading import Condition, Thread

GAME = 400.0
"""Seconds for anything that is waited for: Wine is slow."""
SLOW = 75
"""The exit code if it has waited in vain."""
TABLE = ("--players", "3", "--max-rounds", "3", "--bind", "127.0.0.1")
ALONE = ("--reach", "local", "--autopilot", "--ready")
"""What makes a program play by itself, and ask no one outside."""


class Player:
    """A program that plays in a folder of its own, here or in Wine."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.folder, self._command = folder, command
        folder.mkdir()

    def start(self, *arguments: str) -> None:
        """Start it; what it says is read until it ends."""
        home = {"MARE_HOME": str(self.folder / "home")}
        self.said, self._more, pipe = "", Condition(), subprocess.PIPE
        self._process = subprocess.Popen(
            [*self._command, *arguments],
            cwd=self.folder,
            env=os.environ | home | {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            with self._more:
                self.said += line
                self._more.notify_all()

    def until(self, pattern: str) -> str:
        """Wait until a pattern has been said, and return it."""
        with self._more:
            found = self._more.wait_for(lambda: re.search(pattern, self.said), GAME)
        if found is None:
            print(f"{self.folder.name} has not said {pattern!r}, but: {self.said[-2000:]}")
            sys.exit(SLOW)
        return found.group()

    def kill(self) -> None:
        """End the program as the power failing would."""
        self._process.kill()
        self._process.wait()

    def record(self) -> bytes:
        """Wait for the end of the game, and return its record."""
        self.until("The record ")
        (record,) = self.folder.glob("*.mare")
        return record.read_bytes()


def main(mare: str, python: str, folder: Path) -> None:
    """Play the table; print how many bytes the record has that all have."""
    windows = ["wine", python, "-m", "mare"]
    commands = {"host": windows, "linux": [mare], "wine": windows}
    players = {name: Player(command, folder / name) for name, command in commands.items()}
    host, *guests = players.values()
    with ExitStack() as stack:
        host.start("host", *TABLE, *ALONE, "--name", "Host")
        stack.callback(host.kill)
        invitation = host.until(r"mare://join/\S+")
        for name, guest in zip(("Linux", "Wine"), guests, strict=True):
            guest.start("join", invitation, *ALONE, "--name", name)
            stack.callback(guest.kill)
        victim = guests[-1]
        victim.until("[Rr]ound 2")
        victim.kill()
        victim.start("resume")
        records = {player.record() for player in players.values()}
    if len(records) > 1:
        sys.exit("The records of the three differ.")
    print(f"a table of three in Wine and here, one killed and resumed: one record of {len(records.pop())} bytes")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
