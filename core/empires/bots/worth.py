"""The position as one empire sees it: the worth of what it can gain or lose there, of a hand, and what a hand buys.

All but two coins is lost if it is not spent by the end of a build phase (3.0b). One kind of commodity is as good as
another. So a budget holds only the number of coins and the number of each kind, without the kinds' names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeVar

from core.empires.board import Board
from core.empires.build import COINS_KEPT
from core.empires.building import payment_form
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, all_great_cities
from core.engine.answers import Below
from core.engine.masks import bits, mask_of
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE
from core.mare.kinds import CULTURE, TRACKS, TRADE
from core.mare.payment import SetForm, most_payable
from core.mare.resources import COIN, Hand, Tokens, changed, kind_of, legendary, ordinary
from core.mare.rounds import Turns
from core.mare.titles import Levels, all_levels

SMALL_SET = 3


class HandBudget(NamedTuple):
    """The coins of a hand, and how many it holds of each kind of commodity, most first."""

    coins: int
    goods: tuple[int, ...]


class WayToPay(NamedTuple):
    """A way to pay: coins, commodities, and whether the commodity held most is paid ``twice``."""

    coins: int
    goods: int
    twice: bool


class SpendingPlan(NamedTuple):
    """What a budget pays for together: the next ``tiles``, ``large`` and ``small`` sets, and ``coins`` to keep."""

    tiles: int
    large: int
    small: int
    coins: int


@lru_cache(maxsize=1 << 14)
def budget_of(hand: Hand) -> HandBudget:
    """Return the shape of a hand."""
    counts = [plain + star for plain, star in zip(hand[1::2], hand[2::2], strict=True)]
    return HandBudget(hand[COIN], tuple(sorted(filter(None, counts), reverse=True)))


@lru_cache(maxsize=1 << 14)
def ways_to_pay(budget: HandBudget, form: SetForm, cost: int) -> tuple[WayToPay, ...]:
    """Return the ways to pay a set of some cost.

    Commodities are always of the kinds held most, so that the rest stays varied.
    """
    kinds = len(budget.goods)
    ways = [
        WayToPay(cost - goods, goods, False)
        for goods in range(min(form.goods_among_coins, cost - 1) + 1)
        if budget.coins >= cost - goods and kinds >= goods
    ]
    for coins in range(min(form.coins_among_goods, budget.coins, cost - 1) + 1):
        goods = cost - coins
        if kinds >= goods:
            ways.append(WayToPay(coins, goods, False))
        if form.doubled_kinds and goods > 1 and kinds >= goods - 1 and budget.goods[0] > 1:
            ways.append(WayToPay(coins, goods, True))
    return tuple(dict.fromkeys(ways))


def spend(budget: HandBudget, way: WayToPay) -> HandBudget:
    """Return what is left after paying."""
    left = list(budget.goods)
    for kind in range(way.goods - way.twice):
        left[kind] -= 1
    if way.twice:
        left[0] -= 1
    return HandBudget(budget.coins - way.coins, tuple(sorted(filter(None, left), reverse=True)))


def payment(hand: Hand, way: WayToPay) -> Tokens:
    """Return the tokens of a hand that pay in this way, sorted."""
    held = [(-hand[ordinary(kind)] - hand[legendary(kind)], kind) for kind in range(1, kind_of(len(hand)))]
    kinds = [kind for _, kind in sorted(held)][: way.goods - way.twice]
    kinds += kinds[: way.twice]
    tokens = [COIN] * way.coins
    for kind in kinds:
        plain = ordinary(kind)
        tokens.append(plain if tokens.count(plain) < hand[plain] else legendary(kind))
    return tuple(sorted(tokens))


@lru_cache(maxsize=1 << 15)
def plans(budget: HandBudget, form: SetForm, ladder: tuple[int, ...], large: int) -> tuple[SpendingPlan, ...]:
    """Return the plans a budget can pay for, except plans that another one surpasses in everything.

    ``ladder`` has the costs of the next heroes or wonders, in the order of buying. ``large`` is the cost of a market or
    temple.
    """
    found = [*_with_large_sets(budget, form, large)]
    if ladder:
        for way in ways_to_pay(budget, form, ladder[0]):
            rest = plans(spend(budget, way), form, ladder[1:], large)
            found += [plan._replace(tiles=plan.tiles + 1) for plan in rest]
    return tuple(plan for plan in dict.fromkeys(found) if not any(_beats(other, plan) for other in found))


def _beats(other: SpendingPlan, plan: SpendingPlan) -> bool:
    return other != plan and all(mine >= yours for mine, yours in zip(other, plan, strict=True))


@lru_cache(maxsize=1 << 15)
def _with_large_sets(budget: HandBudget, form: SetForm, large: int) -> tuple[SpendingPlan, ...]:
    small = small_sets(budget, form)
    found = [SpendingPlan(0, 0, small, min(COINS_KEPT, budget.coins % SMALL_SET))]
    for way in ways_to_pay(budget, form, large):
        found += [plan._replace(large=plan.large + 1) for plan in _with_large_sets(spend(budget, way), form, large)]
    return tuple(dict.fromkeys(found))


def small_sets(budget: HandBudget, form: SetForm) -> int:
    """Return how many sets of 3 the budget pays."""
    if form.coins_among_goods and form.goods_among_coins:
        return _varied_sets(budget.goods, budget.coins, form.doubled_kinds)
    return budget.coins // SMALL_SET + _varied_sets(budget.goods, 0, form.doubled_kinds)


def _varied_sets(goods: tuple[int, ...], coins: int, doubled_kinds: int) -> int:
    """Return the most sets of 3 from different kinds, with coins that may stand in for any of them.

    A number of sets is possible if the missing cards can be filled. Each kind goes into a set once, or twice if a hero
    allows it.
    """
    sets = (sum(goods) + coins) // SMALL_SET
    while sets:
        usable = coins + sum([min(count, sets) for count in goods])
        if doubled_kinds:
            usable += min(sets, sum([min(count - sets, sets) for count in goods if count > sets]))
        if usable >= SMALL_SET * sets:
            break
        sets -= 1
    return sets


# ---------------------------------------------------------------------- the worth of hands


Key = TypeVar("Key")

KEPT_COIN = 55

# The values of sets of 3 and of 6, best first. In the trade no player knows exactly what they will build.
USUAL_SMALL = (280, 272, 264, 256, 248, 240, 200, 160, 160)
USUAL_LARGE = (650, 600, 550)

# Many coins or many kinds promise more for the resources still to come; the nearer to the Pyramids, the more.
BREADTH = 9
NEAR_PYRAMIDS = 60
NEAR_FROM = 7

REMEMBERED = 1 << 12
"""The most hands whose value a valuation remembers."""


class Valuation:
    """Values of what a budget can pay for: the Pyramids, the next heroes and wonders, and sets of the two lower prices.

    ``ladder`` has the costs of the next heroes and wonders. ``tiles`` has the total worth of the next ones, by number.
    ``large`` has it of sets of 6 (a market or temple), and ``small`` of sets of 3 (nearly everything).
    """

    def __init__(
        self,
        board: Board,
        now: int,
        steps: range,
        form: SetForm,
        small: Sequence[int],
        large: Sequence[int],
        extra: int = 0,
    ) -> None:
        """Set up the values in round ``now`` for a player who may buy the ``steps`` of heroes and wonders.

        Values are best first. ``extra`` is the worth of the next hero or wonder beyond its step.
        """
        self.form = form
        self.large_cost = board.prices["market"].cost
        self.pyramids_cost = board.pyramids_price.cost
        self.ladder = tuple([board.tile_price(step).cost for step in steps])
        self.tiles = _sums([tile_value(board, now, step) + extra * (step == steps[0]) for step in steps])
        self.large = _sums(large)
        self.small = _sums(small)
        self._worths: dict[HandBudget, int] = {}
        self._promises: dict[Hand, int] = {}

    def worth(self, budget: HandBudget) -> int:
        """Return the value of the best plan that the budget pays for."""
        worth = self._worths.get(budget)
        if worth is None:
            wins = ways_to_pay(budget, self.form, self.pyramids_cost)
            worth = WIN if wins else max([self.value(plan) for plan in self.plans(budget)])
            _remember(self._worths, budget, worth)
        return worth

    def promise(self, hand: Hand) -> int:
        """Return the value of the best that the hand can buy, and of what it may become in a trade."""
        promise = self._promises.get(hand)
        if promise is None:
            budget = budget_of(hand)
            coins, kinds = budget.coins, len(budget.goods)
            near = max(coins - NEAR_FROM, kinds - NEAR_FROM, 0)
            promise = self.worth(budget) + BREADTH * (coins * coins + kinds * kinds) + NEAR_PYRAMIDS * near * near
            _remember(self._promises, hand, promise)
        return promise

    def best_plan(self, budget: HandBudget) -> SpendingPlan:
        """Return the best plan that the budget pays for, without the Pyramids."""
        return max(self.plans(budget), key=self.value)

    def plans(self, budget: HandBudget) -> tuple[SpendingPlan, ...]:
        """Return the plans that the budget can pay for."""
        return plans(budget, self.form, self.ladder, self.large_cost)

    def value(self, plan: SpendingPlan) -> int:
        """Return the value of a plan."""
        value = self.tiles[plan.tiles] + KEPT_COIN * plan.coins
        value += self.large[min(plan.large, len(self.large) - 1)]
        return value + self.small[min(plan.small, len(self.small) - 1)]


def valuation_of(view: View, form: SetForm, small: Sequence[int], large: Sequence[int], extra: int) -> Valuation:
    """Return the valuation of an empire with these values of sets of 3 and of 6, best first.

    ``extra`` is the worth of the next hero or wonder beyond its step to victory.
    """
    return Valuation(view.board, view.state.round, _steps(view), form, small, large, extra)


def usual_valuation(view: View) -> Valuation:
    """Return the valuation of an empire before it knows what it will build."""
    return _usual_valuation(view.board, view.state.round, _steps(view), view.form_of(view.empire))


@lru_cache(maxsize=1 << 8)
def _usual_valuation(board: Board, now: int, steps: range, form: SetForm) -> Valuation:
    return Valuation(board, now, steps, form, USUAL_SMALL, USUAL_LARGE)


def _steps(view: View) -> range:
    """Return the heroes and wonders that the empire can still buy, counted as they come on its mat."""
    held = len(view.player.tiles)
    there = sum([view.board.tiles[tile].kind != "pyramids" for tile in view.state.display])
    return range(held, min(TILES_TO_WIN, held + there))


def _remember(values: dict[Key, int], key: Key, value: int) -> None:
    if len(values) >= REMEMBERED:
        values.clear()
    values[key] = value


def _sums(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(accumulate(values, initial=0))


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

    def __init__(
        self, state: State, empire: int, below: Below, supposed: Sequence[tuple[int, ...]] | None = None
    ) -> None:
        """Take what ``reach`` would be if triremes were elsewhere, or None for where they are."""
        self.state = state
        self.board = state.board
        self.empire = empire
        self.below = below
        self._supposed = supposed
        self.player = state.players[empire]
        self.opponents = tuple(other for other in range(len(state.players)) if other != empire)

    def over_time(self, income: int) -> int:
        """Return the value now of an income per round. It falls towards the end of the game."""
        horizon = max(HORIZON_AT_LEAST, HORIZON_AT_FIRST - HORIZON_STEP * (self.state.round - 1))
        return income * horizon // 100

    def form_of(self, empire: int) -> SetForm:
        """Return how far an empire's heroes let its payments stray from 3.0a."""
        return _form(self.board, self.state.players[empire].abilities())

    def income(self, index: int, built: int) -> int:
        """Return what the buildings of a mask bring in a round to an empire that controls just them (1.1)."""
        return _income(self.board.of_kind[index], built)

    def great_icons(self, index: int) -> int:
        """Return the mask of a province's icons for a capital or a legendary city."""
        return self.board.great[index]

    def as_if_at(self, fleet: int, empire: int) -> View:
        """Return the view as it would be with the triremes of an empire in the seas of a mask."""
        reach = [*self.reach]
        reach[empire] = self.board.reach(fleet)
        return View(self.state, self.empire, self.below, reach)

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """Return the opponents whose turn is still to come in this phase."""
        waiting = [frame.waiting for frame in self.state.stack if isinstance(frame, Turns)]
        return tuple([other for other in self.opponents if any(other in empires for empires in waiting)])

    @cached_property
    def crowned(self) -> tuple[int, ...]:
        """Return the opponents who win by all three titles if no level changes (6.4)."""
        return tuple([other for other in self.opponents if wins_titles(self.state.leaders, self.levels, other)])

    def dethrones(self, index: int, buildings: int, taken: bool = True) -> bool:
        """Return whether a crowned opponent wins no longer without these buildings of its province.

        They are occupied if ``taken``, else pillaged.
        """
        owner = self.state.provinces[index].controller
        if owner not in self.crowned:
            return False
        worth = self.board.worths[index][buildings]
        levels = [list(reached) for reached in self.levels]
        for track, number in ((TRADE, worth.trade), (CULTURE, worth.culture)):
            levels[owner][track] -= number
            levels[self.empire][track] += number if taken else 0
        return not wins_titles(self.state.leaders, levels, owner)

    @cached_property
    def home(self) -> int:
        """Return the mask of provinces the empire controls."""
        return self.state.controlled(self.empire)

    @cached_property
    def reach(self) -> Sequence[tuple[int, ...]]:
        """Return by empire and province the mask of provinces that its legions can reach from there."""
        if self._supposed is not None:
            return self._supposed
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
def _form(board: Board, tiles: tuple[int, ...]) -> SetForm:
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
"""Also the worth of a building whose loss keeps an opponent from winning by three titles."""

