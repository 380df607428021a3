"""The types of fields, as messages, charters and records declare them; `p2p.wire.codec` does the rest."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Any, TypeAlias

from crypto.identity import PublicKey
from crypto.keycheck import check_key
from crypto.sealing import check_chat_key
from p2p.wire.codec import Converted, Limits

MAX_COUNT = 1 << 62
"""No step, counter or height comes near it; a number beyond it is no number of anything."""

MAX_TEXT = 1024
"""Characters of an answer."""


def is_line(text: str) -> bool:
    """Whether a text is a line of printable ASCII, so that no line drives a terminal."""
    return len(text) <= MAX_TEXT and text.isascii() and text.isprintable()


def is_rising(items: tuple[Any, ...]) -> bool:
    """Whether each item is above the one before it, so that there is one spelling."""
    return all(one < other for one, other in pairwise(items))


def _strong(check: Callable[[bytes], None]) -> Converted:
    """A key in its 32 bytes, unless a check finds it weak."""

    def make(raw: bytes) -> bytes:
        check(raw)
        return raw

    return Converted(Digest, make, bytes)


Number: TypeAlias = Annotated[int, Limits(0, MAX_COUNT - 1)]
"""Counts something, from 0."""

Count: TypeAlias = Annotated[int, Limits(1, MAX_COUNT - 1)]
"""A number from 1: of a step."""

Digest: TypeAlias = Annotated[bytes, Limits(32, 32)]
"""A hash, a commitment, a salt, a link, a tip."""

Signature: TypeAlias = Annotated[bytes, Limits(64, 64)]
"""An Ed25519 signature (RFC 8032)."""

IdentityKey: TypeAlias = Annotated[bytes, _strong(check_key)]
"""An Ed25519 public key whose signatures bind its owner."""

ChatKey: TypeAlias = Annotated[bytes, _strong(check_chat_key)]
"""An X25519 public key for which a message can be sealed."""

Key: TypeAlias = Annotated[PublicKey, Converted(Digest, PublicKey, attrgetter("raw"))]
"""An identity key with what it is good for."""

Line: TypeAlias = Annotated[str, is_line]

Anything: TypeAlias = Any
"""Whatever has a canonical encoding."""
