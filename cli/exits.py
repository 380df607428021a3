"""How a process has ended, in words."""

from __future__ import annotations

import signal

from cli.command import Failure
from cli.i18n.texts import tr


def manner(status: int) -> str:
    """Return what an exit code says: “has ended with exit code 1”, “was ended by SIGKILL”."""
    if status >= 0:
        return tr("has ended with exit code {status}", status=status)
    try:
        return tr("was ended by {name}", name=signal.Signals(-status).name)
    except ValueError:
        return tr("was ended by signal {number}", number=-status)


def ended_by(number: int) -> Failure:
    """Return what to raise once a signal has ended this program, with the exit code that shells have for it."""
    return Failure(f"{manner(-number)}.", status=128 + number)
