"""One number for all positions of many games, which changes when a rule, the encoding or the order of answers does.

    python -m tests.core.digests --edition original --games 300

Run it before and after a change that must not touch the game. The games are those of ``tests.core.random_games`` and
``tests.core.classic.random_games``; those of The Sword of Rome are played at random by ``tests.core.sword.tables``.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from random import Random

from tests.arguments import positive
from tests.core import random_games as empires
from tests.core.checked_game import MOST_STEPS, CheckedGame
from tests.core.classic import random_games as classic
from tests.core.sword.tables import seated, wandered

EMPIRES, SWORD = "empires", "sword"
EDITIONS = (EMPIRES, *classic.VARIANTS, SWORD)


class _Hashed(CheckedGame):
    """A random game whose positions are hashed, one after another, instead of checked."""

    positions: Callable[[bytes], None]
    """Takes the digest of each."""

    def check_position(self) -> None:
        self.positions(self.game.digest())


class _Empires(_Hashed, empires.RandomGame):
    """A game of Empires."""


class _Classic(_Hashed, classic.RandomGame):
    """A game of 2003."""


def digest_of(games: int, edition: str = EMPIRES) -> str:
    """Return the SHA-256, in hexadecimal, over the digests of all positions of the first games of an edition."""
    positions = hashlib.sha256()
    for seed in range(games):
        if edition == SWORD:
            wandered(seated(2 + seed % 4), Random(seed), MOST_STEPS, lambda game: positions.update(game.digest()))
            continue
        game = _Empires(seed, share=0) if edition == EMPIRES else _Classic(classic.VARIANTS[edition], seed, share=0)
        game.positions = positions.update
        game.play()
    return positions.hexdigest()


def main() -> None:
    """Play the games asked for and print their digest."""
    parser = argparse.ArgumentParser(description="A digest over all positions of random games.")
    parser.add_argument("--games", type=positive, default=300, help="how many games to play")
    parser.add_argument("--edition", choices=EDITIONS, default=EMPIRES, help="the edition")
    asked = parser.parse_args()
    print(digest_of(asked.games, asked.edition))


if __name__ == "__main__":
    main()
