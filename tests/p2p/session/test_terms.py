"""Which terms of others' wishes are followed."""

from __future__ import annotations

import pytest

from p2p.session.terms import MAX_FREEING_LEAP, MAX_LEAP, is_within_reach


@pytest.mark.parametrize(
    ("term", "floor", "signed", "reached"),
    [
        pytest.param(2 + MAX_LEAP, 2, [1, 1], True, id="a wish for a term a leap above ours"),
        pytest.param(3 + MAX_LEAP, 2, [1, 1], False, id="a wish beyond it"),
        pytest.param(7, 2, [6, 1], True, id="what frees whoever has signed the term before"),
        pytest.param(2 + MAX_FREEING_LEAP, 2, [1 + MAX_FREEING_LEAP, 1], True, id="the same far away"),
        pytest.param(
            3 + MAX_FREEING_LEAP, 2, [2 + MAX_FREEING_LEAP, 1], False, id="the same farther than one may sign"
        ),
        pytest.param(
            1 + 5 * MAX_LEAP, 2, [9 * MAX_LEAP, 5 * MAX_LEAP, 1], True, id="two who have gone there are not left"
        ),
    ],
)
def test_a_term_is_followed_as_far_as_no_one_liar_can_lead_somebody_out_of_reach(
    term: int, floor: int, signed: list[int], *, reached: bool
) -> None:
    assert is_within_reach(term, floor, signed) is reached


@pytest.mark.parametrize("liars_term", [1, 10, MAX_LEAP, MAX_FREEING_LEAP, 1 << 50])
def test_wherever_a_liar_leads_one_person_the_others_reach_the_term_that_frees_him(liars_term: int) -> None:
    """All others have signed term 1; he wishes for what he likes, and a third person may be needed for what follows."""
    floor, others = 2, [1, 1]
    led = max(
        term
        for base in (floor, liars_term + 1)
        for term in (base, base + MAX_LEAP, base + MAX_FREEING_LEAP)
        if is_within_reach(term, floor, [liars_term, 1, *others])
    )
    assert is_within_reach(led + 1, floor, [liars_term, led, *others])
