"""Records of games that people name on the command line: reading them, and telling how far they are verified."""

from __future__ import annotations

import sys

from cli.command import Failure
from cli.i18n.texts import tr
from cli.output.lines import can_overwrite, overwrite
from cli.storage.maps import read_bytes
from p2p.log.record import MAGIC, MAX_RECORD, Progress

SHOWN_EVERY = 250
"""Steps from one progress line to the next."""


def name_of(file: str) -> str:
    """Return what a file that was named is called in sentences."""
    return tr("standard input") if file == "-" else file


def read_record(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``, that begin as a record does; raises Failure."""
    data = read_named(file)
    if not data.startswith(MAGIC):
        raise Failure(
            tr(
                "{name}: this is not the record of a game. `mare show` opens positions, `mare check` plays scenarios.",
                name=name_of(file),
            ),
            status=2,
        )
    return data


def read_named(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``; raises Failure if longer than any record."""
    data = _read(file)
    if len(data) > MAX_RECORD:
        raise Failure(
            tr(
                "{file}: this has more than {max_record} MiB. No record or position is so long.",
                file=name_of(file),
                max_record=MAX_RECORD >> 20,
            ),
            status=2,
        )
    return data


def _read(file: str) -> bytes:
    """Return the file's bytes, so many at most that it is clear if they are too many."""
    if file != "-":
        return read_bytes(file, MAX_RECORD)
    if sys.stdin.isatty():
        raise Failure(tr("give the record's file name, or let - read it from a pipe."), status=2)
    return sys.stdin.buffer.read(MAX_RECORD + 1)


def progress() -> Progress | None:
    """Return a line on a terminal that counts the steps; it is gone when they are done."""
    if not can_overwrite():
        return None

    def show(step: int, steps: int) -> None:
        line = tr("step {step} of {steps}", step=step, steps=steps)
        if step == steps:
            overwrite("")
        elif step % SHOWN_EVERY == 0:
            overwrite(line)

    return show
