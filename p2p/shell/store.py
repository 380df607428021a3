"""The store of games: one SQLite file with the journal and the secrets of every player on this machine.

It is opened with care, changed in transactions, and never repaired. Every change is one transaction that is on the disk
when the call returns (write-ahead log, ``synchronous=FULL``). So a crash or a power cut leaves all of it or nothing.
What is read is compared with checksums of our own. If the file is damaged or too new, one sentence says so.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
import time
import weakref
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from p2p.errors import JournalError
from p2p.log.charter import Charter, CharterError, ForeignCharter, decode_charter, encode_charter
from p2p.session.events import Lapses, Progress

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
    """Make sure that the file exists and no other user can read it; raise StoreError and OSError.

    A file that exists is never opened here. If it is open in this process already, closing it would give up SQLite's
    locks on it (see fcntl(2)), and the next program to close the store would delete the log that this one writes.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL, 0o600))
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        raise StoreError("{path}: others on this machine may read the secrets in it; run `chmod 600` on it.", path=path)


def checksum_of(*parts: bytes) -> int:
    value = 0
    for part in parts:
        value = zlib.crc32(part, zlib.crc32(len(part).to_bytes(8, "big"), value))
    return value


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """A lock on an empty file, which is never removed."""

    def __init__(self, path: Path) -> None:
        """Take the lock; raise BlockingIOError if another process has it, and OSError if it can't be taken."""
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            if isinstance(error, BlockingIOError | PermissionError):
                raise BlockingIOError(*error.args) from None
            raise

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class InUse(StoreError):
    """Another process has the game."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game played here: what lists show and, hidden from its repr, what is needed to go on.

    ``notes`` belong to the caller that stored the game. ``begun`` and ``touched`` are seconds since 1970. ``played`` is
    greatest for what was played or brought here last: clocks can be set back.
    """

    number: int
    player: int
    charter: Charter
    begun: int
    touched: int
    progress: Progress
    secrets: bytes = field(repr=False)
    notes: str = field(repr=False)
    played: int = 0

    @property
    def id(self) -> bytes:
        """Return the game's id."""
        return self.charter.id


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """A game of another protocol. Only the release that began it can go on with it; here it can be deleted."""

    number: int
    id: bytes
    player: int
    protocol: int
    touched: int
    played: int


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record that was brought here. The store sets ``played``, which compares with that of a game."""

    game: bytes
    edition: str
    players: tuple[str, ...]
    touched: int
    height: int
    round: int
    is_finished: bool
    is_agreed: bool = False
    played: int = 0


AGREED = 2
"""The value of the column ``finished`` for a game that all players agreed to end; other finished games have 1."""

PROVEN = 3
"""The value for a game that is not finished, but was stopped by a proof against a player."""


class Store(Database):
    """The open file, with its games and records."""

    # Games

    def begin(self, charter: Charter, player: int, secrets: bytes, notes: str) -> StoredJournal:
        """Store a game before its charter is signed; return its journal, which no other process can open meanwhile.

        Raises StoreError, also if the player's chain was in a charter before, since no chain is used twice.
        """
        lock = self._lock(charter.id, player)
        try:
            with self._telling(), self._changing():
                now = int(time.time())
                encoded = encode_charter(charter)
                checksum = checksum_of(encoded, secrets, notes.encode("utf-8"))
                self._db.execute("INSERT INTO chains VALUES (?)", (charter.players[player].tip,))
                cursor = self._db.execute(
                    "INSERT INTO games (game, player, charter, secrets, notes, checksum, begun, touched, played)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (charter.id, player, encoded, secrets, notes, checksum, now, now, self._next()),
                )
        except sqlite3.IntegrityError:
            lock.release()
            raise StoreError("This game has been begun before, or its dice chain was used in another one.") from None
        except StoreError:
            lock.release()
            raise
        return StoredJournal(self, cursor.lastrowid or 0, lock)

    def games(self) -> list[StoredGame]:
        """Return all games of our protocol, the last played first; raise StoreError if that fails."""
        return [game for game in self._all() if isinstance(game, StoredGame)]

    def foreign(self) -> list[ForeignGame]:
        """Return all games of other protocols, the last played first; raise StoreError if that fails."""
        return [game for game in self._all() if isinstance(game, ForeignGame)]

    def _all(self) -> list[StoredGame | ForeignGame]:
        with self._telling():
            rows = self._db.execute(
                "SELECT number, game, player, charter, secrets, notes, checksum, begun, touched, height, round,"
                " awaited, finished, played FROM games ORDER BY played DESC, number DESC"
            ).fetchall()
        return [self._game(*row) for row in rows]

    def resume(self, game: StoredGame) -> tuple[StoredJournal, list[bytes]]:
        """Return the journal of a game and its items; raise InUse and StoreError."""
        lock = self._lock(game.charter.id, game.player)
        try:
            items = self._items(game)
        except StoreError:
            lock.release()
            raise
        return StoredJournal(self, game.number, lock, items), list(items.values())

    def items(self, game: StoredGame) -> list[bytes]:
        """Return the items in the journal of a game, which may be going on; raise StoreError if that fails."""
        return list(self._items(game).values())

    def _items(self, game: StoredGame) -> dict[int, bytes]:
        """Return the same items by number."""
        with self._telling():
            rows = self._db.execute(
                "SELECT number, data, checksum, (SELECT lapsed FROM games WHERE number = journal.game) FROM journal"
                " WHERE game = ? ORDER BY number",
                (game.number,),
            ).fetchall()
        for number, data, checksum, _ in rows:
            if checksum != checksum_of(data):
                raise self._damage(f"entry {number + 1} of game {game.charter.id.hex()[:8]}")
        if rows and rows[-1][0] + 1 - len(rows) != rows[-1][-1]:
            raise self._damage(f"entries missing in game {game.charter.id.hex()[:8]}")
        return {number: data for number, data, _, _ in rows}

    def forget(self, game: StoredGame | ForeignGame) -> None:
        """Delete a game with its secrets; raise InUse and StoreError."""
        lock = self._lock(game.id, game.player)
        try:
            with self._telling(), self._changing():
                self._db.execute("DELETE FROM journal WHERE game = ?", (game.number,))
                self._db.execute("DELETE FROM games WHERE number = ?", (game.number,))
            with self._telling():
                # Deleted data is overwritten in the file, and must not stay in its write-ahead log.
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            lock.release()

    # Records that were brought here

    def add_record(self, record: StoredRecord, data: bytes) -> None:
        """Store a record, in place of another one of the same game; raise StoreError if that fails."""
        with self._telling(), self._changing():
            self._db.execute(
                "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.game,
                    data,
                    record.edition,
                    "\n".join(record.players),
                    record.touched,
                    record.height,
                    record.round,
                    _finished(record),
                    self._next(),
                ),
            )

    def records(self) -> list[StoredRecord]:
        """Return the records, the last brought first; raise StoreError if that fails."""
        with self._telling():
            rows = self._db.execute(
                "SELECT game, edition, players, touched, height, round, finished, played FROM records"
                " ORDER BY played DESC"
            ).fetchall()
        return [
            StoredRecord(
                game,
                edition,
                tuple(players.split("\n")),
                touched,
                height,
                round_,
                bool(finished),
                finished == AGREED,
                played,
            )
            for game, edition, players, touched, height, round_, finished, played in rows
        ]

    def record(self, game: bytes) -> bytes:
        """Return a record's bytes; raise StoreError if that fails."""
        with self._telling():
            [(data,)] = self._db.execute("SELECT data FROM records WHERE game = ?", (game,)).fetchall()
        return bytes(data)

    def forget_record(self, game: bytes) -> None:
        """Delete a record; raise StoreError if that fails."""
        with self._telling(), self._changing():
            self._db.execute("DELETE FROM records WHERE game = ?", (game,))

    # What both need

    def append(
        self, number: int, first: int, items: Sequence[bytes], progress: Progress, lapsed: Sequence[int] = ()
    ) -> None:
        """Add items to the journal of a game, from number ``first`` on, and delete those that have ``lapsed``.

        Does all of this or nothing; raises StoreError.
        """
        rows = [(number, first + index, item, checksum_of(item)) for index, item in enumerate(items)]
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
                    " lapsed = lapsed + ?, played = ? WHERE number = ?",
                    (*values, len(lapsed), self._next(number), number),
                )
        except sqlite3.IntegrityError:
            raise StoreError(
                "{path}: another program has gone on with this game; it was left as it is.", path=self.path
            ) from None

    def _next(self, number: int | None = None) -> int:
        """Return what ``played`` is for the game of a number, or for a new one: more than for all others."""
        [(last,)] = self._db.execute(
            "SELECT coalesce(max(played), 0) FROM (SELECT played FROM games WHERE number IS NOT ?"
            " UNION ALL SELECT played FROM records)",
            (number,),
        )
        return int(last) + 1

    def _game(
        self,
        number: int,
        game: bytes,
        player: int,
        charter: bytes,
        secrets: bytes,
        notes: str,
        checksum: int,
        *rest: int,
    ) -> StoredGame | ForeignGame:
        begun, touched, height, round_, awaited, finished, played = rest
        place = f"game {game.hex()[:8]}"
        if checksum != checksum_of(charter, secrets, notes.encode("utf-8")):
            raise self._damage(place)
        try:
            found = decode_charter(charter)
        except ForeignCharter as foreign:
            return ForeignGame(number, game, player, foreign.protocol, touched, played)
        except CharterError:
            raise self._damage(place) from None
        known = (finished in (1, AGREED), finished == AGREED, finished == PROVEN)
        progress = Progress(height, round_, tuple(map(int, str(awaited).split())), *known)
        return StoredGame(number, player, found, begun, touched, progress, secrets, notes, played)

    def _lock(self, game: bytes, player: int) -> Lock:
        folder = self.path.with_name("running")
        path = folder / f"{game.hex()[:32]}-{player + 1}"
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            return Lock(path)
        except BlockingIOError:
            raise InUse(
                "Game {game} is being played by another program on this machine.", game=game.hex()[:8]
            ) from None
        except OSError as error:
            raise StoreError("{path}: {reason}.", path=path, reason=error.strerror) from None


class StoredJournal:
    """The journal of one player's game. See `p2p.session.events.Journal`."""

    def __init__(self, store: Store, number: int, lock: Lock, kept: Mapping[int, bytes] = MappingProxyType({})) -> None:
        """``kept`` are the existing items, by number. Callers use `Store.begin` and `Store.resume`."""
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
        """Take an item; the next commit makes it durable."""
        self._lapse(self._length + len(self._items), item)
        self._items.append(item)

    def commit(self, progress: Progress) -> None:
        """Make durable what was appended, and delete what lapsed, all or nothing; raise StoreError if that fails."""
        self._store.append(self._number, self._length, self._items, progress, self._lapsed)
        self._length += len(self._items)
        self._items.clear()
        self._lapsed.clear()

    def _lapse(self, number: int, item: bytes) -> None:
        if (lapsed := self._lapses.add(number, item)) is not None:
            self._lapsed.append(lapsed)

    def close(self) -> None:
        """Let other processes go on with the game."""
        self._lock.release()


def _finished(game: Progress | StoredRecord) -> int:
    """Return the value of the column ``finished``."""
    if isinstance(game, Progress) and game.is_proven:
        return PROVEN
    return AGREED if game.is_finished and game.is_agreed else int(game.is_finished)
