"""The corpus: inputs that fuzzing found, which lead where the seeds do not; a folder of small files for each target."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

from tests.fuzz.targets import Target

FOLDER = Path(__file__).with_name("corpus")
OURS = ("core", "crypto", "p2p", "cli")

MOST = 2
"""Files that one run may add for a target: those that lead furthest."""

SMALL = 1024
"""Bytes of a file that may be added."""

TRIED = 200
"""Inputs of one run that are looked at, the shortest, since finding the lines of each takes time."""

Lines = set[tuple[str, int]]


def kept(target: Target) -> list[bytes]:
    """The inputs of the corpus for a target."""
    folder = FOLDER / target.name
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.is_dir() else []


def keep(target: Target, data: bytes) -> Path:
    """Add an input to the corpus."""
    folder = FOLDER / target.name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(data).hexdigest()[:16]
    path.write_bytes(data)
    return path


def telling(target: Target, found: Iterable[bytes]) -> list[bytes]:
    """Those of some inputs that reach most lines which no seed and no kept input does; of two as good, the shorter."""
    known = set().union(*(lines(target, data) for data in (*target.seeds(), *kept(target))))
    small = sorted((data for data in set(found) if len(data) <= SMALL), key=lambda data: (len(data), data))
    reached = {data: lines(target, data) for data in small[:TRIED]}
    chosen: list[bytes] = []
    while reached and len(chosen) < MOST:
        best = max(reached, key=lambda data: len(reached[data] - known))
        if not reached[best] - known:
            break
        chosen.append(best)
        known |= reached.pop(best)
    return chosen


def lines(target: Target, data: bytes) -> Lines:
    """The lines of our packages that a target runs through with an input."""
    seen: Lines = set()

    def on_line(frame: FrameType, event: str, argument: Any) -> Any:
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return on_line

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        return on_line if frame.f_globals.get("__name__", "").partition(".")[0] in OURS else None

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        target.attempt(data)
    finally:
        sys.settrace(before)
    return seen
