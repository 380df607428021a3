"""Learns the weights of a network from games, by gradient descent on the cross-entropy of who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.mare.network import LATEST
from tests.train.games import Seen

Floats = NDArray[Any]
"""Fractions of any precision."""
Integers = NDArray[np.int64]

MOST_PLAYERS = 5

HELD_OUT = 11
"""One game in so many is not learnt from, but tells when to stop. The first of them is the first game.

This number shares no factor with those of editions and sizes of tables, so some games of each are held out.
"""

FEWEST_GAMES = 2
"""One game to learn from, and one that is held out."""

BATCH = 512
RATE = 0.003
DECAY = 0.1
"""The share of the rate by which each step makes every weight smaller: large weights must pay for themselves."""

PATIENCE = 4
"""After so many passes without a better forecast of the games held out, learning ends."""

ABSENT = -1e9
"""The strength of an empire that does not play."""


class Positions(NamedTuple):
    """S positions of games: I inputs by empire, who plays, and the shares of the victory.

    ``inputs`` is (S, 5, I), ``present`` and ``shares`` (S, 5).
    """

    inputs: Floats
    present: NDArray[np.bool_]
    shares: Floats

    def chosen(self, rows: Integers) -> Positions:
        """Return some of the positions."""
        return Positions(self.inputs[rows], self.present[rows], self.shares[rows])


def positions_of(games: Iterable[Seen], signs: int, tiles: int) -> Positions:
    """Return all positions of some games. An input is a sign, then one for each tile, then the round."""
    inputs: list[Floats] = []
    shares: list[list[float]] = []
    counts: list[int] = []
    for game in games:
        for sight in game.sights:
            row = np.zeros((MOST_PLAYERS, signs + tiles + 1), np.float32)
            players = len(sight.rows)
            row[:players, :signs] = sight.rows
            for empire, held in enumerate(sight.tiles):
                for tile in held:
                    row[empire, signs + tile] += 1
            row[:players, -1] = min(sight.round, LATEST)
            inputs.append(row)
            counts.append(players)
            shares.append([(empire in game.winners) / len(game.winners) for empire in range(MOST_PLAYERS)])
    present = np.arange(MOST_PLAYERS) < np.array(counts)[:, None]
    return Positions(np.array(inputs), present, np.array(shares, np.float32))


class Weights(NamedTuple):
    """A network, or the slope of its error: for I inputs and H hidden units."""

    hidden: Floats  # (I, H)
    bias: Floats  # (H,)
    output: Floats  # (H,)
    direct: Floats  # (I,)


def drawn(inputs: int, units: int, chance: np.random.Generator) -> Weights:
    """Return small random weights to begin with."""
    hidden = chance.normal(0, inputs**-0.5, (inputs, units))
    output = chance.normal(0, units**-0.5, units)
    parts = (hidden, np.zeros(units), output, np.zeros(inputs))
    return Weights(*[part.astype(np.float32) for part in parts])


class Sums(NamedTuple):
    """What a network makes of positions: sums of hidden units before they are rectified (S, 5, H), chances (S, 5)."""

    units: Floats
    chances: Floats


def forecast(weights: Weights, seen: Positions) -> Sums:
    """Return each empire's chance to win."""
    units = seen.inputs @ weights.hidden + weights.bias
    strengths = np.maximum(units, 0) @ weights.output
    strengths += seen.inputs @ weights.direct
    strengths = np.where(seen.present, strengths, ABSENT)
    powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return Sums(units, powers / powers.sum(axis=1, keepdims=True))


def error(weights: Weights, seen: Positions) -> float:
    """Return the mean cross-entropy, in nats: how much the winners surprise the network."""
    total = 0.0
    for rows in _batches(np.arange(len(seen.inputs)), 8 * BATCH):
        part = seen.chosen(rows)
        total -= float((part.shares * np.log(forecast(weights, part).chances + 1e-9)).sum())
    return total / len(seen.inputs)


