"""A commitment opens to what was committed, at its place in its game, and to nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import EncodingError, commit, opens, salt
from tests.crypto import vectors
from tests.crypto.strategies import ascii_texts, bytes32, integers, kind

VECTORS = vectors.load()
KEY, EPOCH = bytes(range(32)), bytes([1] * 32)
PLACE = {"game": bytes(32), "epoch": EPOCH, "step": 7, "seat": 2}
OPENING = {**PLACE, "salt": bytes([2] * 32), "body": "offer coin"}
places = st.fixed_dictionaries({"game": bytes32, "epoch": bytes32, "step": integers, "seat": integers})


def from_vector(vector: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: vector[name] if name in ("step", "seat", "body") else bytes.fromhex(vector[name]) for name in names}


@pytest.mark.parametrize("vector", VECTORS["salt"], ids=lambda vector: vector["step"])
def test_a_salt_is_that_of_its_vector(vector: dict[str, Any]) -> None:
    assert salt(**from_vector(vector, "secret", "epoch", "step", "seat")).hex() == vector["salt"]


@pytest.mark.parametrize("vector", VECTORS["commitment"], ids=lambda vector: vector["body"])
def test_a_commitment_is_that_of_its_vector_and_opens(vector: dict[str, Any]) -> None:
    assert commit(**from_vector(vector, *OPENING)).hex() == vector["commitment"]
    assert opens(**from_vector(vector, "commitment", *OPENING))


@given(places, bytes32, bytes32, ascii_texts)
def test_two_commitments_to_one_answer_differ_unless_their_salts_are_the_same(
    place: dict[str, Any], salt: bytes, other: bytes, body: str
) -> None:
    commitments = commit(**place, salt=salt, body=body), commit(**place, salt=other, body=body)
    assert (commitments[0] == commitments[1]) is (salt == other)


@given(places, bytes32, ascii_texts)
def test_a_commitment_opens_to_what_was_committed(place: dict[str, Any], salt: bytes, body: str) -> None:
    assert opens(commit(**place, salt=salt, body=body), **place, salt=salt, body=body)


@pytest.mark.parametrize(
    ("field", "other"),
    [
        *(("game", bytes([9] * 32)), ("epoch", bytes([9] * 32)), ("step", 8), ("seat", 3), ("salt", bytes([9] * 32))),
        *(("body", "offer  coin"), ("body", ""), ("seat", True), ("seat", 2.0), ("body", b"offer coin")),
        # Malformed ones.
        *(("salt", b""), ("salt", bytes(31)), ("salt", bytes(33)), ("salt", None), ("salt", "a" * 32)),
        *(("body", "é"), ("body", None), ("body", 1.0), ("step", 2**64), ("seat", []), ("game", {})),
    ],
)
def test_a_commitment_does_not_open_with_another_field(field: str, other: Any) -> None:
    opening: dict[str, Any] = {**OPENING, field: other}
    made: dict[str, Any] = OPENING
    assert not opens(commit(**made), **opening)


@pytest.mark.parametrize("commitment", [b"", bytes(32), bytes(31), None, 1, "a" * 32, "é"], ids=kind)
def test_what_is_no_commitment_does_not_open(commitment: Any) -> None:
    opening: dict[str, Any] = OPENING
    assert not opens(commitment, **opening)


@pytest.mark.parametrize("malformed", [b"", bytes(31), bytes(33), bytearray(32)], ids=kind)
def test_nothing_is_committed_with_a_short_salt(malformed: Any) -> None:
    opening: dict[str, Any] = {**OPENING, "salt": malformed}
    with pytest.raises(EncodingError, match="exactly 32 bytes"):
        commit(**opening)


@pytest.mark.parametrize(
    "other",
    [(KEY, KEY, 1, 2), (bytes(32), EPOCH, 1, 2), (KEY, EPOCH, 2, 2), (KEY, EPOCH, 1, 1), (KEY, EPOCH, 2, 1)],
)
def test_another_secret_or_place_has_another_salt(other: tuple[bytes, bytes, int, int]) -> None:
    assert salt(*other) != salt(KEY, EPOCH, 1, 2)
    assert len(salt(*other)) == 32


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "a" * 32], ids=kind)
def test_a_secret_of_another_length_makes_no_salt(secret: Any) -> None:
    with pytest.raises(ValueError, match="exactly 32 bytes"):
        salt(secret, bytes(32), 1, 2)
