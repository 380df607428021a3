"""The position as one empire sees it, and the worth of what it can gain or lose there."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from core.empires.board import Board
from core.empires.building import payment_form
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, all_great_cities
from core.engine.answers import Below
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE
from core.mare.graph import bits, mask_of
from core.mare.kinds import TRACKS
from core.mare.payment import Form, most_payable
from core.mare.resources import Hand, changed
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


# ---------------------------------------------------------------------- victory


WIN = 100_000
"""The value of winning, far above that of anything else."""

# Values for capitals and legendary cities. The worth of each further one grows with the square of how many there are.
# Taking one from an opponent with three, or with four who would win, is worth more. Losing one costs something, most of
# all to an opponent with three.
CITY_STEP = 60
CITY_OF_THREE = 500
CITY_OF_FOUR = WIN // 10
CITY_LOSS = 200
CITY_LOSS_TO_THREE = WIN // 5

# The share of its price, in percent, that a hero or wonder is worth: in the first round, more per round, at most.
TILE_AT_FIRST = 90
TILE_STEP = 24
TILE_AT_MOST = 160

# The worth of levels that win three titles, and of levels that keep another player from them.
LEVELS_TO_WIN = WIN // 4
LEVELS_TO_STOP = WIN // 20


_most_payable = lru_cache(maxsize=1 << 14)(most_payable)


class Rival(NamedTuple):
    """An opponent who lacks one resource for the Pyramids, which cost ``cost``."""

    hand: Hand
    form: Form
    cost: int

    def wins_with(self, token: int) -> bool:
        """Return whether this resource is the one."""
        return _most_payable(changed(self.hand, token, 1), self.form) >= self.cost


def nearly_at_pyramids(view: View) -> list[Rival]:
    """Return the opponents who lack one resource for the Pyramids (6.1)."""
    cost = view.board.pyramids_price.cost
    # The number of resources rules out most opponents cheaply.
    hands = [(other, view.state.players[other].hand) for other in view.opponents]
    rivals = [Rival(hand, view.form_of(other), cost) for other, hand in hands if sum(hand) >= cost - 1]
    return [rival for rival in rivals if _most_payable(rival.hand, rival.form) == cost - 1]


def tile_value(board: Board, now: int, held: int) -> int:
    """Return the worth of the next hero or wonder to a player with ``held`` of them (6.2). It grows with the rounds."""
    if held + 1 >= TILES_TO_WIN:
        return WIN
    percent = min(TILE_AT_MOST, TILE_AT_FIRST + TILE_STEP * (now - 1))
    return board.tile_price(held).cost * percent


def great_city_value(view: View, owner: int) -> int:
    """Return the worth of one more capital or legendary city (6.3).

    It is taken from its owner, or newly built (NO_EMPIRE).
    """
    reached = view.great_cities[view.empire] + 1
    if reached >= CITIES_TO_WIN:
        return WIN
    value = CITY_STEP * reached * reached
    if owner != NO_EMPIRE and view.great_cities[owner] >= CITIES_TO_WIN:
        return value + CITY_OF_FOUR
    if owner != NO_EMPIRE and view.great_cities[owner] == CITIES_TO_WIN - 1:
        return value + CITY_OF_THREE
    return value


def great_city_loss(view: View, taker: int) -> int:
    """Return the cost of losing a capital or legendary city to an opponent, beyond its income."""
    return CITY_LOSS_TO_THREE if view.great_cities[taker] >= CITIES_TO_WIN - 1 else CITY_LOSS


def level_values(view: View, sets: int) -> list[int]:
    """Return by track the worth of one more level to a player who can buy this many now (6.4).

    Only levels count that give all three titles, or keep them from an opponent.
    """
    tracks = range(len(TRACKS))
    gaps = [max(0, *[_lag(view, track, other) for other in view.opponents]) for track in tracks]
    missing = sum(gaps)
    if missing <= sets:
        return [LEVELS_TO_WIN // missing if gap else 0 for gap in gaps]
    values = [0] * len(TRACKS)
    for other in view.opponents:
        if all(_gets_title(view, track, other) for track in tracks):
            lag, track = min((_lag(view, track, other), track) for track in tracks)
            if 0 < lag <= sets:
                values[track] += LEVELS_TO_STOP // lag
    return values


def _lag(view: View, track: int, other: int) -> int:
    """Return the levels by which the empire must rise to pass another. The title's holder decides ties (5.1)."""
    behind = view.levels[other][track] - view.levels[view.empire][track]
    return behind + (view.state.leaders[track] != view.empire)


def _gets_title(view: View, track: int, empire: int) -> bool:
    """Return whether an empire would get a title now."""
    reached = [levels[track] for levels in view.levels]
    highest = max(reached)
    return reached[empire] == highest and (reached.count(highest) == 1 or view.state.leaders[track] == empire)


# ---------------------------------------------------------------------- buildings and provinces


LEVEL_VALUE = 20
NEW_KIND_VALUE = 15
LATER_PERCENT = 65


def building_value(view: View, index: int, icon: int) -> int:
    """Return the worth of building on a free icon of a province that the empire controls."""
    facts = view.board.icons[index][icon]
    income = _added_income(view, index, facts.kind)
    if facts.kind == CARAVAN and not view.harvest >> facts.commodity & 1:
        income += NEW_KIND_VALUE
    value = view.over_time(income) + LEVEL_VALUE
    if facts.kind in (CAPITAL, LEGENDARY_CITY):
        value += great_city_value(view, NO_EMPIRE)
    return value


def _added_income(view: View, index: int, kind: int) -> int:
    """Return the income of a round that a building of a kind adds.

    Markets and temples count half for buildings that are not there yet.
    """
    kinds = view.board.of_kind[index]
    built = view.state.provinces[index].built
    if kind == MARKET:
        return GOOD_VALUE * _doubled(kinds[CARAVAN], built) // 2
    if kind == TEMPLE:
        return COIN_VALUE * _doubled(kinds[CITY] | kinds[CAPITAL] | kinds[LEGENDARY_CITY], built) // 2
    if kind == CARAVAN:
        return GOOD_VALUE * (1 + bool(built & kinds[MARKET]))
    return COIN_VALUE * (1 + bool(built & kinds[TEMPLE])) + GOOD_VALUE * (kind == LEGENDARY_CITY)


def _doubled(icons: int, built: int) -> int:
    """Return two for each built icon and one for each free one."""
    return icons.bit_count() + (icons & built).bit_count()


def province_value(view: View, index: int) -> int:
    """Return the worth of control of a province: its buildings, and the profit of those still to build."""
    province = view.state.provinces[index]
    profit = 0
    for icon, facts in enumerate(view.board.icons[index]):
        if not province.built >> icon & 1 and view.state.buildings[facts.kind]:
            profit += max(0, building_value(view, index, icon) - 100 * facts.price.cost)
    return view.over_time(view.income(index, province.built)) + profit * LATER_PERCENT // 100
