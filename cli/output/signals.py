"""The signals by which the system or another program ends or stops this one, while it has changed the terminal."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_ENDING = ("SIGTERM", "SIGHUP")
_STOPPING = "SIGTSTP"


@contextmanager
def heeded(end: Callable[[int], None], stop: Callable[[], None]) -> Iterator[None]:
    """Call ``end`` with the number of a signal that would end the program, and ``stop`` where one would stop it.

    For a block of a coroutine of asyncio. What the program was started to ignore, as by nohup, it goes on ignoring.
    """
    loop = asyncio.get_running_loop()
    heard: list[int] = []
    for name in (*_ENDING, _STOPPING):
        number = getattr(signal, name, None)
        if number is None or signal.getsignal(number) is not signal.SIG_DFL:
            continue
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, *([stop] if name == _STOPPING else [end, number]))
            heard.append(number)
    try:
        yield
    finally:
        for number in heard:
            loop.remove_signal_handler(number)


def stop_here() -> None:
    """Stop this program as the system does it, so that its shell hears of it; nothing where there is no such shell."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    # To this thread, so that it is here that the program stops, and not a little later.
    signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, before)
