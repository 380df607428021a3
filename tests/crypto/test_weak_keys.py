"""Keys that bind no one never enter; keys that bind their owner do."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import example, given
from hypothesis import strategies as st

from crypto import Label, PublicKey, SignatureError, WeakKeyError
from crypto.keycheck import SMALL_ORDER_Y, D, P
from tests.crypto import edwards, vectors
from tests.crypto.strategies import bytes32, kind

REFUSED = vectors.load()["refused_keys"]
TORSION = edwards.torsion()
SCALAR = 1234567 * 8
MIXED = edwards.add(edwards.multiply(SCALAR, edwards.BASE), TORSION[1])
MESSAGE = b"\x92\xaamare/7/ack\x01"


def mixed_order_signature(*, torsion_cancels: bool) -> bytes:
    """A signature over ACK and 1 by the key of mixed order; whether h is a multiple of 8, so that h·T vanishes."""
    public = edwards.encode(MIXED)
    for nonce in range(1, 1000):
        point = edwards.multiply(nonce, edwards.BASE)
        if (edwards.challenge(edwards.encode(point), public, MESSAGE) % 8 == 0) == torsion_cancels:
            return edwards.sign_with(SCALAR, public, nonce, point, MESSAGE)
    raise AssertionError("no nonce does")


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: f"{vector['what']} {vector['key'][:4]}")
def test_a_weak_key_is_refused(vector: dict[str, str]) -> None:
    with pytest.raises(WeakKeyError):
        PublicKey(bytes.fromhex(vector["key"]))


@pytest.mark.parametrize("number", range(8))
def test_no_spelling_of_a_point_of_small_order_is_a_key(number: int) -> None:
    _, y = edwards.affine(TORSION[number])
    for spelling in vectors.spellings(y):
        with pytest.raises(WeakKeyError):
            PublicKey(spelling)


def test_the_table_of_small_orders_is_complete() -> None:
    assert {edwards.affine(point)[1] for point in TORSION} == SMALL_ORDER_Y


def test_the_curve_is_that_of_the_rfc() -> None:
    assert (P, D) == (edwards.P, edwards.D)


def test_no_second_spelling_of_a_coordinate_is_a_key() -> None:
    for y in range(P, 2**255):
        with pytest.raises(WeakKeyError):
            PublicKey(y.to_bytes(32, "little"))


@given(bytes32)
@example(edwards.encode(edwards.BASE))
@example(edwards.encode(MIXED))
def test_exactly_the_points_of_large_order_are_keys(raw: bytes) -> None:
    point = edwards.decode(raw)
    if point is None or edwards.affine(edwards.multiply(8, point)) == edwards.affine(edwards.NEUTRAL):
        with pytest.raises(WeakKeyError):
            PublicKey(raw)
    else:
        assert PublicKey(raw).raw == raw


@given(st.integers(1, edwards.ORDER - 1))
def test_every_honest_key_is_taken(scalar: int) -> None:
    raw = edwards.encode(edwards.multiply(scalar, edwards.BASE))
    assert PublicKey(raw).raw == raw


@pytest.mark.parametrize("raw", [None, 1, "a" * 32, bytearray(32), memoryview(bytes(32)), ()], ids=kind)
def test_what_is_not_bytes_is_no_key(raw: Any) -> None:
    with pytest.raises(WeakKeyError, match="exactly 32 bytes"):
        PublicKey(raw)


def test_a_key_that_the_library_refuses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stricter:
        @staticmethod
        def from_public_bytes(raw: bytes) -> Ed25519PublicKey:
            raise ValueError(raw)

    monkeypatch.setattr("crypto.identity.Ed25519PublicKey", Stricter)
    with pytest.raises(WeakKeyError, match="by the cryptography library"):
        PublicKey(edwards.encode(edwards.BASE))


def test_the_owner_of_a_key_of_mixed_order_can_sign() -> None:
    PublicKey(edwards.encode(MIXED)).verify(mixed_order_signature(torsion_cancels=True), Label.ACK, 1)


def test_a_signature_that_holds_only_up_to_the_cofactor_is_refused() -> None:
    signature = mixed_order_signature(torsion_cancels=False)
    assert edwards.holds_up_to_cofactor(MIXED, signature, MESSAGE)
    with pytest.raises(SignatureError):
        PublicKey(edwards.encode(MIXED)).verify(signature, Label.ACK, 1)
