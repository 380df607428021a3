"""What a file that somebody has named may be, where it is not what was wanted."""

from __future__ import annotations

import re

from cli.command import Failure
from cli.texts import marked, tr
from core.position import KEYS
from p2p.record import MAGIC

POSITION = marked("a position, which `mare show` shows")
SCENARIO = marked("a scenario, which `mare check` plays")
RECORD = marked("the record of a game, which `mare show` shows and `mare verify` checks")
BEGUN = marked("the beginning of a record, whose rest is missing")
TEXT = marked("a text")

_SIGNS = (
    (MAGIC, RECORD),
    (b"\x89PNG", marked("a picture")),
    (b"\xff\xd8\xff", marked("a picture")),
    (b"GIF8", marked("a picture")),
    (b"<svg", marked("a picture")),
    (b"<?xml", marked("a picture")),
    (b"<!doctype html", marked("a web page")),
    (b"<html", marked("a web page")),
    (b"%PDF", marked("a document")),
    (b"PK\x03\x04", marked("an archive, which has to be unpacked first")),
    (b"\x1f\x8b", marked("an archive, which has to be unpacked first")),
    (b"\x7fELF", marked("a program")),
    (b"SQLite format 3\0", marked("the file of the games that are kept on a machine, which `mare games` lists")),
    (b"-----BEGIN ", marked("a key, which `mare whoami --import` takes")),
)
"""How files of a kind begin; letters may be large or small."""

_TITLE = re.compile(r"^scenario:", re.MULTILINE)
_KEY = re.compile(rf"^\s*(?:\[+\s*)?(?:{'|'.join(KEYS)})\b[\w.\"' -]*[=\]]", re.MULTILINE)
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f]")
_SAID = re.compile(r"^\s*[^#\s]", re.MULTILINE)


def kind_of(data: bytes) -> str | None:
    """What a file's bytes look like, marked for translation: one of the kinds above; None where nobody can tell."""
    if data and MAGIC.startswith(data):
        return BEGUN
    begun = data.lstrip()[:64].lower()
    for sign, kind in _SIGNS:
        if data.startswith(sign) or begun.startswith(sign.lower()):
            return kind
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if _TITLE.search(text):
        return SCENARIO
    if _KEY.search(text):
        return POSITION
    return None if _CONTROLS.search(text) else TEXT


def says_nothing(data: bytes) -> bool:
    """Whether a file is empty, or has nothing but comments and blank lines."""
    try:
        return _SAID.search(data.decode("utf-8-sig")) is None
    except UnicodeDecodeError:
        return False


def no_record(name: str, data: bytes) -> Failure:
    """What to say of a file that is no record."""
    if says_nothing(data):
        return _empty(name)
    kind = kind_of(data)
    if kind is None:
        return Failure(tr("{name}: this is not the record of a game.", name=name), status=2)
    return Failure(tr("{name}: this is not the record of a game but {kind}.", name=name, kind=tr(kind)), status=2)


def nothing_to_show(name: str, data: bytes) -> Failure:
    """What to say of a file that is neither a record nor a position."""
    if says_nothing(data):
        return _empty(name)
    kind = kind_of(data)
    if kind is None:
        return Failure(tr("{name}: this is neither the record of a game nor a position.", name=name), status=2)
    return Failure(
        tr("{name}: this is neither the record of a game nor a position but {kind}.", name=name, kind=tr(kind)),
        status=2,
    )


def _empty(name: str) -> Failure:
    return Failure(tr("{name}: there is nothing in it, so no game either.", name=name), status=2)
