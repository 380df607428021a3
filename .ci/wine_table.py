"""A table of three on loopback, whose host and one guest play in Wine and the other guest plays here: see ``wine``.

``wine_table.py MARE PYTHON FOLDER``: the program here, Windows' Python, and an empty folder. In the middle of the game
the guest in Wine is killed, and comes back with ``mare resume``. All three must end with the same record. If a program
ends too early or says nothing for minutes, this prints what all of them have said, and fails.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from threading import Condition, Thread

PATIENCE = 400.0
"""Seconds for anything that is waited for: a whole table takes 60 s in Wine alone, 260 s beside 20 other programs."""
TABLE = ("--players", "3", "--max-rounds", "3", "--bind", "127.0.0.1")
ALONE = ("--reach", "local", "--autopilot", "--ready")
"""What makes a program play by itself, and ask no one outside."""


class Stalled(Exception):
    """The table does not go on; the message says where."""


class Player:
    """A program that plays in a folder of its own, here or in Wine."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.folder, self._command, self.said = folder, command, ""
        folder.mkdir()

    def start(self, *arguments: str) -> None:
        """Start it; what it says is read until it ends."""
        home = {"MARE_HOME": str(self.folder / "home")}
        self.said, self._ended, self._more, pipe = "", False, Condition(), subprocess.PIPE
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
        self._reader = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            with self._more:
                self.said += line
                self._more.notify_all()
        with self._more:
            self._ended = True
            self._more.notify_all()

    def until(self, pattern: str) -> str:
        """Wait until a pattern has been said, and return it. Raises Stalled if that is not going to come."""
        with self._more:
            self._more.wait_for(lambda: self._ended or re.search(pattern, self.said), PATIENCE)
        found = re.search(pattern, self.said)
        if found is None:
            how = f"has ended with {self._process.wait()}" if self._ended else f"has not in {PATIENCE:.0f} s"
            raise Stalled(f"{self.folder.name} should say {pattern!r}, but {how}.")
        return found.group()

    def send(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """End the program as the power failing would."""
        self._process.kill()
        self._process.wait()
        self._reader.join(60)

    def record(self) -> bytes:
        """Wait for the end of the game, and return its record."""
        self.until("The record ")
        (record,) = self.folder.glob("*.mare")
        return record.read_bytes()


def play(players: dict[str, Player]) -> set[bytes]:
    """Play the table, and return the records of all. Raises Stalled."""
    host, *guests = players.values()
    with ExitStack() as stack:
        host.start("host", *TABLE, *ALONE, "--name", "Host")
        stack.callback(host.kill)
        invitation = host.until(r"mare://join/\S+")
        for name, guest in zip(("Linux", "Wine"), guests, strict=True):
            guest.start("join", invitation, *ALONE, "--name", name)
            stack.callback(guest.kill)
        linux, victim = guests
        victim.until("[Rr]ound 2")
        # Wine starts slowly: meanwhile host and guest would agree that the other guest is absent, and end the game. The
        # host alone can't.
        linux.send(signal.SIGSTOP)
        victim.kill()
        victim.start("resume")
        victim.until("You.re back")
        linux.send(signal.SIGCONT)
        return {player.record() for player in players.values()}


def main(mare: str, python: str, folder: Path) -> None:
    """Play the table; print how many bytes the record has that all have."""
    windows = ["wine", python, "-m", "mare"]
    commands = {"host": windows, "linux": [mare], "wine": windows}
    players = {name: Player(command, folder / name) for name, command in commands.items()}
    try:
        records = play(players)
    except Stalled as stalled:
        for player in players.values():
            print(f"-- {player.folder.name} has said:", player.said[-3000:], sep="\n")
        sys.exit(f"A table of Wine and Linux has stopped: {stalled}")
    if len(records) > 1:
        sys.exit("The records of the three differ.")
    print(f"a table of three in Wine and here, one killed and resumed: one record of {len(records.pop())} bytes")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