def slope(weights: Weights, seen: Positions) -> Weights:
    """Return by how much the error grows with each weight."""
    sums = forecast(weights, seen)
    wrong = (sums.chances - seen.shares) / np.float32(len(seen.inputs))
    excited = wrong[:, :, None] * weights.output * (sums.units > 0)
    return Weights(
        np.einsum("spi,sph->ih", seen.inputs, excited, optimize=True),
        excited.sum(axis=(0, 1)),
        np.einsum("sph,sp->h", np.maximum(sums.units, 0), wrong),
        np.einsum("spi,sp->i", seen.inputs, wrong),
    )


class Descent:
    """Adam with weight decay (Kingma & Ba 2015; Loshchilov & Hutter 2019)."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.means = [np.zeros_like(part) for part in weights]
        self.squares = [np.zeros_like(part) for part in weights]
        self.steps = 0

    def step(self, slopes: Weights, rate: float) -> None:
        """Take a step against the slope."""
        self.steps += 1
        parts = []
        for index, (part, falls) in enumerate(zip(self.weights, slopes, strict=True)):
            self.means[index] += 0.1 * (falls - self.means[index])
            self.squares[index] += 0.001 * (falls * falls - self.squares[index])
            mean = self.means[index] / (1 - 0.9**self.steps)
            change = mean / (np.sqrt(self.squares[index] / (1 - 0.999**self.steps)) + 1e-8)
            parts.append((part - rate * (change + DECAY * part)).astype(np.float32))
        self.weights = Weights(*parts)


class Progress(NamedTuple):
    """The errors after a pass over all positions: of those learnt from, and of those held out."""

    number: int
    learnt: float
    held_out: float


def learn(
    games: Sequence[Seen], signs: int, tiles: int, units: int, passes: int, seed: int, batch: int = BATCH
) -> Iterator[tuple[Progress, Weights]]:
    """Yield after each pass how far learning is, and the weights then. The last are not always the best.

    The weights read inputs as they are. Learning itself scales them, so that all spread alike.
    """
    chance = np.random.default_rng(seed)
    learnt = positions_of([game for number, game in enumerate(games) if number % HELD_OUT], signs, tiles)
    held_out = positions_of(games[::HELD_OUT], signs, tiles)
    spread = learnt.inputs[learnt.present].std(axis=0)
    scale = (1 / np.where(spread > 0, spread, 1)).astype(np.float32)
    learnt, held_out = (seen._replace(inputs=seen.inputs * scale) for seen in (learnt, held_out))
    descent = Descent(drawn(signs + tiles + 1, units, chance))
    best, since = np.inf, 0
    for number in range(1, passes + 1):
        rate = RATE * (1 - (number - 1) / passes)
        for rows in _batches(chance.permutation(len(learnt.inputs)), batch):
            descent.step(slope(descent.weights, learnt.chosen(rows)), rate)
        weights = descent.weights
        progress = Progress(number, error(weights, learnt), error(weights, held_out))
        yield progress, weights._replace(hidden=weights.hidden * scale[:, None], direct=weights.direct * scale)
        best, since = (progress.held_out, 0) if progress.held_out < best else (best, since + 1)
        if since >= PATIENCE:
            return


def _batches(rows: Integers, size: int) -> Iterator[Integers]:
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def tables(weights: Weights, names: Sequence[str], scale: int) -> dict[str, Any]:
    """Return the weights as whole numbers, in the tables that ``core.mare.network.Network`` reads.

    ``names`` are those of the inputs.
    """

    def whole(part: Floats) -> list[Any]:
        return [int(number) for number in np.rint(part.astype(np.float64) * scale)]

    return {
        "scale": scale,
        "output": whole(weights.output),
        "bias": whole(weights.bias),
        "hidden": {name: whole(row) for name, row in zip(names, weights.hidden, strict=True)},
        "direct": dict(zip(names, whole(weights.direct), strict=True)),
    }
