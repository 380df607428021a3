"""The novice: values a position by what an empire has, and looks one answer ahead."""

from __future__ import annotations

from core.empires.bots.threats import side_of
from core.empires.state import State, land_units
from core.empires.victory import all_great_cities
from core.engine.state import NO_EMPIRE
from core.mare.bots import GlanceAhead
from core.mare.resources import Hand, legendary, ordinary

WIN = 100_000
INCOME_VALUE = 60
LEVEL_VALUE = 40
TITLE_VALUE = 200
TILE_VALUE = 250
CITY_STEP = 40
RESOURCE_VALUE = 20
KIND_STEP = 4


class Novice(GlanceAhead):
    """A player who looks one answer ahead and no further."""

    def value(self, state: State, empire: int) -> int:
        """Return what an empire has: its hand and mat, its part of the map, its titles, and its battles to come."""
        if state.result is not None:
            return WIN * (empire in state.result.winners)
        player = state.players[empire]
        cities = all_great_cities(state)[empire]
        value = self.hand_value(player.hand) + TILE_VALUE * len(player.tiles) * len(player.tiles)
        value += CITY_STEP * cities * cities + TITLE_VALUE * state.leaders.count(empire)
        for owner, worth in state.worths():
            if owner == empire:
                value += INCOME_VALUE * (sum([number for _, number in worth.income]) + len(worth.legendary))
                value += LEVEL_VALUE * (worth.trade + worth.culture)
        game_map = state.board.map
        units = game_map.legions + game_map.triremes + game_map.fortresses
        value += LEVEL_VALUE * (units - player.legions - player.triremes - player.fortresses)
        return value + sum([_post_value(state, index, empire) for index in range(len(state.provinces))])

    def hand_value(self, hand: Hand) -> int:
        """Return the value of a hand. One of each kind, or all coins, is best, because such cards make sets (3.0a)."""
        kinds = sum([1 for kind in range(1, len(hand) // 2 + 1) if hand[ordinary(kind)] or hand[legendary(kind)]])
        return RESOURCE_VALUE * sum(hand) + KIND_STEP * (kinds * kinds + hand[0] * hand[0])


def _post_value(state: State, index: int, empire: int) -> int:
    """Return what the empire's legions promise in an opponent's province, by their chance to be alone there."""
    province = state.provinces[index]
    legions = province.legions[empire]
    if not legions or province.controller in (NO_EMPIRE, empire):
        return 0
    income = sum([number for _, number in state.board.worths[index][province.built].income])
    prize = INCOME_VALUE * (income + 1) + CITY_STEP * (province.built & state.board.great[index]).bit_count()
    mine = side_of(state.acting(empire), legions, int(province.fortress == empire), own_turn=True, controls=False)
    chance = 100
    for other in range(len(state.players)):
        if other != empire and land_units(province, other):
            fortress = int(province.fortress == other)
            controls = province.controller == other
            theirs = side_of(state.acting(other), province.legions[other], fortress, own_turn=False, controls=controls)
            chance = min(chance, mine.conquers(theirs))
    return prize * chance // 100
