"""Identities in files: PKCS#8 in PEM (RFC 5958, RFC 8410, RFC 7468), closed with a passphrase where there is one.

Any other program that knows these formats can read and make such a file too.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import b64decode

from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    NoEncryption,
    load_pem_private_key,
)

from crypto.errors import KeyFileError, WeakKeyError, WrongPassphrase
from crypto.identity import Identity

MAX_PASSPHRASE = 1023
"""The bytes that a passphrase has at most: the library takes no more."""

_PEM = re.compile(
    rb"\s*-----BEGIN ([A-Z0-9 ]{1,40})-----[ \t]*\r?\n([A-Za-z0-9+/=\s]+)-----END \1-----\s*",
)
_PLAIN, _ENCRYPTED = b"PRIVATE KEY", b"ENCRYPTED PRIVATE KEY"

_DAMAGED = "The key file is damaged; take a copy of it, if there is one."
_OTHER_KIND = "The file holds a key of another kind; an Ed25519 key in PKCS#8 is wanted."


def to_pem(identity: Identity, passphrase: str | None) -> bytes:
    """The file of an identity, which opens with the passphrase; without one, None, whoever reads it has the key.

    Raises WrongPassphrase for one that is empty or too long. Guessing is slow, but not slow enough for a short one.
    """
    if passphrase is None:
        return identity.pem(NoEncryption())
    return identity.pem(BestAvailableEncryption(_password(passphrase)))


def from_pem(data: bytes, passphrase: str | None) -> Identity:
    """The identity in a file. A passphrase is not looked at where none is needed.

    Raises WrongPassphrase where one is needed, and not this or None; KeyFileError for a file that is damaged or holds
    no Ed25519 key.
    """
    password = None
    if needs_passphrase(data):
        if passphrase is None:
            raise WrongPassphrase("The key file opens with its passphrase only.")
        password = _password(passphrase)
    try:
        key = load_pem_private_key(data, password)
        if isinstance(key, Ed25519PrivateKey):
            return Identity(key)
    except UnsupportedAlgorithm:
        raise KeyFileError(_OTHER_KIND) from None
    except (ValueError, TypeError, WeakKeyError, InternalError):
        # An InternalError is OpenSSL's word on a key that is not as long as its kind, X448 for one, has it.
        if password is not None:
            raise WrongPassphrase("The passphrase is not that of the key file.") from None
        raise KeyFileError(_DAMAGED) from None
    raise KeyFileError(_OTHER_KIND)


def needs_passphrase(data: bytes) -> bool:
    """Whether a file opens with a passphrase only; raises KeyFileError for one that is no PKCS#8 in PEM, or cut."""
    found = _PEM.fullmatch(data)
    if not found:
        raise KeyFileError(_DAMAGED if b"-----BEGIN" in data else "The file is no key file.")
    if found[1] not in (_PLAIN, _ENCRYPTED):
        raise KeyFileError(_OTHER_KIND)
    _check_length(found[2])
    return found[1] == _ENCRYPTED


def _check_length(body: bytes) -> None:
    """Tell a cut file by the length that its content begins with, before a passphrase is blamed for it.

    PKCS#8 is one DER sequence (X.690, section 8.1.3): 0x30, its length in one byte below 128 or in the n bytes after
    0x80 + n, and as many bytes.
    """
    try:
        der = b64decode(b"".join(body.split()), validate=True)
    except ValueError:
        raise KeyFileError(_DAMAGED) from None
    size = der[1] - 0x80 if len(der) > 1 and der[1] > 0x80 else 0
    length = int.from_bytes(der[2 : 2 + size], "big") if size else int.from_bytes(der[1:2], "big")
    if der[:1] != b"\x30" or len(der) != 2 + size + length:
        raise KeyFileError(_DAMAGED)


def _password(passphrase: str) -> bytes:
    """The bytes of a passphrase, the same on every system and keyboard: UTF-8 in normalization form NFKC."""
    password = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogateescape")
    if not 1 <= len(password) <= MAX_PASSPHRASE:
        raise WrongPassphrase(f"A passphrase has 1 to {MAX_PASSPHRASE} bytes.")
    return password
