"""Mutations: bytes that are nearly those of an input, and values that are nearly those that it encodes.

Bytes that were changed at random are hardly ever canonical, so half of the inputs that are encodings are changed as
values, down into the encodings that stand in them as bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from crypto.canonical import Value, decode, encode
from crypto.errors import EncodingError

_NUMBERS = (0, 1, 2, 31, 127, 255, 1 << 16, (1 << 62) - 1, 1 << 62, (1 << 64) - 1, -1, -(1 << 63))
_WORDS = (b"", b"\0", b"\xff" * 4, b"\x1b[2J", b"9" * 20, b"\xe2\x80\xae", b"[", b"]", b'"', b"=", b":", b"\n", b" ")


def mutated(random: Random, data: bytes, others: Sequence[bytes], limit: int) -> bytes:
    """An input of at most ``limit`` bytes that has something of this one, and perhaps of another."""
    for _ in range(random.choice((1, 1, 2, 4))):
        data = (_as_value(random, data) if random.random() < 0.5 else None) or _as_bytes(random, data, others)
    return data[:limit]


def _as_value(random: Random, data: bytes) -> bytes | None:
    """The encoding of a value that differs somewhere; None for bytes that encode none, or nothing but one."""
    try:
        value = decode(data)
        return encode(_changed(random, value)) if len(data) > 1 else None
    except EncodingError:
        return None


def _changed(random: Random, value: Value) -> Value:
    if random.random() < 0.02:
        return random.choice((None, True, 0, "", b"", (), bytes(32), bytes(64), (value,)))
    match value:
        case tuple() if value:
            place = random.randrange(len(value))
            match random.randrange(12):
                case 0:
                    return value[:place] + value[place + 1 :]
                case 1:
                    return (*value, value[place])
                case 2:
                    return tuple(random.sample(value, len(value)))
            return (*value[:place], _changed(random, value[place]), *value[place + 1 :])
        case bytes():
            return _as_value(random, value) or _as_bytes(random, value, ())
        case str():
            return _as_bytes(random, value.encode("ascii"), ()).decode("ascii", "ignore")
        case bool() | None:
            return random.choice((None, False, True, 0, 1))
        case int():
            return random.choice((value + 1, value - 1, *_NUMBERS))
    return value


def _as_bytes(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start = random.randrange(len(data) + 1)
    end = min(len(data), start + random.choice((0, 1, 1, 2, 4, 8, 32)))
    match random.randrange(7):
        case 0 if start < len(data):
            return data[:start] + bytes([data[start] ^ 1 << random.randrange(8)]) + data[start + 1 :]
        case 1:
            return data[:start] + random.randbytes(end - start) + data[end:]
        case 2:
            return data[:start] + data[end:]
        case 3:
            return data[:start]
        case 4:
            return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]
        case 5 if others:
            other = random.choice(others)
            return data[:start] + other[random.randrange(len(other) + 1) :][: random.choice((4, 40, len(other)))]
    return data[:start] + random.choice(_WORDS) + data[end:]
