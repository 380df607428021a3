"""The store of games: one file (`database`), with the journal and the secrets of every player on this machine."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from p2p.log.charter import Charter, CharterError, ForeignCharter, decode_charter, encode_charter
from p2p.session.journal import Lapses, Progress
from p2p.shell.database import Database, StoreError, checksum_of

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
    """The journal of one player's game. See `p2p.session.journal.Journal`."""

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
