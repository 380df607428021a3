"""``python -m tests.cli.screen.evening FOLDER``: three people at three terminals of this machine play a round.

Ada hosts at 80x24, Bo joins at 160x50, Cy at 80x24. By keys alone they trade, build, fight a battle and conquer; every
screen on the way is written to the folder, to be looked at.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.cli.screen.seats import LARGE, SMALL
from tests.cli.screen.terminals import DOWN, ENTER, PATIENCE, Terminal

CLEAR = "\x15"
QUIET = 5
"""How often in turn nothing must have come from any terminal."""

BUILDS = ("build trireme mare_hadriaticum", "build legion italia")
MARCH = "march latium,italia > macedonia all"
"""Three legions under Caesar roll 6 at least, so the one Greek legion there always falls."""

MEETS = ("offers ", "takes ", "builds a trireme", "marches ", " hit", "loses ", "occupies ", "Round 2")
"""What the story tells of in the round, among other things."""


class Evening:
    """The three terminals, and what has been done at them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self._saved = 0
        self._wanted = list(BUILDS)
        self._marched = False
        self.conquered = False
        ada = self._sit(stack, "ada", "host", "--players", "3", "--empire", "rome")
        ada.await_text("mare://join/")
        invitation = self._invitation(ada)
        bo = self._sit(stack, "bo", "join", invitation, "--empire", "greece", large=True)
        cy = self._sit(stack, "cy", "join", invitation, "--empire", "carthage")
        self.players = {"rome": ada, "greece": bo, "carthage": cy}

    def _sit(self, stack: ExitStack, name: str, *arguments: str, large: bool = False) -> Terminal:
        home = self.folder / name
        home.mkdir(parents=True)
        command = (*arguments, "--name", name.capitalize())
        return stack.enter_context(Terminal(home, LARGE if large else SMALL, *command))

    def _invitation(self, host: Terminal) -> str:
        """The invitation, which the terminal breaks into lines."""
        found = re.search(r"mare://join/[\w-]+", host.raw.decode("utf-8", "replace"))
        assert found is not None
        return found[0]

    def begin(self) -> None:
        """Everybody says that he is ready, once all seats are taken."""
        self._await_all("Cy")
        for player in self.players.values():
            player.press(*"ready", ENTER)
        self._await_all("Round 1, Trade")

    def _await_all(self, text: str) -> None:
        """Read at all terminals, none of which may be left to fill up, until the text is on every screen."""
        end = time.monotonic() + PATIENCE
        while not all(text in player.shown for player in self.players.values()):
            assert time.monotonic() < end, "\n\n".join(player.shown for player in self.players.values())
            self._read_all()

    def _read_all(self) -> None:
        for player in self.players.values():
            while player.read(0.02):
                pass

    def play_a_round(self) -> None:
        """Answer whoever is asked until the second round has begun."""
        for empire, player in self._asked():
            question = player.question
            if question is not None:
                self._answer(empire, player, *question)

    def _asked(self) -> Iterator[tuple[str, Terminal]]:
        end = time.monotonic() + 3 * PATIENCE
        while not all("Round 2" in player.shown for player in self.players.values()):
            assert time.monotonic() < end, "\n\n".join(player.shown for player in self.players.values())
            self._read_all()
            for empire, player in self.players.items():
                if player.question is not None:
                    yield empire, player

    def _answer(self, empire: str, player: Terminal, rule: str, sentence: str) -> None:
        self.save(player, f"{empire}-{rule}")
        player.press(CLEAR)
        if rule == "2.1":
            self._say(player, "announce 1")
        elif rule == "3.1" and empire == "rome" and self._wanted:
            # Enter goes on to the payments, of which it then takes the first.
            self._say(player, self._wanted.pop(0))
            player.press(ENTER)
        elif rule == "4.1.2" and empire == "rome" and not self._marched and "Move" in sentence:
            self._marched = True
            self._say(player, MARCH)
        elif rule == "4.3":
            self.conquered = True
            self._say(player, "occupy macedonia control")
        elif rule in ("3.1", "4.1.1", "4.1.2") and "Choose" not in sentence:
            self._say(player, "done")
        else:
            player.press(DOWN)
            self._settle()
            player.press(ENTER)
        self._settle()

    def _settle(self) -> None:
        """Read at all terminals until nothing more has come for a while."""
        quiet = 0
        while quiet < QUIET:
            came = [player.read(0.03) for player in self.players.values()]
            quiet = 0 if any(came) else quiet + 1

    def _say(self, player: Terminal, line: str) -> None:
        player.press(*line)
        self._settle()
        self.save(player, "typed")
        player.press(ENTER)

    def save(self, player: Terminal, what: str) -> None:
        """Keep a screen in the folder."""
        self._saved += 1
        (self.folder / f"{self._saved:02}-{what}.txt").write_text(player.shown + "\n", "utf-8")

    def read_the_log(self) -> str:
        """The whole log, as the player with the large screen reads it."""
        reader = self.players["greece"]
        reader.press("\x1bOS")
        reader.await_text("─ Log ─")
        return reader.shown


def main() -> None:
    """Play, and say what came of it."""
    with ExitStack() as stack:
        evening = Evening(Path(sys.argv[1]), stack)
        evening.begin()
        evening.play_a_round()
        log = evening.read_the_log()
        missing = [words for words in MEETS if words not in log]
        print(log)
        print(f"conquered: {evening.conquered}; not in the log: {missing or 'nothing'}")
        sys.exit(bool(missing) or not evening.conquered)


if __name__ == "__main__":
    main()
