"""Games of the built-in players, and the figures that say how good they are.

    python -m tests.core.play_off [--games 100] [--players 5] [--display open]

Game N at a table is the same on every machine: empires are dealt, and chance and every player have a source of their
own, all from N. The first line is about games of Planners only, the second about one Planner against random players,
in each seat in turn.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core import Chance, Decision, Over
from core.empires.bots import Planner
from core.empires.rules import new_game
from core.empires.setup import DISPLAYS
from core.empires.state import Options
from core.engine.policy import Policy, RandomPlayer, questions
from tests.arguments import positive

ROUND_LIMIT = 20


class Played(NamedTuple):
    """A game played to its end; ``winners`` are seats, ``seconds`` is the processor time all players took."""

    winners: tuple[int, ...]
    victory: str
    rounds: int
    decisions: int
    seconds: float
    digest: bytes

    @property
    def real(self) -> bool:
        """Whether a player has won: any victory but the round limit (R2)."""
        return bool(self.winners)


def play(seed: int, players: Sequence[Policy], display: str = "open", max_rounds: int = 0) -> Played:
    """One game, the players in order of their seats."""
    game = new_game(Options(len(players), ("random",) * len(players), display, max_rounds))
    table = random.Random(f"table {seed}")
    minds = [random.Random(f"seat {seat}, {seed}") for seat in range(len(players))]
    decisions = 0
    seconds = 0.0
    while not isinstance(node := game.node, Over):
        if isinstance(node, Chance):
            game.settle(tuple(map(table.randrange, node.bounds)))
            continue
        begun = time.process_time()
        actions = {
            seat: players[seat].decide(game, seat, answers, minds[seat].randrange)
            for seat, answers in questions(node).items()
        }
        seconds += time.process_time() - begun
        decisions += len(actions)
        if isinstance(node, Decision):
            game.apply(actions[node.seat])
        else:
            game.reveal(actions)
    winners = tuple(game.state.seats[empire] for empire in node.result.winners)
    return Played(winners, node.result.victory, game.state.round, decisions, seconds, game.digest())


def among_planners(seeds: Iterable[int], players: int, display: str) -> list[Played]:
    """Games of Planners only, which end without a winner if no one has won by the end of round 20."""
    return [play(seed, [Planner()] * players, display, ROUND_LIMIT) for seed in seeds]


def against_random(seeds: Iterable[int], players: int, display: str) -> list[tuple[bool, Played]]:
    """Games of one Planner against random players; the Planner's seat moves on from game to game. True where it won."""
    found = []
    for seed in seeds:
        seats: list[Policy] = [RandomPlayer() for _ in range(players)]
        seats[seed % players] = Planner()
        played = play(seed, seats, display)
        found.append((seed % players in played.winners, played))
    return found


def _kinds(games: Iterable[Played]) -> str:
    return ", ".join(f"{victory} {number}" for victory, number in Counter(game.victory for game in games).most_common())


def _report_planners(games: list[Played], players: int, display: str) -> None:
    real = [game for game in games if game.real]
    decisions, seconds = sum(game.decisions for game in games), sum(game.seconds for game in games)
    rounds = [game.rounds for game in games]
    print(
        f"{players} Planners, {display} display: {len(real)} of {len(games)} games won within {ROUND_LIMIT} rounds"
        f" ({_kinds(real)}); rounds: {sum(rounds) / len(rounds):.1f} on average, {max(rounds)} at most;"
        f" {decisions / len(games):.0f} decisions a game, {1000 * seconds / decisions:.2f} ms each,"
        f" {decisions / seconds:.0f} a second",
        flush=True,
    )


def _report_random(games: list[tuple[bool, Played]], players: int, display: str) -> None:
    won = [game for victorious, game in games if victorious]
    rounds = sum(game.rounds for _, game in games) / len(games)
    print(
        f"1 Planner against {players - 1} random players, {display} display: {len(won)} of {len(games)} games won"
        f" ({_kinds(won)}); {rounds:.1f} rounds on average",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays games of the built-in players and prints how they went.")
    parser.add_argument("--games", type=positive, default=100, help="games of each sort at each table")
    parser.add_argument("--players", type=int, nargs="+", default=[5], choices=[3, 4, 5], help="sizes of tables")
    parser.add_argument("--display", nargs="+", default=["open"], choices=DISPLAYS, help="displays")
    arguments = parser.parse_args()
    seeds = range(arguments.games)
    for players in arguments.players:
        for display in arguments.display:
            _report_planners(among_planners(seeds, players, display), players, display)
            _report_random(against_random(seeds, players, display), players, display)


if __name__ == "__main__":
    main()
