"""The Glancer: values a position by what an empire has, and looks one answer ahead."""

from __future__ import annotations

from collections.abc import Iterator

from core.empires.actions import March
from core.empires.bots.threats import side_of
from core.empires.bots.worth import wins_titles
from core.empires.build import COINS_KEPT
from core.empires.movement import Marching
from core.empires.reach import BUILDING
from core.empires.state import State, land_units
from core.empires.victory import CITIES_TO_WIN, all_great_cities
from core.engine.action import Action
from core.engine.state import NO_EMPIRE
from core.mare.bots import ONE_STEP, GlanceAhead
from core.mare.resources import COIN, Hand, legendary, ordinary
from core.mare.titles import all_levels

WIN = 100_000
INCOME_VALUE = 60
LEVEL_VALUE = 40
TITLE_VALUE = 200
TILE_VALUE = 250
CITY_STEP = 100
RESOURCE_VALUE = 20
KIND_STEP = 4


class Glancer(GlanceAhead):
    """A player who looks one answer ahead and no further."""

    def values(self, state: State) -> list[int]:
        """Return by empire what it has: its hand and mat, its part of the map, its titles, and its battles to come."""
        if state.result is not None:
            return [WIN * (empire in state.result.winners) for empire in range(len(state.players))]
        levels, cities = all_levels(state), all_great_cities(state)
        crowned = [wins_titles(state.leaders, levels, empire) for empire in range(len(levels))]
        values = []
        for empire, (player, great) in enumerate(zip(state.players, cities, strict=True)):
            value = self.hand_value(player.hand) if state.phase != BUILDING else _kept_value(player.hand)
            value += TILE_VALUE * len(player.tiles) * len(player.tiles)
            value += CITY_STEP * great * great + TITLE_VALUE * state.leaders.count(empire)
            value += LEVEL_VALUE * sum(levels[empire])
            values.append(value + ONE_STEP * (great >= CITIES_TO_WIN or crowned[empire]))
        for owner, worth in state.worths():
            values[owner] += INCOME_VALUE * (worth.coins + worth.goods + len(worth.legendary))
        for index, province in enumerate(state.provinces):
            owner, worth = province.controller, state.board.worths[index][province.built]
            for empire, legions in enumerate(province.legions):
                if legions and owner not in (NO_EMPIRE, empire):
                    city = cities[owner] >= CITIES_TO_WIN and province.built & state.board.great[index]
                    stops = bool(city or (crowned[owner] and worth.trade + worth.culture))
                    values[empire] += _post_value(state, index, empire, stops=stops)
        return values

    def openings(self, state: State, empire: int) -> Iterator[Action]:
        """Yield marches of one legion to provinces of others without land units, first to capitals."""
        if not isinstance(state.stack[-1], Marching):
            return
        reach, board = state.board.reach(state.fleet(empire)), state.board
        provinces = list(enumerate(state.provinces))
        provinces.sort(key=lambda pair: not pair[1].built & board.great[pair[0]])
        for target, province in provinces:
            if province.controller not in (NO_EMPIRE, empire) and not land_units(province, province.controller):
                for source, other in enumerate(state.provinces):
                    if other.legions[empire] and reach[source] >> target & 1:
                        yield March(source, target, 1)

    def hand_value(self, hand: Hand) -> int:
        """Return the value of a hand. One of each kind, or all coins, is best, because such cards make sets (3.0a)."""
        kinds = sum([1 for kind in range(1, len(hand) // 2 + 1) if hand[ordinary(kind)] or hand[legendary(kind)]])
        return RESOURCE_VALUE * sum(hand) + KIND_STEP * (kinds * kinds + hand[0] * hand[0])


def _kept_value(hand: Hand) -> int:
    """Return the value of a hand at the end of the building phase, when all but a few coins is discarded (3.0b)."""
    return RESOURCE_VALUE * min(hand[COIN], COINS_KEPT)


def _post_value(state: State, index: int, empire: int, *, stops: bool) -> int:
    """Return what the empire's legions promise in an opponent's province, by their chance to be alone there.

    ``stops`` says that the loss of its buildings may keep the opponent from winning.
    """
    province = state.provinces[index]
    legions = province.legions[empire]
    worth = state.board.worths[index][province.built]
    prize = INCOME_VALUE * (1 + worth.coins + worth.goods)
    prize += CITY_STEP * (province.built & state.board.great[index]).bit_count() + ONE_STEP // 4 * stops
    mine = side_of(state.acting(empire), legions, int(province.fortress == empire), own_turn=True, controls=False)
    chance = 100
    for other in range(len(state.players)):
        if other != empire and land_units(province, other):
            fortress = int(province.fortress == other)
            controls = province.controller == other
            theirs = side_of(state.acting(other), province.legions[other], fortress, own_turn=False, controls=controls)
            chance = min(chance, mine.conquers(theirs))
    return prize * chance // 100
