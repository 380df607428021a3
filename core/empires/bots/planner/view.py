"""The position as one empire sees it: facts that several of its decisions need."""

from __future__ import annotations

from functools import cached_property, lru_cache

from core.empires.board import Board
from core.empires.building import payment_form
from core.empires.state import State
from core.empires.victory import all_great_cities
from core.engine.answers import Below
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE
from core.mare.graph import bits, mask_of
from core.mare.payment import Form
from core.mare.titles import Levels, all_levels

COIN_VALUE = 150
GOOD_VALUE = 60

# How many rounds of income count, in hundredths: in the first round, less per round, at least.
HORIZON_AT_FIRST = 350
HORIZON_STEP = 35
HORIZON_AT_LEAST = 150


class View:
    """The position for ``empire``, valid until the state changes; values are in hundredths of a resource.

    ``below`` is chance, for choices between things of nearly the same value.
    """

    def __init__(self, state: State, empire: int, below: Below) -> None:
        self.state = state
        self.board = state.board
        self.empire = empire
        self.below = below
        self.player = state.players[empire]
        self.opponents = tuple(other for other in range(len(state.players)) if other != empire)

    def over_time(self, income: int) -> int:
        """Return the value now of an income per round. It falls towards the end of the game."""
        horizon = max(HORIZON_AT_LEAST, HORIZON_AT_FIRST - HORIZON_STEP * (self.state.round - 1))
        return income * horizon // 100

    def form_of(self, empire: int) -> Form:
        """Return how far an empire's heroes let its payments stray from 3.0a."""
        return _form(self.board, self.state.players[empire].abilities())

    def income(self, index: int, built: int) -> int:
        """Return what the buildings of a mask bring in a round to an empire that controls just them (1.1)."""
        return _income(self.board.of_kind[index], built)

    def great_icons(self, index: int) -> int:
        """Return the mask of a province's icons for a capital or a legendary city."""
        return self.board.great[index]

    @cached_property
    def home(self) -> int:
        """Return the mask of provinces the empire controls."""
        return self.state.controlled(self.empire)

    @cached_property
    def reach(self) -> list[tuple[int, ...]]:
        """Return by empire and province the mask of provinces that its legions can reach from there."""
        return [self.board.reach(self.state.fleet(empire)) for empire in range(len(self.state.players))]

    @cached_property
    def own_reach(self) -> tuple[int, ...]:
        """Return by province the mask of provinces that the empire's own legions can reach from there."""
        return self.reach[self.empire]

    @cached_property
    def with_legions(self) -> list[int]:
        """Return by empire the mask of provinces in which it has legions."""
        provinces = self.state.provinces
        return [
            mask_of([index for index, province in enumerate(provinces) if province.legions[empire]])
            for empire in range(len(self.state.players))
        ]

    @cached_property
    def levels(self) -> list[Levels]:
        """Return by empire its levels of trade, culture and military (0.6)."""
        return all_levels(self.state)

    @cached_property
    def great_cities(self) -> list[int]:
        """Return by empire the number of capitals and legendary cities it controls (6.3)."""
        return all_great_cities(self.state)

    @cached_property
    def incomes(self) -> list[int]:
        """Return by empire what its provinces bring in a round."""
        incomes = [0] * len(self.state.players)
        for index, province in enumerate(self.state.provinces):
            if province.controller != NO_EMPIRE:
                incomes[province.controller] += self.income(index, province.built)
        return incomes

    @cached_property
    def harvest(self) -> int:
        """Return the mask of kinds of commodity that caravans bring in the empire's provinces."""
        mask = 0
        for index in bits(self.home):
            icons = self.board.icons[index]
            mask |= mask_of([icons[icon].commodity for icon in bits(self.state.provinces[index].built)])
        return mask


@lru_cache(maxsize=1 << 12)
def _form(board: Board, tiles: tuple[int, ...]) -> Form:
    return payment_form([board.tiles[tile] for tile in tiles])


@lru_cache(maxsize=1 << 10)
def _income(kinds: tuple[int, ...], built: int) -> int:
    """Return what the buildings of a mask bring in a round, in a province with these masks of icons of each kind."""
    cities = built & (kinds[CITY] | kinds[CAPITAL] | kinds[LEGENDARY_CITY])
    goods = (built & kinds[CARAVAN]).bit_count() * (1 + bool(built & kinds[MARKET]))
    goods += (built & kinds[LEGENDARY_CITY]).bit_count()
    return GOOD_VALUE * goods + COIN_VALUE * cities.bit_count() * (1 + bool(built & kinds[TEMPLE]))
