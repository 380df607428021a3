"""Payment in sets: exactly the cost, in coins only or in different commodities only.

Empires' heroes widen this (3.0a) by a *form* (chapter 7). Cleopatra lets one commodity of a commodity set be a coin,
and one coin of a coin set be a commodity. Hannibal lets one kind of a commodity set appear twice.

In the editions of 2003 sets are plain. There, every token of a hand but the coin is a kind of goods.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from core.engine.errors import RuleError
from core.mare.resources import (
    COIN,
    Hand,
    Tokens,
    holds,
    kind_of,
    kinds_held,
    legendary,
    minus,
    number_of_kinds,
    ordinary,
)


@dataclass(frozen=True, slots=True)
class SetForm:
    """How far a player's sets may stray from 3.0a, each as a number of tokens."""

    coins_among_goods: int = 0
    goods_among_coins: int = 0
    doubled_kinds: int = 0

    def allows(self, coins: int, goods: int) -> bool:
        """Return whether a set may have these numbers of coins and commodities."""
        return coins <= self.coins_among_goods or (coins > 0 and goods <= self.goods_among_coins)

    def joined(self, other: SetForm) -> SetForm:
        """Return the form of a player who has both abilities."""
        return SetForm(
            max(self.coins_among_goods, other.coins_among_goods),
            max(self.goods_among_coins, other.goods_among_coins),
            max(self.doubled_kinds, other.doubled_kinds),
        )


PLAIN = SetForm()


def most_payable(hand: Hand, form: SetForm) -> int:
    """Return the largest set a hand can pay. It can pay every smaller one as well."""
    coins, kinds = hand[COIN], number_of_kinds(hand)
    if form is PLAIN:
        return max(kinds, coins)
    goods = kinds + min(form.coins_among_goods, coins)
    if form.doubled_kinds and sum(hand) - coins > kinds:
        goods += 1
    return max(goods, coins + min(form.goods_among_coins, kinds) if coins else 0)


class Payments:
    """All ways to pay one price from one hand, as sorted tokens: a lazy collection like ``Answers``."""

    @abstractmethod
    def check(self, payment: Tokens, thing: str) -> None:
        """Raise RuleError with the fault if ``payment`` does not pay for ``thing``."""

    def accepts(self, payment: Tokens) -> bool:
        """Return whether this payment pays the price."""
        try:
            self.check(payment, "")
        except RuleError:
            return False
        return True

    @abstractmethod
    def possible(self) -> bool:
        """Return whether the hand can pay at all."""

    @abstractmethod
    def __iter__(self) -> Iterator[Tokens]:
        """Yield every payment once."""

    @abstractmethod
    def draw(self, below: Callable[[int], int]) -> Tokens:
        """Return a random payment. Every payment has a chance; the hand must be able to pay."""

    @abstractmethod
    def can_grow(self, tokens: Tokens) -> bool:
        """Return whether the tokens are part of some payment. Completion asks this before it suggests one more."""


def check_set(rule: str, hand: Hand, cost: int, payment: Tokens, thing: str) -> None:
    """Raise RuleError if ``payment`` is no set of this cost from the hand, in the order of tokens."""
    if len(payment) != cost:
        raise RuleError(
            rule,
            "{thing} costs a set of exactly {cost}; you named {payment}.",
            thing=thing,
            cost=cost,
            payment=len(payment),
        )
    if not holds(hand, payment):
        raise RuleError(rule, "You do not hold all the resources you named.")
    if tuple(sorted(payment)) != payment:
        raise RuleError(rule, "Name the resources of a set in their order.")


class Nothing(Payments):
    """The one way to pay for a free thing: with nothing."""

    def check(self, payment: Tokens, thing: str) -> None:
        if payment:
            raise RuleError("3.0a", "{thing} is free.", thing=thing)

    def possible(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Tokens]:
        return iter(((),))

    def draw(self, below: Callable[[int], int]) -> Tokens:
        return ()

    def can_grow(self, tokens: Tokens) -> bool:
        return not tokens


