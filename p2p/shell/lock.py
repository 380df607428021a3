"""Locks that end with the process that holds them, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """A lock on an empty file, which is never removed."""

    def __init__(self, path: Path) -> None:
        """Take the lock; raise BlockingIOError if another process has it, and OSError if it can't be taken."""
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            if isinstance(error, BlockingIOError | PermissionError):
                raise BlockingIOError(*error.args) from None
            raise

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
