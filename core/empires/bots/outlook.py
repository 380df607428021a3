"""How likely each empire is to win at the start of a round: its signs, which a network reads.

The weights of the network are in ``data/outlook.toml``. ``core/mare/network.py`` says how it works.
"""

from __future__ import annotations

from functools import lru_cache

from core.empires.bots.threats import EMPTY, Side, side_of
from core.empires.bots.worth import budget_of, plans, small_sets
from core.empires.building import payment_form
from core.empires.data import outlook_toml
from core.empires.state import State, Tile
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.engine.toml import read_toml
from core.mare.bots import units_of
from core.mare.kinds import TRACKS
from core.mare.network import Network, decided
from core.mare.payment import most_payable
from core.mare.state import holdings

# ---------------------------------------------------------------------- the map


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
            self.stakes[index] += worth.coins + worth.goods
            self.coins[empire] += worth.coins
            self.kinds[empire] |= worth.kinds
            self.goods[empire] += worth.goods + len(worth.legendary)
            self.trade[empire] += worth.trade
            self.culture[empire] += worth.culture
            self.great[empire] += (buildings & great).bit_count()


# ---------------------------------------------------------------------- signs


LOWEST_PRICE, HIGHEST_PRICE = 6, 12
MOST_BOUGHT = 3
MOST_LAG, LITTLE_LAG = 8, 2

SIGNS = (
    # Income of coins, of commodities, and how many kinds of them; provinces; levels; units on the map.
    *("coins", "goods", "kinds", "provinces", "trade", "culture", "military", "legions", "triremes", "fortresses"),
    # The titles held; whether the empire would win one, two, three now; missing levels in all, at most two per track.
    *("trade_leader", "culture_leader", "military_leader"),
    *("first_title", "second_title", "third_title", "lag", "little_lag"),
    # Whether the empire has this many great cities, and this many heroes and wonders.
    *("city_1", "city_2", "city_3", "city_4", "tile_2", "tile_3", "tile_4", "tile_5"),
    # Unguarded provinces within reach, and their income; the chance in percent to take the easiest great city, and the
    # next; the same for a great city that would win.
    *("prey", "prey_stake", "hope", "second_hope", "winning_hope", "second_winning_hope"),
    # The best chance of any opponent to take a great city; the income of unguarded provinces in an opponent's reach.
    *("fear", "stake"),
    # Resources, coins and kinds in hand, sets of 3; whether it can pay a set of this size; whether it can buy one, two,
    # three heroes or wonders, and the fifth.
    *("hand", "hand_coins", "hand_kinds", "sets"),
    *("pays_6", "pays_7", "pays_8", "pays_9", "pays_10", "pays_11", "pays_12"),
    *("buys_1", "buys_2", "buys_3", "buys_fifth"),
)


def signs(state: State) -> list[list[int]]:
    """Return by empire its signs in the order of SIGNS."""
    survey = Survey(state)
    heroes = [state.acting(empire) for empire in range(len(state.players))]
    levels = _levels(state, survey)
    titles = _title_signs(state, levels)
    wars = _war_signs(state, survey, heroes)
    return [
        [
            *_holdings_signs(state, survey, heroes[empire], empire),
            *levels[empire],
            *units_of(state, empire),
            *titles[empire],
            *_progress_signs(survey.great[empire], len(state.players[empire].tiles)),
            *wars[empire],
            *_hand_signs(state, empire, heroes[empire]),
        ]
        for empire in range(len(state.players))
    ]


def _holdings_signs(state: State, survey: Survey, heroes: list[Tile], empire: int) -> tuple[int, int, int, int]:
    coins = survey.coins[empire] + sum([tile.extra_coins for tile in heroes])
    return coins, survey.goods[empire], survey.kinds[empire].bit_count(), survey.controlled[empire].bit_count()


def _levels(state: State, survey: Survey) -> list[list[int]]:
    """Return by empire the signs of its levels (0.6)."""
    levels = []
    for empire, player in enumerate(state.players):
        reached = [survey.trade[empire], survey.culture[empire], sum(units_of(state, empire))]
        for tile in player.tiles:
            reached = [level + bonus for level, bonus in zip(reached, state.board.tiles[tile].bonus, strict=True)]
        levels.append(reached)
    return levels


