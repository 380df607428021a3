"""An evening: three people at three terminals of this machine play a round by keys alone.

Ada hosts, Bo and Cy join; they trade, build, fight a battle and conquer. Their keys follow from their names, and the
dice from the steps (``drawn``), so that the same keys always lead to the same screens and to the same position. Some of
the screens are kept in ``evening/``. Between moments the terminals are pulled to 160x50 and back to 80x24. Only the
table's invitation is another every time; ``masked`` has ``x`` instead of every character of it.

``python -m tests.cli.screen.evening`` plays it and writes the kept screens anew, to be looked at before they are kept.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from cli.i18n.texts import term, tr
from cli.storage.games import FILE, look_at
from cli.table_game import rules_of
from cli.ui.screen.panes import GO_ON
from cli.ui.screen.rows import Size
from p2p.log import log
from p2p.shell.store import Store
from tests.cli.screen.drawn import seed_of_step
from tests.cli.screen.seats import LARGE, SMALL
from tests.cli.screen.terminals import DOWN, ENTER, ESCAPE, LEFT, PATIENCE, REDRAW, TAB, Terminal

FOLDER = Path(__file__).parent / "evening"
GOLDEN = {"lobby-of-the-host": SMALL, "march": LARGE, "round-2": SMALL}
"""The moments whose screens are kept whole, and their sizes."""

AFTERWARDS = "242e8f88616e16b584bf33c283daf178d1b91f3eb62de3b1a71b1c0c4bd2352e"
"""The digest of the position to which the evening leads."""

INVITATION = re.compile(r"mare://join/([\w-]+(?:\n[\w-]+$)*)", re.MULTILINE)
"""An invitation, which the terminal breaks into lines."""

CALM = 2.0
"""Seconds without anything from any terminal after which a screen is what it is."""

REDRAWN_EVERY = 2.0
"""Seconds after which a screen that is not yet what it must be is drawn anew."""

PLAYERS, LOG = "\x1bOR", "\x1bOS"
"""The keys F3 and F4."""

MARCH = "march latium,italia > macedonia all"
"""Three legions under Caesar roll 6 at least, so the one Greek legion there always falls."""

Look = Callable[[str, "Evening", Terminal], None]
"""What is done with the screen of a terminal at a moment that has a name."""


class Evening:
    """The three terminals, and the round that is played at them; all that they say is read all the time."""

    def __init__(self, folder: Path, stack: ExitStack, look: Look) -> None:
        self._folder = folder
        self._look = look
        self.terminals: list[Terminal] = []

        def sit(name: str, size: Size, *command: str) -> Terminal:
            home = folder / name
            home.mkdir(parents=True)
            module = "tests.cli.screen.drawn"
            terminal = Terminal(home, size, *command, "--name", name.capitalize(), module=module)
            self.terminals.append(stack.enter_context(terminal))
            return terminal

        self.ada = sit("ada", SMALL, "host", "--players", "3", "--bind", "127.0.0.1")
        self._come(self.ada, "Ada", "rome")
        found = INVITATION.search(self.ada.shown)
        assert found is not None
        invitation = found[0].replace("\n", "")
        self.bo = sit("bo", LARGE, "join", invitation)
        self._come(self.bo, "Bo", "greece")
        self.cy = sit("cy", SMALL, "join", invitation)
        self._come(self.cy, "Cy", "carthage")

    def play(self) -> None:
        """From the lobby to the second round."""
        self._gather()
        self._trade()
        self._build()
        self._conquer()
        self._end_the_round()

    def read(self) -> bool:
        """Read what has come at all terminals, none of which may be left to fill up; whether anything has."""
        came = [terminal.read(0.02) for terminal in self.terminals]
        return any(came)

    def until(self, there: Callable[[], bool], else_say: Callable[[], str] | None = None) -> None:
        """Read until something is there, which must be in good time; ``else_say`` tells what is there instead."""
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, (else_say or self._all_shown)()
            self.read()

    def until_shown(self, player: Terminal, there: Callable[[], bool], else_say: Callable[[], str]) -> None:
        """Read until something is on a player's screen, which is drawn anew every few seconds until then.

        What was on its way for another size may stand in the wrong place, even after Ctrl-L: a program may hear of the
        size later than of the key.
        """
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, else_say()
            player.press(REDRAW)
            again = time.monotonic() + REDRAWN_EVERY
            while not there() and time.monotonic() < again:
                self.read()

    def _all_shown(self) -> str:
        return "\n\n".join(terminal.shown for terminal in self.terminals)

    # ------------------------------------------------------------------ the round

    def _come(self, player: Terminal, name: str, empire: str) -> None:
        """Come into the lobby and choose an empire, and let everybody hear of the one before the other."""
        others = self.terminals[:-1]
        come, chosen = f"{name} {tr('has joined')}", f"{name} {tr('wants to play {empire}', empire=empire)}"
        self.until(lambda: "lobby>" in player.shown and all(come in other.shown for other in others))
        self._give(player, f"choose {empire}")
        self.until(lambda: all(chosen in each.shown for each in self.terminals))

    def _gather(self) -> None:
        """All players say that they are ready, once all seats are taken."""
        self._look("lobby-of-the-host", self, self.ada)
        self._look("lobby-of-a-guest", self, self.bo)
        for player in self.terminals:
            player.press(*"ready", ENTER)
        self.bo.resize(SMALL)

    def _trade(self) -> None:
        """Carthage leads the trade; each offers one resource and takes one."""
        self._at("announce", self.cy, "2.1")
        self._give(self.cy, "announce 1")
        self._asked(self.ada, "2.1a")
        self._give(self.ada, "offer metal")
        self._asked(self.bo, "2.1a")
        committed = tr("{empire} has committed {number}", empire=term("Rome"), number=1)
        self.until(lambda: committed in self.bo.shown)
        self._at("offer", self.bo, "2.1a", *"offer m")
        self.bo.press(TAB, ENTER)
        self._asked(self.cy, "2.1a")
        self._give(self.cy, "offer sheep")
        self._at("take", self.cy, "2.2", DOWN)
        self.cy.press(ENTER)
        self._at("taken-from", self.ada, "2.2")
        self._give(self.ada, "take marble from greece")

    def _build(self) -> None:
        """Greece and Carthage save, Rome buys a trireme and a legion."""
        self._at("name-a-builder", self.bo, "3.0", *"name greece; done; name carthage")
        # What would be lost is told, and asked once more.
        self.bo.press(ENTER, ENTER)
        self._at("build", self.cy, "3.1", DOWN)
        self.cy.press(ESCAPE)
        self._done(self.cy)
        more = tr("“done” {ends}, and you lose {lost}. Give it once more to do so.").rpartition("}")[2]
        self.until(lambda: all(word in self.cy.shown for word in more.split()))  # a terminal breaks it into lines
        self.cy.press(ENTER)
        self._asked(self.ada, "3.1")
        self._give(self.ada, "build trireme mare_hadriaticum")
        self._look_at_both("payment", self.ada)
        self.ada.press(ENTER)
        self._asked(self.ada, "3.1", "1 build trireme")
        self._give(self.ada, "build legion italia")
        self.ada.press(ENTER)
        self._at("staged", self.ada, "4.0")

    def _conquer(self) -> None:
        """All that Rome has marches into Macedonia."""
        self._give(self.ada, "name rome")
        self._asked(self.ada, "4.1.1")
        self._done(self.ada)
        self._at("march", self.ada, "4.1.2", *MARCH)
        self.ada.press(ENTER)
        self.until(lambda: tr(GO_ON) in self.ada.shown)
        self._look_at_both("battle", self.ada)
        self._at("conquest", self.ada, "4.3", DOWN)
        self.ada.press(ENTER)
        self._asked(self.ada, "4.0")
        self._give(self.ada, "name greece")

    def _end_the_round(self) -> None:
        """The others stay at home; who has conquered is talked of, and becomes Trade Leader."""
        self._at("walk", self.bo, "4.1.2", LEFT)
        self.bo.press(ESCAPE)
        self._done(self.bo)
        self._asked(self.cy, "4.1.2")
        self._give(self.bo, "say That hurt, Ada.")
        self.until(lambda: "That hurt, Ada." in self.cy.shown)
        self._done(self.cy)
        self._at("award", self.cy, "5.1", DOWN)
        self.cy.press(ENTER)
        moment = tr("Round {round}, {phase}", round=2, phase=tr("Trade"))
        self.until(lambda: all(moment in player.shown for player in self.terminals))
        self.bo.press(LOG)
        self._look_at_both("log", self.bo)
        self.cy.press(PLAYERS)
        self._look_at_both("players", self.cy)
        self._look_at_both("round-2", self.ada)

    @property
    def position(self) -> str:
        """The digest of the position, as the host keeps it, with the dice that the programs rolled."""
        with (
            closing(Store(self._folder / "ada" / "home" / FILE)) as store,
            patch.object(log, "chance_seed", seed_of_step),
        ):
            [game] = store.games()
            session = look_at(game, store.items(game))
        return rules_of(session.log.game).digest().hex()

    # ------------------------------------------------------------------ at one terminal

    def _asked(self, player: Terminal, rule: str, text: str = "") -> None:
        """Wait until the player is asked by a rule, and the text is on their screen; read what happened before."""
        self.until_shown(
            player,
            lambda: (
                self._has_read(player)
                and player.question is not None
                and player.question[0] == rule
                and text in player.shown
            ),
            self._all_shown,
        )

    def _has_read(self, player: Terminal) -> bool:
        """Go on from all that happened to the player, if that is shown."""
        more = tr("Enter goes on ({number} more).", number=1)
        if tr(GO_ON) not in player.shown and more not in player.shown:
            return True
        before = player.shown
        player.press(ENTER)
        self.until(lambda: player.shown != before)
        return False

    def _done(self, player: Terminal) -> None:
        """Be done, once what happened has been read."""
        player.settle()
        self.until(lambda: self._has_read(player))
        self._give(player, "done")

    def _give(self, player: Terminal, line: str) -> None:
        """Give an answer as one that is pasted comes: at once."""
        player.press(line, ENTER)

    def _at(self, name: str, player: Terminal, rule: str, *keys: str) -> None:
        """Look at the screen on which the player is asked by a rule, after pressing some keys."""
        self._asked(player, rule)
        player.press(*keys)
        self._look_at_both(name, player)

    def _look_at_both(self, name: str, player: Terminal) -> None:
        for size in (LARGE, SMALL):
            player.resize(size)
            self._look(name, self, player)


def masked(shown: str) -> str:
    """A screen without what is another every time: an invitation has as many ``x`` instead of its characters."""

    def hidden(found: re.Match[str]) -> str:
        return "mare://join/" + re.sub(r"[\w-]", "x", found[1])

    return INVITATION.sub(hidden, shown) + "\n"


def file_of(name: str) -> Path:
    """Return where the screen of a moment is kept."""
    size = GOLDEN[name]
    return FOLDER / f"{name}-{size.width}x{size.height}.txt"


def is_kept(name: str, terminal: Terminal) -> bool:
    """Tell whether the screen of a moment is kept at the size that the terminal has."""
    return GOLDEN.get(name) == Size(terminal.screen.columns, terminal.screen.lines)


def keep(name: str, evening: Evening, terminal: Terminal) -> None:
    """Write a screen that is to be kept, once nothing has come for a while."""
    if not is_kept(name, terminal):
        return
    terminal.press(REDRAW)
    end = time.monotonic() + CALM
    while time.monotonic() < end:
        if evening.read():
            end = time.monotonic() + CALM
    file_of(name).write_text(masked(terminal.shown), "utf-8")


def main() -> None:
    """Play, and keep the screens."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        Evening(Path(folder), stack, keep).play()


if __name__ == "__main__":
    main()
