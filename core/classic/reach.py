"""How near a civilization is to the Pyramids, as far as all players know (4.7, 6.1a, K2)."""

from __future__ import annotations

from core.classic.state import State
from core.mare.income import due_income
from core.mare.payment import number_of_sets
from core.mare.race import PyramidsReach, has_collected

BUILDING = 2
"""The phase in which players build."""


def incomes(state: State) -> list[int]:
    """Return by civilization how many resources it will collect next, before the bank sets limits (3.1)."""
    due = due_income(state, state.worths())
    return [
        sum(of.values()) + sum([tile.extra_coins + tile.chooses_good for tile in state.acting(empire)])
        for empire, of in enumerate(due)
    ]


def reach(state: State, empire: int, *, known: bool) -> PyramidsReach:
    """Return a civilization's reach; ``known`` says whether its hand is open to who looks.

    A trade can exchange a whole hand (3.2a), so that before it the number of cards is all that counts.
    """
    hand, cost = state.players[empire].hand, state.board.map.pyramids_cost
    collected, held = has_collected(state, empire, BUILDING), sum(hand)
    if collected:
        number = held
    else:
        number = (min(held, state.board.map.coins_kept) if state.phase == BUILDING else held) + incomes(state)[empire]
    pays = known and collected and number_of_sets(hand, cost) > 0
    traded = known and collected and state.phase == BUILDING
    return PyramidsReach(number, pays, pays if traded else number >= cost, collected)
