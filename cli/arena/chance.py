"""Chance for games among programs: as quick as a search needs it, and the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from core.answers import Below

WORD = 1 << 32


def chance(purpose: str) -> Below:
    """Uniform integers, below bounds of at most 2^32, that follow from a text and from nothing else.

    SHA-256 of the text's own SHA-256 and a counter of 8 bytes gives eight words of 32 bits, big-endian, and the next
    count gives the next eight. A word counts modulo the bound; one above the last whole multiple of the bound is passed
    over, so that no remainder is favoured.
    """
    words = _words(hashlib.sha256(purpose.encode("utf-8")).digest())

    def below(bound: int) -> int:
        most = WORD - WORD % bound
        while (word := next(words)) >= most:
            pass
        return word % bound

    return below


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        counter += 1
        for index in range(0, 32, 4):
            yield int.from_bytes(block[index : index + 4], "big")
