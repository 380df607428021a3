"""A sealed message opens for its receiver in its context, to what was sealed, and for no one else."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto import ChatKey, EncodingError, SealingError, Value, WeakKeyError, seal
from crypto.sealing import MAX_PLAINTEXT, MAX_SEALED, _seal_with, check_chat_key
from tests.crypto import chacha, vectors
from tests.crypto.reference import encode
from tests.crypto.strategies import bytes32, fields, kind

VECTORS = vectors.load()
ANNA, BERT = ChatKey.from_seed(bytes(range(32))), ChatKey.from_seed(bytes(32))
CONTEXT = (bytes(32), 0, 1, 7)
SEALED = seal(ANNA.public, b"Attack at dawn.", *CONTEXT)
plaintexts = st.binary(max_size=MAX_PLAINTEXT)

# RFC 7748, section 5.2 and the curve's other points of small order: u = 0, 1, two of order 8, p - 1, and p, p + 1.
SMALL_ORDER = (
    "00" * 32,
    "01" + "00" * 31,
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ec" + "ff" * 30 + "7f",
    "ed" + "ff" * 30 + "7f",
    "ee" + "ff" * 30 + "7f",
)


@pytest.mark.parametrize("vector", VECTORS["sealed"], ids=lambda vector: len(vector["plaintext"]) // 2)
def test_a_message_is_sealed_and_opened_as_its_vector(vector: dict[str, Any]) -> None:
    key, context = ChatKey.from_seed(bytes.fromhex(vector["receiver"])), vectors.from_json(vector["context"])
    opened = key.open(bytes.fromhex(vector["sealed"]), *context)
    assert (key.public.hex(), opened.hex()) == (vector["public"], vector["plaintext"])
    ephemeral = X25519PrivateKey.from_private_bytes(bytes.fromhex(vector["ephemeral"]))
    assert _seal_with(ephemeral, key.public, opened, context).hex() == vector["sealed"]


@settings(max_examples=10)
@given(bytes32, bytes32, st.binary(max_size=130), fields)
def test_what_the_second_implementation_seals_opens(
    ephemeral: bytes, receiver: bytes, plaintext: bytes, context: tuple[Value, ...]
) -> None:
    key = ChatKey.from_seed(receiver)
    assert key.open(chacha.seal(ephemeral, key.public, plaintext, context), *context) == plaintext


@given(plaintexts, fields)
def test_what_is_sealed_for_a_key_it_opens(plaintext: bytes, context: tuple[Value, ...]) -> None:
    assert ANNA.open(seal(ANNA.public, plaintext, *context), *context) == plaintext


@pytest.mark.parametrize("plaintext", [b"", b"\0" * 64, b"\x80", b"\x80" + b"\0" * 62, b"a" * 1024])
def test_padding_is_never_mistaken_for_the_message(plaintext: bytes) -> None:
    assert ANNA.open(seal(ANNA.public, plaintext, 1), 1) == plaintext


@given(plaintexts, plaintexts)
def test_the_length_tells_no_more_than_a_multiple_of_64(one: bytes, other: bytes) -> None:
    same = len(one) // 64 == len(other) // 64
    assert (len(seal(ANNA.public, one)) == len(seal(ANNA.public, other))) is same


def test_the_longest_message_is_as_long_as_is_said() -> None:
    assert len(seal(ANNA.public, b"a" * MAX_PLAINTEXT)) == MAX_SEALED


def test_a_message_sealed_twice_shares_nothing() -> None:
    again = seal(ANNA.public, b"Attack at dawn.", *CONTEXT)
    assert (again[:32] != SEALED[:32], again[32:48] != SEALED[32:48]) == (True, True)


@pytest.mark.parametrize("context", [(), (*CONTEXT, None), CONTEXT[:-1], (bytes(32), 0, 1, 8), (CONTEXT,)])
def test_a_sealed_message_opens_in_no_other_context_and_for_no_one_else(context: tuple[Value, ...]) -> None:
    for key, place in ((ANNA, context), (BERT, CONTEXT)):
        with pytest.raises(SealingError, match="another key or place"):
            key.open(SEALED, *place)


@given(st.integers(0, 8 * len(SEALED) - 1))
def test_a_sealed_message_with_any_bit_flipped_is_refused(bit: int) -> None:
    flipped = (int.from_bytes(SEALED, "big") ^ 1 << bit).to_bytes(len(SEALED), "big")
    with pytest.raises(SealingError):
        ANNA.open(flipped, *CONTEXT)


@pytest.mark.parametrize(
    "sealed",
    [b"", SEALED[:-1], SEALED + b"\0", SEALED[:48], bytes(MAX_SEALED + 64), None, "a"],
    # Sealed anew in every process, so its bytes are no name for a test.
    ids=["empty", "one byte less", "one byte more", "short", "long", "nothing", "text"],
)
def test_what_has_no_length_of_a_sealed_message_is_refused(sealed: Any) -> None:
    with pytest.raises(SealingError, match="no length"):
        ANNA.open(sealed, *CONTEXT)


@given(st.binary(max_size=2048))
def test_any_other_bytes_are_refused(sealed: bytes) -> None:
    with pytest.raises(SealingError):
        ANNA.open(sealed, *CONTEXT)


@pytest.mark.parametrize("padded", [bytes(64), b"\x80" + bytes(127), b"a" * 64, b"a" * 1030 + b"\x80" + bytes(57)])
def test_a_message_that_is_padded_otherwise_is_refused(padded: bytes) -> None:
    key = chacha.hkdf(
        chacha.x25519(bytes(32), ANNA.public),
        encode(("mare/7/sealed", chacha.x25519(bytes(32), chacha.BASE), ANNA.public, ())),
    )
    sealed = chacha.x25519(bytes(32), chacha.BASE) + chacha.encrypt(key, bytes(12), padded, b"\x90")
    with pytest.raises(SealingError, match="not padded"):
        ANNA.open(sealed)


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_chat_key_of_small_order_is_refused_wherever_it_comes(key: str) -> None:
    with pytest.raises(WeakKeyError, match="small order"):
        check_chat_key(bytes.fromhex(key))
    with pytest.raises(SealingError, match="small order"):
        seal(bytes.fromhex(key), b"Attack at dawn.")
    with pytest.raises(SealingError, match="small order"):
        ANNA.open(bytes.fromhex(key) + SEALED[32:], *CONTEXT)


@given(bytes32)
def test_every_other_chat_key_may_enter(private: bytes) -> None:
    check_chat_key(ChatKey.from_seed(private).public)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), bytearray(32), None, "a" * 32], ids=kind)
def test_nothing_is_sealed_for_what_is_no_key(key: Any) -> None:
    with pytest.raises(SealingError, match="exactly 32 bytes"):
        seal(key, b"Attack at dawn.")


@pytest.mark.parametrize("plaintext", [b"a" * 1025, None, "text", bytearray(3)], ids=kind)
def test_what_is_too_long_or_no_bytes_is_not_sealed(plaintext: Any) -> None:
    with pytest.raises(SealingError, match="At most 1024 bytes"):
        seal(ANNA.public, plaintext)


def test_a_context_without_encoding_is_an_encoding_error() -> None:
    field: Any = 1.0
    with pytest.raises(EncodingError):
        seal(ANNA.public, b"", field)
    with pytest.raises(EncodingError):
        ANNA.open(SEALED, field)


def test_new_chat_keys_differ() -> None:
    assert ChatKey.generate().public != ChatKey.generate().public


def test_the_second_x25519_multiplies_as_rfc_7748_shows() -> None:
    scalar = "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"
    u = "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"
    product = "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    assert chacha.x25519(bytes.fromhex(scalar), bytes.fromhex(u)).hex() == product


def test_the_second_hkdf_derives_as_rfc_5869_shows() -> None:
    derived = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"
    assert chacha.hkdf(b"\x0b" * 22, b"").hex() == derived


def test_the_second_chacha20_poly1305_encrypts_as_rfc_8439_shows() -> None:
    text = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would "
        b"be it."
    )
    nonce, associated = bytes.fromhex("070000004041424344454647"), bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
    made = chacha.encrypt(bytes(range(0x80, 0xA0)), nonce, text, associated).hex()
    assert (made[:32], made[-32:]) == ("d31a8d34648e60db7b86afbc53ef7ec2", "1ae10b594f09e26a7e902ecbd0600691")
