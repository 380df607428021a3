"""How near an empire is to the Pyramids, as far as all players know (3.1.3, 6.1, R3)."""

from __future__ import annotations

from core.empires.build import COINS_KEPT
from core.empires.building import payment_form
from core.empires.collect import legendary_cities, ordinary_income
from core.empires.state import State
from core.mare.payment import can_pay_all
from core.mare.race import PyramidsReach, has_collected
from core.mare.resources import COIN, kinds_held

TRADE, BUILDING = 2, 3
"""The phases in which players trade and build."""


def incomes(state: State) -> list[int]:
    """Return by empire how many resources it will collect next, before the reserve sets limits (1.1 to 1.3)."""
    return [sum(due.values()) + drawn for due, drawn in _incomes(state)]


def _incomes(state: State) -> list[tuple[dict[int, int], int]]:
    """Return by empire its known income by kind, and how many resources more it will get that are not known yet."""
    worths = state.worths()
    found = []
    for empire, due in enumerate(ordinary_income(state, worths)):
        tiles = state.acting(empire)
        due[COIN] = due.get(COIN, 0) + sum([tile.extra_coins for tile in tiles])
        drawn = sum([1 + temple for temple in legendary_cities(state, worths)[empire]])
        found.append((due, drawn + sum([tile.chosen_commodities for tile in tiles])))
    return found


def reach(state: State, empire: int, *, known: bool) -> PyramidsReach:
    """Return an empire's reach; ``known`` says whether its hand is open to who looks."""
    hand, cost = state.players[empire].hand, state.board.map.pyramids_cost
    form = payment_form(state.acting(empire))
    due, drawn = _incomes(state)[empire]
    collected, held = has_collected(state, empire, BUILDING), sum(hand)
    if collected:
        number = held
    else:
        number = (min(held, COINS_KEPT) if state.phase == BUILDING else held) + sum(due.values()) + drawn
    traded = _most_traded(state, is_announced=collected and state.phase >= TRADE)
    coins, kinds = (due.get(COIN, 0), [kind for kind, count in due.items() if count and kind != COIN])
    if known and collected:
        coins, kinds = hand[COIN], kinds_held(hand)
        wild = 0 if state.phase == BUILDING else traded
    else:
        wild = max(number - sum(due.values()), 0) + traded
    # A trade can turn what a player has too much of into what they lack.
    goods = len(kinds) + wild + form.coins_among_goods + form.doubled_kinds
    enough = max(coins + wild + form.goods_among_coins, goods) >= cost
    pays = known and collected and can_pay_all(hand, (cost,), form)
    return PyramidsReach(number, pays, number >= cost and (enough or pays), collected)


def _most_traded(state: State, *, is_announced: bool) -> int:
    """Return the largest number of resources that a player can exchange in the trade (2.1).

    Before the number is announced, it comes from the markers that are left; after that, any may have been played.
    """
    sides = state.board.map.exchange
    return max(max(sides[marker]) for marker in (range(len(sides)) if is_announced else state.exchange))
