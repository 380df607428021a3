"""A program that was started, with pipes: apart from this one, so that Ctrl-C reaches this one alone, and gone with it.

What a program has started goes with it, too, however this process ends. POSIX and Windows each have a way for that:

- POSIX: the program has a session of its own. A watcher in it (``guard``) holds one end of a pipe, whose other end only
  this process has. When that is closed, by us or by the system once this process is gone, the watcher gives the program
  ``GRACE`` seconds and then kills the whole session.
- Windows: the program is in a job object, which ends all that is in it with its last handle. Only this process has one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import trio

GRACE = 2.0
"""Seconds that a program has to end by itself, once its standard input has ended."""


class Leash(Protocol):
    """What holds a program and all that it has started."""

    def cut(self) -> None:
        """End them all."""


class Child:
    """A program that was started, and its pipes."""

    def __init__(self, process: trio.Process, leash: Leash) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("a program is started with pipes")
        self.stdin, self.stdout, self.stderr = process.stdin, process.stdout, process.stderr
        self._process = process
        self._leash: Leash | None = leash

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
        """End it, and all that it has started; does nothing the second time."""
        leash, self._leash = self._leash, None
        if leash is not None:
            leash.cut()

    async def close(self) -> None:
        """Close its pipes."""
        for stream in (self.stdin, self.stdout, self.stderr):
            await stream.aclose()


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)
    _KERNEL.CreateJobObjectW.restype = _KERNEL.OpenProcess.restype = wintypes.HANDLE
    _EXTENDED_LIMITS = 9
    _ENDS_WITH_LAST_HANDLE = 0x2000
    _MAY_JOIN_JOB = 0x0101

    class _Limits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION, of which only the flags matter here."""

        _fields_ = (
            ("times", ctypes.c_int64 * 2),
            ("flags", wintypes.DWORD),
            ("sizes", ctypes.c_size_t * 2),
            ("processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("classes", wintypes.DWORD * 2),
            ("counters", ctypes.c_uint64 * 6),
            ("memory", ctypes.c_size_t * 4),
        )

    class _Job:
        def __init__(self, pid: int) -> None:
            self._handle = wintypes.HANDLE(_KERNEL.CreateJobObjectW(None, None))
            limits = _Limits(flags=_ENDS_WITH_LAST_HANDLE)
            process = wintypes.HANDLE(_KERNEL.OpenProcess(_MAY_JOIN_JOB, False, pid))
            try:
                size = ctypes.sizeof(limits)
                if not _KERNEL.SetInformationJobObject(self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size):
                    raise ctypes.WinError(ctypes.get_last_error())
                if not _KERNEL.AssignProcessToJobObject(self._handle, process):
                    raise ctypes.WinError(ctypes.get_last_error())
            except OSError:
                self.cut()
                raise
            finally:
                _KERNEL.CloseHandle(process)

        def cut(self) -> None:
            _KERNEL.TerminateJobObject(self._handle, 1)
            _KERNEL.CloseHandle(self._handle)

    async def open_apart(
        command: Sequence[str], environ: Mapping[str, str] | None = None, *, stderr: int | None = None
    ) -> trio.Process:
        """Start a program with pipes, out of reach of Ctrl-C; raises OSError or ValueError if that fails."""
        return await trio.lowlevel.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environ,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )

    async def start_child(command: Sequence[str]) -> Child:
        """Start a program; raises OSError or ValueError where that cannot be done."""
        process = await open_apart(command, stderr=subprocess.PIPE)
        try:
            return Child(process, _Job(process.pid))
        except OSError:
            process.kill()
            raise
else:
    import signal
    from typing import BinaryIO

    GUARD = str(Path(__file__).with_name("guard.py"))

    class _Session:
        def __init__(self, number: int, lifeline: BinaryIO) -> None:
            self._number = number
            self._lifeline = lifeline

        def cut(self) -> None:
            # Until now the watcher has kept the number of the session from being given to another one.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._number, signal.SIGKILL)
            self._lifeline.close()

    async def open_apart(
        command: Sequence[str],
        environ: Mapping[str, str] | None = None,
        *,
        stderr: int | None = None,
        kept: Sequence[int] = (),
    ) -> trio.Process:
        """Start a program with pipes, out of reach of Ctrl-C; raises OSError or ValueError if that fails.

        It inherits the descriptors that are ``kept``.
        """
        return await trio.lowlevel.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environ,
            pass_fds=kept,
            start_new_session=True,
        )

    async def start_child(command: Sequence[str]) -> Child:
        """Start a program; raises OSError or ValueError where that cannot be done."""
        watched, lifeline = _pipe()
        outcome, report = _pipe()
        with outcome:
            try:
                with watched, report:
                    kept = (watched.fileno(), report.fileno())
                    guarded = [sys.executable, "-I", "-S", GUARD, *map(str, kept), str(GRACE), *command]
                    process = await open_apart(guarded, stderr=subprocess.PIPE, kept=kept)
            except BaseException:
                lifeline.close()
                raise
            child = Child(process, _Session(process.pid, lifeline))
            problem = await trio.to_thread.run_sync(outcome.read)
        if problem:
            await child.finish()
            await child.close()
            raise OSError(int(problem), os.strerror(int(problem)))
        return child

    def _pipe() -> tuple[BinaryIO, BinaryIO]:
        """Return the end of a pipe to read from, and the one to write to."""
        read, write = os.pipe()
        return os.fdopen(read, "rb"), os.fdopen(write, "wb")
