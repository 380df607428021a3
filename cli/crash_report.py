"""A fault of this program itself: a report for its programmers, which gives away nothing of the game."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator
from traceback import extract_tb

from cli.command import Failure, first_of, installed_version, rules_are_compiled
from cli.i18n.texts import reason_of, tr
from cli.storage import ownfiles
from cli.storage.profile import data_folder
from core.editions import EDITIONS
from p2p import PROTOCOL

STATUS = 70
"""The exit code; EX_SOFTWARE of sysexits.h."""

FOLDER = "reports"


MOST_REPORTS = 10
"""The most faults in connections that one run reports, so that a peer that causes them at will fills no disk."""


def told(command: str, error: BaseExceptionGroup[BaseException]) -> str:
    """Write a report of the fault that has ended a command; returns the sentence about it."""
    return tr(
        "mare has crashed ({fault}); {where}. Your games are safe, and `mare resume` goes on.",
        fault=type(first_of(error)).__name__,
        where=_report(command, error),
    )


class ConnectionFaults:
    """Tells of faults in single connections, each kind of fault once; see `p2p.net.connection.Report`."""

    def __init__(self, command: str, say: Callable[[str], None]) -> None:
        self._command = command
        self._say = say
        self._known: set[str] = set()

    def __call__(self, faults: BaseExceptionGroup[Exception]) -> None:
        """Write a report, and say in a line that the connection was closed."""
        kind = "\n".join(_trace(first_of(faults), set()))
        if kind in self._known or len(self._known) == MOST_REPORTS:
            return
        self._known.add(kind)
        self._say(
            tr(
                "mare has closed a connection because of an internal error ({fault}); {where}. The game goes on.",
                fault=type(first_of(faults)).__name__,
                where=_report(self._command, faults, f"-{len(self._known)}"),
            )
        )


def _report(command: str, error: BaseExceptionGroup[BaseException], number: str = "") -> str:
    """Write a report of a fault; returns a clause that says where it is."""
    try:
        folder = data_folder() / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        path = folder / f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{os.getpid()}{number}.txt"
        ownfiles.replace(path, "\n".join(_lines(command, error)).encode("utf-8", "backslashreplace"))
        return tr("a report is in {path}", path=path)
    except (OSError, Failure) as reason:
        why = reason_of(reason) if isinstance(reason, OSError) else str(reason).rstrip(".")
        return tr("no report could be written ({reason})", reason=why)


def _lines(command: str, error: BaseException) -> Iterator[str]:
    """Yield what helps to find the fault.

    It leaves out what exceptions say, which may hold answers that no player has seen yet; and all of the command line
    except the command, since that may hold invitations.
    """
    editions = ", ".join(f"{edition.id} engine {edition.engine}" for edition in EDITIONS.values())
    rules = "compiled" if rules_are_compiled() else "pure Python"
    yield f"mare {installed_version() or '(not installed)'} ({rules}), {editions}, protocol {PROTOCOL}"
    yield f"Python {platform.python_version()} on {platform.platform()}"
    yield f"command: {command}"
    yield f"time: {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} UTC"
    yield from _trace(error, set())
    yield ""


def _trace(error: BaseException, seen: set[int], place: str = "") -> Iterator[str]:
    """Yield the exception, those in it and its cause, each with the lines of the program that led to it."""
    if id(error) in seen:
        return
    seen.add(id(error))
    yield f"\n{place}{type(error).__qualname__}"
    for frame in extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}: {frame.line}"
    if isinstance(error, BaseExceptionGroup):
        for number, member in enumerate(error.exceptions, start=1):
            yield from _trace(member, seen, f"{place}{number}. ")
    behind = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if behind is not None:
        yield from _trace(behind, seen, f"{place}behind it: ")
