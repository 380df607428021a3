"""The position as one empire sees it: the worth of income, places and prizes, of a hand, and what a hand buys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from core.classic.state import Province, State
from core.engine.answers import Below
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CARAVAN, CITY, MARKET, TEMPLE
from core.mare.kinds import FREE
from core.mare.resources import COIN, Hand, Tokens
from core.mare.rounds import Turns
from core.mare.titles import Levels, all_levels

CARD = 68
"""The worth of a card in the hand. All values are on this scale."""

LEAST_ROUNDS, MOST_ROUNDS = 2, 8
"""The least and the most rounds of income that count."""

GOOD_SHARES = (92, 74, 79)
"""In percent: the worth of the first, the second and each later good of a kind, compared with that of a coin."""

MOST_KEPT = 2
"""The number of coins in hand that still have a value."""


class Basket(NamedTuple):
    """A number of things of each price, and the coins left, as far as they have a value."""

    numbers: tuple[int, ...]
    kept: int


def baskets_of(hand: Hand, prices: tuple[int, ...]) -> Sequence[Basket]:
    """Return the baskets that a hand can pay; prices ascend. Baskets within others are left out."""
    return _baskets(hand[COIN], tuple(sorted([count for count in hand[1:] if count], reverse=True)), prices)


@lru_cache(maxsize=1 << 15)
def _baskets(coins: int, goods: tuple[int, ...], prices: tuple[int, ...]) -> tuple[Basket, ...]:
    by_goods = list(_numbers(sum(goods), prices, goods))
    found: dict[tuple[int, ...], int] = {}
    for paid in _numbers(coins, prices, None):
        kept = min(MOST_KEPT, coins - sum([price * number for price, number in zip(prices, paid, strict=True)]))
        for other in by_goods:
            numbers = tuple([one + two for one, two in zip(paid, other, strict=True)])
            found[numbers] = max(kept, found.get(numbers, 0))
    baskets = [Basket(numbers, kept) for numbers, kept in found.items()]
    return tuple([basket for basket in baskets if not any(_within(basket, other) for other in baskets)])


def _within(basket: Basket, other: Basket) -> bool:
    """Return whether another basket has everything that this one has, and more."""
    if basket == other or basket.kept > other.kept:
        return False
    return all(mine <= theirs for mine, theirs in zip(basket.numbers, other.numbers, strict=True))


def _numbers(cards: int, prices: tuple[int, ...], goods: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
    """Yield how many things of each price these cards pay: coins, or goods with these counts of each kind."""
    if not prices:
        yield ()
        return
    for number in range(cards // prices[-1] + 1):
        for rest in _numbers(cards - number * prices[-1], prices[:-1], None):
            numbers = (*rest, number)
            if goods is None or _payable(numbers, prices, goods):
                yield numbers


def _payable(numbers: tuple[int, ...], prices: tuple[int, ...], goods: tuple[int, ...]) -> bool:
    """Return whether goods with these counts of each kind divide into sets of these sizes (4.2a)."""
    needed = sets = 0
    for number, price in zip(reversed(numbers), reversed(prices), strict=True):
        for _ in range(number):
            sets += 1
            needed += price
            if needed > sum([min(count, sets) for count in goods]):
                return False
    return True


def plentiful(hand: Hand, price: int) -> Tokens | None:
    """Return a set of the goods that the hand has most of; None if it has too few kinds."""
    goods = sorted([token for token in range(COIN + 1, len(hand)) if hand[token]], key=lambda token: -hand[token])
    return tuple(sorted(goods[:price])) if len(goods) >= price else None


def payments(hand: Hand, price: int) -> list[Tokens]:
    """Return the ways worth trying to pay a price: the goods that the hand has most of, and coins."""
    found = [(COIN,) * price] if hand[COIN] >= price else []
    goods = plentiful(hand, price)
    return [goods, *found] if goods is not None else found


# ---------------------------------------------------------------------- wishes


WIN = 100_000

KEPT_COIN = 28

TILE_STANDING = 9
"""How many cards of income bring a player as near to winning as one more hero or wonder."""

BREADTH = 8
"""What many coins or many kinds promise for the cards still to come; it grows with the square of their number."""


class Wish(NamedTuple):
    """A thing to buy, its place, its price, and its worth."""

    price: int
    value: int
    what: str
    where: int

    def at_a_whim(self, whim: int, below: Below) -> Wish:
        """Return the wish, worth up to ``whim`` percent more or less."""
        return self._replace(value=self.value * (100 - whim + below(2 * whim + 1)) // 100)


class Wishes:
    """The things that an empire would buy, and the worth of hands by them."""

    def __init__(self, things: Iterable[Wish], steps: tuple[int, ...]) -> None:
        """Sort the wishes by price.

        ``steps`` are the worth of the next hero or wonder as a step to victory, and of each after it.
        """
        by_price: dict[int, list[Wish]] = {}
        for wish in things:
            by_price.setdefault(wish.price, []).append(wish)
        self.by_price = {price: sorted(by_price[price], key=_by_value) for price in sorted(by_price)}
        """The wishes by price, ascending; of each price the best first."""
        self.prices = tuple(self.by_price)
        """The prices of all wishes, ascending."""
        self.steps = steps
        self._sums = [tuple(accumulate(self._values(wishes), initial=0)) for wishes in self.by_price.values()]
        self._best: dict[Hand, tuple[int, tuple[int, ...]]] = {}

    def _values(self, wishes: list[Wish]) -> list[int]:
        """Return the worth of the wishes of one price, each bought after those before it."""
        if wishes[0].where != FREE:
            return [wish.value for wish in wishes]
        return [wish.value + step for wish, step in zip(wishes, self.steps, strict=False)]

    def with_whims(self, whim: int, below: Below) -> Wishes:
        """Return the same wishes, each worth up to ``whim`` percent more or less."""
        if not whim:
            return self
        return Wishes([wish.at_a_whim(whim, below) for wishes in self.by_price.values() for wish in wishes], self.steps)

    def best_basket(self, hand: Hand) -> tuple[int, tuple[int, ...]]:
        """Return the worth of a hand's best purchase, and its number of things of each price."""
        best = self._best.get(hand)
        if best is None:
            best = self._best[hand] = max(self._baskets(hand))
        return best

    def _baskets(self, hand: Hand) -> Iterator[tuple[int, tuple[int, ...]]]:
        for numbers, kept in baskets_of(hand, self.prices):
            value = KEPT_COIN * kept
            for total, number in zip(self._sums, numbers, strict=True):
                value += total[number] if number < len(total) else total[-1]
            yield value, numbers

    def value(self, hand: Hand) -> int:
        """Return the worth of a hand: its best purchase, and what a few more cards promise."""
        kinds = len(hand) - 1 - hand[1:].count(0)
        coins = hand[COIN]
        return self.best_basket(hand)[0] + BREADTH * (kinds * kinds + coins * coins) + 7 * sum(hand)


