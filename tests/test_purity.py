"""The checker of purity sees what it should see, and nothing else."""

from __future__ import annotations

import pytest

from tests.purity import impurities

IMPURE = {
    "a float": "half = 0.5",
    "a complex number": "unit = 1j",
    "a true division": "def half(n): return n / 2",
    "a true division in place": "def half(n):\n    n /= 2",
    "a square root": "import math\nroot = math.sqrt(2)",
    "a square root by name": "from math import sqrt",
    "a random number": "import random",
    "a random choice": "from random import choice",
    "a clock": "from time import monotonic",
    "a module inside an impure one": "import os.path",
    "an import inside a function": "def now():\n    import time",
    "a hash": "def key(text): return hash(text)",
    "an identity": "def key(record): return id(record)",
    "a file": "text = open('rules')",
    "a loop over a set": "for seat in {1, 2}: pass",
    "a list of a set": "seats = list({1, 2})",
    "a comprehension over a set": "seats = [seat for seat in set(range(3))]",
    "a dict in the order of a set": "seats = {seat: 0 for seat in frozenset('ab')}",
    "a dict with the keys of a set": "seats = dict.fromkeys({1, 2})",
    "a set unpacked": "seats = [*{1, 2}]",
    "a text joined from a set": "text = ' '.join({'a', 'b'})",
    "the first of a set by a key": "first = min({1, 2}, key=str)",
    "a set sorted by a key": "order = sorted({1, 2}, key=str)",
    "any member of a set": "def one(seats: set[int]): return seats.pop()",
    "a generator that is kept": "seats = (seat for seat in {1, 2})",
    "a variable that is a set": "def go():\n    seats = {1, 2}\n    for seat in seats: pass",
    "a variable of the module": "SEATS = {1, 2}\ndef go():\n    for seat in SEATS: pass",
    "a set out of two": "def go(a: set[int], b):\n    for seat in a & b: pass",
    "a set made by a method": "def go(a: frozenset[int], b):\n    for seat in a.union(b): pass",
    "a set made by a function": "def seats() -> set[int]: return {1}\nfor seat in seats(): pass",
    "a set made by a property": "class A:\n    def all(self) -> set[int]: ...\ndef go(a): return list(a.all)",
    "a field that is a set": "class A:\n    seats: frozenset[int]\ndef go(a):\n    for seat in a.seats: pass",
    "an attribute that is given a set": "def f(a): a.seats = set()\ndef go(a): return list(a.seats)",
    "one of two sets": "def go(a: set[int], b: set[int]): return tuple(a if a else b)",
}

PURE = {
    "integers": "def half(n): return n // 2",
    "arithmetic of integers": "import math\nways = math.comb(5, 2)",
    "a path": "from importlib.resources import files\npath = files('core') / 'data'",
    "membership": "def has(seats: set[int], seat): return seat in seats",
    "a sorted set": "for seat in sorted({1, 2}): pass",
    "a sum over a set": "total = sum(seat for seat in {1, 2})",
    "a set out of a set": "more = {seat + 1 for seat in {1, 2}}",
    "masks of integers": "def go(a: int, b: int): return [bit for bit in bits(a & b)]",
    "a dictionary": "for seat in {1: 2}: pass",
    "a list with the name that another function gives a set": (
        "def one(seats: set[int]): return 1 in seats\ndef go(seats: list[int]): return [s for s in seats]"
    ),
    "a list with the name of a set of the module": "seats = {1}\ndef go(seats: list[int]): return [s for s in seats]",
    "the last of a list": "def last(seats: list[int]): return seats.pop()",
}


@pytest.mark.parametrize("source", IMPURE.values(), ids=IMPURE.keys())
def test_impure_code_is_found(source: str) -> None:
    assert len(impurities(source)) == 1


@pytest.mark.parametrize("source", PURE.values(), ids=PURE.keys())
def test_pure_code_passes(source: str) -> None:
    assert impurities(source) == []


def test_the_line_is_named() -> None:
    assert impurities("seats = 3\nhalf = 0.5\n") == ["2: the number 0.5 is not an integer"]
