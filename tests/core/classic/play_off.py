"""Games of the built-in players of 2003, and the figures that say how good they are.

    python -m tests.core.classic.play_off steady novice [--games 100] [--players 5] [--edition revised] [--start points]

One player of the first strength sits among players of the second, in each seat in turn. Game N at a table is the same
on every machine: civilizations are dealt, and chance and every player have a source of their own, all from N.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.classic.bots import STRENGTHS
from core.classic.rules import new_game
from core.classic.setup import STARTS
from core.classic.state import Options
from core.classic.variant import ORIGINAL, REVISED
from core.engine.flow import Chance, Decision, Over
from core.engine.policy import NODES, Policy, RandomPlayer, questions
from tests.arguments import positive

VARIANTS = {variant.id: variant for variant in (ORIGINAL, REVISED)}

RANDOM = "random"

ROUND_LIMIT = 20


class Played(NamedTuple):
    """A game played to its end; ``winners`` are seats, ``civilization`` is that of the first of them."""

    winners: tuple[int, ...]
    civilization: str
    victory: str
    rounds: int
    decisions: Counter[str]
    seconds: dict[str, float]


def player(strength: str, nodes: int = NODES) -> Policy:
    """Return a player of a strength in STRENGTHS, or one who leaves everything to chance."""
    return RandomPlayer() if strength == RANDOM else STRENGTHS[strength](nodes, lambda: True)


def play(seed: int, names: Sequence[str], options: Options, edition: str, players: Sequence[Policy]) -> Played:
    """One game, the players in order of their seats; figures are by their names."""
    game = new_game(options, VARIANTS[edition])
    table = random.Random(f"table {seed}")
    minds = [random.Random(f"seat {seat}, {seed}") for seat in range(len(players))]
    decisions: Counter[str] = Counter()
    seconds = dict.fromkeys(names, 0.0)
    while not isinstance(node := game.node, Over):
        if isinstance(node, Chance):
            game.settle(tuple(map(table.randrange, node.bounds)))
            continue
        actions = {}
        for seat, answers in questions(node).items():
            begun = time.process_time()
            actions[seat] = players[seat].decide(game, seat, answers, minds[seat].randrange)
            seconds[names[seat]] += time.process_time() - begun
            decisions[names[seat]] += 1
        if isinstance(node, Decision):
            game.apply(actions[node.seat])
        else:
            game.reveal(actions)
    state, result = game.state, node.result
    civilization = state.board.empires[result.winners[0]] if result.winners else ""
    winners = tuple(state.seats[empire] for empire in result.winners)
    return Played(winners, civilization, result.victory, state.round, decisions, seconds)


def compare(one: str, rest: str, seeds: Sequence[int], options: Options, edition: str) -> list[tuple[bool, Played]]:
    """Games of one player among others, whose seat moves on from game to game; True where they won."""
    found = []
    for seed in seeds:
        seat = seed % options.players
        names = [rest] * options.players
        names[seat] = one
        played = play(seed, names, options, edition, [player(name) for name in names])
        found.append((seat in played.winners, played))
    return found


def report(one: str, rest: str, games: list[tuple[bool, Played]], options: Options, edition: str) -> str:
    """Return the figures of a comparison in a line."""
    won, number = sum([victorious for victorious, _ in games]), len(games)
    rounds = [played.rounds for _, played in games]
    kinds = Counter(played.victory for _, played in games)
    civilizations = Counter(played.civilization for _, played in games if played.civilization)
    times = []
    for name in dict.fromkeys([one, rest]):
        decisions = sum([played.decisions[name] for _, played in games])
        seconds = sum([played.seconds[name] for _, played in games])
        times.append(f"{name} {1000 * seconds / decisions:.2f} ms")
    return (
        f"{edition}, {options.start}, {options.players} players: {one} among {rest} won {won} of {number}; "
        f"rounds {sum(rounds) / number:.1f}, at most {max(rounds)}; {_listed(kinds)}; {_listed(civilizations)}; "
        + ", ".join(times)
    )


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays games of the built-in players and prints how they went.")
    parser.add_argument("one", choices=[RANDOM, *STRENGTHS])
    parser.add_argument("rest", choices=[RANDOM, *STRENGTHS])
    parser.add_argument("--games", type=positive, default=100, help="games at each table")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--players", type=int, nargs="+", default=[5], choices=[3, 4, 5], help="sizes of tables")
    parser.add_argument("--edition", nargs="+", default=list(VARIANTS), choices=VARIANTS)
    parser.add_argument("--start", nargs="+", default=list(STARTS), choices=STARTS)
    parser.add_argument("--rounds", type=int, default=ROUND_LIMIT, help="the last round, 0 for no limit")
    arguments = parser.parse_args()
    seeds = range(arguments.first, arguments.first + arguments.games)
    for edition in arguments.edition:
        for start in arguments.start:
            for players in arguments.players:
                options = Options(players, ("random",) * players, start, max_rounds=arguments.rounds)
                games = compare(arguments.one, arguments.rest, seeds, options, edition)
                print(report(arguments.one, arguments.rest, games, options, edition), flush=True)


if __name__ == "__main__":
    main()
