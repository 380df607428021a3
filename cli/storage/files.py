"""Files that people name on the command line: texts, maps and records; and how far a record is verified."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from cli.command import Failure
from cli.i18n.texts import reason_of, tr, translated
from cli.output.lines import can_overwrite, overwrite
from cli.table_game import map_of
from core import DataError
from core.engine.edition import Edition
from core.engine.toml import NoTomlError, read_toml
from p2p import MAX_RECORD, RECORD_MAGIC, Progress

MOST_BYTES = 1 << 22


def read_bytes(name: str, most: int) -> bytes:
    """Return the bytes of a file, ``most`` and one at most; raises Failure for one that can't be read."""
    if not name:
        raise Failure(tr("the file name is empty."), status=2)
    try:
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise Failure(f"{name}: {reason_of(error)}.", status=2) from None
    except ValueError:
        raise Failure(tr("{name!r} is not a file name.", name=name), status=2) from None


def read_text(name: str) -> str:
    """Return the text of a file; raises Failure for one that can't be read, is too long or is no text."""
    data = read_bytes(name, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise Failure(
            tr("{name}: this is longer than {most_bytes} MiB.", name=name, most_bytes=MOST_BYTES >> 20), status=2
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Failure(tr("{name}:{line}: this is not UTF-8 text.", name=name, line=line), status=2) from None


def read_map(name: str, edition: Edition) -> Any:
    """Return the map in a file; raises Failure naming what is wrong and its line."""
    return map_of(read_map_text(name, edition), edition)


def read_map_text(name: str, edition: Edition | None = None) -> str:
    """Return the text of a map's file, which ``map_of`` reads; raises Failure as ``read_map`` does.

    Without an edition, it may be any TOML: the game that is played on it has the edition.
    """
    text = read_text(name)
    try:
        read_toml(text) if edition is None else map_of(text, edition)
    except NoTomlError as error:
        raise Failure(
            tr(
                "{name} is not a map (TOML, see docs/notation.md): line {line}: {problem}",
                name=name,
                line=error.line,
                problem=error.problem.removeprefix("This is no TOML: "),
            ),
            status=2,
        ) from None
    except DataError as error:
        raise wrong_file(name, error) from None
    return text


def wrong_file(name: str, error: DataError) -> Failure:
    """Return what is wrong in a file, in a sentence."""
    key = f"{error.key}: " if error.key else ""
    return Failure(f"{name}:{error.line}: {key}{translated(error.message)}", status=2)


SHOWN_EVERY = 250
"""Steps from one progress line to the next."""


def name_of(file: str) -> str:
    """Return what a file that was named is called in sentences."""
    return tr("standard input") if file == "-" else file


def read_record(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``, that begin as a record does; raises Failure."""
    data = read_named(file)
    if not data.startswith(RECORD_MAGIC):
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
    if file.startswith("mare://"):
        raise Failure(tr("this is an invitation: `mare join` and `mare watch` take it."), status=2)
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