class Sets(Payments):
    """All sets of one cost (3.0a), within the form that the player's heroes allow."""

    def __init__(self, hand: Hand, cost: int, form: SetForm) -> None:
        self.hand = hand
        self.cost = cost
        self.form = form
        self.coins = hand[COIN]

    def check(self, payment: Tokens, thing: str) -> None:
        check_set("3.0a", self.hand, self.cost, payment, thing)
        coins = payment.count(COIN)
        goods = len(payment) - coins
        if coins and goods <= self.form.goods_among_coins:
            return
        if coins > self.form.coins_among_goods:
            raise RuleError("3.0a", "A set is either only coins or only different commodities.")
        repeated = goods - len(set(map(kind_of, payment[coins:])))
        if repeated > self.form.doubled_kinds:
            if self.form.doubled_kinds:
                raise RuleError("3.0a", "Your set may hold only one kind twice.")
            raise RuleError("3.0a", "A set may not hold two commodities of one kind.")

    def possible(self) -> bool:
        return self.cost <= most_payable(self.hand, self.form)

    def _ways(self, kinds: int, doubled: int) -> list[tuple[int, int, bool]]:
        """Return coins, commodities, and whether a kind is doubled, of the possible sets from this many kinds.

        ``doubled`` of the kinds may come twice. Coin sets stand first, then commodity sets.
        """
        cost, form = self.cost, self.form
        if form is PLAIN:
            ways = [(cost, 0, False)] if self.coins >= cost else []
            return [*ways, (0, cost, False)] if kinds >= cost else ways
        ways = [
            (cost - goods, goods, False)
            for goods in range(min(form.goods_among_coins, cost - 1) + 1)
            if self.coins >= cost - goods and kinds >= goods
        ]
        for coins in range(min(form.coins_among_goods, self.coins) + 1):
            goods = cost - coins
            if not coins or goods > form.goods_among_coins:
                if kinds >= goods:
                    ways.append((coins, goods, False))
                if doubled and goods >= 2 and kinds >= goods - 1:
                    ways.append((coins, goods, True))
        return ways

    def __iter__(self) -> Iterator[Tokens]:
        held, twice = kinds_held(self.hand), self._held_twice()
        for coins, goods, doubled in self._ways(len(held), len(twice)):
            for tokens in self._doubled_sets(goods, held, twice) if doubled else self._varied_sets(goods, held):
                yield (COIN,) * coins + tokens

    def _held_twice(self) -> list[int]:
        """Return the kinds that may come twice in a set."""
        if not self.form.doubled_kinds:
            return []
        return [kind for kind in kinds_held(self.hand) if self.hand[ordinary(kind)] + self.hand[legendary(kind)] > 1]

    def _varied_sets(self, goods: int, held: list[int]) -> Iterator[Tokens]:
        for kinds in combinations(held, goods):
            yield from product(*map(self._singles, kinds))

    def _doubled_sets(self, goods: int, held: list[int], twice: list[int]) -> Iterator[Tokens]:
        for doubled in twice:
            others = [kind for kind in held if kind != doubled]
            for kinds in combinations(others, goods - 2):
                for pair in self._pairs(doubled):
                    for singles in product(*map(self._singles, kinds)):
                        yield tuple(sorted(pair + singles))

    def _singles(self, kind: int) -> list[int]:
        return [token for token in (ordinary(kind), legendary(kind)) if self.hand[token]]

    def _pairs(self, kind: int) -> list[Tokens]:
        plain, star = ordinary(kind), legendary(kind)
        pairs = ((plain, plain), (plain, star), (star, star))
        return [pair for pair in pairs if holds(self.hand, pair)]

    def draw(self, below: Callable[[int], int]) -> Tokens:
        kinds, twice = kinds_held(self.hand), self._held_twice()
        ways = self._ways(len(kinds), len(twice))
        coins, goods, doubled = ways[below(len(ways))] if len(ways) > 1 else ways[0]
        tokens = [COIN] * coins
        if doubled:
            pair_kind = twice[below(len(twice))]
            pairs = self._pairs(pair_kind)
            tokens += pairs[below(len(pairs))]
            kinds.remove(pair_kind)
            goods -= 2
        hand = self.hand
        for taken in range(goods):
            chosen = taken + below(len(kinds) - taken)
            kinds[taken], kinds[chosen] = kinds[chosen], kinds[taken]
            kind = kinds[taken]
            plain, star = 2 * kind - 1, 2 * kind
            if hand[star] and (not hand[plain] or below(2)):
                tokens.append(star)
            else:
                tokens.append(plain)
        tokens.sort()
        return tuple(tokens)

    def can_grow(self, tokens: Tokens) -> bool:
        if len(tokens) > self.cost or not holds(self.hand, tokens):
            return False
        coins = tokens.count(COIN)
        kinds = [kind_of(token) for token in tokens if token != COIN]
        repeated = len(kinds) - len(set(kinds))
        return any(
            coins <= most_coins and len(kinds) <= most_goods and repeated <= doubled
            for most_coins, most_goods, doubled in self._ways(len(kinds_held(self.hand)), len(self._held_twice()))
        )


