"""Shapes of decoded values: what a message, a charter or a record may have in each place, with exact types."""

from __future__ import annotations

from collections.abc import Callable
from operator import call
from typing import TypeAlias, TypeGuard

from crypto.canonical import Value
from crypto.errors import WeakKeyError
from crypto.keycheck import check_key
from crypto.sealing import check_chat_key

Shape: TypeAlias = Callable[[Value], bool]

MAX_COUNT = 1 << 62
"""No step, counter or height comes near it; a number beyond it is no number of anything."""

MAX_TEXT = 1024
"""Characters of an answer."""


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
