"""Plays games and learns a network from them; prints how far it is.

    python -m tests.train --edition original revised --folder FOLDER [--games 3000] [--players 5] [--processes 2]

FOLDER keeps the games. If the program is ended, the same command goes on where it was. The weights are written to
``outlook.toml`` in FOLDER. ``docs/players.md`` explains the method.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core import EDITIONS
from core.engine.levels import LADDER
from tests.arguments import positive
from tests.train.games import LEVEL, SIGHTS, Plan, TooFewGames
from tests.train.learn import FEWEST_GAMES, learn, tables
from tests.train.store import OtherTraining, Spoilt, Store

SCALE = 8192


def input_names(edition: str) -> tuple[str, ...]:
    """Return the names of a network's inputs in an edition: signs, heroes and wonders, and the round."""
    facts = EDITIONS[edition]
    board = facts.start(facts.options(players=5, empires=("random",) * 5), facts.standard_map()).board
    return (*SIGHTS[edition].SIGNS, *[tile.id for tile in board.tiles], "round")


def written(weights: Mapping[str, Any], head: str) -> str:
    """Return the data file of a network; ``head`` says in a comment where it comes from."""
    lines = [f"# {line}" for line in head.splitlines()]
    lines += ["", f"scale = {weights['scale']}"]
    rows = {
        "output": "By hidden unit: how much it adds to the strength of an empire.",
        "bias": "By hidden unit: its bias.",
    }
    for name, note in rows.items():
        lines += ["", f"# {note}", f"{name} = {weights[name]}"]
    tables = {
        "hidden": "By hidden unit: how much one more of a sign, hero or wonder, or one more round, excites it.",
        "direct": "How much one more of a sign, hero or wonder adds to the strength.",
    }
    for name, note in tables.items():
        lines += ["", f"# {note}", f"[{name}]", *[f"{key} = {row}" for key, row in weights[name].items()]]
    return "\n".join(lines) + "\n"


def train(store: Store, number: int, units: int, passes: int, processes: int) -> Path:
    """Play what lacks, learn, and return the file with the weights of the pass that forecast best.

    Raises TooFewGames and Spoilt.
    """
    for left in store.play_all(number, processes):
        print(f"portions of games left: {left}", flush=True)
    games = list(store.read(number))
    if len(games) < FEWEST_GAMES:
        raise TooFewGames(
            f"--games {number}: {len(games)} of them had a winner. Learning needs {FEWEST_GAMES} of these."
        )
    edition = store.plan.editions[0]
    names, signs = input_names(edition), len(SIGHTS[edition].SIGNS)
    best = None
    for progress, weights in learn(games, signs, len(names) - signs - 1, units, passes, store.plan.seed):
        print(f"pass {progress.number}: error {progress.learnt:.4f}, held out {progress.held_out:.4f}", flush=True)
        if best is None or progress.held_out < best[0].held_out:
            best = progress, weights
    assert best is not None
    plan, positions = store.plan, sum(len(game.sights) for game in games)
    table = f"{plan.players} players" if plan.players else "3 to 5 players"
    head = (
        f"Learnt by `python -m tests.train`: {' and '.join(plan.editions)}, {table}, seed {plan.seed}, {number} games\n"
        f"among {plan.level}. {len(games)} of them were won after the random answers, with {positions} positions.\n"
        f"Mean cross-entropy of games held out: {best[0].held_out:.4f}. Weights are in units of 1 / scale."
    )
    path = store.folder / "outlook.toml"
    path.write_text(written(tables(best[1], names, SCALE), head), "utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> None:
    """Train as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.train", description="Learns a network from games.")
    parser.add_argument("--edition", choices=SIGHTS, required=True, nargs="+", help="editions with the same signs")
    parser.add_argument("--folder", type=Path, required=True, help="keeps the games and the weights")
    parser.add_argument("--games", type=positive, default=3000, help="(%(default)s)")
    parser.add_argument("--players", type=int, choices=[0, 3, 4, 5], default=0, help="0 for 3, 4 and 5 in turn")
    parser.add_argument("--level", choices=LADDER, default=LEVEL, help="who plays (%(default)s)")
    parser.add_argument("--nodes", type=positive, default=100, help="the budget of those who search (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--units", type=positive, default=24, help="hidden units (%(default)s)")
    parser.add_argument("--passes", type=positive, default=30, help="the most passes over all positions (%(default)s)")
    parser.add_argument("--processes", type=positive, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    if len({SIGHTS[edition] for edition in chosen.edition}) > 1:
        parser.error("--edition: these editions have different signs. Train each by itself.")
    plan = Plan(tuple(chosen.edition), chosen.players, chosen.seed, chosen.level, chosen.nodes)
    try:
        store = Store(chosen.folder, plan)
        print(train(store, chosen.games, chosen.units, chosen.passes, chosen.processes))
    except OSError as fault:
        parser.error(f"--folder {chosen.folder}: {fault.strerror}. Name a folder that can be written.")
    except (OtherTraining, Spoilt, TooFewGames) as fault:
        parser.error(str(fault))
    except KeyboardInterrupt:
        parser.exit(130, "Ended. The same command goes on where it was.\n")


if __name__ == "__main__":
    main()
