"""TOML texts read with types, and errors that name the key and its line.

``tomllib`` doesn't say where a value stood. So readers of a text only name the wrong key, as in
``provinces.gallia.land`` or ``doing[2].empire``; ``naming_lines`` looks up its line afterwards.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgpack

from core.engine.errors import DataError

DEEPEST = 20
LARGEST = 2**63

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
"""An allowed name of a place, empire, resource or tile in data files and in every notation."""

LONGEST_TITLE = 60

IGNORABLE = (
    r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What Unicode calls Default_Ignorable_Code_Point, but for the joiners U+200C and U+200D, with which scripts spell.

These are ranges, as the same file must be good for all peers, whatever Unicode their Python knows.
"""

UNSEEN = re.compile(rf"[\x00-\x1f\x7f-\x9f\u2028\u2029{IGNORABLE}]")
"""Signs that control a terminal, turn the direction of writing round, or are not seen at all."""

_PART = r"""(?:[\w-]+|'[^'\n]*'|"(?:[^"\\\n]|\\.)*")[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(rf"(?:^|[{{,])[ \t\[]*(?:{_PART}){{{DEEPEST}}}", re.MULTILINE)
"""A key with more parts than any text here nests. ``tomllib`` needs time that grows with their square."""


class NoTomlError(DataError):
    """A text that is not TOML."""


def read_toml(text: str) -> Reader:
    """Return the text's outermost table. Raises DataError with the line: NoTomlError if the text is not TOML."""
    if long := _LONG_KEY.search(text):
        raise _monstrous(text, long)
    try:
        # Coordinates stay texts: the engine never computes with fractions.
        data = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise NoTomlError("", f"This is no TOML: {re.sub(r' [(]at .*', '', str(error))}.", line) from None
    except (ValueError, RecursionError):
        raise _monstrous(text, re.search(r"[0-9]{1000}|[\[{][\s\[{]{50}", text)) from None
    with naming_lines(text):
        _check_plain("", data, DEEPEST)
    return Reader("", data)


def _monstrous(text: str, found: re.Match[str] | None) -> NoTomlError:
    line = text.count("\n", 0, found.start()) + 1 if found else 1
    return NoTomlError("", "This is no TOML: it nests too deeply, or a number is too long.", line)


