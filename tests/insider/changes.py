"""Changes of decoded values that keep the shape of most: a number stays a number, a digest a digest.

What changes at random (`tests.fuzz.mutations`) hardly ever gets past the first look at its shape. This is for what
comes after that look.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from crypto.canonical import Value, decode, encode
from crypto.errors import EncodingError
from p2p.wire.codec import MAX_COUNT

NUMBERS = (0, 1, 2, 5, 7, 31, 99, 255, 1 << 31, MAX_COUNT - 1)
DIGESTS = (bytes(32), b"\x01" + bytes(31), b"\xff" * 32)
"""The first two are X25519 keys of small order."""
MISFITS = (None, True, -1, MAX_COUNT, (1 << 64) - 1, "", b"", (), b"\xff" * 33, (0, (0, (0,))))
"""What fits in hardly any place."""


class Palette(NamedTuple):
    """Values that have a meaning at a table, by their shape."""

    numbers: tuple[int, ...]
    digests: tuple[bytes, ...]
    signatures: tuple[bytes, ...]
    texts: tuple[str, ...]


def changed(random: Random, value: tuple[Value, ...], palette: Palette) -> tuple[Value, ...]:
    """The fields with a change in one of them, at any depth."""
    if not value:
        return (_changed_leaf(random, random.choice(MISFITS), palette),)
    place = random.randrange(len(value))
    if random.random() < 0.05:
        match random.randrange(4):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return (*value[: place + 1], *value[place:])
            case 2:
                return tuple(random.sample(value, len(value)))
            case 3:
                return (*value[:place], random.choice(MISFITS), *value[place + 1 :])
    inner = value[place]
    if isinstance(inner, tuple):
        new: Value = changed(random, inner, palette)
    else:
        new = _changed_leaf(random, inner, palette)
    return (*value[:place], new, *value[place + 1 :])


def _changed_leaf(random: Random, value: Value, palette: Palette) -> Value:
    match value:
        case bool() | None:
            return random.choice((None, False, True, 0))
        case int():
            return random.choice((min(value + 1, MAX_COUNT), max(0, value - 1), *NUMBERS, *palette.numbers))
        case str():
            return random.choice(palette.texts)
        case bytes() if len(value) == 32:
            return random.choice((*DIGESTS, *palette.digests, *palette.digests, random.randbytes(32)))
        case bytes() if len(value) == 64:
            return random.choice(palette.signatures)
        case bytes():
            return _changed_bytes(random, value, palette)
    return value


def _changed_bytes(random: Random, value: bytes, palette: Palette) -> bytes:
    """Bytes of any length: an encoding, as those in a chunk are, stays one."""
    try:
        inner = decode(value)
        if isinstance(inner, tuple) and inner:
            return encode((inner[0], *changed(random, inner[1:], palette)))
    except EncodingError:
        pass
    return random.choice((value[:-1], value * 2, random.randbytes(len(value)), b"\x1b]0;x\x07", b"\0", b""))
