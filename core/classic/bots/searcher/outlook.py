"""Each player's chance to win from a position, estimated from what they have and earn."""

from __future__ import annotations

from core.classic.bots.planner.holdings import income_of
from core.classic.bots.planner.view import View
from core.classic.state import State
from core.mare.state import MARKER

MILLION = 1_000_000

START = 60
"""Added to every empire's strength, so that no chance is 0."""

TILE = 150
INCOME = 30
NEW_KIND = 8
COIN_KEPT = 8
MARKER_STEP = 12
UNIT = 9
TITLE = 12


def chances(state: State) -> list[int]:
    """Return by empire the chance to win, in millionths."""
    players = len(state.players)
    if state.result is not None:
        winners = state.result.winners
        return [MILLION // len(winners) if empire in winners else 0 for empire in range(players)]
    powers = [power * power * power for power in _powers(state)]
    return [MILLION * power // sum(powers) for power in powers]


def _powers(state: State) -> list[int]:
    view = View(state, 0, lambda bound: 0)
    game_map = state.board.map
    found = []
    for empire, player in enumerate(state.players):
        income = view.incomes[empire]
        units = game_map.legions + game_map.triremes + game_map.fortresses
        units -= player.legions + player.triremes + player.fortresses
        power = START + TILE * len(player.tiles) + INCOME * sum(income)
        power += NEW_KIND * (len(income) - income.count(0)) + COIN_KEPT * sum(player.hand)
        power += MARKER_STEP * (game_map.markers - player.markers) + UNIT * units
        found.append(power + TITLE * state.leaders.count(empire))
    for where, province in enumerate(state.provinces):
        if province.posts & MARKER:
            # The marker is about to change hands.
            worth = INCOME * (1 + income_of(view, where, province.built) // view.card_income) * 2 // 3
            found[province.occupier] += worth
            if province.controller < len(found):
                found[province.controller] = max(START, found[province.controller] - worth)
    return found
