"""A second implementation of the package, from its documentation alone, with hashlib and integers: short, not quick.

The test vectors are made with it, and the property tests compare the package with it. Ed25519 is in `edwards`.
"""

from __future__ import annotations

import hashlib
from typing import Any

CHAIN_LENGTH = 2**20


def encode(value: Any) -> bytes:
    """MessagePack in the shortest forms, for valid values."""
    if value is None or value is False or value is True:
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return _encode_int(value)
    if isinstance(value, str):
        return _head(len(value), 0xA0, 32, (0xD9, 0xDA, 0xDB)) + value.encode("ascii")
    if isinstance(value, bytes):
        return _head(len(value), 0, 0, (0xC4, 0xC5, 0xC6)) + value
    return _head(len(value), 0x90, 16, (None, 0xDC, 0xDD)) + b"".join(map(encode, value))


def _encode_int(value: int) -> bytes:
    if -32 <= value < 128:
        return (value & 0xFF).to_bytes(1, "big")
    for width, unsigned, signed in ((1, 0xCC, 0xD0), (2, 0xCD, 0xD1), (4, 0xCE, 0xD2), (8, 0xCF, 0xD3)):
        if 0 <= value < 1 << 8 * width:
            return bytes([unsigned]) + value.to_bytes(width, "big")
        if -(1 << 8 * width - 1) <= value < 0:
            return bytes([signed]) + value.to_bytes(width, "big", signed=True)
    raise OverflowError(value)


def _head(length: int, fixed: int, below: int, wider: tuple[int | None, int, int]) -> bytes:
    if length < below:
        return bytes([fixed + length])
    for width, code in zip((1, 2, 4), wider, strict=True):
        if code is not None and length < 1 << 8 * width:
            return bytes([code]) + length.to_bytes(width, "big")
    raise OverflowError(length)


def decode(data: bytes) -> Any:
    """The value of a canonical encoding; raises ValueError for any other bytes."""
    value, end = _decode(data, 0, 0)
    if end != len(data):
        raise ValueError("trailing bytes")
    return value


def _decode(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    if at >= len(data):
        raise ValueError("cut short")
    code = data[at]
    value: Any
    if code in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[code], at + 1
    if code < 0x80 or code >= 0xE0:
        return (code if code < 0x80 else code - 256), at + 1
    if 0xCC <= code <= 0xD3:
        width = 1 << (code - 0xCC) % 4
        value, end = int.from_bytes(_slice(data, at + 1, width), "big", signed=code >= 0xD0), at + 1 + width
    else:
        length, start, family = _length(data, at)
        if family == "array":
            if depth == 16 or length > len(data):
                raise ValueError("too deep, or cut short")
            items, end = [], start
            for _ in range(length):
                item, end = _decode(data, end, depth + 1)
                items.append(item)
            value = tuple(items)
        else:
            raw, end = _slice(data, start, length), start + length
            value = raw.decode("ascii") if family == "str" else raw
    if encode(value) != data[at:end]:
        raise ValueError("not the shortest form")
    return value, end


def _length(data: bytes, at: int) -> tuple[int, int, str]:
    code = data[at]
    if 0x90 <= code < 0xA0:
        return code - 0x90, at + 1, "array"
    if 0xA0 <= code < 0xC0:
        return code - 0xA0, at + 1, "str"
    for first, family, widths in ((0xC4, "bin", (1, 2, 4)), (0xD9, "str", (1, 2, 4)), (0xDC, "array", (2, 4))):
        if first <= code < first + len(widths):
            width = widths[code - first]
            return int.from_bytes(_slice(data, at + 1, width), "big"), at + 1 + width, family
    raise ValueError("a map, a float, an extension or no code at all")


def _slice(data: bytes, start: int, length: int) -> bytes:
    if start + length > len(data):
        raise ValueError("cut short")
    return data[start : start + length]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def digest(*fields: Any) -> bytes:
    return sha256(encode(fields))


def chain_values(seed: bytes, indices: tuple[int, ...]) -> dict[int, bytes]:
    """Some values of a chain, by hashing all of it."""
    wanted = set(indices)
    value, found = seed, {}
    for index in range(CHAIN_LENGTH, -1, -1):
        if index in wanted:
            found[index] = value
        value = sha256(b"\x92\xabmare/7/link\xc4\x20" + value)
    return dict(sorted(found.items()))


def uniform(seed: bytes, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """By whole stream and bit strings."""
    need = 64 * sum((bound.bit_length() + 7) // 8 for bound in bounds)
    stream = b"".join(digest("mare/7/stream", seed, counter) for counter in range(need // 32 + 1))
    drawn = []
    for bound in bounds:
        bits = len(f"{bound - 1:b}") if bound > 1 else 0
        while True:
            width = -(-bits // 8)
            taken, stream = stream[:width], stream[width:]
            value = int("0" + "".join(f"{byte:08b}" for byte in taken)[8 * width - bits :], 2)
            if value < bound:
                break
        drawn.append(value)
    return tuple(drawn)
