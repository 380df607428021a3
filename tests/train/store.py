"""The games of a training in a folder, in portions, so that a training that was broken off goes on where it was."""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgpack

from tests.train.games import Plan, Seen, Sight, games

PORTION = 50
"""How many games a file has."""


class OtherTraining(Exception):
    """The folder has games of another plan."""


class Spoilt(Exception):
    """A file of the folder does not have what it should."""


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


@contextmanager
def workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Give processes until the block ends. Ctrl-C ends this process alone; they finish what is in their queue."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


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
        with workers(processes) as pool:
            done = as_completed([pool.submit(partial(self.play, portion)) for portion in lacking])
            for left, future in zip(reversed(range(len(lacking))), done, strict=True):
                future.result()
                yield left

    def read(self, number: int) -> Iterator[Seen]:
        """Yield so many games in the order of their numbers. Raises Spoilt."""
        for path in map(self._file, self.portions(number)):
            try:
                found = [
                    Seen([_sight(*sight) for sight in sights], tuple(winners))
                    for sights, winners in msgpack.unpackb(path.read_bytes(), use_list=True)
                ]
            except (ValueError, TypeError, msgpack.UnpackException) as fault:
                raise Spoilt(f"{path} is damaged. Delete it, and its games are played again.") from fault
            yield from found

    def _file(self, portion: range) -> Path:
        return self.folder / f"games-{portion.start:06}-{portion.stop:06}.msgpack"


def _sight(now: int, rows: list[list[int]], tiles: list[list[int]]) -> Sight:
    return Sight(now, rows, [tuple(held) for held in tiles])