class SingleTokens(Payments):
    """The tokens of some kinds in a hand, each paying alone."""

    def __init__(self, hand: Hand, kinds: tuple[int, ...]) -> None:
        tokens = sorted({ordinary(kind) for kind in kinds} | {legendary(kind) for kind in kinds})
        self.tokens = [token for token in tokens if hand[token]]

    def check(self, payment: Tokens, thing: str) -> None:
        if len(payment) != 1 or payment[0] not in self.tokens:
            raise RuleError("3.1", "What you named does not pay for {thing} at this price.", thing=thing)

    def possible(self) -> bool:
        return bool(self.tokens)

    def __iter__(self) -> Iterator[Tokens]:
        return iter([(token,) for token in self.tokens])

    def draw(self, below: Callable[[int], int]) -> Tokens:
        return (self.tokens[below(len(self.tokens))],)

    def can_grow(self, tokens: Tokens) -> bool:
        return not tokens or (len(tokens) == 1 and tokens[0] in self.tokens)


@dataclass(frozen=True, slots=True)
class SetOf:
    """The price of nearly everything: one set of ``cost`` resources."""

    cost: int

    def payments(self, hand: Hand, form: SetForm) -> Payments:
        """Return the ways to pay it from a hand."""
        return Sets(hand, self.cost, form)


@dataclass(frozen=True, slots=True)
class FreeOfCharge:
    """No price at all."""

    def payments(self, hand: Hand, form: SetForm) -> Payments:
        """Return the one way to pay nothing."""
        return Nothing()


@dataclass(frozen=True, slots=True)
class OneOf:
    """A price of one token of some kinds, such as 1 coin or 1 marble.

    It is no set, so no form widens it (chapter 3).
    """

    kinds: tuple[int, ...]

    def payments(self, hand: Hand, form: SetForm) -> Payments:
        """Return the tokens of a hand that pay it."""
        return SingleTokens(hand, self.kinds)


Price = SetOf | FreeOfCharge | OneOf

NO_TILE = -1
"""Stands in place of a tile for the offer to everyone at the printed price."""

EVERYWHERE = -1
"""A mask with every place in it."""


@dataclass(frozen=True, slots=True)
class BuildOffer:
    """A tile's offer to its owner to build at a price of its own, ``times`` a round, in the ``places`` of a mask.

    ``rule`` is the number of the rule that limits it to these places.
    """

    tile: int
    what: str
    price: Price
    times: int = 1
    places: int = EVERYWHERE
    rule: str = "3.1.3a"


def largest_set(hand: Hand) -> int:
    """Return the size of the largest set that a hand can pay. It can pay every smaller one as well."""
    return max(hand[COIN], len(hand) - 1 - hand[1:].count(0))