def _check_plain(key: str, value: Any, depth: int) -> None:
    if depth == 0:
        raise DataError(key, "is nested too deeply.")
    if isinstance(value, dict):
        for name, item in value.items():
            _check_plain(_inside(key, name), item, depth - 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check_plain(f"{key}[{index}]", item, depth - 1)
    elif not (isinstance(value, str) or (isinstance(value, int) and abs(value) < LARGEST)):
        raise DataError(key, "expected a text, a whole number, true, false, a list or a table.")


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


class Reader:
    """Typed access to one table of a text. Every error names the place."""

    def __init__(self, where: str, table: Any) -> None:
        if not isinstance(table, dict):
            raise DataError(where, "expected a table.")
        self.where = where
        self.table: dict[str, Any] = table

    def fail(self, key: str, problem: str) -> DataError:
        """Return an error about one of the table's keys."""
        return DataError(_inside(self.where, key), problem)

    def only(self, known: Iterable[str]) -> Reader:
        """Return this table. Raises DataError if it has a key that is not among the known ones."""
        names = list(known)
        for key in self.table:
            if key not in names:
                raise self.fail(key, f"is not known here; the keys are {', '.join(names)}.")
        return self

    def identifiers(self) -> Reader:
        """Return this table. Raises DataError if a key is no name in small letters, digits and underscores."""
        for key in self.table:
            if not IDENTIFIER.fullmatch(key):
                raise self.fail(key, "a name here is of small letters, digits and “_”, and begins with a letter.")
        return self

    def sub(self, key: str, default: dict[str, Any] | None = None) -> Reader:
        """Return the table at a key."""
        if key not in self.table and default is None:
            raise self.fail(key, "is missing.")
        return Reader(_inside(self.where, key), self.table.get(key, default))

    def items(self, known: Iterable[str]) -> list[tuple[str, Reader]]:
        """Return all tables in this table, which holds nothing else. Each has only known keys."""
        keys = tuple(known)
        return [(key, self.sub(key).only(keys)) for key in self.table]

    def tables(self, key: str) -> list[Reader]:
        """Return the list of tables at a key."""
        value = self.table.get(key, [])
        if not isinstance(value, list):
            raise self.fail(key, "expected a list of tables.")
        return [Reader(f"{_inside(self.where, key)}[{index}]", item) for index, item in enumerate(value)]

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text at a key."""
        value = self.table.get(key, default)
        if not isinstance(value, str):
            raise self.fail(key, "expected a text." if key in self.table else "is missing.")
        return value

    def title(self, key: str, default: str | None = None) -> str:
        """Return the short text at a key, which is shown in one row. Raises DataError for invisible signs."""
        text = self.text(key, default)
        if len(text) > LONGEST_TITLE or UNSEEN.search(text):
            raise self.fail(key, f"expected a text of at most {LONGEST_TITLE} letters that can be seen.")
        return text

    def number(self, key: str, default: int | None = None, least: int = 0, most: int = 100) -> int:
        """Return the whole number at a key. Raises DataError if it is outside the limits."""
        value = self.table.get(key, default)
        if type(value) is not int or not least <= value <= most:
            problem = f"expected a whole number from {least} to {most}." if key in self.table else "is missing."
            raise self.fail(key, problem)
        return value

    def numbers(self, key: str, least: int = 0, most: int = 100) -> tuple[int, ...]:
        """Return the list of whole numbers at a key: at least one, all within the limits."""
        value = self.table.get(key)
        if not isinstance(value, list) or not value:
            raise self.fail(key, "expected a list of whole numbers.")
        if any(type(item) is not int or not least <= item <= most for item in value):
            raise self.fail(key, f"expected whole numbers from {least} to {most}.")
        return tuple(value)

    def flag(self, key: str) -> bool:
        """Return whether a key is true; False if the key is missing."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.fail(key, "expected true or false.")
        return value

    def names(self, key: str, known: Iterable[str] | None = None) -> tuple[str, ...]:
        """Return the list of names at a key, all of them known; empty if the key is missing."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fail(key, "expected a list of names.")
        for item in value:
            if known is not None and item not in known:
                raise self.fail(key, f"{item!r} is not known.")
        return tuple(value)

    def words(self, key: str) -> tuple[str, ...] | None:
        """Return the words of the text, or the list of words, at a key; None if the key is missing."""
        value = self.table.get(key)
        if value is None:
            return None
        if isinstance(value, str):
            return tuple(value.split())
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(word for item in value for word in item.split())
        raise self.fail(key, "expected a text of words.")

    def choice(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """Return the name at a key, one of the known names."""
        value = self.text(key, default)
        if value not in known:
            raise self.fail(key, f"{value!r} is not known.")
        return value


# ---------------------------------------------------------------------- lines


@contextmanager
def naming_lines(text: str) -> Iterator[None]:
    """Add to each DataError about the text the line of its key, or of the nearest table around it."""
    try:
        yield
    except DataError as error:
        if error.line:
            raise
        raise DataError(error.key, error.problem, line_of(text, error.key)) from None


def line_of(text: str, key: str) -> int:
    """Return the line of a key in a TOML text, from 1, or of the innermost table around it in the text."""
    lines = _Lines(text).lines
    while key and key not in lines:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return lines.get(key, 1)


class _Lines:
    """A walk through a TOML text that notes the line on which each key or item begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.line = 1
        self.counted = 0  # the position up to which lines have been counted
        self.lines: dict[str, int] = {}
        self.lists: dict[str, int] = {}  # by key of a list of tables, the index of its last one
        table = ""
        while self._skip(" \t\r\n"):
            if text[self.place] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _note(self, key: str) -> None:
        self.line += self.text.count("\n", self.counted, self.place)
        self.counted = self.place
        self.lines.setdefault(key, self.line)

    def _skip(self, blank: str) -> bool:
        """Go on to the next text that is neither blank nor a comment. Return whether there is any."""
        while self.place < len(self.text):
            char = self.text[self.place]
            if char == "#":
                end = self.text.find("\n", self.place)
                self.place = len(self.text) if end < 0 else end
            elif char in blank:
                self.place += 1
            else:
                return True
        return False

    def _keys(self) -> list[str]:
        """Read a dotted key."""
        keys = []
        while True:
            self._skip(" \t")
            if self.text[self.place] in "\"'":
                start = self.place
                self._string()
                keys.append(tomllib.loads(f"key = {self.text[start : self.place]}")["key"])
            else:
                bare = re.compile(r"[\w-]*").match(self.text, self.place)
                self.place = bare.end() if bare else self.place
                keys.append(bare[0] if bare else "")
            self._skip(" \t")
            if not self.text.startswith(".", self.place):
                return keys
            self.place += 1

    def _header(self) -> str:
        many = self.text.startswith("[[", self.place)
        self.place += 1 + many
        keys = self._keys()
        table = ""
        for index, key in enumerate(keys):
            table = _inside(table, key)
            last = index == len(keys) - 1
            if many and last:
                self._note(table)
                self.lists[table] = self.lists.get(table, -1) + 1
            if table in self.lists:
                table = f"{table}[{self.lists[table]}]"
            self._note(table)
        self.place += 1 + many
        return table

    def _pair(self, table: str) -> None:
        self._skip(" \t")
        start = self.place
        keys = self._keys()
        end, self.place = self.place, start
        for key in keys:
            table = _inside(table, key)
            self._note(table)
        self.place = end + 1
        self._value(table)

    def _value(self, key: str) -> None:
        self._skip(" \t")
        char = self.text[self.place]
        if char in "\"'":
            self._string()
        elif char == "[":
            index = 0
            self.place += 1
            while self._skip(" \t\r\n,") and self.text[self.place] != "]":
                self._note(f"{key}[{index}]")
                self._value(f"{key}[{index}]")
                index += 1
            self.place += 1
        elif char == "{":
            self.place += 1
            while self._skip(" \t\r\n,") and self.text[self.place] != "}":
                self._pair(key)
            self.place += 1
        else:
            plain = re.compile(r"[^,\]}#\n]*").match(self.text, self.place)
            self.place = plain.end() if plain else self.place

    def _string(self) -> None:
        quote = self.text[self.place]
        mark = quote * 3 if self.text.startswith(quote * 3, self.place) else quote
        self.place += len(mark)
        while not self.text.startswith(mark, self.place):
            self.place += 2 if quote == '"' and self.text[self.place] == "\\" else 1
        self.place += len(mark)
        # Up to two more quotes may end a text of several lines.
        while len(mark) > 1 and self.text.startswith(quote, self.place):
            self.place += 1


def digest_of(table: Mapping[str, Any]) -> bytes:
    """Return the SHA-256 of a file's canonical content, 32 bytes."""
    return hashlib.sha256(msgpack.packb(_canonical(table))).digest()


def _canonical(value: Any) -> Any:
    """Return tables as lists of pairs in the order of the file. Some rules follow this data order."""
    if isinstance(value, dict):
        return [[key, _canonical(item)] for key, item in value.items()]
    if isinstance(value, list):
        return [_canonical(item) for item in value]
    return value
