"""How many steps towards winning a civilization can make in one round, as far as all players know."""

from __future__ import annotations

from collections.abc import Mapping

from core.classic.reach import reach
from core.classic.state import State


def steps(state: State) -> list[Mapping[str, int]]:
    """Return by civilization, and by the name of a victory, the most steps that it can make in the coming round.

    It pays with the cards that it has then, of which only the number is known, and enough heroes and wonders must lie
    face up.
    """
    face_up = sum(state.board.tiles[tile].kind != "pyramids" for tile in state.display)
    cost = state.board.map.tile_cost
    numbers = [reach(state, empire, known=False).number for empire in range(len(state.players))]
    return [{"heroes_and_wonders": min(number // cost, face_up)} for number in numbers]
