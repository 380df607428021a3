"""Paying for all that Perseus's owner lacks at once (R13), compared with trying everything."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.empires.heroes import WithRest
from core.empires.rules import empires_board
from core.engine.errors import RuleError
from core.mare.payment import PLAIN, SetForm, SetOf, Sets, can_pay_all
from core.mare.resources import Hand, Tokens, minus, plus, spread
from tests.core.draws import all_draws

BOARD = empires_board(5)
NOTHING = Hand(len(BOARD.tokens))
CLEOPATRA = SetForm(coins_among_goods=1, goods_among_coins=1)
HANNIBAL = SetForm(doubled_kinds=1)

# Coins and, ordinary and legendary, four kinds; few enough for every way of paying to be tried.
tokens = st.integers(0, 8)
hands = st.lists(tokens, max_size=9).map(lambda held: plus(NOTHING, held))
# A coin and three kinds, one of them legendary too: few enough for every way of drawing to be tried.
small_hands = st.lists(st.sampled_from([0, 1, 3, 4, 5]), max_size=7).map(lambda held: plus(NOTHING, held))
forms = st.sampled_from([PLAIN, CLEOPATRA, HANNIBAL, CLEOPATRA.joined(HANNIBAL)])
costs = st.lists(st.integers(1, 4), max_size=3).map(tuple)


def tried(hand: Hand, costs: tuple[int, ...], form: SetForm) -> bool:
    """Whether one set after the other can be paid, whichever way the sets before were paid."""
    if not costs:
        return True
    return any(tried(minus(hand, payment), costs[1:], form) for payment in Sets(hand, costs[0], form))


def allowed(hand: Hand, cost: int, rest: tuple[int, ...], form: SetForm) -> list[Tokens]:
    """The payments of a cost after which the rest can be paid, found by trying all."""
    return [payment for payment in Sets(hand, cost, form) if tried(minus(hand, payment), rest, form)]


@given(hands, costs, forms)
def test_all_can_be_paid_if_and_only_if_some_way_of_paying_one_after_the_other_does(
    hand: Hand, costs: tuple[int, ...], form: SetForm
) -> None:
    """R13: the owner can pay for all that is missing."""
    assert can_pay_all(hand, costs, form) == tried(hand, costs, form)


@given(hands, costs, forms, st.lists(tokens, max_size=4).map(tuple))
def test_a_set_that_is_begun_counts_as_begun(hand: Hand, costs: tuple[int, ...], form: SetForm, begun: Tokens) -> None:
    """R13: only payments that leave the rest payable; tokens already named belong to the first of them."""
    assume(costs)
    payments = allowed(hand, costs[0], costs[1:], form)
    found = any(Counter(begun) <= Counter(payment) for payment in payments)
    assert can_pay_all(hand, costs, form, begun) == found


def test_large_sets_share_the_kinds_as_far_as_they_go() -> None:
    """R13: 9 and 10 out of thirteen kinds; six of them must be held twice, and five are too few."""
    thirteen = plus(NOTHING, range(1, 27, 2))
    assert can_pay_all(plus(thirteen, [1, 3, 5, 7, 9, 11]), (9, 10), PLAIN)
    assert not can_pay_all(plus(thirteen, [1, 3, 5, 7, 9, 9]), (9, 10), PLAIN)
    assert can_pay_all(plus(thirteen, [1, 3, 5, 7, 9, 9]), (9, 10), HANNIBAL)
    assert not can_pay_all(plus(thirteen, [1, 3, 5, 7, 9]), (9, 10), CLEOPATRA)
    assert can_pay_all(plus(thirteen, [1, 3, 5, 7, 9, 0]), (9, 10), CLEOPATRA)


# ---------------------------------------------------------------------- payments that leave the rest


@given(hands, st.integers(1, 4), costs, forms)
def test_the_payments_listed_are_those_that_leave_the_rest_payable(
    hand: Hand, cost: int, rest: tuple[int, ...], form: SetForm
) -> None:
    """R13: only payments that leave the rest payable are legal."""
    payments = WithRest(SetOf(cost), hand, form, rest)
    listed = list(payments)
    assert sorted(listed) == sorted(allowed(hand, cost, rest, form))
    assert payments.possible() == bool(listed)


@given(hands, st.integers(1, 4), costs, forms)
def test_a_payment_is_legal_if_and_only_if_it_leaves_the_rest_payable(
    hand: Hand, cost: int, rest: tuple[int, ...], form: SetForm
) -> None:
    """R13, 3.0a: what is no set is refused by 3.0a, a set that leaves too little by R13."""
    payments = WithRest(SetOf(cost), hand, form, rest)
    good = set(allowed(hand, cost, rest, form))
    for payment in Sets(hand, cost, form):
        assert refused_by(payments, payment) == (None if payment in good else "R13")
    assert refused_by(payments, spread(hand)[: cost - 1]) == "3.0a"


def refused_by(payments: WithRest, payment: Tokens) -> str | None:
    """The rule that refuses a payment; None where it is legal."""
    try:
        payments.check(payment, "It")
    except RuleError as error:
        return error.rule
    return None


@settings(max_examples=50)
@given(small_hands, st.integers(1, 3), costs, forms)
def test_exactly_the_payments_that_leave_the_rest_can_be_drawn(
    hand: Hand, cost: int, rest: tuple[int, ...], form: SetForm
) -> None:
    """R13: a payment drawn by chance is a legal one, and every legal one can be drawn."""
    payments = WithRest(SetOf(cost), hand, form, rest)
    if payments.possible():
        assert set(all_draws(payments.draw)) == set(allowed(hand, cost, rest, form))


@given(hands, st.integers(1, 4), costs, forms, st.lists(tokens, max_size=4).map(tuple))
def test_tokens_can_grow_if_and_only_if_some_payment_that_leaves_the_rest_holds_them(
    hand: Hand, cost: int, rest: tuple[int, ...], form: SetForm, named: Tokens
) -> None:
    """R13: completion offers exactly what leads to a legal payment."""
    payments = WithRest(SetOf(cost), hand, form, rest)
    good = [Counter(payment) for payment in allowed(hand, cost, rest, form)]
    assert payments.can_grow(named) == any(Counter(named) <= payment for payment in good)


def test_a_kind_that_the_first_set_has_goes_into_the_others_only_r13() -> None:
    """R13: of three of one kind and one of another, two sets of two cannot be made; of two and two they can."""
    assert not can_pay_all(plus(NOTHING, (1, 1, 1, 3)), (2, 2), PLAIN, (1,))
    assert can_pay_all(plus(NOTHING, (1, 1, 3, 3)), (2, 2), PLAIN, (1,))
