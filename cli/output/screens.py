"""What prompt_toolkit writes to the terminal: full screens, and the line that a person edits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from functools import lru_cache
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app_session, in_terminal, run_in_terminal
from prompt_toolkit.output import Output
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.utils import get_cwidth

from cli.output.signals import stop_here
from p2p.wire.text import visible

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
