"""Phase 3, build: what an empire wishes for, and the best plan that its hand pays for (chapter 3)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from core.empires.actions import Build, Copy
from core.empires.bots.threats import Threats
from core.empires.bots.worth import (
    LEVEL_VALUE,
    SMALL_SET,
    WIN,
    Valuation,
    View,
    budget_of,
    building_value,
    level_values,
    payment,
    province_value,
    small_sets,
    spend,
    tile_value,
    valuation_of,
    ways_to_pay,
)
from core.empires.building import UNITS, BuildTurn, Prospects, Thing
from core.empires.heroes import Ambition, Copying
from core.empires.state import is_held_alone
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done
from core.mare.buildings import CARAVAN, MARKET
from core.mare.kinds import CULTURE, FREE, MILITARY, TRADE
from core.mare.payment import SetOf
from core.mare.resources import Hand, minus

WHIM = 29
"""How far a whim may raise a value. It breaks near ties, so that no two games are alike."""

ABILITY_VALUES = {"antigone": 60, "colossus": 400, "gilgamesh": 60, "penthesilea": 60, "perseus": 60, "ramses": 60}
"""The worth of abilities beyond their levels and coins, by hero and wonder; other abilities count for nothing."""

EXTRA_COIN_VALUE = 75
"""The worth of a hero's or wonder's extra coin in each round: as much as half of another income."""

FAVOUR_PERCENT = 50
"""The share of the best hero's or wonder's worth, beyond its step to victory, that counts for buying any."""

UNIT_VALUE = 40
SAIL_PERCENT = 70
MOST_REPEATED = 3


class Wish(NamedTuple):
    """A thing that can be built now: its value in hundredths of a resource, and its cost, 0 if it is no set."""

    value: int
    cost: int
    thing: Thing


class Wishes:
    """Everything that an empire can build and pay for in its turn, dearest first."""

    def __init__(self, view: View, turn: BuildTurn) -> None:
        self.view = view
        self.turn = turn
        self.threats = Threats(view)
        self.prospects = Prospects(view.state, turn)
        self.budget = budget_of(view.player.hand)
        self.level_values = level_values(view, small_sets(self.budget, self.prospects.form))
        whim = view.below(WHIM)
        things = [thing for sort in self.prospects.sorts() for thing in sort()]
        wishes = [self._wish(thing, whim * place % WHIM) for place, thing in enumerate(things)]
        wishes.sort(key=lambda wish: -wish.value)
        sets = [wish for wish in wishes if wish.cost and wish.thing.where != FREE]
        self.bargains = [wish for wish in wishes if not wish.cost]
        self.small = [wish for wish in sets if wish.cost <= SMALL_SET]
        self.large = [wish for wish in sets if wish.cost > SMALL_SET]
        tiles = [wish for wish in wishes if wish.thing.where == FREE]
        self.tiles = [wish for wish in tiles if not self._wins(wish.thing)]
        self.pyramids = [wish for wish in tiles if self._wins(wish.thing)]

    @cached_property
    def valuation(self) -> Valuation:
        """Return the valuation of hands for an empire that would buy these things."""
        extra = 0
        if self.tiles:
            usual = tile_value(self.view.board, self.view.state.round, len(self.view.player.tiles))
            extra = (self.tiles[0].value - usual) * FAVOUR_PERCENT // 100
        return valuation_of(self.view, self.prospects.form, self.small_values(), self.large_values(), extra)

    def large_values(self) -> list[int]:
        """Return the worth of sets of 6, best first."""
        return [wish.value for wish in self.large]

    def small_values(self) -> list[int]:
        """Return the worth of sets of 3, best first.

        For one sort of unit only some places count, each next one half as much.
        """
        values = []
        units: list[str] = []
        for wish in self.small:
            repeated = units.count(wish.thing.what)
            if repeated < MOST_REPEATED:
                values.append(wish.value >> repeated)
            if wish.thing.what in UNITS:
                units.append(wish.thing.what)
        return sorted(values, reverse=True)

    def _wish(self, thing: Thing, whim: int) -> Wish:
        cost = thing.price.cost if isinstance(thing.price, SetOf) else 0
        return Wish(self._value(thing) + whim, cost, thing)

    def _value(self, thing: Thing) -> int:
        if thing.where == FREE:
            return self._tile_value(thing)
        if thing.what == "control":
            return province_value(self.view, thing.where)
        if thing.what in UNITS:
            return UNIT_VALUE + LEVEL_VALUE + self.level_values[MILITARY] + self._unit_value(thing)
        icon = self.view.board.icon_of[thing.where][thing.what]
        kind = self.view.board.icons[thing.where][icon].kind
        track = TRADE if kind in (CARAVAN, MARKET) else CULTURE
        return building_value(self.view, thing.where, icon) + self.level_values[track]

    def _wins(self, tile: Thing) -> bool:
        """Return whether this is the Pyramids (6.1)."""
        board = self.view.board
        return board.tiles[board.tile_of[tile.what]].kind == "pyramids"

    def _tile_value(self, thing: Thing) -> int:
        view = self.view
        if self._wins(thing):
            return WIN
        tile = view.board.tiles[view.board.tile_of[thing.what]]
        value = tile_value(view.board, view.state.round, len(view.player.tiles)) + ABILITY_VALUES.get(thing.what, 0)
        value += view.over_time(EXTRA_COIN_VALUE * tile.extra_coins)
        for levels, level_value in zip(tile.bonus, self.level_values, strict=True):
            value += levels * (LEVEL_VALUE + level_value)
        return value

    def _unit_value(self, thing: Thing) -> int:
        if thing.what == "legion":
            return self._legion_value(thing.where)
        return self._fortress_value(thing.where) if thing.what == "fortress" else self._trireme_value(thing.where)

    def _legion_value(self, index: int) -> int:
        """Return the safety that a legion brings to its province, and what it adds to the attack that needs it most."""
        empire, province = self.view.empire, self.view.state.provinces[index]
        mine, fortress = province.legions[empire], int(province.fortress == empire)
        safety = self.threats.exposure(index, mine, fortress)
        if safety:
            safety -= self.threats.exposure(index, mine + 1, fortress)
        gains = [recruit.gain for recruit in self.threats.recruits if recruit.sources >> index & 1]
        return safety + max([0, *gains])

    def _fortress_value(self, index: int) -> int:
        """Return the safety that a fortress brings to its province."""
        mine = self.view.state.provinces[index].legions[self.view.empire]
        return self.threats.exposure(index, mine, fortress=0) - self.threats.exposure(index, mine, fortress=1)

    def _trireme_value(self, sea: int) -> int:
        """Return the worth of the best province that a trireme would link, less the price of marking it."""
        view = self.view
        fleet = view.state.fleet(view.empire)
        if fleet >> sea & 1 or not view.player.markers:
            return 0
        reach = view.board.reach(fleet | 1 << sea)
        near = linked = 0
        for index in bits(view.home & ~self.turn.marked):
            near |= view.own_reach[index]
            linked |= reach[index]
        best = 0
        for index in bits(linked & ~near):
            province = view.state.provinces[index]
            if province.controller == NO_EMPIRE and is_held_alone(province, view.empire):
                best = max(best, province_value(view, index) - 100 * view.board.prices["control"].cost)
        return best * SAIL_PERCENT // 100


# ---------------------------------------------------------------------- decisions


class Intent(NamedTuple):
    """What to build: a bargain at once, if there is one, else the things of a plan, dearest first."""

    bargain: Action | None
    things: list[Wish]
    valuation: Valuation


def build(view: View, frame: BuildTurn, answers: Answers) -> Action:
    """Return the first thing to build."""
    intent = intent_of(view, frame)
    if intent.bargain is not None:
        return intent.bargain
    return paid(view.player.hand, intent.valuation, intent.things[0]) if intent.things else Done()


def intent_of(view: View, frame: BuildTurn) -> Intent:
    """Return the Pyramids; else a hero's cheap offer; else the best plan."""
    wishes = Wishes(view, frame)
    valuation = wishes.valuation
    if wishes.pyramids:
        return Intent(None, wishes.pyramids[:1], valuation)
    cheap = _bargain(wishes)
    if cheap is not None:
        return Intent(cheap, [], valuation)
    plan = valuation.best_plan(wishes.budget)
    things = [*wishes.tiles[: plan.tiles], *wishes.large[: plan.large], *wishes.small[: plan.small]]
    return Intent(None, sorted(things, key=lambda wish: wish.value, reverse=True), valuation)


