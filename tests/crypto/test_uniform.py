"""Dice are fair: every outcome below its bound, all equally often, no two dice alike, the same for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import uniform
from tests.crypto import reference, vectors
from tests.crypto.strategies import bytes32, kind

VECTORS = vectors.load()
bounds = st.lists(st.one_of(st.integers(1, 300), st.integers(1, 2**70)), max_size=12).map(tuple)

CRITICAL = {1: 10.83, 4: 18.47, 5: 20.52, 35: 66.62, 99: 148.23, 128: 183.19, 199: 266.39}
"""The chi-square that a fair die exceeds once in 1,000 times, by degrees of freedom. The seeds are fixed."""


def chi_square(outcomes: Iterable[Hashable], cells: int) -> float:
    counts = Counter(outcomes)
    expected = counts.total() / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


def seeds(count: int) -> Iterable[bytes]:
    return (number.to_bytes(32, "big") for number in range(count))


@pytest.mark.parametrize("vector", VECTORS["uniform"], ids=lambda vector: str(vector["bounds"])[:30])
def test_an_outcome_is_that_of_its_vector(vector: dict[str, Any]) -> None:
    made = uniform(bytes.fromhex(vector["seed"]), vectors.from_json(vector["bounds"]))
    assert made == vectors.from_json(vector["outcome"])


@given(bytes32, bounds)
def test_outcomes_are_those_of_the_second_implementation(seed: bytes, bounds: tuple[int, ...]) -> None:
    assert uniform(seed, bounds) == reference.uniform(seed, bounds)


@given(bytes32, bounds)
def test_every_outcome_is_below_its_bound(seed: bytes, bounds: tuple[int, ...]) -> None:
    assert all(0 <= outcome < bound for outcome, bound in zip(uniform(seed, bounds), bounds, strict=True))


@given(bytes32, bounds, bounds)
def test_later_bounds_do_not_change_earlier_outcomes(
    seed: bytes, bounds: tuple[int, ...], later: tuple[int, ...]
) -> None:
    assert uniform(seed, bounds + later)[: len(bounds)] == uniform(seed, bounds)


@given(bytes32, bounds, st.data())
def test_a_bound_of_one_takes_nothing(seed: bytes, bounds: tuple[int, ...], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(bounds)))
    outcome = uniform(seed, bounds)
    assert uniform(seed, (*bounds[:at], 1, *bounds[at:])) == (*outcome[:at], 0, *outcome[at:])


@pytest.mark.parametrize("bound", [2, 5, 6, 36, 100, 129, 200])
def test_all_outcomes_are_equally_frequent(bound: int) -> None:
    outcomes = [uniform(seed, (bound,))[0] for seed in seeds(20_000)]
    assert chi_square(outcomes, bound) < CRITICAL[bound - 1]


def test_two_dice_of_one_seed_are_independent() -> None:
    assert chi_square((uniform(seed, (6, 6)) for seed in seeds(20_000)), 36) < CRITICAL[35]


def test_the_dice_of_neighbouring_seeds_are_independent() -> None:
    dice = [uniform(seed, (6,))[0] for seed in seeds(20_001)]
    assert chi_square(pairwise(dice), 36) < CRITICAL[35]


def test_many_dice_of_one_seed_are_fair() -> None:
    assert chi_square(uniform(bytes(32), (6,) * 20_000), 6) < CRITICAL[5]


def test_the_statistic_notices_a_remainder_of_a_byte() -> None:
    outcomes = [reference.sha256(seed)[0] % 200 for seed in seeds(20_000)]
    assert chi_square(outcomes, 200) > CRITICAL[199]


@pytest.mark.parametrize("bound", [0, -1, True, 6.0, None, "6"], ids=kind)
def test_a_bound_is_an_integer_of_at_least_one(bound: Any) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        uniform(bytes(32), (6, bound))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), bytearray(32), 1], ids=kind)
def test_a_seed_has_32_bytes(seed: Any) -> None:
    with pytest.raises(ValueError, match="exactly 32 bytes"):
        uniform(seed, (6,))
