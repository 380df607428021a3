"""The position as one empire sees it, and the worth of income, places and prizes."""

from __future__ import annotations

from functools import cached_property

from core.classic.state import Province, State
from core.engine.answers import Below
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CARAVAN, CITY, MARKET, TEMPLE
from core.mare.graph import bits
from core.mare.resources import COIN
from core.mare.titles import Levels, all_levels

CARD = 40
"""The worth of a card in the hand. All values are on this scale."""

LEAST_ROUNDS, MOST_ROUNDS = 2, 7
"""The least and the most rounds of income that count."""


class View:
    """A position, one of its empires, and the chance that its player may use."""

    def __init__(self, state: State, empire: int, below: Below, whim: int = 0) -> None:
        """Set what is seen; ``whim`` is the most, in percent, by which a thing may seem worth more or less."""
        self.state = state
        self.board = state.board
        self.empire = empire
        self.below = below
        self.whim = whim
        self.player = state.players[empire]

    def seen_by(self, empire: int) -> View:
        """Return the same position as another empire sees it."""
        return View(self.state, empire, self.below)

    @cached_property
    def incomes(self) -> list[list[int]]:
        """Return by empire and token what the next income brings. Goods of choice count as coins."""
        found = [[0] * len(self.board.tokens) for _ in self.state.players]
        for empire, worth in self.state.worths():
            for kind, number in worth.income:
                found[empire][kind] += number
        for empire, tile in self.state.all_acting(range(len(found))):
            found[empire][COIN] += tile.extra_coins + tile.chooses_good
        return found

    @cached_property
    def income(self) -> list[int]:
        """Return by token the empire's own income."""
        return self.incomes[self.empire]

    @cached_property
    def rounds_left(self) -> int:
        """Return how many more rounds of income count: until the first player could win, within limits."""
        return max(LEAST_ROUNDS, min([MOST_ROUNDS, *map(self.rounds_to_win, range(len(self.state.players)))]))

    def rounds_to_win(self, empire: int) -> int:
        """Return how many rounds an empire's income needs for the tiles that it lacks."""
        lacking = self.board.map.tiles_to_win - len(self.state.players[empire].tiles)
        income = sum(self.incomes[empire]) + 1
        return -(-lacking * self.board.map.tile_cost // income)

    @cached_property
    def card_income(self) -> int:
        """Return the worth of one card more in every round."""
        return CARD * self.rounds_left

    def token_value(self, token: int, number: int = 1) -> int:
        """Return the worth of earning ``number`` more of a card in every round; new goods are worth most."""
        value, had = 0, self.income[token]
        for held in range(had, had + number):
            share = 100 if token == COIN else (120, 90, 75)[min(held, 2)]
            value += self.card_income * share // 100
        return value

    @cached_property
    def levels(self) -> list[Levels]:
        """Return by empire its levels."""
        return all_levels(self.state)

    def standing(self, empire: int) -> int:
        """Return how near an empire is to winning."""
        return 12 * len(self.state.players[empire].tiles) + 2 * sum(self.incomes[empire])

    @cached_property
    def rivals(self) -> list[int]:
        """Return the other empires, the nearest to winning first."""
        others = [empire for empire in range(len(self.state.players)) if empire != self.empire]
        return sorted(others, key=self.standing, reverse=True)


# ---------------------------------------------------------------------- places


OPEN_ICON_SHARE = 40
"""In percent: the share that a market or temple gains from a free icon beside it."""

MARKER_VALUE = 50
"""The worth of a marker by itself."""

LATER = 80
"""In percent: the share that counts of a thing that can be built only in the next round."""


def icon_value(view: View, where: int, index: int) -> int:
    """Return the worth of a building on an icon of an own province, beside those already there."""
    icon = view.board.icons[where][index]
    built = view.state.provinces[where].built
    of_kind = view.board.of_kind[where]
    if icon.kind == CARAVAN:
        return view.token_value(icon.commodity, 1 + bool(built & of_kind[MARKET]))
    if icon.kind == CITY:
        return view.token_value(COIN, 1 + bool(built & of_kind[TEMPLE]))
    doubled = CARAVAN if icon.kind == MARKET else CITY
    value = 0
    for other in bits(of_kind[doubled]):
        share = 100 if built >> other & 1 else OPEN_ICON_SHARE
        value += view.token_value(view.board.icons[where][other].commodity) * share // 100
    return value


def income_of(view: View, where: int, icons: int) -> int:
    """Return the worth of the income of some buildings of a province to a player who controls them all."""
    return sum([view.token_value(token, number) for token, number in view.board.worths[where][icons].income])


def promise(view: View, where: int) -> int:
    """Return the worth of the free icons of a province, less the cost of building on them."""
    province = view.state.provinces[where]
    value = 0
    for index, icon in enumerate(view.board.icons[where]):
        if not province.built >> index & 1 and view.state.buildings[icon.kind]:
            gain = icon_value(view, where, index) - icon.price.cost * CARD
            value += max(0, gain) * LATER // 100
    return value


def marker_value(view: View, where: int) -> int:
    """Return the worth of a marker in a province without a controller."""
    return MARKER_VALUE + promise(view, where)


def province_value(view: View, where: int) -> int:
    """Return the worth of owning a province with all its buildings."""
    return MARKER_VALUE + income_of(view, where, view.state.provinces[where].built) + promise(view, where)


def best_occupation(view: View, where: int, legions: int) -> tuple[int, int]:
    """Return the buildings most worth occupying with this number of legions, as a mask, and their income's worth."""
    province: Province = view.state.provinces[where]
    best, chosen = 0, 0
    icons = province.built
    while icons:
        if icons.bit_count() <= legions:
            value = income_of(view, where, icons)
            if value > best:
                best, chosen = value, icons
        icons = (icons - 1) & province.built
    return chosen, best


OCCUPIED_SHARE = 55
"""In percent: the income of an occupied building compared with that of an own one."""

LEADER_SHARE, RIVAL_SHARE = 45, 20
"""In percent: the share that counts of a province lost by the leader of the race, or by another rival."""


def prize(view: View, where: int, legions: int) -> int:
    """Return the worth of standing alone in another's province with this number of legions."""
    province = view.state.provinces[where]
    owner = province.controller
    if owner in (NO_EMPIRE, view.empire):
        return 0
    value = best_occupation(view, where, legions)[1] * OCCUPIED_SHARE // 100
    if not view.board.capital_mask >> where & 1 and view.player.markers:
        value = max(value, province_value(view, where) - 3 * CARD)
    if owner != view.board.neutral:
        loss = sum([number for _, number in view.board.worths[where][province.built].income]) * view.card_income
        value += loss * (LEADER_SHARE if owner == view.rivals[0] else RIVAL_SHARE) // 100
    return value
