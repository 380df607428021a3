"""Values come out of a chain backwards, and only the right value at the right index is accepted."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crypto import LENGTH, BeaconError, Chain, ChainVerifier, Label, chance_seed, digest
from tests.crypto import vectors
from tests.crypto.strategies import bytes32, kind

VECTORS = vectors.load()
GAME, EPOCH, LOG = bytes([1] * 32), bytes([2] * 32), bytes([3] * 32)
A, B, C = bytes([4] * 32), bytes([5] * 32), bytes([6] * 32)

SHORT = 40
indices = st.integers(1, SHORT)


def links_to_a_tip() -> list[bytes]:
    """The tip and the first values of some chain; a verifier cannot know that it goes no further."""
    values = [bytes(range(32))]
    for _ in range(SHORT):
        values.append(digest(Label.LINK, values[-1]))
    return values[::-1]


VALUES = links_to_a_tip()


def test_a_chain_has_the_values_of_its_vector(chain: Chain) -> None:
    expected = VECTORS["chain"]["values"]
    assert {index: chain.value(int(index)).hex() for index in expected} == expected


def test_the_tip_is_value_zero_and_the_seed_the_last_one(chain: Chain) -> None:
    assert chain.tip == chain.value(0)
    assert chain.value(LENGTH).hex() == VECTORS["chain"]["seed"]


@given(index=st.integers(1, LENGTH))
def test_each_value_hashes_to_the_one_before(chain: Chain, index: int) -> None:
    assert digest(Label.LINK, chain.value(index)) == chain.value(index - 1)


@pytest.mark.parametrize("index", [-1, -LENGTH, LENGTH + 1, 2**64])
def test_a_chain_has_no_value_beyond_its_ends(chain: Chain, index: int) -> None:
    with pytest.raises(BeaconError, match=f"no value {index}"):
        chain.value(index)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), bytearray(32), "a" * 32], ids=kind)
def test_a_chain_needs_a_seed_of_32_bytes(seed: Any) -> None:
    with pytest.raises(ValueError, match="exactly 32 bytes"):
        Chain(seed)


@pytest.mark.parametrize("index", [1, 2, 1023, 1024, 1025])
def test_the_values_of_a_chain_are_accepted(chain: Chain, index: int) -> None:
    verifier = ChainVerifier(chain.tip)
    verifier.verify(index, chain.value(index))
    assert verifier.index == index


@given(st.lists(indices, min_size=1, max_size=10))
@example([9, 3])
def test_right_values_are_accepted_in_any_order(order: list[int]) -> None:
    verifier = ChainVerifier(VALUES[0])
    for index in order:
        verifier.verify(index, VALUES[index])
    assert verifier.index == max(order)


@given(st.lists(indices, max_size=5), indices, indices)
def test_a_value_at_another_index_is_refused(known: list[int], index: int, other: int) -> None:
    verifier = ChainVerifier(VALUES[0])
    for at in known:
        verifier.verify(at, VALUES[at])
    shown = VALUES[other if other != index else 0]
    with pytest.raises(BeaconError, match=f"not value {index} "):
        verifier.verify(index, shown)


@given(indices, indices, st.integers(0, 255))
def test_a_value_with_a_bit_flipped_is_refused(known: int, index: int, bit: int) -> None:
    verifier = ChainVerifier(VALUES[0])
    verifier.verify(known, VALUES[known])
    flipped = (int.from_bytes(VALUES[index], "big") ^ 1 << bit).to_bytes(32, "big")
    with pytest.raises(BeaconError):
        verifier.verify(index, flipped)


@given(indices, indices, bytes32)
def test_a_refused_value_changes_nothing(known: int, index: int, forged: bytes) -> None:
    verifier = ChainVerifier(VALUES[0])
    verifier.verify(known, VALUES[known])
    with pytest.raises(BeaconError):
        verifier.verify(index, forged)
    assert verifier.index == known
    verifier.verify(SHORT, VALUES[SHORT])


def test_a_copied_verifier_goes_its_own_way() -> None:
    verifier = ChainVerifier(VALUES[0])
    copy.copy(verifier).verify(5, VALUES[5])
    assert verifier.index == 0


@pytest.mark.parametrize("index", [0, -1, LENGTH + 1, True, 1.0, None, "1"], ids=kind)
def test_no_value_is_accepted_beyond_the_ends(index: Any) -> None:
    with pytest.raises(BeaconError, match=f"from 1 to {LENGTH}"):
        ChainVerifier(VALUES[0]).verify(index, VALUES[1])


@pytest.mark.parametrize(
    "value", [b"", VALUES[1][:31], VALUES[1] + b"\0", bytearray(VALUES[1]), None, "a" * 32], ids=kind
)
def test_what_is_no_value_is_refused(value: Any) -> None:
    with pytest.raises(BeaconError, match="exactly 32 bytes"):
        ChainVerifier(VALUES[0]).verify(1, value)


def test_what_is_no_tip_is_refused() -> None:
    with pytest.raises(BeaconError, match="exactly 32 bytes"):
        ChainVerifier(bytes(31))


def test_a_verifier_shows_how_far_it_is_and_no_value() -> None:
    assert repr(ChainVerifier(VALUES[0])) == "<ChainVerifier at 0>"


@pytest.mark.parametrize("vector", VECTORS["chance_seed"], ids=lambda vector: len(vector["values"]))
def test_a_chance_seed_is_that_of_its_vector(vector: dict[str, Any]) -> None:
    game, epoch, log = (bytes.fromhex(vector[name]) for name in ("game", "epoch", "log"))
    values = tuple((player, bytes.fromhex(value)) for player, value in vector["values"])
    assert chance_seed(game, epoch, vector["step"], log, values).hex() == vector["seed"]


@pytest.mark.parametrize(
    "other",
    [
        *((A, EPOCH, 7, LOG, ((0, A), (1, B))), (GAME, A, 7, LOG, ((0, A), (1, B)))),
        *((GAME, EPOCH, 8, LOG, ((0, A), (1, B))), (GAME, EPOCH, 7, A, ((0, A), (1, B)))),
        *((GAME, EPOCH, 7, LOG, ((0, C), (1, B))), (GAME, EPOCH, 7, LOG, ((0, A), (1, C)))),
        *((GAME, EPOCH, 7, LOG, ((0, A),)), (GAME, EPOCH, 7, LOG, ((1, A), (2, B)))),
        (GAME, EPOCH, 7, LOG, ((0, B), (1, A))),
    ],
)
def test_whatever_differs_gives_another_chance_seed(other: Any) -> None:
    assert chance_seed(*other) != chance_seed(GAME, EPOCH, 7, LOG, ((0, A), (1, B)))


def test_equal_values_do_not_cancel_each_other_out() -> None:
    assert chance_seed(GAME, EPOCH, 7, LOG, ((0, A), (1, A))) != chance_seed(GAME, EPOCH, 7, LOG, ((0, B), (1, B)))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        *(
            (tuple((player, A) for player in players), "rising order")
            for players in ((1, 0), (0, 0), (0, 2, 1), (False, True), (0, 1.0))
        ),
        ((), "at least one player"),
        *((((0, A), (1, value)), "exactly 32 bytes") for value in (b"", bytes(31), None)),
    ],
)
def test_values_out_of_order_malformed_or_of_no_one_make_no_chance_seed(values: Any, said: str) -> None:
    with pytest.raises(BeaconError, match=said):
        chance_seed(GAME, EPOCH, 7, LOG, values)
