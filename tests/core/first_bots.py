"""How the Steward of today does against the very first one, which is taken from the project's history.

    python -m tests.core.first_bots [--games 400] [--first 0]

One Steward of today plays against four first ones; his seat moves on from game to game, and the empires are dealt. The
same number is the same game on every machine. The first Steward decides as he did in that commit; only names of the
engine that have changed since are put into their present form.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from cli.arena.tally import Share
from core.empires.bots import Steward
from core.engine.policy import Policy
from tests.core.play_off import ROUND_LIMIT, play

FIRST = "0b146b4"
"""The commit with the first built-in players."""

FOLDER = "core/players/steward"
PACKAGE = "first_steward"

KINDS = "CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE"
OF_KINDS = f"from core.edition import {KINDS}"

RENAMED = (
    ("core.players.steward", PACKAGE),
    ("board.tile_prices[step - 1].cost", "board.tile_price(step).cost"),
    ("board.tile_prices[held - 1].cost", "board.tile_price(held).cost"),
    ("extra_land_dice()", "extra_land_dice"),
    ("extra_coins()", "extra_coins"),
    ("payment_form(self.state, empire)", "payment_form(self.state.acting(empire))"),
    (f"from core.board import {KINDS}, bits, mask_of", f"from core.board import bits, mask_of\n{OF_KINDS}"),
    (
        f"from core.board import {KINDS.replace('TEMPLE', 'NOBODY, TEMPLE')}",
        f"from core.board import NOBODY\n{OF_KINDS}",
    ),
    ("from core.board import CARAVAN, MARKET, NOBODY, bits", f"from core.board import NOBODY, bits\n{OF_KINDS}"),
)
"""What the engine called otherwise at the time."""


def first_steward(folder: Path) -> Policy:
    """The first Steward, whose modules are written into a folder."""
    package = folder / PACKAGE
    package.mkdir()
    for path in _git("ls-tree", "-r", "--name-only", FIRST, FOLDER).split():
        text = _git("show", f"{FIRST}:{path}")
        for old, new in RENAMED:
            text = text.replace(old, new)
        (package / Path(path).name).write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    policy: Policy = importlib.import_module(PACKAGE).Steward()
    return policy


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays one Steward of today against four of the first ones.")
    parser.add_argument("--games", type=int, default=400, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    arguments = parser.parse_args()
    won = 0
    with tempfile.TemporaryDirectory() as folder:
        first = first_steward(Path(folder))
        for number in range(arguments.first, arguments.first + arguments.games):
            seats = [first] * 5
            seats[number % 5] = Steward()
            won += number % 5 in play(number, seats, max_rounds=ROUND_LIMIT).winners
    low, high = Share(Fraction(won), arguments.games).interval
    print(f"{won} of {arguments.games} games won: {won / arguments.games:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
