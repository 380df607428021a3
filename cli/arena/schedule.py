"""Who plays which games of a match: this process, processes on all its cores, or the workers of a Dask cluster.

What the games give does not depend on it; only the order in which they come does.
"""

from __future__ import annotations

import ctypes
import importlib
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Any, TypeVar

from cli.arena.match import Abandoned, Match, Played, play
from cli.command import Failure
from cli.i18n.texts import tr
from cli.play import processes
from core.editions import EDITIONS

MOST_PROCESSES = 61 if sys.platform == "win32" else 1 << 16
"""Windows waits for no more at once."""

AHEAD = 3
"""Portions that wait at each worker, so that it never waits itself."""

PATIENCE = 10
"""Seconds for a cluster's scheduler to answer."""

Portion = tuple[int, ...]
Games = Generator[Played, None, None]
T = TypeVar("T")

_stop: Event | None = None
"""In a process that plays for another: set when its games are no longer wanted."""


def cores() -> int:
    """Return the processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_here(match: Match, portions: Sequence[Portion]) -> Games:
    """Play them in this process, in order."""
    for portion in portions:
        yield from play(match, portion)


def play_in_processes(match: Match, portions: Sequence[Portion], jobs: int) -> Games:
    """Play them in so many processes, which end with the iterator; games come as they are finished.

    Raises Failure if a process was ended from outside.
    """
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(min(jobs, len(portions), MOST_PROCESSES), context, _begin, (stop, processes.program))

    def submit(portion: Portion) -> Future[list[Played]]:
        with _deaf_to_ctrl_c():
            return pool.submit(_play, match, portion)

    try:
        for played in _finished(submit, portions, AHEAD * jobs):
            yield from played
    except BrokenProcessPool:
        said = tr("a process that played games was ended from outside; try fewer with --jobs.")
        raise Failure(said) from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let child processes started in this block inherit a blocked Ctrl-C, which would end them amid their imports."""
    if sys.platform == "win32":
        listening = ctypes.windll.kernel32.SetConsoleCtrlHandler
        listening(None, True)
        try:
            yield
        finally:
            listening(None, False)
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(stop: Event, program: str) -> None:
    """Leave Ctrl-C to the launcher, which then says that no more games are wanted. Without a launcher the process ends.

    ``program`` is what the launcher runs as: it may have registered editions.
    """
    global _stop  # noqa: PLW0603 - a pool gives its workers nothing else to keep it in
    _stop = stop
    importlib.import_module(f"{program}.__main__")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_launcher, daemon=True).start()


def _end_with_launcher() -> None:
    """End this process when its launcher is gone: a pool's process would wait for work for ever."""
    launcher = multiprocessing.parent_process()
    if launcher is not None:
        launcher.join()
        os._exit(1)


def _play(match: Match, portion: Portion) -> list[Played]:
    with suppress(Abandoned):
        return play(match, portion, _stop.is_set if _stop is not None else lambda: False)
    return []


def _finished(submit: Callable[[Portion], Future[T]], portions: Iterable[Portion], ahead: int) -> Iterator[T]:
    """Yield the results as they come, with so many portions under way and no more."""
    rest = iter(portions)
    waiting = {submit(portion) for portion in islice(rest, ahead)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {submit(portion) for portion in islice(rest, len(done))}
        for future in done:
            yield future.result()


# ---------------------------------------------------------------------- a cluster


def play_on_cluster(match: Match, portions: Sequence[Portion], address: str) -> Games:
    """Play them on the workers of the Dask scheduler at an address; games come as they are finished.

    Raises Failure if there is no Dask, no such scheduler, no worker, or one with other rules than these.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise Failure(
            tr("games on a cluster need Dask: run `pip install '.[cluster]'` in the folder of mare."), status=2
        ) from None
    # What goes wrong is told in a sentence; Dask would log its own story of it.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        said = tr("there is no Dask scheduler at {address}: {error}", address=address, error=str(error))
        raise Failure(said, status=2) from None
    with client:
        yield from _play_on(client, distributed, match, portions, address)


def _play_on(client: Any, distributed: Any, match: Match, portions: Sequence[Portion], address: str) -> Games:
    try:
        # Those of the cluster find our packages after they have imported the program; so do workers that come later.
        client.run_on_scheduler(importlib.import_module, "mare")
        client.register_worker_callbacks(partial(importlib.import_module, "mare"))
        threads = sum(client.nthreads().values())
        if not threads:
            said = tr(
                "the Dask scheduler at {address} has no workers; start some with `dask worker {address}`.",
                address=address,
            )
            raise Failure(said)
        _check_rules(client.run(_rules, match.edition_id), match.edition_id)
        rest = iter(portions)
        submit = partial(client.submit, play, match, pure=False)
        first = [submit(portion) for portion in islice(rest, AHEAD * threads)]
        coming = distributed.as_completed(first, loop=client.loop)
        for future in coming:
            yield from future.result()
            for portion in islice(rest, 1):
                coming.add(submit(portion))
    except ImportError as error:
        said = tr("a worker of the cluster cannot play: {error}; install this mare there.", error=str(error))
        raise Failure(said) from None
    except (OSError, TimeoutError, distributed.scheduler.KilledWorker, CancelledError) as error:
        reason = str(error).partition("\n")[0].rstrip(".")
        raise Failure(
            tr("the cluster at {address} stopped playing: {reason}.", address=address, reason=reason)
        ) from None


def _rules(edition: str) -> tuple[int, str]:
    """Return by which rules a worker plays an edition: engine and map data; engine 0 if it lacks the edition."""
    known = EDITIONS.get(edition)
    return (0, "") if known is None else (known.engine, known.standard_map().digest.hex())


def _check_rules(found: dict[str, tuple[int, str]], edition: str) -> None:
    """Raise Failure if a worker has other rules of an edition than this program."""
    ours = _rules(edition)
    for worker, rules in found.items():
        if rules != ours:
            raise Failure(
                tr(
                    "the worker {worker} has engine {engine} of the rules with the data {data}…, and this program"
                    " engine {own_engine} with {own_data}…; install the same mare on both.",
                    worker=worker,
                    engine=rules[0],
                    data=rules[1][:16],
                    own_engine=ours[0],
                    own_data=ours[1][:16],
                )
            )
