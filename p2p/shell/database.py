"""The SQLite file that keeps the games: opened with care, changed in transactions, and never repaired.

Every change is one transaction that is on the disk when the call returns (write-ahead log, ``synchronous=FULL``). So a
crash or a power cut leaves all of it or nothing. What is read is compared with checksums of our own. If the file is
damaged or too new, one sentence says so.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import weakref
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from p2p.errors import JournalError

VERSION = 4
_APPLICATION = 0x6D617265
_BUSY = 20.0
"""Seconds to wait while other programs write, such as bots on this machine."""

_SCHEMA = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    game BLOB NOT NULL,
    player INTEGER NOT NULL,
    charter BLOB NOT NULL,
    secrets BLOB NOT NULL,
    notes TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    height INTEGER NOT NULL DEFAULT 0,
    round INTEGER NOT NULL DEFAULT 0,
    awaited TEXT NOT NULL DEFAULT '',
    finished INTEGER NOT NULL DEFAULT 0,
    lapsed INTEGER NOT NULL DEFAULT 0,
    played INTEGER NOT NULL DEFAULT 0,
    UNIQUE (game, player)
);
CREATE TABLE journal (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    data BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE chains (tip BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE records (
    game BLOB PRIMARY KEY,
    data BLOB NOT NULL,
    edition TEXT NOT NULL,
    players TEXT NOT NULL,
    touched INTEGER NOT NULL,
    height INTEGER NOT NULL,
    round INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    played INTEGER NOT NULL DEFAULT 0
);
"""
"""``chains`` has the tip of every chain that was ever in a charter here. It stays when a game is forgotten.

``lapsed`` counts the items that were deleted from a game's journal, so that any other missing item is noticed.

``played`` is greatest for the game that was played or brought here last, whatever the clock said then.
"""

_UPGRADES = {
    3: """
ALTER TABLE games ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
UPDATE games SET played = touched;
UPDATE records SET played = touched;
"""
}
"""By version, what makes a file of the next version of it."""


class StoreError(JournalError):
    """A store can't be used, or lacks what was asked for; one sentence, with what to do."""


class Database:
    """The open file."""

    def __init__(self, path: Path) -> None:
        """Open the store, or make one that no other user can read; raise StoreError if that fails."""
        self.path = path
        with self._telling():
            _make(path)
            self._db = sqlite3.connect(path, timeout=_BUSY, isolation_level=None)
        # Commands keep their store open to the end of the program; without this, Python 3.13 would warn about each.
        self._end = weakref.finalize(self, self._db.close)
        try:
            with self._telling():
                self._prepare()
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; a store without references is closed, too."""
        self._end()

    def _prepare(self) -> None:
        """Check the file before anything is written, so that a file of another program stays as it is."""
        [(application,)] = self._db.execute("PRAGMA application_id")
        [(version,)] = self._db.execute("PRAGMA user_version")
        [(tables,)] = self._db.execute("SELECT count(*) FROM sqlite_schema")
        if application != _APPLICATION and tables:
            raise StoreError("{path}: this is no file with games of mare, and was left as it is.", path=self.path)
        if version > VERSION:
            raise StoreError(
                "{path}: a newer release of mare has made this file (version {version}, and this program reads version"
                " {ours}); it was left as it is. Take that release.",
                path=self.path,
                version=version,
                ours=VERSION,
            )
        if 0 < version < min(_UPGRADES):
            raise StoreError(
                "{path}: an older release of mare has made this file (version {version}, and this program reads version"
                " {ours}), and its games can be played with that release only. Move the file away to begin new games.",
                path=self.path,
                version=version,
                ours=VERSION,
            )
        if tables:
            [(found,)] = self._db.execute("PRAGMA quick_check(1)")
            if found != "ok":
                raise self._damage(found.splitlines()[-1])
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA secure_delete = ON")
        if not version:
            self._db.execute("PRAGMA journal_mode = WAL")
        if version < VERSION:
            self._make_tables()

    def _make_tables(self) -> None:
        """Make the tables of a new file, or upgrade those of an older one, unless another program was quicker."""
        with self._changing():
            [(version,)] = self._db.execute("PRAGMA user_version")
            if version == VERSION:
                return
            scripts = [script for older, script in _UPGRADES.items() if older >= version] if version else [_SCHEMA]
            for statement in ";".join(scripts).split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {VERSION}")

    def _damage(self, what: str) -> StoreError:
        return StoreError(
            "{path}: this file is damaged ({what}), and was left as it is; put a copy of it back, or move it away to"
            " begin a new one.",
            path=self.path,
            what=what,
        )

    def _unwritable(self, error: object) -> StoreError:
        return StoreError(
            "{path}: nothing can be written there ({error}); choose another folder with MARE_HOME.",
            path=self.path,
            error=error,
        )

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Run the block in one transaction."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Turn errors of the library or the system into a sentence."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            raise self._explained(error) from None
        except OSError as error:
            raise self._unwritable(error.strerror) from None

    def _explained(self, error: sqlite3.Error) -> StoreError:
        name = getattr(error, "sqlite_errorname", "") or ""
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            return self._damage(str(error))
        if name.startswith("SQLITE_FULL"):
            return StoreError(
                "{path}: the disk is full, or the file may not grow. Make room and try again; `mare resume` goes on"
                " with a game.",
                path=self.path,
            )
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            return self._unwritable(error)
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return StoreError(
                "{path}: another program has been writing to it for {seconds:.0f} seconds; try again.",
                path=self.path,
                seconds=_BUSY,
            )
        if name.startswith("SQLITE_IOERR"):
            return StoreError(
                "{path}: the disk fails or is full ({error}); what was kept before is safe. Make room there.",
                path=self.path,
                error=error,
            )
        return StoreError("{path}: {reason}.", path=self.path, reason=error)


def _make(path: Path) -> None:
    """Make sure that the file exists and no other user can read it; raise StoreError and OSError."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        raise StoreError("{path}: others on this machine may read the secrets in it; run `chmod 600` on it.", path=path)


def checksum_of(*parts: bytes) -> int:
    value = 0
    for part in parts:
        value = zlib.crc32(part, zlib.crc32(len(part).to_bytes(8, "big"), value))
    return value
