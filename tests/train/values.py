"""Tunes the values of *steady*: the numbers at the heads of the modules in ``core/*/bots``.

    python -m tests.train.values --edition original revised --folder FOLDER [--steps 8] [--games 4000]

In the games of a step the values differ a little from seat to seat. Then each value moves in the direction of those who
won. FOLDER keeps the values after each step. If the program is ended, the same command goes on with the step that was
broken off. ``docs/players.md`` explains the method.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import os
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import chain
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.policy import Policy
from tests.arguments import positive
from tests.train.games import SIGHTS, TooFewGames, new_game, played, winners_of
from tests.train.store import OtherTraining, Spoilt, claim, workers, write

MODULES = ("worth", "threats", "building", "trading", "warring", "planner")
"""The modules with values. Each imports only those before it."""

FIXED = frozenset(
    {
        "FORTRESS_POINTS",
        "LEAST_POINTS",
        "LEAST_ROUNDS",
        "MOST_KEPT",
        "MOST_LEGIONS",
        "MOST_REPEATED",
        "NEAR_FROM",
        "REMEMBERED",
        "SMALL_SET",
        "WHIM",
    }
)
"""Numbers that stay, since they are rules or limits."""

DECISIVE = 2_000
"""Numbers from here on stay, too: they are worth more than all else together."""

SPREAD = 0.35
"""How far values differ from seat to seat: the standard deviation of their natural logarithms."""

ABILITY_SPREAD = 60
"""The same for the worth of abilities, which may be 0 or less: they differ by a sum, not by a factor."""

SURE = 3
"""A slope of so many standard errors makes 0.71 of the longest step, which is one spread."""

PORTION = 10
"""How many games a process plays at a time."""

Values = dict[str, float]
"""Values by module and name: ``worth.CARD``, ``building.TILE_VALUES.0``, ``building.ABILITY_VALUES.colossus``."""


class Plan(NamedTuple):
    """The editions in turn, which share their values; the seed; how many games a step has."""

    editions: tuple[str, ...]
    seed: int
    games: int

    @property
    def package(self) -> str:
        """Return the name of the package of their players."""
        return str(SIGHTS[self.editions[0]].__package__)


# ---------------------------------------------------------------------- the values of a package


def parts(head: Any) -> Values:
    """Return the values of a number, or of a tuple or dictionary of numbers, by what follows its name."""
    if isinstance(head, dict):
        return {f".{key}": value for key, value in head.items()}
    return {f".{place}": value for place, value in enumerate(head)} if isinstance(head, tuple) else {"": head}


def with_values(head: Any, values: Sequence[int]) -> Any:
    """Return a number, tuple or dictionary of numbers with other values."""
    if isinstance(head, dict):
        return dict(zip(head, values, strict=True))
    return tuple(values) if isinstance(head, tuple) else values[0]


@cache
def heads(package: str) -> tuple[tuple[str, str, Any], ...]:
    """Return all that can be tuned: the module, the name, and the number, tuple or dictionary of numbers."""
    return tuple(_heads(package))


def _heads(package: str) -> Iterator[tuple[str, str, Any]]:
    for module in MODULES:
        source = import_module(f"{package}.{module}")
        for statement in ast.parse(inspect.getsource(source)).body:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            for name in [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]:
                head = getattr(source, name)
                if name not in FIXED and type(head) in (int, tuple, dict) and _is_tuned(parts(head).values()):
                    yield module, name, head


def _is_tuned(values: Iterable[Any]) -> bool:
    return all(type(value) is int and value < DECISIVE for value in values)


def values_of(package: str) -> Values:
    """Return the values that players have now."""
    found = heads(package)
    return {f"{module}.{name}{key}": value for module, name, head in found for key, value in parts(head).items()}


def planner(package: str, values: Mapping[str, float]) -> Policy:
    """Return a *steady* player with modules of its own, in which numbers have these values."""
    found = heads(package)
    names = [f"{package}.{module}" for module in MODULES]
    usual = [sys.modules.pop(name) for name in names]
    copy: Any = None
    try:
        for module, name in zip(MODULES, names, strict=True):
            copy = import_module(name)
            for where, name_of, head in found:
                if where == module:
                    mine = [round(values[f"{module}.{name_of}{key}"]) for key in parts(head)]
                    setattr(copy, name_of, with_values(head, mine))
        player: Policy = copy.Planner()
        return player
    finally:
        for module, name, source in zip(MODULES, names, usual, strict=True):
            sys.modules[name] = source
            setattr(sys.modules[package], module, source)


# ---------------------------------------------------------------------- a step


def noise(plan: Plan, step: int, number: int, players: int, values: int) -> list[list[float]]:
    """Return by seat of a game how far each value is from the present one, in spreads: standard normal numbers."""
    chance = random.Random(f"values {plan.seed} {step} {number}")
    return [[chance.gauss(0, 1) for _ in range(values)] for _ in range(players)]


def moved(values: Mapping[str, float], spreads: Sequence[float]) -> Values:
    """Return values that are so many spreads higher."""
    return {
        name: value + ABILITY_SPREAD * by if ".ABILITY_VALUES." in name else value * exp(SPREAD * by)
        for (name, value), by in zip(values.items(), spreads, strict=True)
    }


def play(plan: Plan, step: int, values: Values, number: int) -> list[float]:
    """Play a game. Return by seat the share of the victory, less an equal's; an empty list if there is no winner."""
    turn, which = divmod(number, len(plan.editions))
    edition, players = plan.editions[which], 3 + turn % 3
    seats = [planner(plan.package, moved(values, by)) for by in noise(plan, step, number, players, len(values))]
    chance = random.Random(f"values {edition} {plan.seed} {step} {number}")
    game = new_game(edition, players)
    for _ in played(game, lambda seat, answers: seats[seat].decide(game, seat, answers, chance.randrange), chance):
        pass
    winners = winners_of(game)
    shares = [(empire in winners) / max(1, len(winners)) for empire in map(game.state.seats.index, range(players))]
    return [share - 1 / players for share in shares] if winners else []


