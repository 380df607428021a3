r"""A built-in player of the rules that Python imports, as a program for an arena of other rules.

So the players of two commits meet, here *strong* of this one and four of another, each with its own budget:

    git worktree add OLD COMMIT
    mare arena --players 5 --nodes 500 \
        --seats "strong,engine:env PYTHONPATH=OLD python3 tests/train/rival.py --nodes 250"

Games follow from the arena's seed. The position must be one that the other rules can read.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any

from core.editions import EDITIONS
from core.engine.policy import questions


def main() -> None:
    """Speak the protocol of ``docs/bots.md`` until the arena ends."""
    parser = argparse.ArgumentParser(prog="rival.py", description="Plays as a built-in player, for an arena.")
    levels = list(EDITIONS["empires"].strengths)
    parser.add_argument("--level", choices=levels, default="strong", help="which built-in player (strong)")
    parser.add_argument("--nodes", type=_positive, default=500, help="the budget of a decision (500)")
    args = parser.parse_args()
    edition, seat = EDITIONS["empires"], 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            _say(type="hello", protocol=1, name=f"{args.level} with {args.nodes} nodes")
        elif message["type"] == "game":
            edition, seat = EDITIONS[message["edition"]], message["seat"]
        elif message["type"] == "question":
            game = edition.texts.load_position(message["position"], None)
            chance = random.Random(message["position"])
            player = edition.strengths[args.level](args.nodes, lambda: True)
            action = player.decide(game, seat, questions(game.node)[seat], chance.randrange)
            _say(type="answer", id=message["id"], action=game.text(action))


def _positive(text: str) -> int:
    """Return a whole number from 1 up; other rules may have no ``tests.arguments``."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up.")
    return int(text)


def _say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