def _title_signs(state: State, levels: list[list[int]]) -> list[list[int]]:
    count = len(levels)
    won, lags, little_lags = [0] * count, [0] * count, [0] * count
    for track in range(len(TRACKS)):
        reached = [row[track] for row in levels]
        highest, holder = max(reached), state.leaders[track]
        shared = reached.count(highest) > 1
        for empire, level in enumerate(reached):
            if level == highest and (empire == holder or not shared):
                won[empire] += 1
            else:
                # The holder of a title decides ties (5.1).
                lag = highest - level + (empire != holder or level < highest)
                lags[empire] += min(lag, MOST_LAG)
                little_lags[empire] += min(lag, LITTLE_LAG)
    return [
        [
            *[int(leader == empire) for leader in state.leaders],
            *[int(won[empire] >= number) for number in range(1, len(TRACKS) + 1)],
            lags[empire],
            little_lags[empire],
        ]
        for empire in range(count)
    ]


def _progress_signs(cities: int, tiles: int) -> list[int]:
    found = [int(cities >= number) for number in range(1, CITIES_TO_WIN + 1)]
    return found + [int(tiles >= number) for number in range(2, TILES_TO_WIN + 1)]


# ---------------------------------------------------------------------- war


def _war_signs(state: State, survey: Survey, heroes: list[list[Tile]]) -> list[list[int]]:
    count = len(state.players)
    rows = [[0] * 6 for _ in range(count)]
    fears = [0] * count
    endangered = [0] * count
    for empire in range(count):
        with_legions = survey.with_legions[empire]
        reach = state.board.reach(state.fleet(empire))
        within = with_legions
        for source in bits(with_legions):
            within |= reach[source]
        within &= ~survey.controlled[empire] & ~survey.occupied[empire]
        prey = within & survey.unguarded
        for other in range(count):
            endangered[other] |= prey & survey.controlled[other]
        chances = [0, 0]
        for index in bits(within & survey.cities):
            chance = _chance_to_take(state, heroes, index, empire, reach[index] & with_legions)
            owner = state.provinces[index].controller
            fears[owner] = max(fears[owner], chance)
            chances.append(chance)
        best, second, *_ = sorted(chances, reverse=True)
        great = survey.great[empire]
        wins, nearly = great == CITIES_TO_WIN - 1, great == CITIES_TO_WIN - 2
        stake = sum([survey.stakes[index] for index in bits(prey)])
        rows[empire] = [prey.bit_count(), stake, best, second, best * wins, second * nearly]
    stakes = [sum([survey.stakes[index] for index in bits(mask)]) for mask in endangered]
    return [[*row, fear, stake] for row, fear, stake in zip(rows, fears, stakes, strict=True)]


def _chance_to_take(state: State, heroes: list[list[Tile]], index: int, empire: int, sources: int) -> int:
    """Return the chance in percent to be alone in a province.

    All legions of the ``sources`` and those already there attack.
    """
    province = state.provinces[index]
    legions = province.legions[empire]
    legions += sum([state.provinces[source].legions[empire] for source in bits(sources)])
    attack = side_of(heroes[empire], legions, 0, own_turn=True, controls=False)
    strongest = EMPTY
    for other, there in enumerate(province.legions):
        fortress = int(province.fortress == other)
        if other != empire and (there or fortress):
            controls = province.controller == other
            force = side_of(heroes[other], there, fortress, own_turn=False, controls=controls)
            strongest = max(strongest, force, key=_hits_needed)
    return attack.conquers(strongest)


def _hits_needed(side: Side) -> int:
    return side.legions + 2 * side.fortress


# ---------------------------------------------------------------------- hands


def _hand_signs(state: State, empire: int, heroes: list[Tile]) -> list[int]:
    player, board = state.players[empire], state.board
    budget = budget_of(player.hand)
    form = payment_form(heroes)
    most = most_payable(player.hand, form)
    held, bought = len(player.tiles), 0
    ladder = tuple([board.tile_price(step).cost for step in range(held, TILES_TO_WIN)])
    if ladder and most >= ladder[0]:
        bought = max([plan.tiles for plan in plans(budget, form, ladder, board.prices["market"].cost)])
    return [
        sum(player.hand),
        budget.coins,
        len(budget.goods),
        small_sets(budget, form),
        *[int(most >= price) for price in range(LOWEST_PRICE, HIGHEST_PRICE + 1)],
        *[int(bought >= number) for number in range(1, MOST_BOUGHT + 1)],
        int(held + bought >= TILES_TO_WIN),
    ]


# ---------------------------------------------------------------------- the network


@lru_cache(maxsize=1)
def network() -> Network:
    """Return the network of the edition. Its file is read when the first Searcher needs it."""
    return Network(read_toml(outlook_toml()).table, SIGNS)


def chances(state: State) -> list[int]:
    """Return by empire its chance to win in millionths; certain once the game is over."""
    if state.result is not None:
        return decided(state.result.winners, len(state.players))
    return network().outlook(state, signs(state))
