"""Files that people name on the command line: texts, and setups with another map or start."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cli.command import Failure
from cli.i18n.texts import reason_of, tr
from core import DataError, Edition, empires_edition, load_edition
from core.engine.toml import NoTomlError

MOST_BYTES = 1 << 22


def read_bytes(name: str, most: int) -> bytes:
    """The bytes of a file, ``most`` and one at most; raises Failure for one that can't be read."""
    if not name:
        raise Failure(tr("the name of a file is empty."), status=2)
    try:
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise Failure(f"{name}: {reason_of(error)}.", status=2) from None
    except ValueError:
        raise Failure(tr("{name!r} is no name of a file.", name=name), status=2) from None


def read_text(name: str) -> str:
    """The text of a file; raises Failure for one that can't be read, is too long or is no text."""
    data = read_bytes(name, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise Failure(
            tr("{name}: this is longer than {most_bytes} MiB.", name=name, most_bytes=MOST_BYTES >> 20), status=2
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Failure(tr("{name}:{line}: this is no text in UTF-8.", name=name, line=line), status=2) from None


def read_setup(name: str) -> Edition:
    """The edition in a file; raises Failure naming what is wrong and its line."""
    return edition_of(read_setup_text(name))


def read_setup_text(name: str) -> str:
    """The text of a setup's file, of which ``edition_of`` has the edition; raises Failure as ``read_setup`` does."""
    text = read_text(name)
    try:
        _edition(text)
    except NoTomlError as error:
        raise Failure(
            tr(
                "{name} is no setup file (TOML, see docs/notation.md): line {line}: {problem}",
                name=name,
                line=error.line,
                problem=error.problem.removeprefix("This is no TOML: "),
            ),
            status=2,
        ) from None
    except DataError as error:
        raise wrong_file(name, error) from None
    return text


def edition_of(text: str | None) -> Edition:
    """The edition in the text of a setup, Empires without one; raises DataError where it is none."""
    return empires_edition() if text is None else _edition(text)


_edition = cache(load_edition)


def wrong_file(name: str, error: DataError) -> Failure:
    """What is wrong in a file, in a sentence."""
    return Failure(f"{name}:{error.line}: {error.sentence}", status=2)
