"""``python -m tests.cli.screen.screenshot``: take the picture of the full screen that the README shows.

The full screen runs in a pseudo-terminal, in a game that is written down; a line is typed, an answer marked, and the
cells that the terminal then has are drawn.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from cli.empires.view import EMPIRES_VIEW
from cli.ui.screen.rows import Size
from cli.ui.screen.screen import Screen
from cli.ui.screen.shell import Shell
from core.empires.scenario import TEXTS
from core.engine.scenario import Course
from tests.cli.screen.drawing import picture
from tests.cli.screen.terminals import DOWN, Terminal

FILE = Path(__file__).parents[3] / "docs" / "screen.svg"
GAME = Path(__file__).parent / "war.scenario"
SIZE = Size(140, 45)
NAMES = {0: "you", 1: "Bo", 2: "Cy"}
SEAT = 0
LINE = "march sicilia africa "
SHOWN = "─ Africa ─"
SIT = "--sit"


def game_until(listener: Shell) -> Screen:
    """The game as it is written down, up to where the player who sits at the screen moves legions."""
    [scenario] = TEXTS.parse_scenarios(GAME.read_text("utf-8"))
    course = Course.at(scenario.language, scenario.state.copy())
    screen = Screen(listener, course.game, EMPIRES_VIEW, SEAT, NAMES)
    screen.conversation.begun = True
    for step in scenario.steps:
        step.run(course)
    # The steps were read, not typed: the screen has not seen that the player had turns.
    screen.conversation.begin(())
    screen.conversation.heard("Bo", "Cy, if you keep Rome out of Carthage now, Sicilia is yours.", 1)
    screen.conversation.heard("Cy", "And Syracusae with it? Then sail first.", 2)
    return screen


def sit() -> None:
    """Sit at the screen, in the pseudo-terminal."""
    shell = Shell()
    game_until(shell).conversation.begin_question()
    asyncio.run(shell.run())


def taken() -> str:
    """The picture."""
    with tempfile.TemporaryDirectory() as folder:
        module = "tests.cli.screen.screenshot"
        with Terminal(Path(folder), SIZE, SIT, module=module, colours="truecolor") as terminal:
            terminal.await_text("Your turn")
            terminal.press(*LINE, DOWN)
            terminal.await_text(SHOWN)
            terminal.settle()
            return picture(terminal.screen, "The console of mare in the middle of a war")


def main() -> None:
    """Take it and keep it; or sit at the screen."""
    if sys.argv[1:] == [SIT]:
        sit()
    else:
        FILE.write_text(taken(), "utf-8")


if __name__ == "__main__":
    main()
