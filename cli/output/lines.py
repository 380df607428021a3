"""The way out to the terminal, line by line and cleaned; and what a terminal can do, by its environment."""

from __future__ import annotations

import codecs
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from contextlib import suppress
from getpass import getpass
from io import TextIOWrapper
from typing import TYPE_CHECKING

from p2p import visible

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


DUMB = ("", "dumb", "unknown")
"""Names of terminals that can only show one line after another; a terminal without a name counts as one."""

UNNAMED = "windows-direct" if sys.platform == "win32" else ""
"""What a terminal without a name counts as. Those of Windows have none, and direct colours, as terminfo calls them."""


FEW_SIGNS = ("ansi", "console", "cons25", "dtterm", "hurd", "linux", "minix", "pccon", "pcansi", "sun", "wsvt25")
"""Names of terminals whose fonts have letters and lines at most: no Braille, with which our maps are drawn."""

_VIDEO = re.compile(r"vt\d+")
"""Names of hardware terminals, which have no Braille either."""

PLAIN_LOCALES = ("C", "POSIX")
"""Names of the locale that knows nothing but ASCII."""

COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself puts into LC_CTYPE where the locale is that one, or not named at all (PEP 538)."""

if sys.platform == "win32":
    TERMINAL = "CONIN$"
else:
    TERMINAL = os.ctermid()

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
    return "ascii" if shows_plain_signs_only(environ) else sys.stdout.encoding


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
    return environ.get("TERM", UNNAMED).lower() in DUMB


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
            os.dup2(os.open(TERMINAL, os.O_RDONLY), sys.stdin.fileno())


def cleaned(text: str) -> str:
    """Return a text of one or more lines without what people can't see of it."""
    return "\n".join(map(visible, text.split("\n")))


# ---------------------------------------------------------------------- lines


def say(text: str, *, end: str = "\n") -> None:
    """Write a text to standard output at once and whole, so that a prompt never comes in between; raises OSError."""
    print(cleaned(text + end), end="", flush=True)


def complain(text: str) -> None:
    """Write a text to standard error; raises OSError."""
    print(cleaned(text), file=sys.stderr)


def overwrite(line: str) -> None:
    """Show a line on the terminal that standard error is, in place of the last one that was shown so."""
    print("\r", visible(line), "\x1b[K", sep="", end="", file=sys.stderr, flush=True)


def ask(question: str) -> str:
    """Return the line that a person types after a question; raises EOFError."""
    return input(cleaned(question))


def ask_secretly(question: str) -> str:
    """Return the same without showing it; raises EOFError."""
    return getpass(cleaned(question))


class Parser(ArgumentParser):
    """A parser of command lines whose help goes the way out, too."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (say if file is None or file is sys.stdout else complain)(message.removesuffix("\n"))


# ---------------------------------------------------------------------- what is there


def complains_to_terminal() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr.isatty()


def encoding() -> str:
    """Return the encoding of standard output, ASCII where a terminal there has few signs."""
    has_few = sys.stdout.isatty() and has_few_signs(os.environ)
    return "ascii" if has_few or is_plain_locale(os.environ) else sys.stdout.encoding


def forgive_encodings() -> None:
    """Let what a terminal cannot show, or a file does not say in its encoding, be a mark instead of an exception."""
    codecs.register_error(PLAINER, _plainer)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAINER), (sys.stderr, PLAINER)):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


PLAINER = "mare.plainer"
"""The name under which an encoding finds what stands for what it cannot say."""

_PLAIN = {
    **dict.fromkeys("“”„«»", '"'),
    "\u2019": "'",
    "…": "...",
    **dict.fromkeys("\u2013\u2014·", "-"),
    "\u00d7": "x",
    **dict.fromkeys("⚀⚁⚂⚃⚄⚅", ""),  # after each face stands its figure
}
_SIGNS = str.maketrans(_PLAIN)


def in_plain_signs(text: str) -> str:
    """Return a text with plain signs for those of print; letters stay as they are."""
    return text.translate(_SIGNS)


def shown_as(*, ascii_only: bool) -> Callable[[str], str]:
    """Return what a text becomes on lines: the same, or one without the signs of print."""
    return in_plain_signs if ascii_only else str


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Return plain signs for those of print, and codes for all else that an encoding cannot say."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unsaid = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, ascii(sign)[1:-1]) for sign in unsaid), error.end


def abandon() -> None:
    """Let what is unwritten go nowhere: the interpreter flushes once more when it exits, and must not complain."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
