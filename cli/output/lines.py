"""Lines of text for standard output and standard error, and questions that a line answers."""

from __future__ import annotations

import codecs
import os
import sys
from argparse import ArgumentParser
from getpass import getpass
from io import TextIOWrapper
from typing import TYPE_CHECKING

from cli.output.ability import has_few_signs, is_plain_locale
from p2p.wire.text import visible

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


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
