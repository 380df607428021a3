"""What prompt_toolkit writes to the terminal: full screens, in how many colours, the line that a person edits.

The signals that end or stop the program are heeded here, too, while it has changed the terminal.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager, suppress
from functools import lru_cache
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app_session, in_terminal, run_in_terminal
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.utils import get_cwidth

from cli.output.lines import FEWEST_COLOURS, UNNAMED, at_terminal, cleaned, is_dumb
from p2p import visible

_MOVES = re.compile(r"([\r\n]+)")
"""The code by which the library goes to the beginning of a row; it writes the code as text."""


def application(*, output: Output | None = None, **options: Any) -> Application[None]:
    """Return an application of prompt_toolkit; ``output`` is the terminal unless a test brings its own."""
    return Application(output=_cleaning(output or get_app_session().output), **options)


def line_editor(**options: Any) -> PromptSession[str]:
    """Return a line editor of prompt_toolkit."""
    return PromptSession(output=_cleaning(get_app_session().output), **options)


def beside_editor() -> AbstractContextManager[None]:
    """Show what is said in the block above the line that a person edits."""
    return patch_stdout()


def beside_screen() -> AbstractAsyncContextManager[None]:
    """Show the terminal without the full screen of the application that runs, as long as the block lasts."""
    return in_terminal()


def keep_title(output: Output) -> None:
    """Have the terminal remember the window's title, if it can, before another one is set."""
    output.write_raw("\x1b[22;2t")
    output.flush()


def restore_title(output: Output) -> None:
    """Show the remembered title again; a terminal that could not remember it shows none."""
    output.clear_title()
    output.write_raw("\x1b[23;2t")
    output.flush()


def suspend() -> None:
    """Stop the program, with the terminal as it was before; then show again what is shown now, if anything is."""
    _ = run_in_terminal(stop_here)


@contextmanager
def faults_end(application: Application[Any]) -> Iterator[None]:
    """Have a fault in drawing, or in what a key does, end the application and be raised where that runs.

    The library itself would show the fault, wait for Enter and go on.
    """
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception) and application.is_running and not application.is_done:
            application.exit(exception=error)

    loop.set_exception_handler(failed)
    try:
        yield
    finally:
        loop.set_exception_handler(before)


def _cleaning(output: Output) -> Output:
    """Let texts, but not the library's own sequences, pass `visible` on their way through an output."""
    write, set_title = output.write, output.set_title

    setattr(output, "write", lambda data: write(_cleaned(data)))  # noqa: B010 - whichever output the library has chosen for this terminal
    setattr(output, "set_title", lambda title: set_title(visible(title)))  # noqa: B010 - the same
    return output


@lru_cache(maxsize=8192)
def _cleaned(data: str) -> str:
    return "".join(part if _MOVES.fullmatch(part) else _cells(part) for part in _MOVES.split(data))


def _cells(text: str) -> str:
    """Return what people see of a text, in as many columns as the library has counted for it."""
    seen = visible(text)
    return seen if seen is text else seen + " " * (get_cwidth(text) - get_cwidth(seen))


MANY_COLOURS = 256

BITS = {
    ColorDepth.DEPTH_1_BIT: 1,
    ColorDepth.DEPTH_4_BIT: 4,
    ColorDepth.DEPTH_8_BIT: 8,
    ColorDepth.DEPTH_24_BIT: 24,
}
"""By what the library calls it, the bits of a colour."""


def colour_depth(environ: Mapping[str, str], known: int | None = None) -> ColorDepth:
    """Return how many colours there are: none under NO_COLOR, else as ``known`` of the terminal, or by its name."""
    term = environ.get("TERM", UNNAMED)
    has_none = term in ("vt100", "vt220") if known is None else known < FEWEST_COLOURS
    if environ.get("NO_COLOR") or is_dumb(environ) or has_none:
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM", "") in ("truecolor", "24bit") or term.endswith("-direct"):
        return ColorDepth.DEPTH_24_BIT
    has_many = (known or 0) >= MANY_COLOURS or "256" in term or "kitty" in term
    return ColorDepth.DEPTH_8_BIT if has_many else ColorDepth.DEPTH_4_BIT


CAME_IN_FRONT, WENT_BEHIND = Keys.ControlF23, Keys.ControlF24
"""The keys as which the library hands on what a terminal reports: no keyboard has them."""


def watch_focus(output: Output, *, on: bool) -> None:
    """Have the terminal report whether it is in front (``CSI ? 1004 h``), or no longer."""
    if on:
        # The library would take what it doesn't know for typed letters.
        ANSI_SEQUENCES.update({"\x1b[I": CAME_IN_FRONT, "\x1b[O": WENT_BEHIND})
        output.write_raw("\x1b[?1004h")
    else:
        output.write_raw("\x1b[?1004l")
    output.flush()


WITHOUT = ("linux", "cons25")
"""Names of terminals that have no clipboard, and might show what they don't understand."""


def can_copy() -> bool:
    """Return whether the terminal may have a clipboard: it doesn't say so, but passes over what it has not."""
    return at_terminal() and not is_dumb(os.environ) and os.environ.get("TERM", "") not in WITHOUT


def copy(text: str, output: Output | None = None) -> None:
    """Put a text into the clipboard; through an ``output`` where one is open. Raises OSError."""
    code = b64encode(text.encode("utf-8")).decode("ascii")
    if output is None:
        sys.stdout.write("\x1b]52;c;")
        sys.stdout.write(cleaned(code))
        sys.stdout.write("\x07")
        sys.stdout.flush()
    else:
        output.write_raw("\x1b]52;c;")
        output.write_raw(cleaned(code))
        output.write_raw("\x07")
        output.flush()


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
    if sys.platform != "win32":
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        # To this thread, so that it is here that the program stops, and not a little later.
        signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, before)
