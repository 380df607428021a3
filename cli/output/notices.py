"""Notices for a person who looks elsewhere: the bell, the terminal's own notices, a command of theirs.

Terminals know two sequences for a notice: OSC 9, which iTerm2 brought up, and OSC 777 of urxvt. A terminal that knows
neither passes over them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cli.command import words_of
from cli.output.lines import at_terminal, cleaned, is_dumb

if TYPE_CHECKING:
    from prompt_toolkit.output import Output

BORED = 3.0
"""Seconds without a key after which a player may be looking elsewhere, so the bell calls them."""

SENTENCE = "{}"
"""The sign in a command for the sentence."""

_TITLED = ("rxvt", "foot")
"""How the names of terminals begin that know OSC 777, which has a title, and not OSC 9."""


class NoCommand(Exception):
    """A command that cannot be started; the message is its first word."""


def command_of(command: str) -> tuple[str, ...]:
    """Return the words of a command, as a shell splits it; raises NoCommand if there is no such program."""
    try:
        words = tuple(words_of(command))
    except ValueError:
        raise NoCommand(command) from None
    if not words or shutil.which(words[0]) is None:
        raise NoCommand(words[0] if words else command)
    return words


class Notices:
    """The ways in which a person wants to be called."""

    def __init__(self, command: Sequence[str] = ()) -> None:
        """``command`` is one of theirs, in words."""
        self._command = command
        self._running: list[subprocess.Popen[bytes]] = []

    def ring(self, sentence: str, output: Output | None = None) -> None:
        """Call by the bell, by the terminal's own notice and by the command; through an ``output`` if one is open."""
        if output is not None:
            output.bell()
            _tell_through(output, sentence, os.environ)
        elif at_terminal():
            _tell(sentence, os.environ)
        self._run(sentence)

    def _run(self, sentence: str) -> None:
        """Start the command, and go on: what it does, or that it fails, is its own affair."""
        self._running = [process for process in self._running if process.poll() is None]
        if not self._command:
            return
        words = [word.replace(SENTENCE, cleaned(sentence)) for word in self._command]
        nowhere = subprocess.DEVNULL
        try:
            process = subprocess.Popen(words, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)
        except OSError:
            return
        self._running.append(process)


class Calling:
    """Calls a person who has typed nothing for a while: of a terminal without a screen one can't know if it is seen."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._typed = -BORED

    def typed(self) -> None:
        """Note that the player is here."""
        self._typed = time.monotonic()

    def call(self, sentence: str, output: Output | None = None) -> None:
        """Ring, unless the person has just typed; through an ``output`` if one is open."""
        if time.monotonic() - self._typed > BORED:
            self._notices.ring(sentence, output)


def _tell_through(output: Output, sentence: str, environ: Mapping[str, str]) -> None:
    if environ.get("TERM", "").startswith(_TITLED):
        output.write_raw("\x1b]777;notify;mare;")
    else:
        output.write_raw("\x1b]9;")
    output.write_raw(cleaned(sentence))
    output.write_raw("\x07")
    output.flush()


def _tell(sentence: str, environ: Mapping[str, str]) -> None:
    sys.stdout.write("\x07")
    if not is_dumb(environ):
        if environ.get("TERM", "").startswith(_TITLED):
            sys.stdout.write("\x1b]777;notify;mare;")
        else:
            sys.stdout.write("\x1b]9;")
        sys.stdout.write(cleaned(sentence))
        sys.stdout.write("\x07")
    sys.stdout.flush()
