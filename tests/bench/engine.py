"""How fast the rules are: random play, a copy with one action, the canonical encoding and its hash.

Random play counts answers to questions with at least two legal ones, drawn by the collections' own draw. Where
catanatron is installed (it is no dependency), its random players are measured in turns with ours, on the same core.
If the rules are compiled, the names of their figures begin with ``compiled_``.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from cli.command import rules_are_compiled
from core import Chance, Decision, Over
from core.empires.rules import new_game
from core.empires.state import Options
from core.engine.game import Game

ROUNDS_OF_MEASURING = 7
GAMES = 12
MAX_ROUNDS = 40


def measure() -> dict[str, float | int | str]:
    """Rates per second of processor time, and microseconds; medians of several runs."""
    ours: list[float] = []
    games: list[float] = []
    theirs: list[float] = []
    for run in range(ROUNDS_OF_MEASURING):
        actions, seconds = timed(partial(_play_several, run))
        ours.append(actions / seconds)
        games.append(GAMES / seconds)
        if importlib.util.find_spec("catanatron"):
            actions, seconds = timed(_play_catanatron)
            theirs.append(actions / seconds)
    figures: dict[str, float | int | str] = {
        "engine_actions_per_s": statistics.median(ours),
        "engine_games_per_s": statistics.median(games),
    }
    if theirs:
        figures["ratio_to_catanatron"] = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    figures |= _positions()
    if rules_are_compiled():
        figures = {f"compiled_{name}": figure for name, figure in figures.items()}
    return figures | ({"catanatron_actions_per_s": statistics.median(theirs)} if theirs else {})


def play(seed: int) -> int:
    """Play one random game of Empires, over all tables and displays as the seed goes on; returns its answers."""
    players = 3 + seed % 3
    options = Options(players, ("random",) * players, ("open", "short")[seed // 3 % 2], max_rounds=MAX_ROUNDS)
    return play_out(new_game(options), seed)


def play_out(game: Game[Any], seed: int) -> int:
    """Play a game of any edition to its end by chance; returns the answers counted."""
    source = random.Random(seed).random

    def below(bound: int) -> int:
        return int(source() * bound)

    answers = 0
    while not isinstance(node := game.node, Over):
        if isinstance(node, Decision):
            game.apply(node.answers.draw(below))
            answers += 1
        elif isinstance(node, Chance):
            game.settle(tuple([below(bound) for bound in node.bounds]))
        else:
            game.reveal({seat: legal.draw(below) for seat, legal in node.answers.items()})
            answers += len(node.seats)
    return answers


def _play_several(run: int) -> int:
    return sum(play(run * GAMES + number) for number in range(GAMES))


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """Return what some work counts, and the seconds of processor time that it took."""
    began = time.process_time()
    return work(), time.process_time() - began


def _play_catanatron() -> int:
    catanatron: Any = importlib.import_module("catanatron")
    actions = 0
    for _ in range(5):
        colors = [catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE]
        game = catanatron.Game([catanatron.RandomPlayer(color) for color in colors])
        game.play()
        actions += len(game.state.actions)
    return actions


def _positions() -> dict[str, float | int | str]:
    """A copy plus one applied action, and an encoding plus its hash, over positions from the middle of games."""
    source = random.Random(7).random

    def below(bound: int) -> int:
        return int(source() * bound)

    copying: list[float] = []
    hashing: list[float] = []
    game = new_game(Options(5, ("random",) * 5, max_rounds=12))
    while not isinstance(node := game.node, Over):
        if isinstance(node, Decision):
            action = node.answers.draw(below)
            began = time.perf_counter()
            copy = game.copy()
            copy.apply(action)
            between = time.perf_counter()
            copy.digest()
            hashing.append((time.perf_counter() - between) * 1e6)
            copying.append((between - began) * 1e6)
            game.apply(action)
        elif isinstance(node, Chance):
            game.settle(tuple([below(bound) for bound in node.bounds]))
        else:
            game.reveal({seat: legal.draw(below) for seat, legal in node.answers.items()})
    return {
        "copy_and_action_us_p50": statistics.median(copying),
        "copy_and_action_us_mean": statistics.fmean(copying),
        "encode_and_hash_us_p50": statistics.median(hashing),
        "positions": len(copying),
    }
