"""The novice: values a position by an empire's possessions, and looks one answer ahead."""

from __future__ import annotations

from core.classic.bots.threats import enemies_in, side_in, together
from core.classic.state import State, is_held_alone
from core.engine.state import NO_EMPIRE
from core.mare.bots import GlanceAhead
from core.mare.kinds import CULTURE
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


class Novice(GlanceAhead):
    """A player who looks one answer ahead and no further."""

    def value(self, state: State, empire: int) -> int:
        """Return what an empire has: its hand and tiles, its part of the map, its titles, and its prospects abroad."""
        if state.result is not None:
            return WIN * (empire in state.result.winners)
        player = state.players[empire]
        value = self.hand_value(player.hand) if state.phase != BUILDING else _kept_value(state, player.hand)
        value += TILE_VALUE * len(player.tiles) * len(player.tiles)
        value += TITLE_VALUE * state.leaders.count(empire)
        for owner, worth in state.worths():
            if owner == empire:
                value += INCOME_VALUE * sum([number for _, number in worth.income])
                value += LEVEL_VALUE * (worth.trade + worth.culture)
        game_map = state.board.map
        units = game_map.legions + game_map.triremes + game_map.fortresses
        value += LEVEL_VALUE * (units - player.legions - player.triremes - player.fortresses)
        value += LEVEL_VALUE * (game_map.markers - player.markers)
        return value + sum([_post_value(state, index, empire) for index in range(len(state.provinces))])

    def hand_value(self, hand: Hand) -> int:
        """Return the value of cards. One of each kind, or all coins, is best, because such cards make sets (4.2a)."""
        kinds = len(hand) - 1 - hand[1:].count(0)
        return CARD_VALUE * sum(hand) + KIND_STEP * (kinds * kinds + hand[COIN] * hand[COIN])


def _kept_value(state: State, hand: Hand) -> int:
    """Return the value of a hand at the end of the building phase, when all but a few coins is lost (4.9a)."""
    return CARD_VALUE * min(hand[COIN], state.board.map.coins_kept)


def _post_value(state: State, index: int, empire: int) -> int:
    """Return what the empire's legions promise in a province of another side, by their chance to be alone there."""
    province = state.provinces[index]
    if not province.legions[empire] or province.controller in (NO_EMPIRE, empire):
        return 0
    worth = state.board.worths[index][province.built]
    prize = INCOME_VALUE * (1 + sum([number for _, number in worth.income]))
    if is_held_alone(province, empire):
        return prize * 3 // 2 if province.posts & MARKER else prize
    mine, enemy = side_in(state, empire, province), together(enemies_in(state, empire, province))
    return prize * mine.conquers(enemy) // 100
