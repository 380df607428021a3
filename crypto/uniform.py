"""Dice and draws from a seed: exactly uniform integers, the same for everyone who knows the seed."""

from __future__ import annotations

from crypto.digest import digest
from crypto.labels import Label
from crypto.secret import require_secret


def uniform(seed: bytes, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each bound, in order, an integer from 0 to below it. All are equally likely and follow from the seed.

    The seed (32 bytes) is stretched to an endless stream of bytes: ``digest(STREAM, seed, 0)``, then ``digest(STREAM,
    seed, 1)``, and so on. A bound b takes integers of k = (b - 1).bit_length() bits: the lowest k bits of the next ⌈k /
    8⌉ bytes of the stream, big-endian. An integer that is not below b is rejected and the next bytes are taken, so that
    no remainder is favoured. Less than half of them are rejected. b = 1 gives 0 and takes no bytes. Raises ValueError
    if the seed is not 32 bytes, or a bound is not an integer of at least 1.
    """
    require_secret(seed, "A chance seed")
    stream = _Stream(seed)
    return tuple(_below(bound, stream) for bound in bounds)


class _Stream:
    """The endless stream of a seed, read from its start."""

    __slots__ = ("_block", "_counter", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._block = b""

    def read(self, size: int) -> bytes:
        while len(self._block) < size:
            self._block += digest(Label.STREAM, self._seed, self._counter)
            self._counter += 1
        taken, self._block = self._block[:size], self._block[size:]
        return taken


def _below(bound: int, stream: _Stream) -> int:
    if type(bound) is not int or bound < 1:
        raise ValueError("the bound of a chance outcome is an integer of at least 1")
    bits = (bound - 1).bit_length()
    while True:
        value = int.from_bytes(stream.read((bits + 7) // 8), "big") & ((1 << bits) - 1)
        if value < bound:
            return value
