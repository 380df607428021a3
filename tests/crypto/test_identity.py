"""Identities sign labelled fields; a signature vouches for those and nothing else."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto import EncodingError, Identity, Label, PublicKey, SignatureError, Value
from tests.crypto import edwards, reference, vectors
from tests.crypto.strategies import bytes32, fields, kind

VECTORS = vectors.load()
SEED = bytes(range(32))
ALICE, BOB = Identity.from_seed(SEED), Identity.from_seed(bytes(32))


@pytest.mark.parametrize("vector", VECTORS["signature"], ids=lambda vector: vector["seed"][:8])
def test_a_seed_gives_the_key_and_the_signature_of_its_vector(vector: dict[str, Any]) -> None:
    identity, key = Identity.from_seed(bytes.fromhex(vector["seed"])), PublicKey(bytes.fromhex(vector["public"]))
    label, fields = Label(vector["label"]), vectors.from_json(vector["fields"])
    assert identity.public == key
    assert identity.sign(label, *fields).hex() == vector["signature"]
    key.verify(bytes.fromhex(vector["signature"]), label, *fields)


@pytest.mark.parametrize("vector", VECTORS["refused_signatures"], ids=lambda vector: vector["what"])
def test_a_signature_by_the_book_only_is_accepted(vector: dict[str, str]) -> None:
    signed = VECTORS["signature"][0]
    key = PublicKey(bytes.fromhex(signed["public"]))
    with pytest.raises(SignatureError):
        key.verify(bytes.fromhex(vector["signature"]), Label(signed["label"]), *vectors.from_json(signed["fields"]))


@settings(max_examples=20)
@given(bytes32, fields)
def test_signatures_are_those_of_the_second_implementation(seed: bytes, fields: tuple[Value, ...]) -> None:
    message = reference.encode(("mare/7/ack", *fields))
    assert Identity.from_seed(seed).sign(Label.ACK, *fields) == edwards.sign(seed, message)


@given(fields)
def test_what_an_identity_signs_its_public_key_accepts(fields: tuple[Value, ...]) -> None:
    ALICE.public.verify(ALICE.sign(Label.ACK, *fields), Label.ACK, *fields)


@given(st.integers(0, 511))
def test_a_signature_with_any_bit_flipped_is_refused(bit: int) -> None:
    flipped = int.from_bytes(ALICE.sign(Label.ACK, 1), "big") ^ 1 << bit
    with pytest.raises(SignatureError):
        ALICE.public.verify(flipped.to_bytes(64, "big"), Label.ACK, 1)


@given(fields, fields)
def test_a_signature_over_other_fields_is_refused(signed: tuple[Value, ...], shown: tuple[Value, ...]) -> None:
    if reference.encode(signed) == reference.encode(shown):
        shown = (*shown, None)
    with pytest.raises(SignatureError):
        ALICE.public.verify(ALICE.sign(Label.ACK, *signed), Label.ACK, *shown)


def test_a_signature_over_another_label_or_of_another_is_refused() -> None:
    with pytest.raises(SignatureError, match="did not sign this mare/7/entry"):
        ALICE.public.verify(ALICE.sign(Label.ACK, 1), Label.ENTRY, 1)
    with pytest.raises(SignatureError):
        BOB.public.verify(ALICE.sign(Label.ACK, 1), Label.ACK, 1)


@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(65), bytearray(64), "a" * 64, None, 64], ids=kind)
def test_what_is_no_signature_is_refused(signature: Any) -> None:
    with pytest.raises(SignatureError, match="exactly 64 bytes"):
        ALICE.public.verify(signature, Label.ACK, 1)


def test_a_signature_over_a_field_without_encoding_is_an_encoding_error() -> None:
    field: Any = 1.0
    with pytest.raises(EncodingError):
        ALICE.public.verify(bytes(64), Label.ACK, field)


@pytest.mark.parametrize("label", ["mare/7/ack", b"mare/7/ack", None], ids=kind)
def test_nothing_is_signed_or_verified_without_a_label(label: Any) -> None:
    with pytest.raises(TypeError, match="Label"):
        ALICE.sign(label, 1)
    with pytest.raises(TypeError, match="Label"):
        ALICE.public.verify(ALICE.sign(Label.ACK, 1), label, 1)


def test_new_identities_differ() -> None:
    assert Identity.generate().public != Identity.generate().public


def test_keys_are_equal_exactly_if_their_bytes_are() -> None:
    assert len({PublicKey(ALICE.public.raw), ALICE.public, BOB.public}) == 2


def test_a_key_is_not_equal_to_its_bytes() -> None:
    key: object = ALICE.public
    assert key != ALICE.public.raw


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda key: pickle.loads(pickle.dumps(key))])
def test_a_public_key_can_be_copied_and_pickled(duplicate: Any) -> None:
    duplicate(ALICE.public).verify(ALICE.sign(Label.ACK, 1), Label.ACK, 1)


def test_a_public_key_shows_its_beginning() -> None:
    assert repr(ALICE.public) == f"<PublicKey {ALICE.public.raw.hex()[:16]}…>"
