"""Payment in sets: 3.0a, and the forms that Cleopatra and Hannibal allow."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.empires.rules import empires_board
from core.engine.errors import RuleError
from core.mare.payment import PLAIN, FreeOfCharge, Payments, SetForm, SetOf, Sets
from core.mare.resources import Hand, Tokens, kind_of, plus, spread
from tests.core.draws import all_draws

BOARD = empires_board(5)
NOTHING = Hand(len(BOARD.tokens))
CLEOPATRA = SetForm(coins_among_goods=1, goods_among_coins=1)
HANNIBAL = SetForm(doubled_kinds=1)
FORMS = {"plain": PLAIN, "cleopatra": CLEOPATRA, "hannibal": HANNIBAL, "both": CLEOPATRA.joined(HANNIBAL)}

# Coins and, ordinary and legendary, three kinds: enough for every way in which a set can be right or wrong.
hands = st.lists(st.integers(0, 6), max_size=7).map(lambda tokens: plus(NOTHING, tokens))
costs = st.integers(1, 6)
forms = st.sampled_from(sorted(FORMS))


def tokens(words: str) -> Tokens:
    return tuple(sorted(BOARD.tokens.index(word) for word in words.split()))


def pays(hand: str, cost: int, payment: str, form: SetForm = PLAIN) -> bool:
    """Whether the payment is legal, and so found by walking through all payments as well."""
    payments = Sets(plus(NOTHING, tokens(hand)), cost, form)
    listed = tokens(payment) in list(payments)
    refusal = refused_by(payments, tokens(payment))
    assert refusal == (None if listed else "3.0a")
    return listed


def refused_by(payments: Payments, payment: Tokens) -> str | None:
    """The rule that refuses a payment; None where it is legal."""
    try:
        payments.check(payment, "It")
    except RuleError as error:
        return error.rule
    return None


def is_set(payment: Tokens, form: str) -> bool:
    """3.0a in the words of the rules, for coins and commodities of a payment."""
    coins = payment.count(0)
    repeats = Counter(kind_of(token) for token in payment if token)
    goods = sum(repeats.values())
    different = goods == len(repeats)
    one_twice = sorted(repeats.values())[-2:] in ([2], [1, 2])
    swapped = form in ("cleopatra", "both")
    if form in ("hannibal", "both") and one_twice:
        different = True
    coin_set = goods == 0 or (swapped and coins > 0 and goods == 1)
    commodity_set = different and (coins == 0 or (swapped and goods > 0 and coins == 1))
    return coin_set or commodity_set


def all_sets(hand: Hand, cost: int, form: str) -> set[Tokens]:
    """All payments, found the slow way: every choice of so many tokens that is a set."""
    return {payment for payment in combinations(spread(hand), cost) if is_set(payment, form)}


# ---------------------------------------------------------------------- 3.0a


@pytest.mark.parametrize(
    ("form", "payment", "is_legal"),
    [
        (PLAIN, "coin coin coin", True),
        (PLAIN, "wood grain sheep", True),
        (PLAIN, "coin wood grain", False),
        (PLAIN, "coin coin wood", False),
        (PLAIN, "grain grain wood", False),
        (PLAIN, "*sheep wood grain", True),
        (PLAIN, "sheep *sheep wood", False),
        (CLEOPATRA, "coin wood grain sheep", True),
        (CLEOPATRA, "coin coin wood grain sheep", False),
        (CLEOPATRA, "coin coin coin wood", True),
        (CLEOPATRA, "coin coin coin wood grain", False),
        (CLEOPATRA, "coin grain grain", False),
        (HANNIBAL, "grain grain wood", True),
        (HANNIBAL, "grain *grain wood", True),
        (HANNIBAL, "grain grain grain wood", False),
        (HANNIBAL, "grain grain wood wood", False),
        (HANNIBAL, "coin wood grain", False),
    ],
)
def test_a_set_is_of_coins_or_of_different_commodities_but_for_cleopatra_and_hannibal(
    form: SetForm, payment: str, *, is_legal: bool
) -> None:
    """3.0a, 0.2: a legendary commodity is of its kind; Cleopatra mixes one token in, Hannibal uses one kind twice."""
    assert pays(payment, len(payment.split()), payment, form) == is_legal


@pytest.mark.parametrize("payment", ["coin coin", "coin coin coin coin"])
def test_a_set_is_exactly_the_cost_3_0a(payment: str) -> None:
    """3.0a."""
    assert not pays("coin coin coin coin", 3, payment)


def test_a_payment_is_of_resources_one_holds_3_0a() -> None:
    """3.0a."""
    assert not pays("coin coin wood", 3, "coin coin coin")
    assert not pays("sheep wood", 3, "sheep wood grain")


def test_the_tokens_of_a_payment_are_in_order_so_that_it_has_one_spelling() -> None:
    """3.0a."""
    payments = Sets(plus(NOTHING, tokens("grain wood sheep")), 3, PLAIN)
    in_order = tokens("grain wood sheep")
    assert refused_by(payments, in_order) is None
    assert refused_by(payments, in_order[::-1]) == "3.0a"


def test_who_holds_both_tokens_of_a_kind_says_which_they_spend_r1() -> None:
    """R1."""
    assert pays("sheep *sheep wood grain", 3, "sheep wood grain")
    assert pays("sheep *sheep wood grain", 3, "*sheep wood grain")


def test_a_free_thing_is_paid_with_nothing() -> None:
    """3.0a."""
    free = FreeOfCharge().payments(plus(NOTHING, tokens("coin")), PLAIN)
    assert list(free) == [()]
    assert refused_by(free, ()) is None
    assert refused_by(free, tokens("coin")) == "3.0a"


# ---------------------------------------------------------------------- heroes


def test_who_may_use_a_kind_twice_is_told_that_it_is_only_one() -> None:
    """3.0b."""
    payments = Sets(plus(NOTHING, tokens("grain grain wood wood")), 4, HANNIBAL)
    with pytest.raises(RuleError, match="Your set may hold only one kind twice"):
        payments.check(tokens("grain grain wood wood"), "It")


# ---------------------------------------------------------------------- what always holds


@given(hands, costs, forms)
def test_payments_are_exactly_the_sets_of_the_rules(hand: Hand, cost: int, form: str) -> None:
    """3.0a, 3.0b."""
    payments = list(Sets(hand, cost, FORMS[form]))
    assert sorted(payments) == sorted(all_sets(hand, cost, form))


@given(hands, costs, forms, st.lists(st.integers(0, 8), max_size=6))
def test_a_payment_is_legal_if_and_only_if_it_is_listed(hand: Hand, cost: int, form: str, tried: list[int]) -> None:
    """3.0a, 3.0b."""
    payments = Sets(hand, cost, FORMS[form])
    listed = set(payments)
    for payment in (tuple(tried), tuple(sorted(tried)), *combinations(spread(hand), cost)):
        assert (refused_by(payments, payment) is None) == (payment in listed)


@given(hands, costs, forms)
def test_a_price_is_payable_if_and_only_if_there_is_a_payment(hand: Hand, cost: int, form: str) -> None:
    """3.0a, 3.0b."""
    payments = SetOf(cost).payments(hand, FORMS[form])
    assert payments.possible() == bool(all_sets(hand, cost, form))


@given(hands, costs, forms)
def test_exactly_the_payments_can_be_drawn(hand: Hand, cost: int, form: str) -> None:
    """3.0a, 3.0b."""
    payments = Sets(hand, cost, FORMS[form])
    if payments.possible():
        assert set(all_draws(payments.draw)) == set(payments)


@given(hands, costs, forms, st.lists(st.integers(0, 8), max_size=6))
def test_tokens_can_grow_if_and_only_if_some_payment_holds_them(
    hand: Hand, cost: int, form: str, tried: list[int]
) -> None:
    """3.0a, 3.0b."""
    payments = Sets(hand, cost, FORMS[form])
    counted = [Counter(payment) for payment in payments]
    for size in range(cost + 2):
        for named in {tuple(tried), *combinations(spread(hand), size)}:
            assert payments.can_grow(named) == any(Counter(named) <= payment for payment in counted), named
