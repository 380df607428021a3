"""Phase 2, build: what an empire would buy and why, how it pays, and what it keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from core.classic.actions import Build, Convert, Exchange
from core.classic.board import Board
from core.classic.bots.threats import Threats
from core.classic.bots.worth import CARD, WIN, View, Wish, Wishes, icon_value, marker_value, payments, province_value
from core.classic.build import Gift, Keeping
from core.classic.building import BuildTurn, Prospects
from core.classic.state import Province
from core.classic.victory import first_to_build
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done, Keep
from core.mare.kinds import FREE, MILITARY
from core.mare.resources import Counts, Hand, Tokens, minus, plus

TILE_VALUES = (320, 620, 650)
"""The worth of a player's first, second and third hero or wonder."""

ABILITY_VALUES = {
    "archimedes": -50,
    "caesar": 25,
    "colossus": 60,
    "hammurabi": -40,
    "lighthouse": -20,
    "mausoleum": -50,
    "odysseus": 45,
    "temple_of_artemis": 100,
}
"""By how much a hero or wonder is worth more or less than its ability tells."""

CONVERT = "convert"
"""Stands in place of a thing to build: the exchange of a marker."""

ATTACK_SHARE = 71
"""In percent: the share of an attack's prize that counts before the attack has begun."""

UNIT_VALUE = 24
TITLE_VALUE = 40
REACH_SHARE = 40

REMEMBERED = 1 << 9
"""The most positions whose wishes are remembered."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A position and a building turn. Two of them are equal if they differ only in hands."""

    turn: BuildTurn
    board: Board
    leaders: tuple[int, ...]
    buildings: Counts
    display: tuple[int, ...]
    contest: bool
    seas: tuple[Counts, ...]
    provinces: tuple[Province, ...]
    mats: tuple[tuple[Any, ...], ...]
    view: View = field(compare=False)


def wishes_of(view: View, turn: BuildTurn | None = None) -> Wishes:
    """Return what an empire would buy now, or in a building turn that has begun."""
    state = view.state
    ground = Ground(
        turn or BuildTurn(view.empire),
        state.board,
        state.leaders,
        state.buildings,
        state.display,
        state.contest,
        tuple(state.seas),
        tuple(state.provinces),
        tuple([(p.tiles, p.legions, p.triremes, p.fortresses, p.markers) for p in state.players]),
        view,
    )
    return _wishes_on(ground)


@lru_cache(maxsize=REMEMBERED)
def _wishes_on(ground: Ground) -> Wishes:
    return Appraisal(ground.view, ground.turn).wishes()


