"""An identity comes back from its file with its passphrase; any other file or passphrase gets a sentence."""

from __future__ import annotations

import traceback
from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, x25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto import Identity, KeyFileError, WrongPassphrase, from_pem, needs_passphrase, to_pem

SEED = bytes(range(100, 132))
ANNA = Identity.from_seed(SEED)
PLAIN, CLOSED = to_pem(ANNA, None), to_pem(ANNA, "correct horse")

# RFC 8410, section 10.3, and the same key's public half (section 10.1).
RFC_8410 = b"""-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
"""
RFC_8410_PUBLIC = "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"


def pem(kind: str, der: bytes) -> bytes:
    return b"-----BEGIN %b-----\n%b\n-----END %b-----\n" % (kind.encode(), b64encode(der), kind.encode())


def pkcs8(key: ec.EllipticCurvePrivateKey | x25519.X25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def test_the_key_that_rfc_8410_shows_is_read() -> None:
    assert from_pem(RFC_8410, None).public.raw.hex() == RFC_8410_PUBLIC


@pytest.mark.parametrize(
    ("closed", "opened"),
    [
        *((passphrase, passphrase) for passphrase in (None, "correct horse", "a" * 1023, "pässwörd", " ", "\udcff")),
        # However its accents are typed.
        ("p\u00e4ss", "pa\u0308ss"),
    ],
)
def test_an_identity_comes_back_from_its_file(closed: str | None, opened: str | None) -> None:
    assert from_pem(to_pem(ANNA, closed), opened).public == ANNA.public


@settings(max_examples=10)
@given(st.text(min_size=1, max_size=200))
def test_any_passphrase_opens_what_it_closed(passphrase: str) -> None:
    assert from_pem(to_pem(ANNA, passphrase), passphrase).public == ANNA.public


def test_a_passphrase_that_is_not_needed_is_not_looked_at() -> None:
    assert from_pem(PLAIN, "").public == ANNA.public


@pytest.mark.parametrize(("data", "needed"), [(PLAIN, False), (CLOSED, True), (CLOSED.replace(b"\n", b"\r\n"), True)])
def test_a_file_says_whether_it_needs_a_passphrase(data: bytes, needed: bool) -> None:
    assert needs_passphrase(data) is needed


@pytest.mark.parametrize(
    ("passphrase", "said"),
    [
        (None, "opens with its passphrase only"),
        *((wrong, "is not that of the key file") for wrong in ("Correct horse", "correct horse ", "x")),
    ],
)
def test_a_missing_or_wrong_passphrase_is_called_so(passphrase: str | None, said: str) -> None:
    with pytest.raises(WrongPassphrase, match=said):
        from_pem(CLOSED, passphrase)


@pytest.mark.parametrize("passphrase", ["", "a" * 1024, "ä" * 512])
def test_a_passphrase_without_letters_or_with_too_many_is_refused(passphrase: str) -> None:
    with pytest.raises(WrongPassphrase, match="1 to 1023 bytes"):
        to_pem(ANNA, passphrase)


@pytest.mark.parametrize("data", [PLAIN, CLOSED], ids=["plain", "closed"])
def test_a_file_cut_anywhere_is_called_damaged(data: bytes) -> None:
    end = data.index(b"-----END")
    for cut in [data[:end], data[: end // 2], data[: end - 5] + data[end:], data[:60] + data[end:], data[:40]]:
        with pytest.raises(KeyFileError, match="damaged"):
            from_pem(cut, "correct horse")


CHANGED = [
    PLAIN.replace(b"MC4C", b"MC4D"),
    PLAIN.replace(b"MC4C", b"MC4*"),
    PLAIN + PLAIN,
    b"Bag Attributes\n" + PLAIN,
    *(pem("PRIVATE KEY", der) for der in (b"", b"\x30", b"\x30\x80", b"\x30\x00", b"\x30\x83\xff")),
]
OTHER_FILES = [b"", b"\0" * 100, b"mare record\n", "Schlüssel".encode()]
OTHER_KEYS = [
    pkcs8(ec.generate_private_key(ec.SECP256R1())),
    pkcs8(x25519.X25519PrivateKey.generate()),
    pem("OPENSSH PRIVATE KEY", b"openssh-key-v1\0"),
    pem("CERTIFICATE", b"\x30\x00"),
    pem("PUBLIC KEY", b"\x30\x00"),
]


@pytest.mark.parametrize(
    ("files", "said"),
    [(CHANGED, "damaged"), (OTHER_FILES, "is no key file"), (OTHER_KEYS, "another kind")],
    ids=["changed", "no key file", "a key of another kind"],
)
def test_what_is_no_such_key_file_is_called_what_it_is(files: list[bytes], said: str) -> None:
    for data in files:
        with pytest.raises(KeyFileError, match=said):
            from_pem(data, None)


@given(st.binary(max_size=200))
def test_any_other_bytes_are_a_key_file_error(data: bytes) -> None:
    for file in (data, pem("PRIVATE KEY", data), pem("ENCRYPTED PRIVATE KEY", data)):
        with pytest.raises(KeyFileError):
            from_pem(file, "correct horse")


def test_neither_key_nor_passphrase_is_in_an_error() -> None:
    passphrase = "wrong horse"
    with pytest.raises(KeyFileError) as caught:
        from_pem(CLOSED, passphrase)
    shown = "".join(traceback.format_exception(caught.value))
    assert [secret for secret in (passphrase, SEED.hex(), PLAIN.decode().splitlines()[1]) if secret in shown] == []


@pytest.mark.parametrize(("data", "readable"), [(PLAIN, True), (CLOSED, False)], ids=["plain", "closed"])
def test_the_key_stands_only_in_a_file_without_passphrase(data: bytes, readable: bool) -> None:
    assert (SEED in b64decode(b"".join(data.splitlines()[1:-1]))) is readable


def test_a_file_closed_twice_is_another_each_time() -> None:
    assert to_pem(ANNA, "correct horse") != CLOSED


def test_a_bit_that_makes_the_key_one_of_another_kind_is_called_damage() -> None:
    """X448 (RFC 8410, section 3) has keys of 56 bytes; its identifier differs from that of Ed25519 in one byte."""
    der = b64decode(PLAIN.splitlines()[1]).replace(bytes([0x2B, 101, 112]), bytes([0x2B, 101, 111]))
    with pytest.raises(KeyFileError, match="damaged"):
        from_pem(pem("PRIVATE KEY", der), None)
