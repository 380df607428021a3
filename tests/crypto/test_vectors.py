"""The file of test vectors is what the second implementation makes."""

from __future__ import annotations

import pytest
from hypothesis import given

from crypto import Value
from tests.crypto import edwards, reference, vectors
from tests.crypto.strategies import values


def test_the_file_of_vectors_is_up_to_date() -> None:
    assert vectors.FILE.read_text("utf-8") == vectors.in_lines(vectors.make_vectors())


@given(values)
def test_the_second_implementation_decodes_what_it_encodes(value: Value) -> None:
    assert reference.decode(reference.encode(value)) == value


# RFC 8032, section 7.1, tests 1 and 2: seed, public key, message; then the signatures.
RFC_KEYS = (
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
    ),
)
RFC_SIGNATURE_1 = (
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
    "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
)
RFC_SIGNATURE_2 = (
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)


@pytest.mark.parametrize(
    ("seed", "public", "message", "signature"),
    [(*RFC_KEYS[0], RFC_SIGNATURE_1), (*RFC_KEYS[1], RFC_SIGNATURE_2)],
    ids=["TEST 1", "TEST 2"],
)
def test_the_second_ed25519_signs_as_the_rfc_shows(seed: str, public: str, message: str, signature: str) -> None:
    key = bytes.fromhex(seed)
    signed = edwards.sign(key, bytes.fromhex(message))
    assert (edwards.public_key(key).hex(), signed.hex()) == (public, signature)
