"""Labelled digests: SHA-256 (FIPS 180-4) over the canonical encoding of a label and fields."""

from __future__ import annotations

import hashlib

from crypto.canonical import Value, encode
from crypto.labels import Label

SIZE = 32
"""The length in bytes of a digest, and of every key, seed, salt and link in this package."""


def digest(label: Label, *fields: Value) -> bytes:
    """Return the SHA-256 hash, 32 bytes, of ``encode((label, *fields))``; EncodingError if a field is no `Value`."""
    return hashlib.sha256(labelled(label, fields)).digest()


def labelled(label: Label, fields: tuple[Value, ...]) -> bytes:
    """Return the bytes that are hashed or signed for a label and its fields: the encoding of ``(label, *fields)``.

    Raises TypeError if the label is not a `Label`, so that every hash and signature has a listed purpose.
    """
    if type(label) is not Label:
        raise TypeError("what is hashed or signed begins with a Label, not with any other text")
    return encode((label, *fields))


def is_bytes32(value: object) -> bool:
    """Return whether a value is exactly of type bytes (no bytearray, no view) and as long as a digest."""
    return type(value) is bytes and len(value) == SIZE
