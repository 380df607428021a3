"""The map, counted for all empires in one walk over the provinces."""

from __future__ import annotations

from core.empires.state import State
from core.engine.state import NO_EMPIRE
from core.mare.state import holdings


class Survey:
    """What every empire has on the map. Lists are by empire, and masks are of provinces, unless they say otherwise."""

    def __init__(self, state: State) -> None:
        count = len(state.players)
        self.coins = [0] * count
        self.goods = [0] * count
        self.kinds = [0] * count
        """The masks of kinds of commodity in the income."""
        self.trade = [0] * count
        self.culture = [0] * count
        self.great = [0] * count
        """The numbers of capitals and legendary cities (6.3)."""
        self.controlled = [0] * count
        self.occupied = [0] * count
        self.with_legions = [0] * count
        """The masks of provinces with legions of the empire."""
        self.unguarded = 0
        """The provinces without a land unit of their controller."""
        self.cities = 0
        """The controlled provinces with a built capital or legendary city."""
        self.stakes = [0] * len(state.provinces)
        """By province: the resources that it brings in a round to any controller."""
        for index in range(len(state.provinces)):
            self._count(state, index)

    def _count(self, state: State, index: int) -> None:
        province, place = state.provinces[index], 1 << index
        for empire, legions in enumerate(province.legions):
            if legions:
                self.with_legions[empire] |= place
        controller = province.controller
        if controller == NO_EMPIRE:
            return
        self.controlled[controller] |= place
        if province.occupier != NO_EMPIRE:
            self.occupied[province.occupier] |= place
        if not province.legions[controller] and province.fortress != controller:
            self.unguarded |= place
        great = province.built & state.board.great[index]
        if great:
            self.cities |= place
        for empire, buildings in holdings(province):
            worth = state.board.worths[index][buildings]
            for kind, number in worth.income:
                self.stakes[index] += number
                if kind:
                    self.goods[empire] += number
                    self.kinds[empire] |= 1 << kind
                else:
                    self.coins[empire] += number
            self.goods[empire] += len(worth.legendary)
            self.trade[empire] += worth.trade
            self.culture[empire] += worth.culture
            self.great[empire] += (buildings & great).bit_count()
