"""Labelled digests: SHA-256 (FIPS 180-4) over the canonical encoding of a label and fields."""

from __future__ import annotations

import hashlib

from crypto.canonical import Value, encode
from crypto.labels import Label

SIZE = 32
"""The bytes of a digest, and of every key, seed, salt and link of this package."""


def digest(label: Label, *fields: Value) -> bytes:
    """The SHA-256 hash, 32 bytes, of ``encode((label, *fields))``; EncodingError where a field is no `Value`."""
    return hashlib.sha256(labelled(label, fields)).digest()


def labelled(label: Label, fields: tuple[Value, ...]) -> bytes:
    """What is hashed or signed for a label and its fields: the canonical encoding of ``(label, *fields)``.

    Raises TypeError for a label that is not in the list, so that nothing is ever hashed or signed outside of it.
    """
    if type(label) is not Label:
        raise TypeError("what is hashed or signed begins with a Label, not with any other text")
    return encode((label, *fields))


def is_bytes32(value: object) -> bool:
    """Whether a value is exactly bytes (no bytearray, no view) and as long as a digest."""
    return type(value) is bytes and len(value) == SIZE
