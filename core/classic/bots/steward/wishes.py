"""What an empire would buy now: each thing with its price and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from core.classic.bots.steward.estate import icon_value, marker_value, province_value
from core.classic.bots.steward.front import Front
from core.classic.bots.steward.purse import baskets_of
from core.classic.bots.steward.view import CARD, View
from core.classic.building import BuildTurn, Prospects
from core.engine.state import NOBODY
from core.mare.graph import bits
from core.mare.kinds import FREE, MILITARY
from core.mare.resources import COIN, Hand

WIN = 100_000

TILE_VALUES = (350, 400, 520)
"""What a hero or wonder is worth that becomes one's first, second or third."""

CONVERT = "convert"
"""Stands where a thing to build could: the exchange of a marker."""

KEPT_COIN = CARD // 2
ATTACK_SHARE = 60
"""In percent: what the prize of an attack is worth before it has begun."""

WHIM = 6
"""By how many percent at most a thing seems worth more or less than it is, so that games differ."""

UNIT_VALUE = 12
TITLE_VALUE = 50
REACH_SHARE = 45


class Wish(NamedTuple):
    """A thing to buy, where, at which price, and what it is worth."""

    price: int
    value: int
    what: str
    where: int


class Wishes:
    """All that an empire could buy, and what hands are worth by it."""

    def __init__(self, view: View, turn: BuildTurn | None = None) -> None:
        self.view = view
        self.front = Front(view)
        self.prospects = Prospects(view.state, turn or BuildTurn(view.empire))

    @cached_property
    def by_price(self) -> dict[int, list[Wish]]:
        """The wishes by price, ascending; of each price the best first."""
        found: dict[int, list[Wish]] = {}
        for wish in [*self._tiles(), *self._buildings(), *self._markers(), *self._units()]:
            if wish.value > 0:
                value = wish.value * (100 - WHIM + self.view.below(2 * WHIM + 1)) // 100
                found.setdefault(wish.price, []).append(wish._replace(value=value))
        ordered = {price: sorted(found[price], key=lambda wish: -wish.value) for price in sorted(found)}
        return {price: wishes if price < 9 else self._one_after_another(wishes) for price, wishes in ordered.items()}

    # ------------------------------------------------------------------ things

    def _tiles(self) -> Iterator[Wish]:
        board = self.view.board
        for name in self.prospects.purchasable():
            tile = board.tiles[board.tile_of[name]]
            value = 2 * WIN if tile.kind == "pyramids" else 1 + self._use(tile.index)
            yield Wish(self.prospects.cost(name), value, name, FREE)

    def _use(self, index: int) -> int:
        """Return what a tile's ability is worth, besides that it is one of four."""
        view = self.view
        tile = view.board.tiles[index]
        value = view.card_income * (tile.extra_coins + tile.chooses_good) + CARD * tile.keep // 2
        value += 30 * sum(tile.bonus) + 20 * tile.replaces + 25 * tile.diverts + 10 * tile.marks_anywhere
        value += sum([view.rounds_left * CARD // 2 for thing in ("caravan", "market") if tile.price(thing, 6) < 6])
        return value + 30 * tile.legion_bonus + 60 * tile.gives_marker + 25 * tile.trades_in

    def _one_after_another(self, wishes: list[Wish]) -> list[Wish]:
        """Return heroes and wonders with what each is worth if it is bought after those before it."""
        owned, needed = len(self.view.player.tiles), self.view.board.map.tiles_to_win
        found = []
        for number, wish in enumerate(wishes, owned + 1):
            value = wish.value
            if value < WIN:
                value += WIN if number >= needed and self._leads(number) else TILE_VALUES[min(number, 3) - 1]
            found.append(wish._replace(value=value))
        return found

    def _leads(self, number: int) -> bool:
        """Return whether so many tiles win, as far as a lead is needed (K45)."""
        if not self.view.state.contest:
            return True
        return all(len(self.view.state.players[other].tiles) < number for other in self.view.rivals)

    def _buildings(self) -> Iterator[Wish]:
        prospects, board = self.prospects, self.view.board
        for name, places in prospects.building_places().items():
            price = prospects.cost(name)
            for where in bits(places):
                value = icon_value(self.view, where, board.icon_of[where][name])
                value = value * (100 - self.front.exposure(where, 1) // 2) // 100
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
        defence = self.front.defence(where)
        if unit == "fortress":
            return defence
        return max(defence, self._attack_value(where))

    def _attack_value(self, where: int) -> int:
        """Return what a legion raised there adds to the attacks that those who stand anywhere leave undone."""
        free = self.idle_legions
        for target in self.front.targets:
            lacking = target.legions - free
            free = max(0, free - target.legions)
            if lacking > 0 and self.front.reach[where] >> target.where & 1:
                return target.value * ATTACK_SHARE // (100 * lacking * lacking)
        return 0

    @cached_property
    def idle_legions(self) -> int:
        """The empire's legions that stand on nothing."""
        empire = self.view.empire
        number = 0
        for province in self.view.state.provinces:
            number += province.legions[empire]
            if province.occupier == empire:
                number -= province.posts.bit_count()
        return number

    def _trireme_value(self, where: int) -> int:
        """Return what the first trireme in reach of a coast opens to markers and attacks."""
        view = self.view
        state, board = view.state, view.board
        if any(province.docks[view.empire] for province in state.provinces):
            return 0
        fleet = state.fleet(view.empire)
        best = 0
        for sea in bits(board.coast[where] & ~fleet):
            opened = board.reach(fleet | 1 << sea)[where] & ~self.front.in_reach
            values = [
                marker_value(view, other) if state.provinces[other].controller == NOBODY else 0
                for other in bits(opened)
            ]
            best = max(best, sum(sorted(values, reverse=True)[:2]))
        return best * REACH_SHARE // 100

    def _is_close(self, track: int) -> bool:
        """Return whether one level more wins or keeps a title."""
        levels, holder = self.view.levels, self.view.state.leaders[track]
        if holder == NOBODY:
            return False
        mine = levels[self.view.empire][track]
        if holder == self.view.empire:
            return any(levels[other][track] >= mine for other in self.view.rivals)
        return mine == levels[holder][track]

    # ------------------------------------------------------------------ hands

    @cached_property
    def prices(self) -> tuple[int, ...]:
        """The prices of all wishes, ascending."""
        return tuple(self.by_price)

    @cached_property
    def sums(self) -> list[list[int]]:
        """By price, by number: what so many of the best wishes are worth together."""
        found = []
        for wishes in self.by_price.values():
            total = [0]
            for wish in wishes:
                total.append(total[-1] + wish.value)
            found.append(total)
        return found

    def best_basket(self, hand: Hand) -> tuple[int, tuple[int, ...]]:
        """Return what the best purchase of a hand is worth, and of how many things of each price it is."""
        best, chosen = -1, (0,) * len(self.prices)
        for numbers, kept in baskets_of(hand, self.prices):
            value = KEPT_COIN * kept
            for total, number in zip(self.sums, numbers, strict=True):
                value += total[min(number, len(total) - 1)]
            if value > best:
                best, chosen = value, numbers
        return best, chosen

    def value(self, hand: Hand) -> int:
        """Return what a hand is worth: what it buys, and what it promises to buy with a few cards more."""
        kinds = len(hand) - 1 - hand[1:].count(0)
        coins = hand[COIN]
        return self.best_basket(hand)[0] + 2 * (kinds * kinds + coins * coins) + 6 * sum(hand)
