"""The games of a training in a folder, in portions, so that a training that was broken off goes on where it was."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any

import msgpack

from tests.train.games import Plan, Seen, Sight, games

PORTION = 50
"""How many games a file has."""


class OtherTraining(Exception):
    """The folder has games of another plan."""


def claim(folder: Path, plan: Mapping[str, Any]) -> None:
    """Open or begin the folder of a plan. Raises OtherTraining if it has another plan."""
    folder.mkdir(parents=True, exist_ok=True)
    about = folder / "plan.json"
    text = json.dumps(plan, indent=1)
    if not about.exists():
        write(about, text.encode())
    elif about.read_text("utf-8") != text:
        raise OtherTraining(f"{folder} has games of another plan (plan.json). Name another folder.")


def write(path: Path, content: bytes) -> None:
    """Write a file that is complete or not there at all."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)


class Store:
    """The games of a plan in a folder, each portion in a file of its own."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Open or begin a folder. Raises OtherTraining if it has games of another plan."""
        self.folder = folder
        self.plan = plan
        claim(folder, plan._asdict())

    def portions(self, number: int) -> list[range]:
        """Return the numbers of so many games, by portion."""
        return [range(first, min(first + PORTION, number)) for first in range(0, number, PORTION)]

    def lacking(self, number: int) -> list[range]:
        """Return the portions of so many games that have yet to be played."""
        return [portion for portion in self.portions(number) if not self._file(portion).exists()]

    def play(self, portion: range) -> None:
        """Play a portion and keep it. The file is complete or not there at all."""
        found = list(games(self.plan, portion))
        write(self._file(portion), msgpack.packb(found))

    def play_all(self, number: int, processes: int) -> Iterator[int]:
        """Play all that lacks, and yield after each portion how many are left."""
        lacking = self.lacking(number)
        if processes == 1:
            for left, portion in zip(reversed(range(len(lacking))), lacking, strict=True):
                self.play(portion)
                yield left
            return
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes, mp_context=context) as pool:
            done = as_completed([pool.submit(partial(self.play, portion)) for portion in lacking])
            for left, future in zip(reversed(range(len(lacking))), done, strict=True):
                future.result()
                yield left

    def read(self, number: int) -> Iterator[Seen]:
        """Yield so many games in the order of their numbers."""
        for portion in self.portions(number):
            for sights, winners in msgpack.unpackb(self._file(portion).read_bytes(), use_list=True):
                yield Seen([_sight(*sight) for sight in sights], tuple(winners))

    def _file(self, portion: range) -> Path:
        return self.folder / f"games-{portion.start:06}-{portion.stop:06}.msgpack"


def _sight(now: int, rows: list[list[int]], tiles: list[list[int]]) -> Sight:
    return Sight(now, rows, [tuple(held) for held in tiles])