class PlainSets(Payments):
    """All sets of one size from a hand; ``rule`` is the number of the rule about sets."""

    def __init__(self, hand: Hand, cost: int, rule: str) -> None:
        self.hand = hand
        self.cost = cost
        self.rule = rule
        self.goods = [token for token in range(1, len(hand)) if hand[token]]

    def check(self, payment: Tokens, thing: str) -> None:
        check_set(self.rule, self.hand, self.cost, payment, thing)
        if COIN in payment and payment.count(COIN) < len(payment):
            raise RuleError(self.rule, "A set is either only coins or only different commodities.")
        if COIN not in payment and len(dict.fromkeys(payment)) < len(payment):
            raise RuleError(self.rule, "A set may not hold two commodities of one kind.")

    def possible(self) -> bool:
        return self.cost <= max(self.hand[COIN], len(self.goods))

    def __iter__(self) -> Iterator[Tokens]:
        if self.hand[COIN] >= self.cost:
            yield (COIN,) * self.cost
        yield from combinations(self.goods, self.cost)

    def draw(self, below: Callable[[int], int]) -> Tokens:
        coins, goods = self.hand[COIN] >= self.cost, len(self.goods) >= self.cost
        if coins and (not goods or not below(2)):
            return (COIN,) * self.cost
        left = self.goods.copy()
        for taken in range(self.cost):
            chosen = taken + below(len(left) - taken)
            left[taken], left[chosen] = left[chosen], left[taken]
        return tuple(sorted(left[: self.cost]))

    def can_grow(self, tokens: Tokens) -> bool:
        if len(tokens) > self.cost or not holds(self.hand, tokens):
            return False
        coins = tokens.count(COIN)
        if coins:
            return coins == len(tokens) and self.hand[COIN] >= self.cost
        if not tokens:
            return self.possible()
        return len(dict.fromkeys(tokens)) == len(tokens) and len(self.goods) >= self.cost


def number_of_sets(hand: Hand, size: int) -> int:
    """Return the number of sets of one size into which a hand can be divided.

    Goods make n sets if their counts, each limited to n, sum to at least n times the size.
    """
    number = 0
    while sum([min(count, number + 1) for count in hand[1:]]) >= size * (number + 1):
        number += 1
    return hand[COIN] // size + number


def can_pay_all(hand: Hand, costs: tuple[int, ...], form: SetForm, begun: Tokens = ()) -> bool:
    """Return whether the hand can be split into one set of each cost. The first set holds the tokens ``begun``."""
    if not costs:
        return True
    if sum(hand) < sum(costs) or not holds(hand, begun):
        return False
    kinds = [kind_of(token) for token in begun if token != COIN]
    coins = len(begun) - len(kinds)
    doubled = [form.doubled_kinds] * len(costs)
    doubled[0] -= len(kinds) - len(set(kinds))
    left = minus(hand, begun)
    counts = [plain + star for plain, star in zip(left[1::2], left[2::2], strict=True)]
    in_first = [kind in kinds for kind in range(1, len(counts) + 1)]
    return doubled[0] >= 0 and any(
        sum(spent) <= hand[COIN]
        and spent[0] >= coins
        and goods[0] >= len(kinds)
        and _suffice(counts, [goods[0] - len(kinds), *goods[1:]], doubled, in_first)
        for spent, goods in _splits(costs, form)
    )


def _splits(costs: tuple[int, ...], form: SetForm) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield how many coins and how many commodities each set may hold, in every combination."""
    allowed = [[goods for goods in range(cost + 1) if form.allows(cost - goods, goods)] for cost in costs]
    for goods in product(*allowed):
        yield [cost - number for cost, number in zip(costs, goods, strict=True)], goods


def _suffice(counts: list[int], wanted: list[int], doubled: list[int], in_first: list[bool]) -> bool:
    """Return whether the commodities of each kind fill sets of the ``wanted`` sizes.

    A kind that is ``in_first`` can't go into the first set again. ``doubled`` says by set whether any one kind may come
    twice.
    """
    for size in range(1, len(wanted) + 1):
        for group in combinations(range(len(wanted)), size):
            room = [size - (there and group[0] == 0) for there in in_first]
            brought = sum(map(min, counts, room)) + sum(doubled[one] for one in group)
            if sum(wanted[one] for one in group) > min(brought, sum(counts)):
                return False
    return True
