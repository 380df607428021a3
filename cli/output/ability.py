"""What the terminal can do, as far as the environment says, and who sits there."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress

DUMB = ("", "dumb", "unknown")
"""Names of terminals that can only show one line after another; a terminal without a name counts as one."""


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal understands no escape sequences."""
    return environ.get("TERM", "").lower() in DUMB


def at_terminal() -> bool:
    """Return whether a person sits at both standard input and standard output."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def can_draw() -> bool:
    """Return whether the person's terminal can have a line editor and a full screen."""
    return at_terminal() and not is_dumb(os.environ)


def can_overwrite() -> bool:
    """Return whether standard error is a terminal on which a line can be written over."""
    return sys.stderr.isatty() and not is_dumb(os.environ)


def type_from_here() -> None:
    """Let standard input, which was read to its end, be the terminal of a person who sits at standard output."""
    if sys.stdout.isatty():
        with suppress(OSError):
            os.dup2(os.open(os.ctermid(), os.O_RDONLY), sys.stdin.fileno())
