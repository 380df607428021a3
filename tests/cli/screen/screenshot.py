"""``python -m tests.cli.screen.screenshot``: take the picture of the full screen that the README shows.

The full screen runs in a pseudo-terminal, in a game that follows from a seed; a line is typed, an answer marked, and
the cells that the terminal then has are drawn.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import core
from cli.bots.minds import chance
from cli.empires.view import EMPIRES_VIEW
from cli.ui.screen.rows import Size
from cli.ui.screen.screen import Screen
from cli.ui.screen.shell import Shell
from core.empires.bots import Planner
from core.empires.rules import new_game
from core.empires.state import Game, Options
from core.engine.policy import questions
from tests.cli.screen.drawing import picture
from tests.cli.screen.terminals import DOWN, Terminal

FILE = Path(__file__).parents[3] / "docs" / "screen.svg"
SIZE = Size(140, 45)
PLAYERS, SEED, ROUND = 3, 74, 7
NAMES = {0: "you", 1: "Bo", 2: "Cy"}
SEAT = 0
LINE = "march sicilia africa "
SHOWN = "─ Africa ─"
SIT = "--sit"


def game_until(listener: Shell) -> Screen:
    """The seeded game of three bots, up to where the player who sits at the screen moves legions in that round."""
    game = new_game(Options(PLAYERS, ("rome", *["random"] * (PLAYERS - 1))))
    screen = Screen(listener, game, EMPIRES_VIEW, SEAT, NAMES)
    screen.conversation.begun = True
    below, bot = chance(str(SEED)), Planner()
    while not _is_moment(game):
        node = game.node
        if isinstance(node, core.Chance):
            game.settle(tuple(below(bound) for bound in node.bounds))
            continue
        given = {seat: bot.decide(game, seat, answers, below) for seat, answers in questions(node).items()}
        if isinstance(node, core.Simultaneous):
            game.reveal(given)
        elif isinstance(node, core.Decision):
            game.apply(given[node.seat])
    # A bot has played for the player, whose turns the screen has not seen.
    screen.conversation.begin(())
    screen.conversation.heard("Bo", "Cy, if you keep Rome out of Carthage now, Sicilia is yours.", 1)
    screen.conversation.heard("Cy", "And Syracusae with it? Then sail first.", 2)
    return screen


def _is_moment(game: Game) -> bool:
    node = game.node
    return (
        game.state.round == ROUND
        and isinstance(node, core.Decision)
        and node.seat == SEAT
        and node.prompt.rule == "4.1.2"
    )


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
