"""The Glancer: values a position by an empire's possessions, and looks one answer ahead."""

from __future__ import annotations

from collections.abc import Iterator

from core.classic.actions import March
from core.classic.bots.threats import enemies_in, side_in, together
from core.classic.bots.worth import View
from core.classic.deeds import WarTurn
from core.classic.state import State, is_held_alone, land_units
from core.engine.action import Action
from core.engine.state import NO_EMPIRE
from core.mare.bots import ONE_STEP, GlanceAhead, units_of
from core.mare.kinds import CULTURE, MILITARY
from core.mare.resources import COIN, Hand
from core.mare.state import MARKER

WIN = 100_000
INCOME_VALUE = 60
LEVEL_VALUE = 40
TITLE_VALUE = 100
TILE_VALUE = 250
CARD_VALUE = 20
KIND_STEP = 4

BUILDING = 1 + CULTURE
"""The number of the building phase."""

WAR = 1 + MILITARY
"""The number of the military phase."""


class Glancer(GlanceAhead):
    """A player who looks one answer ahead and no further."""

    def values(self, state: State) -> list[int]:
        """Return by empire what it has: its hand and tiles, its part of the map, its titles, its prospects abroad."""
        if state.result is not None:
            return [WIN * (empire in state.result.winners) for empire in range(len(state.players))]
        view = View(state, 0, lambda bound: 0)
        values = []
        for empire, player in enumerate(state.players):
            value = self.hand_value(player.hand) if state.phase != BUILDING else _kept_value(state, player.hand)
            value += TILE_VALUE * len(player.tiles) * len(player.tiles)
            value += TITLE_VALUE * state.leaders.count(empire)
            value += LEVEL_VALUE * (sum(units_of(state, empire)) + state.board.map.markers - player.markers)
            has_income = state.phase != WAR
            is_near = view.pays_to_win(empire, player.hand) if has_income else empire in view.near_winners
            values.append(value + ONE_STEP * is_near)
        for owner, worth in state.worths():
            if owner < len(values):
                values[owner] += INCOME_VALUE * (worth.coins + worth.goods)
                values[owner] += LEVEL_VALUE * (worth.trade + worth.culture)
        for index, province in enumerate(state.provinces):
            for empire in range(len(values)):
                if province.legions[empire] and province.controller not in (NO_EMPIRE, empire):
                    values[empire] += _post_value(view, index, empire)
        return values

    def openings(self, state: State, empire: int) -> Iterator[Action]:
        """Yield marches of one legion to provinces of others without land units, the one with most buildings first."""
        if not isinstance(state.stack[-1], WarTurn):
            return
        reach = state.neighbours_of(empire)
        provinces = sorted(enumerate(state.provinces), key=lambda pair: -pair[1].built.bit_count())
        for target, province in provinces:
            if province.controller not in (NO_EMPIRE, empire) and not land_units(province, province.controller):
                for source, other in enumerate(state.provinces):
                    if other.legions[empire] and reach[source] >> target & 1:
                        yield March(source, target, 1)

    def hand_value(self, hand: Hand) -> int:
        """Return the value of cards. One of each kind, or all coins, is best, because such cards make sets (4.2a)."""
        kinds = len(hand) - 1 - hand[1:].count(0)
        return CARD_VALUE * sum(hand) + KIND_STEP * (kinds * kinds + hand[COIN] * hand[COIN])


def _kept_value(state: State, hand: Hand) -> int:
    """Return the value of a hand at the end of the building phase, when all but a few coins is lost (4.9a)."""
    return CARD_VALUE * min(hand[COIN], state.board.map.coins_kept)


def _post_value(view: View, index: int, empire: int) -> int:
    """Return what the empire's legions promise in a province of another side, by their chance to be alone there."""
    state, province = view.state, view.state.provinces[index]
    worth = state.board.worths[index][province.built]
    prize = INCOME_VALUE * (1 + worth.coins + worth.goods)
    prize += ONE_STEP // 4 * view.stops(index, province.built)
    if is_held_alone(province, empire):
        return prize * 3 // 2 if province.posts & MARKER else prize
    mine, enemy = side_in(state, empire, province), together(enemies_in(state, empire, province))
    return prize * mine.conquers(enemy) // 100
