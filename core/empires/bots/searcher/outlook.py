"""How likely each empire is to win from a position: a small neural network that reads its signs.

The network has one hidden layer of rectified units (``weights``). Its output is the strength of an empire. The chance
to win is e to the power of that, divided by the sum for all empires. All arithmetic uses integers.
"""

from __future__ import annotations

import string
from functools import lru_cache
from operator import mul
from struct import Struct

from core.empires.board import Board
from core.empires.bots.searcher.signs import BUILD, SIGNS, TRADE, phase_of, signs
from core.empires.bots.searcher.weights import DIRECT, HIDDEN, OUTPUT, SCALE, SEASONS
from core.empires.state import State

CERTAIN = 1_000_000

STEP = SCALE * SCALE // 100
"""Scores are in units of 1 / SCALE². A hundred steps more make a win e times as likely."""

DIGITS = {
    digit: place for place, digit in enumerate(f"{string.digits}{string.ascii_uppercase}{string.ascii_lowercase}+/")
}
HALF = 1 << 17
"""Added to a weight, so that three digits hold it with either sign."""

LATEST = 9
"""From this round on all rounds are alike."""


def weights(text: str) -> list[int]:
    """Return the weights that a text of the module ``weights`` spells."""
    values = [DIGITS[digit] for digit in text]
    threes = zip(values[::3], values[1::3], values[2::3], strict=True)
    return [(high << 12 | middle << 6 | low) - HALF for high, middle, low in threes]


TELLING = weights(OUTPUT)
"""By unit, how much it adds to an empire's strength."""

LANE = 64
"""Bits for each hidden unit. One long integer carries the sums of all units, which is much faster."""

LANES = Struct(f"<{len(TELLING)}Q")

ZERO = 1 << LANE - 1
"""The value of 0 in a lane, so that no lane borrows from the next."""


def _lanes(weights: list[int]) -> int:
    """Return weights by unit, in one integer."""
    return sum([weight << LANE * unit for unit, weight in enumerate(weights)])


NEUTRAL = _lanes([ZERO] * len(TELLING))
BIASES = [NEUTRAL + _lanes(weights(text)) for text in SEASONS.values()]
EXCITING = [_lanes(weights(HIDDEN[name])) for name in SIGNS]
ROUND = _lanes(weights(HIDDEN["round"]))
DIRECTLY = list(zip(*[DIRECT[name] for name in SIGNS], strict=True))


def _powers() -> tuple[int, ...]:
    """Return 2^40 times e^(-k/100), for k from 0 as long as it is not 0."""
    powers = [1 << 40]
    while powers[-1]:
        powers.append(powers[-1] * 99_004_983 // 100_000_000)
    return tuple(powers)


_POWERS = _powers()


def chances(state: State) -> list[int]:
    """Return by empire its chance to win in millionths; certain once the game is over."""
    if state.result is not None:
        winners = state.result.winners
        return [CERTAIN // len(winners) if empire in winners else 0 for empire in range(len(state.players))]
    season = _season(state)
    bias = BIASES[season] + ROUND * min(state.round, LATEST)
    tiles = _tile_weights(state.board, season)
    scores = [
        strength(row, DIRECTLY[season], bias, [tiles[tile] for tile in player.abilities()])
        for row, player in zip(signs(state), state.players, strict=True)
    ]
    best = max(scores)
    parts = [_POWERS[min((best - score) // STEP, len(_POWERS) - 1)] for score in scores]
    return [part * CERTAIN // sum(parts) for part in parts]


def strength(row: list[int], directly: tuple[int, ...], bias: int, tiles: list[tuple[int, int]]) -> int:
    """Return the strength of an empire with these signs, and with tiles that have these weights."""
    lanes = bias + sum(map(mul, EXCITING, row))
    adds: int = sum(map(mul, directly, row))
    for exciting, adding in tiles:
        lanes += exciting
        adds += adding
    units: tuple[int, ...] = LANES.unpack(lanes.to_bytes(LANES.size, "little"))
    told: list[int] = [(unit - ZERO) * weight for unit, weight in zip(units, TELLING, strict=True) if unit > ZERO]
    return SCALE * adds + sum(told)


def _season(state: State) -> int:
    """Return which of the three parts of a round it is: until the trade is over, the build phase, or after it."""
    phase = phase_of(state)
    return 0 if phase <= TRADE else 1 if phase == BUILD else 2


@lru_cache(maxsize=1 << 6)
def _tile_weights(board: Board, season: int) -> list[tuple[int, int]]:
    """Return by tile how much it excites the units and adds to the strength; nothing for tiles of another edition."""
    return [
        (_lanes(weights(HIDDEN[tile.id])), DIRECT[tile.id][season]) if tile.id in HIDDEN else (0, 0)
        for tile in board.tiles
    ]
