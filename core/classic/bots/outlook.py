"""How likely each empire is to win at the start of a round: its signs, which a network reads.

The weights of the network are in ``data/outlook.toml``. ``core/mare/network.py`` says how it works.
"""

from __future__ import annotations

from functools import lru_cache

from core.classic.bots.threats import enemies_in, side_in, together
from core.classic.bots.worth import View
from core.classic.data import outlook_toml
from core.classic.state import State
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.engine.toml import read_toml
from core.mare.bots import units_of
from core.mare.network import Network, decided
from core.mare.resources import COIN, Hand
from core.mare.state import MARKER
from core.mare.titles import all_levels

LOWEST, HIGHEST = 5, 13
"""The sizes of a set, and of one less and one more, that a sign counts."""

SIGNS = (
    # Income of coins, of goods, and how many kinds of them; markers; levels; units on the map.
    *("coins", "goods", "kinds", "markers", "trade", "culture", "military", "legions", "triremes", "fortresses"),
    # The titles held.
    *("trade_leader", "culture_leader", "military_leader"),
    # Whether the empire has this many heroes and wonders; the most that another has; the most income of another.
    *("tile_1", "tile_2", "tile_3", "tile_4", "rival_tiles", "rival_income"),
    # The cards in hand: all, coins, kinds; whether they make a set of this size; whether they pay for a victory;
    # whether another empire's do.
    *("cards", "card_coins", "card_kinds"),
    *[f"pays_{size}" for size in range(LOWEST, HIGHEST + 1)],
    *("ready", "rivals_ready"),
    # Whether the cards are so many that trade could make a set of 9, of 12, or two of 9.
    *("many_9", "many_12", "many_18"),
    # Income of provinces about to change hands, to the empire and from it.
    *("taking", "losing"),
    # The income of the best province that it is likely to take, and of the next.
    *("prey", "second_prey"),
    # The income of its own provinces that another is likely to take: of the dearest, and of all.
    *("fear", "fears"),
)

LIKELY = 50
"""In percent: the chance of an attack that counts."""


def signs(state: State) -> list[list[int]]:
    """Return by empire its signs in the order of SIGNS."""
    view = View(state, 0, lambda bound: 0)
    players = range(len(state.players))
    incomes = view.incomes
    levels = all_levels(state)
    totals = [sum(income) for income in incomes]
    held = [len(player.tiles) for player in state.players]
    hands = [player.hand for player in state.players]
    ready = [view.pays_to_win(empire, hands[empire]) for empire in players]
    takings = _takings(state, len(players))
    wars = _wars(state)
    return [
        [
            incomes[empire][COIN],
            totals[empire] - incomes[empire][COIN],
            len(incomes[empire]) - 1 - incomes[empire][1:].count(0),
            state.board.map.markers - state.players[empire].markers,
            *levels[empire],
            *units_of(state, empire),
            *[int(leader == empire) for leader in state.leaders],
            *[int(held[empire] >= number) for number in range(1, 5)],
            max(held[:empire] + held[empire + 1 :]),
            max(totals[:empire] + totals[empire + 1 :]),
            *_hand_signs(hands[empire]),
            int(ready[empire]),
            sum(ready) - ready[empire],
            *[int(sum(hands[empire]) >= number) for number in (9, 12, 18)],
            *takings[empire],
            *wars[empire],
        ]
        for empire in players
    ]


def _hand_signs(hand: Hand) -> list[int]:
    kinds = len(hand) - 1 - hand[1:].count(0)
    most = max(kinds, hand[COIN])
    return [sum(hand), hand[COIN], kinds, *[int(most >= size) for size in range(LOWEST, HIGHEST + 1)]]


def _takings(state: State, players: int) -> list[list[int]]:
    """Return by empire the income of provinces that it is about to take, and of those that it is about to lose."""
    rows = [[0, 0] for _ in range(players)]
    for index, province in enumerate(state.provinces):
        if province.posts & MARKER:
            stake = _income(state, index)
            rows[province.occupier][0] += stake
            if province.controller < players:
                rows[province.controller][1] += stake
    return rows


def _income(state: State, index: int) -> int:
    """Return what a province brings in a round, and one more for its marker."""
    province = state.provinces[index]
    worth = state.board.worths[index][province.built]
    return 1 + worth.coins + worth.goods


def _wars(state: State) -> list[list[int]]:
    """Return by empire the signs of war."""
    count = len(state.players)
    rows = [[0, 0] for _ in range(count)]
    fears = [[0] * len(state.provinces) for _ in range(count)]
    for empire in range(count):
        stakes = [0, 0]
        for index, legions in _coming(state, empire):
            province = state.provinces[index]
            owner = province.controller
            if _is_likely(state, empire, index, legions):
                stake = _income(state, index)
                stakes.append(stake)
                if owner < count:
                    fears[owner][index] = stake
        rows[empire] = sorted(stakes, reverse=True)[:2]
    return [[*row, max(fear), sum(fear)] for row, fear in zip(rows, fears, strict=True)]


def _coming(state: State, empire: int) -> list[tuple[int, int]]:
    """Return others' provinces to which an empire's free legions can come, each with the number of these legions."""
    reach = state.neighbours_of(empire)
    found = [0] * len(state.provinces)
    for source in bits(state.presence().legions[empire]):
        province = state.provinces[source]
        free = province.legions[empire]
        if province.occupier == empire:
            free -= province.posts.bit_count()
        if free:
            for index in bits(reach[source] | 1 << source):
                found[index] += free
    return [
        (index, legions)
        for index, legions in enumerate(found)
        if legions
        and (province := state.provinces[index]).controller not in (NO_EMPIRE, empire)
        and province.occupier != empire
    ]


def _is_likely(state: State, empire: int, index: int, legions: int) -> bool:
    """Return whether these legions of an empire are likely to stand alone in a province after one battle."""
    province = state.provinces[index]
    enemies = enemies_in(state, empire, province)
    if not enemies:
        return True
    enemy = together(enemies)
    if legions < enemy.legions + enemy.fortresses:
        return False
    return side_in(state, empire, province)._replace(legions=legions).conquers(enemy) >= LIKELY


# ---------------------------------------------------------------------- the network


@lru_cache(maxsize=1)
def network() -> Network:
    """Return the network of both editions. Its file is read when the first Searcher needs it."""
    return Network(read_toml(outlook_toml()).table, SIGNS)


def chances(state: State) -> list[int]:
    """Return by empire its chance to win in millionths; certain once the game is over."""
    if state.result is not None:
        return decided(state.result.winners, len(state.players))
    return network().outlook(state, signs(state))
