"""Files that people name on the command line: texts, and setups with another map or start."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cli.command import Failure
from core import DataError, Edition, load_edition

MOST_BYTES = 1 << 22


def read_text(name: str) -> str:
    """The text of a file; raises Failure for one that can't be read, is too long or is no text."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Failure(f"{name}: {error.strerror}.", status=2) from None
    except ValueError:
        raise Failure(f"{name!r} is no name of a file.", status=2) from None
    if len(data) > MOST_BYTES:
        raise Failure(f"{name}: this is longer than {MOST_BYTES >> 20} MiB.", status=2)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Failure(f"{name}:{line}: this is no text in UTF-8.", status=2) from None


def read_setup(name: str) -> Edition:
    """The edition in a file; raises Failure naming what is wrong and its line."""
    text = read_text(name)
    try:
        return _edition(text)
    except DataError as error:
        raise wrong_file(name, error) from None


_edition = cache(load_edition)


def wrong_file(name: str, error: DataError) -> Failure:
    """What is wrong in a file, in a sentence without control characters that the file may have put there."""
    sentence = re.sub("[\x00-\x1f\x7f-\x9f]", "?", error.sentence)
    return Failure(f"{name}:{error.line}: {sentence}", status=2)
