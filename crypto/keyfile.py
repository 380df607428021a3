"""Identities in files: PKCS#8 in PEM (RFC 5958, RFC 8410, RFC 7468), encrypted if there is a passphrase.

Other programs that know these formats can read and write such files too.
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
"""The most bytes of a passphrase; the library takes no more."""

_PEM = re.compile(
    rb"\s*-----BEGIN ([A-Z0-9 ]{1,40})-----[ \t]*\r?\n([A-Za-z0-9+/=\s]+)-----END \1-----\s*",
)
_PLAIN, _ENCRYPTED = b"PRIVATE KEY", b"ENCRYPTED PRIVATE KEY"

_DAMAGED = "The key file is damaged; take a copy of it, if there is one."
_OTHER_KIND = "The file holds a key of another kind; an Ed25519 key in PKCS#8 is wanted."


def to_pem(identity: Identity, passphrase: str | None) -> bytes:
    """Return the file of an identity, encrypted with the passphrase. With None, anyone who reads the file has the key.

    Raises WrongPassphrase if the passphrase is empty or too long. Guessing is slow, but not slow enough to protect a
    short one.
    """
    if passphrase is None:
        return identity.pem(NoEncryption())
    return identity.pem(BestAvailableEncryption(_password(passphrase)))


def from_pem(data: bytes, passphrase: str | None) -> Identity:
    """Return the identity in a file. If the file is not encrypted, the passphrase is ignored.

    Raises WrongPassphrase if the file needs another passphrase, and KeyFileError if it is damaged or holds no Ed25519
    key.
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
        # OpenSSL raises InternalError for a key whose length is wrong for its kind, such as X448.
        if password is not None:
            raise WrongPassphrase("The passphrase is not that of the key file.") from None
        raise KeyFileError(_DAMAGED) from None
    raise KeyFileError(_OTHER_KIND)


def needs_passphrase(data: bytes) -> bool:
    """Return whether a file needs a passphrase; raise KeyFileError if it is cut short or no PKCS#8 in PEM."""
    found = _PEM.fullmatch(data)
    if not found:
        raise KeyFileError(_DAMAGED if b"-----BEGIN" in data else "The file is no key file.")
    if found[1] not in (_PLAIN, _ENCRYPTED):
        raise KeyFileError(_OTHER_KIND)
    _check_length(found[2])
    return found[1] == _ENCRYPTED


def _check_length(body: bytes) -> None:
    """Raise KeyFileError if a file is cut short, so that its passphrase isn't blamed.

    PKCS#8 is one DER sequence (X.690, section 8.1.3): 0x30, the length, and as many bytes. A length below 128 is one
    byte; a longer one is 0x80 + n and then n bytes.
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
    """Return the bytes of a passphrase, the same on every system and keyboard: UTF-8 in normalization form NFKC."""
    password = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogateescape")
    if not 1 <= len(password) <= MAX_PASSPHRASE:
        raise WrongPassphrase(f"A passphrase has 1 to {MAX_PASSPHRASE} bytes.")
    return password
