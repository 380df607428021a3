"""The types of fields, as messages, charters and records declare them; `p2p.wire.codec` does the rest."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter, call
from typing import Annotated, Any, TypeAlias, TypeGuard

from crypto.canonical import Value
from crypto.errors import WeakKeyError
from crypto.identity import PublicKey
from crypto.keycheck import check_key
from crypto.sealing import check_chat_key
from p2p.wire.codec import Converted, Limits

Shape: TypeAlias = Callable[[Value], bool]

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


def _passes(check: Callable[[bytes], None]) -> Callable[[bytes], bool]:
    """A key's check as a condition."""

    def condition(key: bytes) -> bool:
        try:
            check(key)
        except WeakKeyError:
            return False
        return True

    return condition


Number: TypeAlias = Annotated[int, Limits(0, MAX_COUNT - 1)]
"""Counts something, from 0."""

Count: TypeAlias = Annotated[int, Limits(1, MAX_COUNT - 1)]
"""A number from 1: of a step."""

Digest: TypeAlias = Annotated[bytes, Limits(32, 32)]
"""A hash, a commitment, a salt, a link, a tip."""

Signature: TypeAlias = Annotated[bytes, Limits(64, 64)]
"""An Ed25519 signature (RFC 8032)."""

IdentityKey: TypeAlias = Annotated[Digest, _passes(check_key)]
"""An Ed25519 public key whose signatures bind its owner."""

ChatKey: TypeAlias = Annotated[Digest, _passes(check_chat_key)]
"""An X25519 public key for which a message can be sealed."""

Key: TypeAlias = Annotated[PublicKey, Converted(Digest, PublicKey, attrgetter("raw"))]
"""An identity key with what it is good for."""

Line: TypeAlias = Annotated[str, is_line]

Anything: TypeAlias = Any
"""Whatever has a canonical encoding."""


def fits(value: Value, *fields: Shape) -> TypeGuard[tuple[Value, ...]]:
    """Whether the value is a tuple that has, place by place, exactly these shapes."""
    return type(value) is tuple and len(value) == len(fields) and all(map(call, fields, value))


def number(value: Value) -> TypeGuard[int]:
    """An integer that counts something, from 0; True is none."""
    return type(value) is int and 0 <= value < MAX_COUNT


def positive(value: Value) -> TypeGuard[int]:
    """A number from 1: of a step."""
    return number(value) and value > 0


def digest(value: Value) -> TypeGuard[bytes]:
    """32 bytes: a hash, a commitment, a salt, a link, a tip, a nonce."""
    return type(value) is bytes and len(value) == 32


def identity_key(value: Value) -> TypeGuard[bytes]:
    """An Ed25519 public key whose signatures bind its owner."""
    return digest(value) and _is_strong(check_key, value)


def chat_key(value: Value) -> TypeGuard[bytes]:
    """An X25519 public key for which a message can be sealed."""
    return digest(value) and _is_strong(check_chat_key, value)


def signature(value: Value) -> TypeGuard[bytes]:
    """64 bytes: an Ed25519 signature (RFC 8032)."""
    return type(value) is bytes and len(value) == 64


def text(value: Value) -> TypeGuard[str]:
    """A line of printable ASCII, so that no line drives a terminal."""
    return type(value) is str and len(value) <= MAX_TEXT and value.isascii() and value.isprintable()


def flag(value: Value) -> TypeGuard[bool]:
    """True or False; 1 is neither."""
    return type(value) is bool


def anything(value: Value) -> bool:
    """Whatever has a canonical encoding."""
    return True


def rows(value: Value) -> TypeGuard[tuple[Value, ...]]:
    """A tuple of any length."""
    return type(value) is tuple


def packets(value: Value) -> TypeGuard[tuple[bytes, ...]]:
    """A tuple of bytes of any length."""
    return type(value) is tuple and all(type(item) is bytes for item in value)


def numbers(value: Value) -> TypeGuard[tuple[int, ...]]:
    """A tuple of numbers of any length."""
    return type(value) is tuple and all(map(number, value))


def _is_strong(check: Callable[[bytes], None], key: bytes) -> bool:
    try:
        check(key)
    except WeakKeyError:
        return False
    return True