def _bargain(wishes: Wishes) -> Action | None:
    """Return what a hero or wonder offers at a price of its own, if it is worth more than its price."""
    hand, valuation = wishes.prospects.hand, wishes.valuation
    worth = valuation.worth(wishes.budget)
    for wish in wishes.bargains:
        for tokens in wishes.prospects.payments(wish.thing.price):
            if wish.value + valuation.worth(budget_of(minus(hand, tokens))) > worth:
                return Build(wish.thing.what, wish.thing.where, tokens)
    return None


def paid(hand: Hand, valuation: Valuation, wish: Wish) -> Action:
    """Return the action that buys a wish, paid with the set that leaves the most for a valuation."""
    budget = budget_of(hand)
    ways = ways_to_pay(budget, valuation.form, wish.cost)
    way = max(ways, key=lambda way: valuation.worth(spend(budget, way)))
    return Build(wish.thing.what, wish.thing.where, payment(hand, way))


def win_first(view: View, frame: Ambition, answers: Answers) -> Action:
    """Return a step on the way to victory with Perseus (R13); such answers come first."""
    return next(iter(answers))


def copy(view: View, frame: Copying, answers: Answers) -> Action:
    """Return any hero."""
    heroes = [action for action in answers if isinstance(action, Copy)]
    return heroes[view.below(len(heroes))]
