"""What the terminal can do, as far as the environment says, and who sits there."""

from __future__ import annotations

import locale
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress

DUMB = ("", "dumb", "unknown")
"""Names of terminals that can only show one line after another; a terminal without a name counts as one."""


FEW_SIGNS = ("ansi", "console", "cons25", "dtterm", "hurd", "linux", "minix", "pccon", "pcansi", "sun", "wsvt25")
"""Names of terminals whose fonts have letters and lines at most: no Braille, with which our maps are drawn."""

_VIDEO = re.compile(r"vt\d+")
"""Names of hardware terminals, which have no Braille either."""

PLAIN_LOCALES = ("C", "POSIX")
"""Names of the locale that knows nothing but ASCII."""

COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself puts into LC_CTYPE where the locale is that one, or not named at all (PEP 538)."""

STDOUT = 1
"""The descriptor of standard output."""

FEWEST_COLOURS = 8
"""With fewer colours than these, a terminal has none that we use."""


def is_plain_locale(environ: Mapping[str, str]) -> bool:
    """Return whether the environment names the locale that knows nothing but ASCII.

    What Python puts in its place hides that. Where no locale is named, the terminal most probably knows more.
    """
    named = environ.get("LC_ALL") or environ.get("LC_CTYPE") or ""
    if not environ.get("LC_ALL") and named in ("", *COERCED):
        named = environ.get("LANG", "")
    return named in PLAIN_LOCALES


def has_few_signs(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal's fonts lack most signs that are no letters, as far as its name says.

    What runs in a console, such as ``screen``, may add that one's name to its own: ``screen.linux``.
    """
    names = re.split("[-.]", environ.get("TERM", "").lower())
    return any(name in FEW_SIGNS or _VIDEO.fullmatch(name) for name in names)


def shows_plain_signs_only(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal shows letters, but no signs that are not ASCII."""
    return is_plain_locale(environ) or has_few_signs(environ)


def sign_encoding(environ: Mapping[str, str]) -> str:
    """Return the encoding in which the terminal's signs are found."""
    return "ascii" if shows_plain_signs_only(environ) else locale.getpreferredencoding(do_setlocale=False)


def colours() -> int | None:
    """Return how many colours terminfo says that the terminal has, -1 for none; None where it doesn't know that name.

    It is asked about one name only, whatever the environment says later.
    """
    try:
        import curses  # noqa: PLC0415 - not every system has it
    except ImportError:
        return None
    try:
        curses.setupterm(None, STDOUT)
    except curses.error:
        return None
    return curses.tigetnum("colors")


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
