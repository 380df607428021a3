"""What a subcommand of ``mare`` is, how it and other processes end, and the version of the program."""

from __future__ import annotations

import shlex
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeVar

from cli.i18n.texts import tr

BOT_COMMAND = "bot-process"
"""The subcommand, not listed in the help, that is a bot."""

E = TypeVar("E", bound=BaseException)


class Failure(Exception):
    """A reason to give up, in one sentence for the person who typed the command: what is wrong, where, what to do.

    ``status`` is the exit code: 1 if the work failed, 2 if the command line asks for something impossible.
    """

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


def first_of(group: BaseExceptionGroup[E]) -> E:
    """Return the first exception in a group, and in the groups inside it."""
    first, *_ = group.exceptions
    return first_of(first) if isinstance(first, BaseExceptionGroup) else first


class Command(Protocol):
    """A module of its own with these three names, listed with its summary in ``cli.main.COMMANDS``."""

    EXAMPLES: Sequence[str]
    """Lines as a person types them, for the end of ``mare COMMAND --help``."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options and arguments."""

    def run(self, args: Namespace) -> int:
        """Do it and return the exit code. Raises Failure with a sentence when it cannot be done."""


def installed_version() -> str | None:
    """Return the version of this program, None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - it takes long to load

    try:
        return version("mare-nostrum")
    except PackageNotFoundError:
        return None


def rules_are_compiled() -> bool:
    """Return whether Python would load the compiled rules; no rules are loaded for that."""
    package = find_spec("core")
    folders = [] if package is None else package.submodule_search_locations or []
    game = PathFinder.find_spec("game", [str(Path(folder, "engine")) for folder in folders])
    return game is not None and isinstance(game.loader, ExtensionFileLoader)


def words_of(command: str) -> list[str]:
    """Return the words of a command as a shell would split them; raises ValueError if a quotation has no end.

    In the paths of Windows a backslash is no escape.
    """
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if sys.platform == "win32":
        lexer.escape = ""
    return list(lexer)


def manner(status: int) -> str:
    """Return what an exit code says: “has ended with exit code 1”, “was ended by SIGKILL”."""
    if status >= 0:
        return tr("has ended with exit code {status}", status=status)
    try:
        return tr("was ended by {name}", name=signal.Signals(-status).name)
    except ValueError:
        return tr("was ended by signal {number}", number=-status)


def ended_by(number: int) -> Failure:
    """Return what to raise once a signal has ended this program, with the exit code that shells have for it."""
    return Failure(f"{manner(-number)}.", status=128 + number)
