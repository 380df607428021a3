"""A small neural network that says from the signs of each empire at the start of a round how likely each is to win.

It has one hidden layer of rectified units. Its output is the strength of an empire. The chance to win is e to the power
of that, divided by the sum for all empires. All arithmetic uses integers. ``tests/train`` learns the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from struct import Struct
from typing import Any

from core.engine.policy import CERTAIN

LANE = 64
"""Bits for each hidden unit. One long integer carries the sums of all units, which is much faster."""

ZERO = 1 << LANE - 1
"""The value of 0 in a lane, so that no lane borrows from the next."""

LATEST = 9
"""From this round on all rounds are alike."""


class Network:
    """The learnt weights, ready for fast sums."""

    def __init__(self, weights: Mapping[str, Any], signs: Sequence[str]) -> None:
        """Set up the network from the tables of its data file, for empires that have these signs."""
        self.scale: int = weights["scale"]
        self.output: list[int] = weights["output"]
        self.hidden = {name: lanes_of(units) for name, units in weights["hidden"].items()}
        """By sign, hero or wonder, and for the round: how much one more excites the units."""
        self.direct: dict[str, int] = weights["direct"]
        """By sign, hero or wonder: how much one more adds to the strength."""
        self.bias = lanes_of([ZERO] * len(self.output)) + lanes_of(weights["bias"])
        self._units = Struct(f"<{len(self.output)}Q")
        self._exciting = [self.hidden[name] for name in signs]
        self._adding = [self.direct[name] for name in signs]

    def tile(self, name: str) -> tuple[int, int]:
        """Return how much a hero or wonder excites the units and adds to the strength; nothing for an unknown one."""
        return (self.hidden[name], self.direct[name]) if name in self.hidden else (0, 0)

    def strength(self, row: list[int], now: int, tiles: Iterable[tuple[int, int]]) -> int:
        """Return the strength of an empire with these signs in round ``now``, and with tiles that have these weights.

        It is in units of 1 / scale².
        """
        lanes = self.bias + self.hidden["round"] * min(now, LATEST) + sum(map(mul, self._exciting, row))
        adds: int = sum(map(mul, self._adding, row))
        for exciting, adding in tiles:
            lanes += exciting
            adds += adding
        units: tuple[int, ...] = self._units.unpack(lanes.to_bytes(self._units.size, "little"))
        told = [(unit - ZERO) * weight for unit, weight in zip(units, self.output, strict=True) if unit > ZERO]
        return self.scale * adds + sum(told)

    def outlook(self, state: Any, rows: Sequence[list[int]]) -> list[int]:
        """Return by empire its chance to win in millionths, from the state of a game and the signs of all empires."""
        strengths = []
        for empire, row in enumerate(rows):
            tiles = [self.tile(tile.id) for tile in state.acting(empire)]
            strengths.append(self.strength(row, state.round, tiles))
        return self.chances(strengths)

    def chances(self, strengths: Sequence[int]) -> list[int]:
        """Return by empire its chance to win in millionths, from the strengths of all."""
        best = max(strengths)
        # A hundred steps more make a win e times as likely.
        step = self.scale * self.scale // 100
        parts = [_POWERS[min((best - strength) // step, len(_POWERS) - 1)] for strength in strengths]
        return [part * CERTAIN // sum(parts) for part in parts]


def lanes_of(units: Sequence[int]) -> int:
    """Return weights by hidden unit in one integer."""
    return sum([weight << LANE * unit for unit, weight in enumerate(units)])


def decided(winners: Sequence[int], empires: int) -> list[int]:
    """Return by empire its chance in millionths once the game is over: winners share it."""
    return [CERTAIN // len(winners) if empire in winners else 0 for empire in range(empires)]


def _powers() -> tuple[int, ...]:
    """Return 2^40 times e^(-k/100), for k from 0 as long as it is not 0."""
    powers = [1 << 40]
    while powers[-1]:
        powers.append(powers[-1] * 99_004_983 // 100_000_000)
    return tuple(powers)


_POWERS = _powers()
