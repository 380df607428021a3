"""The types of fields that messages, charters and records declare; `p2p.wire.codec` reads and writes them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Any, TypeAlias

from crypto.identity import PublicKey
from crypto.sealing import check_chat_key
from p2p.wire.codec import Converted, Limits

MAX_COUNT = 1 << 62
"""No step, counter or height comes near this; larger numbers are refused."""

MAX_TEXT = 1024
"""The most characters of an answer."""


def is_line(text: str) -> bool:
    """Return whether a text is one line of printable ASCII, which can't send commands to a terminal."""
    return len(text) <= MAX_TEXT and text.isascii() and text.isprintable()


def is_rising(items: tuple[Any, ...]) -> bool:
    """Return whether each item is greater than the one before it, so that a set has one spelling only."""
    return all(one < other for one, other in pairwise(items))


def _strong(check: Callable[[bytes], None]) -> Converted:
    """Return the annotation of a key of 32 bytes that ``check`` must pass."""

    def make(raw: bytes) -> bytes:
        check(raw)
        return raw

    return Converted(Digest, make, bytes)


Number: TypeAlias = Annotated[int, Limits(0, MAX_COUNT - 1)]
"""A number that counts from 0."""

Count: TypeAlias = Annotated[int, Limits(1, MAX_COUNT - 1)]
"""A number that counts from 1, such as that of a step."""

Digest: TypeAlias = Annotated[bytes, Limits(32, 32)]
"""32 bytes: a hash, commitment, salt, beacon value or tip."""

Signature: TypeAlias = Annotated[bytes, Limits(64, 64)]
"""An Ed25519 signature (RFC 8032)."""

ChatKey: TypeAlias = Annotated[bytes, _strong(check_chat_key)]
"""An X25519 public key for which messages can be sealed."""

Key: TypeAlias = Annotated[PublicKey, Converted(Digest, PublicKey, attrgetter("raw"))]
"""An identity key as an object that verifies signatures."""

Line: TypeAlias = Annotated[str, is_line]

Anything: TypeAlias = Any
"""Any value that has a canonical encoding."""
