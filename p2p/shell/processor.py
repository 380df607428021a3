"""The processor, which peers on one machine share: a person and the bots that he plays with."""

from __future__ import annotations

import os

_sched_yield = getattr(os, "sched_yield", None)


def give_way() -> None:
    """Let the processes go first that wait for this processor; see ``sched_yield`` in POSIX.1-2017.

    Where the system has no such call this does nothing. Who gives way to processes that compute without end waits for
    their share of the time: milliseconds. So it is for where that is seldom, as once in a message.
    """
    if _sched_yield is not None:
        _sched_yield()
