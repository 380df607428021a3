"""How a process has ended, in words."""

from __future__ import annotations

import signal


def manner(status: int) -> str:
    """What an exit code says: “has ended with exit code 1”, “was ended by SIGKILL”."""
    if status >= 0:
        return f"has ended with exit code {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
