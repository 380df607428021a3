"""A fault of this program while it serves one connection ends that connection, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Report: TypeAlias = Callable[[BaseExceptionGroup[Exception]], None]
"""Gets a fault of this program in a connection that has ended; must not block."""


@contextmanager
def contained(report: Report) -> Iterator[None]:
    """Report any exception in this block instead of raising it.

    Without this, an unexpected exception in one connection would end the nursery, and so all other connections. An
    OSError still passes, since it means that the screen or the disk is gone. So do cancellation and Ctrl-C.
    """
    try:
        yield
    except* OSError:
        raise
    except* Exception as faults:  # noqa: BLE001 - whatever one connection has led to, the others go on
        report(faults)
