"""An external program as a child process that does not outlive this one, however either of them ends.

It runs in a session of its own, so that Ctrl-C reaches ``mare`` alone, and without a shell. A watcher in its session
holds one end of a pipe, whose other end only this process has. When that is closed, by us or by the system once this
process is gone, the watcher gives the program ``GRACE`` seconds and then kills the whole session.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import trio

GRACE = 2.0
"""Seconds that a program has to end by itself, once its standard input has ended."""

GUARD = str(Path(__file__).with_name("guard.py"))


class Child:
    """A program that was started, and its pipes."""

    def __init__(self, process: trio.Process, lifeline: BinaryIO) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("a program is started with pipes")
        self.stdin, self.stdout, self.stderr = process.stdin, process.stdout, process.stderr
        self._process = process
        self._lifeline = lifeline

    @property
    def status(self) -> int:
        """The exit code of one that has ended."""
        return self._process.returncode or 0

    async def finish(self) -> None:
        """End its input, give it time to end by itself, and kill what is left."""
        with trio.move_on_after(GRACE):
            await self.stdin.aclose()
            await self._process.wait()
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """End it, the watcher, and all that it has started in its session; does nothing the second time."""
        if self._lifeline.closed:
            return
        # Until now the watcher has kept the number of the session from being given to another one.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._lifeline.close()

    async def close(self) -> None:
        """Close its pipes."""
        for stream in (self.stdin, self.stdout, self.stderr):
            await stream.aclose()


async def start(command: Sequence[str]) -> Child:
    """Start a program; raises OSError or ValueError where that cannot be done."""
    watched, lifeline = _pipe()
    outcome, report = _pipe()
    with outcome:
        try:
            with watched, report:
                process = await _open(command, watched.fileno(), report.fileno())
        except BaseException:
            lifeline.close()
            raise
        child = Child(process, lifeline)
        problem = await trio.to_thread.run_sync(outcome.read)
    if problem:
        await child.finish()
        await child.close()
        raise OSError(int(problem), os.strerror(int(problem)))
    return child


async def _open(command: Sequence[str], lifeline: int, report: int) -> trio.Process:
    return await trio.lowlevel.open_process(
        [sys.executable, "-I", "-S", GUARD, str(lifeline), str(report), str(GRACE), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=(lifeline, report),
        start_new_session=True,
    )


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    """Return the end of a pipe to read from, and the one to write to."""
    read, write = os.pipe()
    return os.fdopen(read, "rb"), os.fdopen(write, "wb")
