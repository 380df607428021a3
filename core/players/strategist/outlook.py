"""How likely each empire is to win from a position."""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from core.board import Board
from core.players.strategist.signs import BUILD, TRADE, phase_of, signs
from core.players.strategist.weights import OF_SIGNS, OF_TILES
from core.state import State

CERTAIN = 1_000_000

STEP = 10
"""Scores are in thousandths, and a hundred steps more make a win e times as likely."""

WEIGHTS = tuple(zip(*OF_SIGNS.values(), strict=True))
"""By season, the weights in the order of the signs."""


def _powers() -> tuple[int, ...]:
    """2^40 times e^(-k/100), for k from 0 as long as anything is left."""
    powers = [1 << 40]
    while powers[-1]:
        powers.append(powers[-1] * 99_004_983 // 100_000_000)
    return tuple(powers)


_POWERS = _powers()


def chances(state: State) -> list[int]:
    """By empire, its chance to win in millionths; certain once the game is over."""
    if state.result is not None:
        winners = state.result.winners
        return [CERTAIN // len(winners) if empire in winners else 0 for empire in range(len(state.players))]
    season = _season(state)
    scores = [
        sum(map(mul, WEIGHTS[season], row)) + sum([_tile_weights(state.board, season)[tile] for tile in abilities])
        for row, abilities in zip(signs(state), [player.abilities() for player in state.players], strict=True)
    ]
    best = max(scores)
    parts = [_POWERS[min((best - score) // STEP, len(_POWERS) - 1)] for score in scores]
    return [part * CERTAIN // sum(parts) for part in parts]


def _season(state: State) -> int:
    """Which of the weights of a sign holds now: those until the trade is over, in the build phase, or after it."""
    phase = phase_of(state)
    return 0 if phase <= TRADE else 1 if phase == BUILD else 2


@lru_cache(maxsize=1 << 6)
def _tile_weights(board: Board, season: int) -> tuple[int, ...]:
    """By tile, its weight; 0 for those of another edition."""
    return tuple(OF_TILES[tile.id][season] if tile.id in OF_TILES else 0 for tile in board.tiles)
