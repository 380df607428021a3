"""Chance for games among programs: as quick as a search needs it, and the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from core.engine.answers import Below

BITS = 32
"""Of a word."""


def chance(purpose: str) -> Below:
    """Return uniform integers that follow from a text and from nothing else.

    SHA-256 of the text's own SHA-256 and a counter of 8 bytes gives eight words of 32 bits, big-endian, and the next
    count gives the next eight. A bound of at most 2^32 takes one word, a higher one as many as it needs, the first the
    highest. What they make counts modulo the bound; one above the last whole multiple of the bound is passed over, so
    that no remainder is favoured.
    """
    words = _words(hashlib.sha256(purpose.encode("utf-8")).digest())

    def below(bound: int) -> int:
        needed = max(1, -(-(bound - 1).bit_length() // BITS))
        most = (1 << BITS * needed) // bound * bound
        while (number := _joined(words, needed)) >= most:
            pass
        return number % bound

    return below


def _joined(words: Iterator[int], needed: int) -> int:
    """Return the next words as one number."""
    number = 0
    for _ in range(needed):
        number = number << BITS | next(words)
    return number


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        counter += 1
        for index in range(0, 32, 4):
            yield int.from_bytes(block[index : index + 4], "big")