def _by_value(wish: Wish) -> int:
    return -wish.value


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
        """Return the worth of earning ``number`` more of a card in every round."""
        value, had = 0, self.income[token]
        for held in range(had, had + number):
            share = 100 if token == COIN else GOOD_SHARES[min(held, 2)]
            value += self.card_income * share // 100
        return value

    def lacking_to_win(self, empire: int, cards: Sequence[int]) -> int:
        """Return how many cards are missing to pay for the tile with which an empire wins.

        This is quick and not exact. It is 0 or less if none is missing.
        """
        game_map = self.board.map
        is_last = game_map.tiles_to_win - len(self.state.players[empire].tiles) == 1
        price = min(game_map.tile_cost, game_map.pyramids_cost) if is_last else game_map.pyramids_cost
        return price - max(cards[COIN], len(cards) - 1 - cards[1:].count(0))

    def pays_to_win(self, empire: int, cards: Sequence[int]) -> bool:
        """Return whether cards pay for the tile with which an empire wins."""
        return self.lacking_to_win(empire, cards) <= 0

    def is_one_step_away(self, empire: int, lost: Iterable[tuple[int, int]] = ()) -> bool:
        """Return whether an empire can pay to win after its next income, without cards that it loses (with numbers)."""
        cards = [held + more for held, more in zip(self.state.players[empire].hand, self.incomes[empire], strict=True)]
        for card, number in lost:
            cards[card] -= number
        return self.pays_to_win(empire, cards)

    @cached_property
    def near_winners(self) -> tuple[int, ...]:
        """Return the empires that can pay to win after their next income."""
        return tuple([empire for empire in range(len(self.state.players)) if self.is_one_step_away(empire)])

    def stops(self, where: int, icons: int) -> bool:
        """Return whether the owner of a province is one step from winning, and not without these of its buildings."""
        owner = self.state.provinces[where].controller
        return owner in self.near_winners and not self.is_one_step_away(owner, self.lost_income(where, icons))

    def lost_income(self, where: int, icons: int) -> list[tuple[int, int]]:
        """Return the cards that a province brings no longer without some of its buildings, with their numbers."""
        built, worths = self.state.provinces[where].built, self.board.worths[where]
        left = dict(worths[built & ~icons].income)
        return [(card, number - left.get(card, 0)) for card, number in worths[built].income]

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """Return the rivals whose turn is still to come in this phase."""
        waiting = [frame.waiting for frame in self.state.stack if isinstance(frame, Turns)]
        return tuple([other for other in self.rivals if any(other in empires for empires in waiting)])

    @cached_property
    def levels(self) -> list[Levels]:
        """Return by empire its levels."""
        return all_levels(self.state)

    def standing(self, empire: int) -> int:
        """Return how near an empire is to winning."""
        return TILE_STANDING * len(self.state.players[empire].tiles) + sum(self.incomes[empire])

    @cached_property
    def rivals(self) -> list[int]:
        """Return the other empires, the nearest to winning first."""
        others = [empire for empire in range(len(self.state.players)) if empire != self.empire]
        return sorted(others, key=self.standing, reverse=True)


# ---------------------------------------------------------------------- places


OPEN_ICON_SHARE = 40
"""In percent: the share that a market or temple gains from a free icon beside it."""

MARKER_VALUE = 17
"""The worth of a marker by itself."""

LATER = 33
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


OCCUPIED_SHARE = 110
"""In percent: the income of an occupied building compared with that of an own one. Its owner loses it, too."""

LEADER_SHARE, RIVAL_SHARE = 61, 18
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
        worth = view.board.worths[where][province.built]
        loss = (worth.coins + worth.goods) * view.card_income
        value += loss * (LEADER_SHARE if owner == view.rivals[0] else RIVAL_SHARE) // 100
    return value
