"""One number for all positions of many games, which changes when a rule, the encoding or the order of answers does.

    python -m tests.core.digests --games 300

Run it before and after a change that must not touch the game. The games are those of ``tests.core.random_games``.
"""

from __future__ import annotations

import argparse
import hashlib

from tests.core.random_games import RandomGame


class _Hashed(RandomGame):
    """A random game whose positions are hashed, one after another, instead of checked."""

    def __init__(self, seed: int, positions: hashlib._Hash) -> None:
        super().__init__(seed, share=0)
        self._positions = positions

    def check_position(self) -> None:
        self._positions.update(self.game.digest())


def digest_of(games: int) -> str:
    """Return the SHA-256, in hexadecimal, over the digests of all positions of the first games."""
    positions = hashlib.sha256()
    for seed in range(games):
        _Hashed(seed, positions).play()
    return positions.hexdigest()


def main() -> None:
    """Play the games asked for and print their digest."""
    parser = argparse.ArgumentParser(description="A digest over all positions of random games.")
    parser.add_argument("--games", type=int, default=300, help="how many games to play")
    print(digest_of(parser.parse_args().games))


if __name__ == "__main__":
    main()