class Appraisal:
    """The appraisal of everything that an empire could buy, without a look at its hand."""

    def __init__(self, view: View, turn: BuildTurn) -> None:
        self.view = view
        self.threats = Threats(view)
        self.prospects = Prospects(view.state, turn)

    def wishes(self) -> Wishes:
        """Return every wish with a positive value."""
        return Wishes(self._things(), self._steps())

    def _things(self) -> Iterator[Wish]:
        """Yield every wish with a positive value; heroes and wonders without their part in a victory."""
        for wish in chain(self._tiles(), self._buildings(), self._markers(), self._units()):
            if wish.value > 0:
                yield wish

    def _steps(self) -> tuple[int, ...]:
        """Return the worth of the next hero or wonder as a step to victory, and of each after it."""
        owned = len(self.view.player.tiles)
        return tuple([self._step(number) for number in range(owned + 1, owned + 1 + len(self.view.state.display))])

    def _step(self, number: int) -> int:
        wins = number >= self.view.board.map.tiles_to_win and self._leads(number)
        return WIN if wins else TILE_VALUES[min(number, len(TILE_VALUES)) - 1]

    def _tiles(self) -> Iterator[Wish]:
        board = self.view.board
        for name in self.prospects.purchasable():
            tile = board.tiles[board.tile_of[name]]
            value = 2 * WIN if tile.kind == "pyramids" else 1 + self._use(tile.index)
            yield Wish(self.prospects.cost(name), value, name, FREE)

    def _use(self, index: int) -> int:
        """Return the worth of a tile's ability, apart from its part in a victory."""
        view = self.view
        tile = view.board.tiles[index]
        value = ABILITY_VALUES.get(tile.id, 0)
        value += view.card_income * (tile.extra_coins + tile.chooses_good) + CARD * tile.keep // 2
        value += 30 * sum(tile.bonus) + 20 * tile.replaces + 25 * tile.diverts + 10 * tile.marks_anywhere
        value += sum([view.rounds_left * CARD // 2 for thing in ("caravan", "market") if tile.price(thing, 6) < 6])
        return value + 30 * tile.legion_bonus + 60 * tile.gives_marker + 25 * tile.trades_in

    def _leads(self, number: int) -> bool:
        """Return whether this number of tiles wins; in a contest it takes a lead (K45).

        With the last tiles that are left, a tie with players who build later wins, too.
        """
        state, empire = self.view.state, self.view.empire
        if not state.contest:
            return True
        most = max([len(state.players[other].tiles) for other in self.view.rivals])
        if number != most or number - len(self.view.player.tiles) < len(state.display):
            return number > most
        tied = [other for other in self.view.rivals if len(state.players[other].tiles) == most]
        return first_to_build(state, [*tied, empire]) == empire

    def _buildings(self) -> Iterator[Wish]:
        prospects, board = self.prospects, self.view.board
        for name, places in prospects.building_places().items():
            price = prospects.cost(name)
            for where in bits(places):
                value = icon_value(self.view, where, board.icon_of[where][name])
                value = value * (100 - self.threats.exposure(where, 1) // 2) // 100
                yield Wish(price, value + UNIT_VALUE // 2, name, where)

    def _markers(self) -> Iterator[Wish]:
        prospects = self.prospects
        price = prospects.cost("control")
        for where in bits(prospects.markable):
            if not prospects.free_markers >> where & 1:
                yield Wish(price, marker_value(self.view, where), "control", where)
        for where in bits(prospects.convertible):
            if not prospects.converts_free:
                yield Wish(price, 2 * province_value(self.view, where), CONVERT, where)

    def _units(self) -> Iterator[Wish]:
        title = TITLE_VALUE if self._is_close(MILITARY) else 0
        for unit in ("legion", "fortress", "trireme"):
            price = self.prospects.cost(unit)
            for where in bits(self.prospects.unit_places(unit)):
                value = UNIT_VALUE + title + self._unit_value(unit, where)
                yield Wish(price, value, unit, where)
                if unit == "legion":
                    yield Wish(price, value // 2, unit, where)

    def _unit_value(self, unit: str, where: int) -> int:
        if unit == "trireme":
            return self._trireme_value(where)
        defence = self.threats.defence(where)
        if unit == "fortress":
            return defence
        return max(defence, self._attack_value(where))

    def _attack_value(self, where: int) -> int:
        """Return what a legion raised there adds to attacks that the present legions can't make alone."""
        free = self.idle_legions
        for target in self.threats.targets:
            lacking = target.legions - free
            free = max(0, free - target.legions)
            if lacking > 0 and self.threats.reach[where] >> target.where & 1:
                return target.value * ATTACK_SHARE // (100 * lacking * lacking)
        return 0

    @cached_property
    def idle_legions(self) -> int:
        """Return the number of the empire's legions that stand on nothing."""
        empire = self.view.empire
        number = 0
        for province in self.view.state.provinces:
            number += province.legions[empire]
            if province.occupier == empire:
                number -= province.posts.bit_count()
        return number

    def _trireme_value(self, where: int) -> int:
        """Return the worth of the markers and attacks that the first trireme off a coast makes possible."""
        view = self.view
        state, board = view.state, view.board
        if any(province.docks[view.empire] for province in state.provinces):
            return 0
        fleet = state.fleet(view.empire)
        best = 0
        for sea in bits(board.coast[where] & ~fleet):
            opened = board.reach(fleet | 1 << sea)[where] & ~self.threats.in_reach
            values = [
                marker_value(view, other) if state.provinces[other].controller == NO_EMPIRE else 0
                for other in bits(opened)
            ]
            best = max(best, sum(sorted(values, reverse=True)[:2]))
        return best * REACH_SHARE // 100

    def _is_close(self, track: int) -> bool:
        """Return whether one level more wins or keeps a title."""
        levels, holder = self.view.levels, self.view.state.leaders[track]
        if holder == NO_EMPIRE:
            return False
        mine = levels[self.view.empire][track]
        if holder == self.view.empire:
            return any(levels[other][track] >= mine for other in self.view.rivals)
        return mine == levels[holder][track]


# ---------------------------------------------------------------------- decisions


LEAST_GAIN = 9
"""By how much a hand must improve by an exchange."""


def build(view: View, frame: BuildTurn, answers: Answers) -> Action:
    """Return a free thing first, then a useful exchange, then the dearest thing of the best purchase."""
    wishes, prospects = wishes_of(view, frame), Prospects(view.state, frame)
    for action in (_take_free(view, prospects), _exchange(prospects, wishes), _buy(view, wishes)):
        if action is not None and action in answers:
            return action
    return Done()


def _take_free(view: View, prospects: Prospects) -> Action | None:
    """Return the free marker in the province where it is worth most."""
    found: list[tuple[int, Action]] = []
    if prospects.converts_free:
        found += [(2 * province_value(view, where), Convert(where, ())) for where in bits(prospects.convertible)]
    found += [(marker_value(view, where), Build("control", where, ())) for where in bits(prospects.free_markers)]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _exchange(prospects: Prospects, wishes: Wishes) -> Action | None:
    """Return the exchange with the bank that gives the best hand, if it is better than the hand now."""
    hand = prospects.hand
    best, chosen = wishes.value(hand) + LEAST_GAIN, None
    for given in prospects.given():
        left = minus(hand, (given,))
        for gained in prospects.gained(given):
            value = wishes.value(plus(left, (gained,)))
            if value > best:
                best, chosen = value, Exchange(given, gained)
    return chosen


def _buy(view: View, wishes: Wishes) -> Action | None:
    """Return the dearest thing of the best purchase, paid so that the rest can still be bought."""
    hand, wishes = view.player.hand, wishes.with_whims(view.whim, view.below)
    _, numbers = wishes.best_basket(hand)
    bought = [price for price, number in zip(wishes.prices, numbers, strict=True) if number]
    if not bought:
        return None
    wish = wishes.by_price[max(bought)][0]
    payment = best_payment(wishes, hand, wish)
    if wish.what == CONVERT:
        return Convert(wish.where, payment)
    return Build(wish.what, wish.where, payment)


def best_payment(wishes: Wishes, hand: Hand, wish: Wish) -> Tokens:
    """Return the set that leaves the most valuable hand."""
    return max(payments(hand, wish.price), key=lambda payment: wishes.best_basket(minus(hand, payment))[0])


def place_gift(view: View, frame: Gift, answers: Answers) -> Action:
    """Return the place where the piece is worth most."""
    threats = Threats(view)

    def value(action: Action) -> int:
        if not isinstance(action, Build):
            return -1
        return marker_value(view, action.where) if action.what == "control" else threats.defence(action.where)

    return max(answers, key=value)


def keep(view: View, frame: Keeping, answers: Answers) -> Action:
    """Return as many goods as allowed, first those that the empire earns least of."""

    def value(action: Action) -> int:
        if not isinstance(action, Keep):
            return 0
        kinds = dict.fromkeys(action.tokens)
        return 10 * len(action.tokens) + 30 * len(kinds) - 5 * sum([view.income[token] for token in kinds])

    return max(answers, key=value)
