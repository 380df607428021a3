"""Passphrases: typed at a terminal, where they do not show, or taken from the environment."""

from __future__ import annotations

import os
import sys

from cli.command import Failure
from cli.i18n.texts import tr
from cli.output.lines import ask_secretly

VARIABLE = "MARE_PASSPHRASE"
"""The environment variable with the passphrase of a key file."""

NEW_VARIABLE = "MARE_NEW_PASSPHRASE"
"""The environment variable with the passphrase that a key file is to get."""


def ask(file: str) -> str:
    """Return the passphrase of a key file; raises Failure if there is no terminal to ask at."""
    given = os.environ.get(VARIABLE)
    return given if given is not None else _typed(tr("Passphrase of {file}: ", file=file), VARIABLE)


def ask_new(file: str) -> str:
    """Return the passphrase that a key file is to get, typed twice; empty if none is wanted. Raises Failure."""
    given = os.environ.get(NEW_VARIABLE)
    if given is not None:
        return given
    new = _typed(tr("New passphrase of {file}: ", file=file), NEW_VARIABLE)
    if new and _typed(tr("The same again: "), NEW_VARIABLE) != new:
        raise Failure(tr("The two passphrases differ; nothing was changed."))
    return new


def _typed(prompt: str, variable: str) -> str:
    if not sys.stdin.isatty():
        raise Failure(
            tr("You need a passphrase, but there is no terminal to ask at; put it into {variable}.", variable=variable)
        )
    try:
        return ask_secretly(prompt)
    except EOFError:
        raise Failure(tr("You typed no passphrase.")) from None