def portion(plan: Plan, step: int, values: Values, numbers: range) -> list[list[float]]:
    """Return what some games say, each as ``play`` does."""
    return [play(plan, step, values, number) for number in numbers]


class Slope(NamedTuple):
    """How much a spread more of each value adds to the share of the victory, and its standard error."""

    gain: NDArray[np.float64]
    error: NDArray[np.float64]


def slope(by: NDArray[np.float64], shares: NDArray[np.float64]) -> Slope:
    """Return the linear regression of shares (S) on how far V values are from the present ones (S, V)."""
    inverse = np.linalg.inv(by.T @ by)
    gain = inverse @ by.T @ shares
    left = shares - by @ gain
    return Slope(gain, np.sqrt(np.diag(inverse) * (left @ left) / (len(shares) - len(gain))))


def steps_of(slope: Slope) -> NDArray[np.float64]:
    """Return by how many spreads each value moves: less than one, and 0 if the slope is no more than its error."""
    ratio = slope.gain / slope.error
    certain = np.maximum(0, 1 - 1 / np.maximum(ratio**2, 1))
    return np.tanh(ratio * certain / SURE)


def tuned(plan: Plan, step: int, values: Values, processes: int) -> tuple[Values, Slope]:
    """Play the games of a step; return the values after it, and the slope that led there. Raises TooFewGames."""
    numbers = [range(first, min(first + PORTION, plan.games)) for first in range(0, plan.games, PORTION)]
    play_portion = partial(portion, plan, step, values)
    if processes == 1:
        games = list(chain.from_iterable(map(play_portion, numbers)))
    else:
        with workers(processes) as pool:
            games = list(chain.from_iterable(pool.map(play_portion, numbers)))
    if sum(map(len, games)) <= len(values):
        raise TooFewGames(
            f"--games {plan.games}: {sum(map(len, games))} seats are too few for {len(values)} values. Play more games."
        )
    by = [row for n, game in enumerate(games) if game for row in noise(plan, step, n, len(game), len(values))]
    found = slope(np.array(by), np.array([share for game in games for share in game]))
    return moved(values, steps_of(found).tolist()), found


# ---------------------------------------------------------------------- the program


def kept(path: Path, begun: Values) -> Values:
    """Return the values that a file has. Raises Spoilt."""
    try:
        values = json.loads(path.read_text("utf-8"))
    except ValueError:
        values = None
    if (
        not isinstance(values, dict)
        or [*values] != [*begun]
        or not all(type(each) is float for each in values.values())
    ):
        raise Spoilt(f"{path} does not have the values after a step. Delete it, and the step is played again.")
    return values


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.train.values", description="Tunes the values of steady.")
    parser.add_argument("--edition", choices=SIGHTS, required=True, nargs="+", help="editions with the same players")
    parser.add_argument("--folder", type=Path, required=True, help="keeps the values after each step")
    parser.add_argument("--steps", type=positive, default=8, help="(%(default)s)")
    parser.add_argument("--games", type=positive, default=4000, help="how many a step has (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=positive, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    if len({SIGHTS[edition] for edition in chosen.edition}) > 1:
        parser.error("--edition: these editions have different players. Tune each by itself.")
    plan = Plan(tuple(chosen.edition), chosen.seed, chosen.games)
    begun = values = values_of(plan.package)
    try:
        claim(chosen.folder, plan._asdict() | {"values": begun})
        for step in range(1, chosen.steps + 1):
            path = chosen.folder / f"values-{step:02}.json"
            if not path.exists():
                values, found = tuned(plan, step, values, chosen.processes)
                write(path, json.dumps(values, indent=1).encode())
                surest = sorted(zip(np.abs(found.gain / found.error), values, strict=True), reverse=True)[:5]
                print(f"step {step}: " + ", ".join(f"{name} {values[name]:.0f}" for _, name in surest), flush=True)
            values = kept(path, begun)
    except (OtherTraining, Spoilt, TooFewGames) as fault:
        parser.error(str(fault))
    except KeyboardInterrupt:
        parser.exit(130, "Ended. The same command goes on with the step that was broken off.\n")
    except OSError as fault:
        parser.error(f"--folder {chosen.folder}: {fault.strerror}. Name a folder that can be written.")
    for name, value in values.items():
        print(f"{name}: {begun[name]} -> {round(value)}")


if __name__ == "__main__":
    main()
