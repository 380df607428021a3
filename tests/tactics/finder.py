"""Finds problems in games of built-in players: decisions in which another answer wins far more often.

    python -m tests.tactics.finder --edition empires [--games 20] [--first 0] [--players 5] [--level steady]

The finder looks at the last rounds of each game, where a win was missed or a leader was not stopped. There it plays
every answer on to the end of the round, with steady players in all seats. The chance to win is then that which the
search of *strong* sees, and whole if the game is over. If another answer has far more of it than the player's own, the
position is printed as a problem, with the answers that come near the best.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from core import EDITIONS, Decision, Over
from core.engine.action import Action
from core.engine.game import Game
from core.engine.levels import LADDER
from core.engine.policy import NODES, STEADY, Policy
from core.mare.bots import Luck
from tests.arguments import positive
from tests.tactics.suite import PROVED, spelled

BRIEF = 2
"""How often an answer is played on for a first look."""

THOROUGH = 24
"""How often the best answers are played on after it."""

LAST = 2
"""How many rounds before the end of a game are looked at."""

MOST_ANSWERS = 24
MOST_FINALISTS = 6
LAST_ROUND = 16
MILLION = 1_000_000

GLIMPSE, GAP, NEAR = 30, 30, 10
"""In percentage points: the gap of a first look, that of a problem, and how far a solution may be from the best."""


class Find(NamedTuple):
    """A position with the player's own answer, and the chance in percent to win by it and by the answers that solve."""

    number: int
    game: Game[Any]
    empire: str
    usual: str
    usual_chance: int
    solutions: dict[str, int]


def begin(edition: str, players: int) -> Game[Any]:
    """A game at its start, with empires dealt by chance where the edition deals."""
    facts = EDITIONS[edition]
    board = facts.standard_map()
    options = facts.options(players=players, empires=("random",) * players, max_rounds=LAST_ROUND)
    return Game(facts.rules, facts.start(options, board))


def step(game: Game[Any], player: Policy, below: Any) -> None:
    """Take one step of the game: chance, or the answers of all players asked."""
    game.step(lambda seat, answers: player.decide(game, seat, answers, below), below)


class Finder:
    """The search for problems in games of one edition and level."""

    def __init__(self, edition: str, level: str, players: int) -> None:
        self.edition = edition
        self.players = players
        strengths = EDITIONS[edition].strengths
        self.player = strengths[level](NODES, lambda: True)
        self.steady = strengths[STEADY](0, lambda: True)
        self.chances = import_module(f"core.{'empires' if edition == 'empires' else 'classic'}.bots.outlook").chances

    def finds(self, number: int) -> Iterator[Find]:
        """Yield the problems of a game, from the last question on, one for each sort of question."""
        chance = random.Random(f"tactics {self.edition} {number}")
        game, below = begin(self.edition, self.players), chance.randrange
        seen: list[Game[Any]] = []
        while not isinstance(game.node, Over):
            if isinstance(game.node, Decision):
                seen = [earlier for earlier in seen if earlier.state.round > game.state.round - LAST]
                seen.append(game.copy())
            step(game, self.player, below)
        found = set()
        for earlier in reversed(seen):
            sort = type(earlier.state.stack[-1])
            find = self.find(number, earlier, chance.getrandbits(40)) if sort not in found else None
            if find is not None:
                found.add(sort)
                yield find

    def find(self, number: int, game: Game[Any], seed: int) -> Find | None:
        """Return the problem that a question is, if it is one."""
        node = game.node
        assert isinstance(node, Decision)
        usual = self.player.decide(game, node.seat, node.answers, Luck(seed).below)
        own = spelled(game, usual)
        before = self.promise(game, node.empire, usual, seed, BRIEF)
        if before + GLIMPSE > 100:
            return None
        by_text = {own: usual}
        for action in islice(node.answers, 4 * MOST_ANSWERS):
            by_text.setdefault(spelled(game, action), action)
        seen = {
            text: self.promise(game, node.empire, action, seed, BRIEF)
            for text, action in islice(by_text.items(), MOST_ANSWERS)
        }
        ranked = sorted(seen, key=lambda text: -seen[text])
        if seen[ranked[0]] - before < GLIMPSE:
            return None
        finalists = dict.fromkeys([own, *ranked[:MOST_FINALISTS]])
        chances = {text: self.promise(game, node.empire, by_text[text], seed + 1, THOROUGH) for text in finalists}
        best = max(chances.values())
        if best - chances[own] < GAP:
            return None
        solutions = {game.text(by_text[text]): chance for text, chance in chances.items() if chance >= best - NEAR}
        return Find(number, game, game.state.board.empires[node.empire], own, chances[own], solutions)

    def promise(self, game: Game[Any], empire: int, action: Action, seed: int, times: int) -> int:
        """The chance to win, in percent, that an answer leaves at the end of the round."""
        total = 0
        for trial in range(times):
            copy, below = game.copy(), Luck(seed + trial).below
            begun = copy.state.round
            copy.apply(action)
            while not isinstance(copy.node, Over) and copy.state.round == begun:
                step(copy, self.steady, below)
            total += self.chances(copy.state)[empire]
        return total * 100 // (times * MILLION)


def written(edition: str, find: Find) -> str:
    """A find as a problem for the suite."""
    position = EDITIONS[edition].texts.dump_position(find.game)
    players, asks = len(find.game.state.players), find.usual.split()[0]
    lines = [
        f"# {STEADY} answered “{find.usual}”, which leaves a chance of {find.usual_chance} %. The numbers behind the",
        "# answers that solve it are their chances.",
        f"scenario: found: {find.empire} in round {find.game.state.round} of game {find.number} at {players}, {asks}",
        "position:",
        *[f"  {line}".rstrip() for line in position.splitlines()],
        "play:",
        *[f"  legal {find.empire}: {action}  # {chance}" for action, chance in find.solutions.items()],
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the problems of some games."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tactics.finder",
        description="Finds problems for the tactical suite in games of built-in players.",
    )
    parser.add_argument("--edition", choices=PROVED, default="empires")
    parser.add_argument("--level", choices=LADDER, default=STEADY, help="who plays the games (%(default)s)")
    parser.add_argument("--players", type=int, default=5, choices=[3, 4, 5])
    parser.add_argument("--games", type=positive, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    chosen = parser.parse_args(arguments)
    finder = Finder(chosen.edition, chosen.level, chosen.players)
    for number in range(chosen.first, chosen.first + chosen.games):
        for find in finder.finds(number):
            print(written(chosen.edition, find), flush=True)


if __name__ == "__main__":
    main()
