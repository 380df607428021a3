"""What is compiled once means the same from then on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.processes import ROOT

PROGRAM = """
import sys
from collections import namedtuple
from dataclasses import dataclass, field
from pathlib import Path

from tests.quick.kept import keep

keep(Path(sys.argv[1]))


@dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int = 2
    seen: list = field(default_factory=list, compare=False)


Pair = namedtuple("Pair", "left right", defaults=[5])
print(Point(1), Point(1) == Point(1, 2), Point(1) < Point(2), hash(Point(1)) == hash(Point(1)), Pair(left=4))
"""


def test_classes_are_the_same_with_code_that_was_kept_and_without(tmp_path: Path) -> None:
    place = tmp_path / "kept"

    def said() -> str:
        command = [sys.executable, "-c", PROGRAM, str(place)]
        return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    first, size = said(), place.stat().st_size
    assert first == "Point(x=1, y=2, seen=[]) True True True Pair(left=4, right=5)\n"
    assert (said(), place.stat().st_size) == (first, size)
    place.write_bytes(b"\xff garbage")
    assert (said(), place.stat().st_size) == (first, size)
