"""Where games are kept: one SQLite file, with the journal and the secrets of every person who plays on this machine.

Every change is one transaction that is on the disk when it has returned (write-ahead log, ``synchronous=FULL``), so a
crash or a power cut at any instant leaves all of it or nothing. What is read is compared with checksums that SQLite
does not make. The file is never changed to mend it: where it is damaged, or too new, one sentence says so.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
import weakref
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from p2p.errors import JournalError
from p2p.log.charter import Charter, CharterError, ForeignCharter, decode_charter, encode_charter
from p2p.session.journal import Lapses, Progress
from p2p.shell.lock import Lock

VERSION = 2
_APPLICATION = 0x6D617265
_BUSY = 20.0
"""Seconds to wait for others who write at the moment, bots on this machine among them."""

_SCHEMA = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    game BLOB NOT NULL,
    person INTEGER NOT NULL,
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
    UNIQUE (game, person)
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
    finished INTEGER NOT NULL
);
"""
"""``chains`` has the tip of every chain that ever stood in a charter here, and is kept when a game is forgotten.

``lapsed`` counts the items that have been deleted from a game's journal, so that any other that is missing is noticed.
"""


class StoreError(JournalError):
    """A store that cannot be used, or does not have what was asked for; one sentence, with what to do."""


class InUse(StoreError):
    """Another process has the game."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game that a person plays here: what its list shows, and, hidden from representations, what it takes to go on.

    ``notes`` belong to whoever put the game there. ``begun`` and ``touched`` are seconds since 1970.
    """

    number: int
    person: int
    charter: Charter
    begun: int
    touched: int
    progress: Progress
    secrets: bytes = field(repr=False)
    notes: str = field(repr=False)

    @property
    def id(self) -> bytes:
        """The game's id."""
        return self.charter.id


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """A game of another protocol, with which only the release that began it can go on; here it can be deleted."""

    number: int
    id: bytes
    person: int
    protocol: int
    touched: int


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record that was brought here."""

    game: bytes
    edition: str
    players: tuple[str, ...]
    touched: int
    height: int
    round: int
    is_finished: bool
    is_agreed: bool = False


AGREED = 2
"""What stands in the column ``finished`` for a game that all have agreed to end; 1 for others that are finished."""


class Store:
    """The file, open."""

    def __init__(self, path: Path) -> None:
        """Open the store, made if there is none, so that nobody else can read it; raises StoreError."""
        self.path = path
        with self._telling():
            _make(path)
            self._db = sqlite3.connect(path, timeout=_BUSY, isolation_level=None)
        # Commands leave their store to the end of the program; without this Python 3.13 would warn of each.
        self._end = weakref.finalize(self, self._db.close)
        try:
            with self._telling():
                self._prepare()
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; a store that nobody holds any more is closed, too."""
        self._end()

    def _prepare(self) -> None:
        """Look before anything is written, so that a file that is none of ours stays as it is."""
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
        if 0 < version < VERSION:
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
            with self._changing():
                [(version,)] = self._db.execute("PRAGMA user_version")
                if not version:
                    for statement in _SCHEMA.split(";"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._db.execute(f"PRAGMA user_version = {VERSION}")

    # Games

    def begin(
        self, charter: Charter, person: int, secrets: bytes, notes: str, tip: bytes | None = None
    ) -> StoredJournal:
        """Keep a game before its charter is signed; returns its journal, which nobody else can have meanwhile.

        ``tip`` is that of the person's chain, where it is another than the charter's, since he has a new key.

        Raises StoreError; also where the person's chain has stood in a charter before, since none is used twice.
        """
        lock = self._lock(charter.id, person)
        try:
            with self._telling(), self._changing():
                now = int(time.time())
                encoded = encode_charter(charter)
                checksum = _checksum(encoded, secrets, notes.encode("utf-8"))
                self._db.execute("INSERT INTO chains VALUES (?)", (tip or charter.persons[person].tip,))
                cursor = self._db.execute(
                    "INSERT INTO games (game, person, charter, secrets, notes, checksum, begun, touched)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (charter.id, person, encoded, secrets, notes, checksum, now, now),
                )
        except sqlite3.IntegrityError:
            lock.release()
            raise StoreError("This game has been begun before, or its dice chain was used in another one.") from None
        except StoreError:
            lock.release()
            raise
        return StoredJournal(self, cursor.lastrowid or 0, lock)

    def games(self) -> list[StoredGame]:
        """All games of our protocol, the one touched last first; raises StoreError."""
        return [game for game in self._all() if isinstance(game, StoredGame)]

    def foreign(self) -> list[ForeignGame]:
        """All games of other protocols, the one touched last first; raises StoreError."""
        return [game for game in self._all() if isinstance(game, ForeignGame)]

    def _all(self) -> list[StoredGame | ForeignGame]:
        with self._telling():
            rows = self._db.execute(
                "SELECT number, game, person, charter, secrets, notes, checksum, begun, touched, height, round,"
                " awaited, finished FROM games ORDER BY touched DESC, number DESC"
            ).fetchall()
        return [self._game(*row) for row in rows]

    def resume(self, game: StoredGame) -> tuple[StoredJournal, list[bytes]]:
        """The journal of a game, and what is in it; raises InUse and StoreError."""
        lock = self._lock(game.charter.id, game.person)
        try:
            items = self._items(game)
        except StoreError:
            lock.release()
            raise
        return StoredJournal(self, game.number, lock, items), list(items.values())

    def items(self, game: StoredGame) -> list[bytes]:
        """What is in the journal of a game, which may be going on; raises StoreError."""
        return list(self._items(game).values())

    def _items(self, game: StoredGame) -> dict[int, bytes]:
        """The same by number."""
        with self._telling():
            rows = self._db.execute(
                "SELECT number, data, checksum, (SELECT lapsed FROM games WHERE number = journal.game) FROM journal"
                " WHERE game = ? ORDER BY number",
                (game.number,),
            ).fetchall()
        for number, data, checksum, _ in rows:
            if checksum != _checksum(data):
                raise self._damage(f"entry {number + 1} of game {game.charter.id.hex()[:8]}")
        if rows and rows[-1][0] + 1 - len(rows) != rows[-1][-1]:
            raise self._damage(f"entries missing in game {game.charter.id.hex()[:8]}")
        return {number: data for number, data, _, _ in rows}

    def forget(self, game: StoredGame | ForeignGame) -> None:
        """Delete a game with its secrets; raises InUse and StoreError."""
        lock = self._lock(game.id, game.person)
        try:
            with self._telling(), self._changing():
                self._db.execute("DELETE FROM journal WHERE game = ?", (game.number,))
                self._db.execute("DELETE FROM games WHERE number = ?", (game.number,))
            with self._telling():
                # What was deleted is overwritten in the file, and is to be in its write-ahead log no longer.
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            lock.release()

    # Records that were brought here

    def add_record(self, record: StoredRecord, data: bytes) -> None:
        """Keep a record, in the place of another of the same game; raises StoreError."""
        with self._telling(), self._changing():
            self._db.execute(
                "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.game,
                    data,
                    record.edition,
                    "\n".join(record.players),
                    record.touched,
                    record.height,
                    record.round,
                    _finished(record),
                ),
            )

    def records(self) -> list[StoredRecord]:
        """The records, the newest first; raises StoreError."""
        with self._telling():
            rows = self._db.execute(
                "SELECT game, edition, players, touched, height, round, finished FROM records ORDER BY touched DESC"
            ).fetchall()
        return [
            StoredRecord(
                game, edition, tuple(players.split("\n")), touched, height, round_, bool(finished), finished == AGREED
            )
            for game, edition, players, touched, height, round_, finished in rows
        ]

    def record(self, game: bytes) -> bytes:
        """A record's bytes; raises StoreError."""
        with self._telling():
            [(data,)] = self._db.execute("SELECT data FROM records WHERE game = ?", (game,)).fetchall()
        return bytes(data)

    def forget_record(self, game: bytes) -> None:
        """Delete a record; raises StoreError."""
        with self._telling(), self._changing():
            self._db.execute("DELETE FROM records WHERE game = ?", (game,))

    # What both need

    def append(
        self, number: int, first: int, items: Sequence[bytes], progress: Progress, lapsed: Sequence[int] = ()
    ) -> None:
        """Add items to the journal of a game, from its ``first`` on, and delete those that have ``lapsed``.

        All of this is done or none; raises StoreError.
        """
        rows = [(number, first + index, item, _checksum(item)) for index, item in enumerate(items)]
        values = (
            int(time.time()),
            progress.height,
            progress.round,
            " ".join(map(str, progress.awaited)),
            _finished(progress),
        )
        try:
            with self._telling(), self._changing():
                self._db.executemany("INSERT INTO journal VALUES (?, ?, ?, ?)", rows)
                self._db.executemany(
                    "DELETE FROM journal WHERE game = ? AND number = ?", [(number, item) for item in lapsed]
                )
                self._db.execute(
                    "UPDATE games SET touched = ?, height = ?, round = ?, awaited = ?, finished = ?,"
                    " lapsed = lapsed + ? WHERE number = ?",
                    (*values, len(lapsed), number),
                )
        except sqlite3.IntegrityError:
            raise StoreError(
                "{path}: another program has gone on with this game; it was left as it is.", path=self.path
            ) from None

    def _game(
        self,
        number: int,
        game: bytes,
        person: int,
        charter: bytes,
        secrets: bytes,
        notes: str,
        checksum: int,
        *rest: int,
    ) -> StoredGame | ForeignGame:
        begun, touched, height, round_, awaited, finished = rest
        place = f"game {game.hex()[:8]}"
        if checksum != _checksum(charter, secrets, notes.encode("utf-8")):
            raise self._damage(place)
        try:
            found = decode_charter(charter)
        except ForeignCharter as foreign:
            return ForeignGame(number, game, person, foreign.protocol, touched)
        except CharterError:
            raise self._damage(place) from None
        progress = Progress(height, round_, tuple(map(int, str(awaited).split())), bool(finished), finished == AGREED)
        return StoredGame(number, person, found, begun, touched, progress, secrets, notes)

    def _lock(self, game: bytes, person: int) -> Lock:
        folder = self.path.with_name("running")
        path = folder / f"{game.hex()[:32]}-{person + 1}"
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            return Lock(path)
        except BlockingIOError:
            raise InUse(
                "Game {game} is being played by another program on this machine.", game=game.hex()[:8]
            ) from None
        except OSError as error:
            raise StoreError("{path}: {reason}.", path=path, reason=error.strerror) from None

    def _damage(self, what: str) -> StoreError:
        return StoreError(
            "{path}: this file is damaged ({what}), and was left as it is; put a copy of it back, or move it away to"
            " begin a new one.",
            path=self.path,
            what=what,
        )

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """One transaction."""
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
        """Turn what the library or the system complains of into a sentence."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            raise self._explained(error) from None
        except OSError as error:
            raise StoreError("{path}: {reason}.", path=self.path, reason=error.strerror) from None

    def _explained(self, error: sqlite3.Error) -> StoreError:
        name = getattr(error, "sqlite_errorname", "") or ""
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            return self._damage(str(error))
        if name.startswith("SQLITE_FULL"):
            return StoreError(
                "{path}: the disk is full, or the file may not grow; make room, then `mare resume` goes on.",
                path=self.path,
            )
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            return StoreError(
                "{path}: nothing can be written there ({error}); games have to be kept to be played.",
                path=self.path,
                error=error,
            )
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


class StoredJournal:
    """The journal of one person's game. See `p2p.session.journal.Journal`."""

    def __init__(self, store: Store, number: int, lock: Lock, kept: Mapping[int, bytes] = MappingProxyType({})) -> None:
        """``kept`` are the items that there are, by number. Callers use `Store.begin` and `Store.resume`."""
        self._store = store
        self._number = number
        self._lock = lock
        self._length = max(kept, default=-1) + 1
        self._items: list[bytes] = []
        self._lapses = Lapses()
        self._lapsed: list[int] = []
        for place, item in kept.items():
            self._lapse(place, item)

    def append(self, item: bytes) -> None:
        """Take an item, to be made durable by the next commit."""
        self._lapse(self._length + len(self._items), item)
        self._items.append(item)

    def commit(self, progress: Progress) -> None:
        """Make durable what was appended, and delete what has lapsed by it, all or none; raises StoreError."""
        self._store.append(self._number, self._length, self._items, progress, self._lapsed)
        self._length += len(self._items)
        self._items.clear()
        self._lapsed.clear()

    def _lapse(self, number: int, item: bytes) -> None:
        if (lapsed := self._lapses.add(number, item)) is not None:
            self._lapsed.append(lapsed)

    def close(self) -> None:
        """Let others go on with the game."""
        self._lock.release()


def _make(path: Path) -> None:
    """See to it that there is a file which nobody else may read; raises StoreError and OSError."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        raise StoreError("{path}: others on this machine may read the secrets in it; run `chmod 600` on it.", path=path)


def _checksum(*parts: bytes) -> int:
    value = 0
    for part in parts:
        value = zlib.crc32(part, zlib.crc32(len(part).to_bytes(8, "big"), value))
    return value


def _finished(game: Progress | StoredRecord) -> int:
    """The column ``finished``."""
    return AGREED if game.is_finished and game.is_agreed else int(game.is_finished)