_most_payable = lru_cache(maxsize=1 << 14)(most_payable)


class Rival(NamedTuple):
    """An opponent who lacks one resource for the Pyramids, which cost ``cost``."""

    empire: int
    hand: Hand
    form: SetForm
    cost: int

    def wins_with(self, token: int) -> bool:
        """Return whether this resource is the one."""
        return _most_payable(changed(self.hand, token, 1), self.form) >= self.cost


def nearly_at_pyramids(view: View) -> list[Rival]:
    """Return the opponents who lack one resource for the Pyramids (6.1)."""
    cost = view.board.pyramids_price.cost
    # The number of resources rules out most opponents cheaply.
    hands = [(other, view.state.players[other].hand) for other in view.opponents]
    rivals = [Rival(other, hand, view.form_of(other), cost) for other, hand in hands if sum(hand) >= cost - 1]
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
    for other in view.crowned:
        lag, track = min((_lag(view, track, other), track) for track in tracks)
        if 0 < lag <= sets:
            values[track] += LEVELS_TO_STOP // lag
    return values


def wins_titles(leaders: Sequence[int], levels: Sequence[Sequence[int]], empire: int) -> bool:
    """Return whether an empire with these levels of all empires gets all three titles, by its own lead or decision."""
    return all(
        levels[empire][track] == highest and (leaders[track] == empire or reached.count(highest) == 1)
        for track, reached in enumerate(zip(*levels, strict=True))
        for highest in [max(reached)]
    )


def _lag(view: View, track: int, other: int) -> int:
    """Return the levels by which the empire must rise to pass another. The title's holder decides ties (5.1)."""
    behind = view.levels[other][track] - view.levels[view.empire][track]
    return behind + (view.state.leaders[track] != view.empire)


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
