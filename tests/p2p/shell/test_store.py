"""The file in which games are kept: all of a change or nothing, one process for a game, a sentence where it fails."""

from __future__ import annotations

import gc
import os
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crypto.beacon import Chain
from crypto.sealing import ChatKey
from p2p.log import messages
from p2p.log.messages import KEPT, Presence, SignedPresence, SignedTalk, Talk
from p2p.log.record import verify_record
from p2p.log.statements import Request, SignedRequest
from p2p.session.events import Progress
from p2p.session.signer import Signer
from p2p.shell.store import VERSION, InUse, Store, StoredGame, StoredJournal, StoredRecord, StoreError
from tests.p2p.tables import Table, charter, identity, session
from tests.p2p.wager import new_wager

CHARTER = charter(3)
PROGRESS = Progress(3, 1, (0, 2), False)
ITEMS = [b"one", b"two", b"three"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store(path)
    yield store
    store.close()


def begun(store: Store, player: int = 0) -> StoredJournal:
    return store.begin(CHARTER, player, b"secrets", "notes")


def kept(store: Store, *items: bytes) -> StoredJournal:
    journal = begun(store)
    for item in items:
        journal.append(item)
    journal.commit(PROGRESS)
    return journal


def only(store: Store) -> StoredGame:
    (game,) = store.games()
    return game


def test_what_was_committed_is_there_when_the_file_is_opened_again(path: Path) -> None:
    first = Store(path)
    journal = kept(first, *ITEMS)
    journal.append(b"never committed")
    journal.close()
    first.close()
    again = Store(path)
    game = only(again)
    assert (game.charter, game.player, game.progress) == (CHARTER, 0, PROGRESS)
    assert (game.secrets, game.notes) == (b"secrets", "notes")
    journal, items = again.resume(game)
    assert items == ITEMS
    journal.append(b"four")
    journal.commit(PROGRESS._replace(is_finished=True))
    assert again.items(game) == [*ITEMS, b"four"]
    assert only(again).progress.is_finished
    again.close()


@pytest.mark.parametrize("is_agreed", [False, True])
def test_whether_a_game_was_ended_by_agreement_is_kept(store: Store, is_agreed: bool) -> None:
    ended = PROGRESS._replace(is_finished=True, is_agreed=is_agreed)
    with_journal = kept(store, *ITEMS)
    with_journal.append(b"the end")
    with_journal.commit(ended)
    with_journal.close()
    assert only(store).progress == ended


def test_secrets_are_in_no_representation(store: Store) -> None:
    begun(store)
    assert "secrets" not in repr(only(store))
    assert "notes" not in repr(only(store))


@pytest.mark.skipif(os.name != "posix", reason="this system has no modes of files")
def test_no_one_else_may_read_it(path: Path, store: Store) -> None:
    kept(store, *ITEMS)
    files = [file for file in path.parent.rglob("*") if file.is_file()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    path.chmod(0o644)
    with pytest.raises(StoreError, match="others on this machine may read the secrets"):
        Store(path)


def test_a_second_process_of_a_game_is_refused_until_the_first_ends(path: Path, store: Store) -> None:
    begun(store)
    lines = "import sys\nfrom pathlib import Path\nfrom p2p.shell.store import *\nstore = Store(Path(sys.argv[1]))\n"
    attempt = lines + "try:\n    store.resume(store.games()[0])\nexcept InUse as error:\n    print(error)"
    run = subprocess.run([sys.executable, "-c", attempt, path], capture_output=True, text=True, check=True)
    assert run.stdout == f"Game {CHARTER.id.hex()[:8]} is being played by another program on this machine.\n"
    with pytest.raises(InUse):
        store.forget(only(store))
    holder = lines + "held = store.begin(store.games()[0].charter, 1, b'', '')\nprint(flush=True)\nsys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", holder, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        game = next(game for game in store.games() if game.player == 1)
        with pytest.raises(InUse):
            store.resume(game)
        other.kill()
    store.resume(game)


def test_a_process_that_opens_the_file_twice_loses_nothing_to_one_that_only_looks(path: Path, store: Store) -> None:
    looks = "import sys; from pathlib import Path; from p2p import Store; print(len(Store(Path(sys.argv[1])).games()))"
    journal = kept(store, *ITEMS)
    with closing(Store(path)):
        for item in (b"four", b"five"):
            seen = subprocess.run([sys.executable, "-c", looks, str(path)], capture_output=True, text=True, check=True)
            assert seen.stdout == "1\n"
            journal.append(item)
            journal.commit(PROGRESS)
        read = "SELECT data FROM journal ORDER BY number"
        script = f"import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute({read!r}).fetchall())"
        there = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
        assert there.stdout == f"{[(item,) for item in [*ITEMS, b'four', b'five']]}\n"
    journal.close()


def test_a_game_is_begun_once_and_no_chain_serves_two(store: Store) -> None:
    begun(store).close()
    with pytest.raises(StoreError, match="begun before"):
        begun(store)
    with pytest.raises(StoreError, match="dice chain was used in another"):
        store.begin(charter(2), 0, b"", "")
    store.forget(only(store))
    with pytest.raises(StoreError, match="dice chain was used in another"):
        begun(store)
    assert store.games() == []


def test_several_persons_of_a_game_are_kept_beside_one_another(store: Store) -> None:
    for player in range(3):
        journal = begun(store, player)
        journal.append(bytes([player]))
        journal.commit(PROGRESS)
    assert {game.player: store.items(game) for game in store.games()} == {
        player: [bytes([player])] for player in range(3)
    }


def test_who_has_gone_on_elsewhere_is_noticed(store: Store) -> None:
    journal = kept(store, *ITEMS)
    store.append(only(store).number, 3, [b"of another program"], PROGRESS)
    journal.append(b"four")
    with pytest.raises(StoreError, match="another program has gone on"):
        journal.commit(PROGRESS)
    assert store.items(only(store)) == [*ITEMS, b"of another program"]


def test_what_is_forgotten_is_not_in_the_file_any_more(path: Path, store: Store) -> None:
    journal = kept(store, b"a word that stands nowhere else")
    journal.close()
    store.forget(only(store))
    assert store.games() == []
    for file in path.parent.iterdir():
        if file.is_file():
            assert b"a word that stands nowhere else" not in file.read_bytes()


def test_a_record_is_kept_and_forgotten(store: Store) -> None:
    record = StoredRecord(b"g" * 32, "wager", ("Ada", "Bo"), 17, 5, 1, False)
    store.add_record(record, b"data")
    assert store.records() == [replace(record, played=1)]
    assert store.record(record.game) == b"data"
    store.forget_record(record.game)
    assert store.records() == []


# Which is the last

YEAR = 365 * 24 * 3600


def test_the_game_played_last_comes_first_whatever_the_clock_said(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that was ahead, and was corrected, changes no order."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr(time, "time", lambda: clock[0])
    journals = [begun(store, player) for player in range(2)]
    record = StoredRecord(b"g" * 32, "wager", ("Ada", "Bo"), 0, 5, 1, False)
    clock[0] += YEAR
    play(journals[0])
    clock[0] -= YEAR
    play(journals[1])
    assert [game.player for game in store.games()] == [1, 0]
    store.add_record(record, b"data")
    clock[0] -= YEAR
    play(journals[0])
    assert [game.player for game in store.games()] == [0, 1]
    assert store.games()[0].played > store.records()[0].played > store.games()[1].played


def play(journal: StoredJournal) -> None:
    journal.append(b"a move")
    journal.commit(PROGRESS)


def test_a_file_of_the_version_before_is_upgraded_and_keeps_its_order(path: Path) -> None:
    store = Store(path)
    for journal in (begun(store, 0), begun(store, 1)):
        journal.append(ITEMS[0])
        journal.commit(PROGRESS)
        journal.close()
    store.close()
    other = sqlite3.connect(path)
    other.execute("ALTER TABLE games DROP COLUMN played")
    other.execute("ALTER TABLE records DROP COLUMN played")
    other.execute("UPDATE games SET touched = 100 - player")
    other.execute("PRAGMA user_version = 3")
    other.commit()
    other.close()
    for _ in range(2):
        store = Store(path)
        assert [(game.player, game.played) for game in store.games()] == [(0, 100), (1, 99)]
        assert store.items(store.games()[0]) == [ITEMS[0]]
        store.close()
    with closing(sqlite3.connect(path)) as upgraded:
        assert upgraded.execute("PRAGMA user_version").fetchone() == (VERSION,)


# What lapses


def talk(player: int, number: int) -> bytes:
    said = Talk(CHARTER.id, number, None, b"x" * 500)
    return messages.encode(SignedTalk.by(identity(player), player, said))


def presence(number: int) -> bytes:
    return messages.encode(SignedPresence.by(identity(0), 0, Presence(CHARTER.id, number, 0, (), ())))


def request(number: int) -> bytes:
    return messages.encode(SignedRequest.by(identity(0), 0, Request(CHARTER.id, number, 0, ())))


def test_talk_without_end_fills_no_disk(path: Path, store: Store) -> None:
    journal = begun(store)
    sizes = []
    for begin in range(0, 5 * KEPT, KEPT // 2):
        for number in range(begin, begin + KEPT // 2):
            journal.append(talk(1, number + 1))
        journal.commit(PROGRESS)
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sizes.append(path.stat().st_size)
    assert sizes[-1] <= 1.1 * sizes[3]
    assert store.items(only(store)) == [talk(1, number) for number in range(4 * KEPT + 1, 5 * KEPT + 1)]


def test_the_talk_of_one_person_displaces_no_other_player_s(store: Store) -> None:
    kept(store, talk(2, 1), *(talk(1, number) for number in range(1, KEPT + 10)))
    assert store.items(only(store))[0] == talk(2, 1)


def test_of_requests_and_presences_the_newest_alone_is_kept_between_the_same_others(store: Store) -> None:
    first, second, third = ITEMS
    kept(store, first, request(1), presence(1), second, request(2), presence(2), request(3), third)
    assert store.items(only(store)) == [first, second, presence(2), request(3), third]


def test_a_journal_whose_items_lapse_goes_on_after_a_restart(path: Path) -> None:
    store = Store(path)
    kept(store, ITEMS[0], presence(1), presence(2)).close()
    store.close()
    again = Store(path)
    journal, items = again.resume(only(again))
    assert items == [ITEMS[0], presence(2)]
    journal.append(presence(3))
    journal.commit(PROGRESS)
    assert again.items(only(again)) == [ITEMS[0], presence(3)]
    again.close()


def test_what_lapses_by_a_commit_that_fails_is_still_there(store: Store) -> None:
    journal = kept(store, presence(1))
    store._db.execute("PRAGMA query_only = ON")
    journal.append(presence(2))
    with pytest.raises(StoreError):
        journal.commit(PROGRESS)
    store._db.execute("PRAGMA query_only = OFF")
    assert store.items(only(store)) == [presence(1)]
    journal.commit(PROGRESS)
    assert store.items(only(store)) == [presence(2)]


# What goes wrong


def grow(journal: StoredJournal) -> int:
    """Commit until that fails; how many commits there were."""
    for number in range(10_000):
        journal.append(number.to_bytes(4, "big") + bytes(1000))
        journal.commit(PROGRESS)
    raise AssertionError("it never failed")


def commits(store: Store) -> int:
    items = store.items(only(store))
    assert [item[:4] for item in items] == [number.to_bytes(4, "big") for number in range(len(items))]
    return len(items)


def test_a_full_file_is_a_sentence_and_all_that_was_committed_is_there(path: Path, store: Store) -> None:
    journal = begun(store)
    [(pages,)] = store._db.execute("PRAGMA page_count")
    store._db.execute(f"PRAGMA max_page_count = {pages + 20}")
    with pytest.raises(StoreError, match="the disk is full, or the file may not grow"):
        grow(journal)
    again = Store(path)
    number = commits(again)
    assert number > 10
    # With room again, what failed goes through.
    store._db.execute("PRAGMA max_page_count = 100000")
    journal.commit(PROGRESS)
    assert commits(again) == number + 1
    again.close()


LIMITED = """
import resource, sys
from pathlib import Path
from p2p.shell.store import *
from tests.p2p.shell.test_store import begun, grow
store = Store(Path(sys.argv[1]))
journal = begun(store)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
try:
    grow(journal)
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="this system has no limits of files")
def test_a_disk_that_takes_no_more_is_a_sentence_and_all_that_was_committed_is_there(path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", LIMITED, path], capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"{path}: the disk ")
    assert run.stdout.count("\n") == 1
    again = Store(path)
    assert commits(again) > 10
    again.close()


def test_what_may_not_be_written_is_a_sentence(store: Store) -> None:
    journal = kept(store, *ITEMS)
    store._db.execute("PRAGMA query_only = ON")
    journal.append(b"four")
    with pytest.raises(StoreError, match=r"nothing can be written there.*choose another folder with MARE_HOME"):
        journal.commit(PROGRESS)
    assert store.items(only(store)) == ITEMS


def test_a_folder_in_its_place_is_a_sentence(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreError, match="games\\.db: "):
        Store(path)


def sealed(path: Path) -> bytes:
    """A file with a game in it, closed; its bytes."""
    store = Store(path)
    kept(store, *[bytes([number]) * 3000 for number in range(40)]).close()
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return path.read_bytes()


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9])
def test_a_damaged_file_is_a_sentence_and_stays_as_it_is(path: Path, share: float) -> None:
    data = bytearray(sealed(path))
    at = int(share * len(data))
    data[at : at + 3000] = b"\xaa" * 3000
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"is damaged .* was left as it is"):
        look_at_everything(path)
    assert path.read_bytes() == bytes(data)


def look_at_everything(path: Path) -> None:
    store = Store(path)
    try:
        for game in store.games():
            store.items(game)
    finally:
        store.close()


def test_a_single_changed_byte_of_a_journal_is_noticed(path: Path) -> None:
    data = bytearray(sealed(path))
    at = data.index(bytes([17]) * 1000)
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(StoreError, match="is damaged \\(entry 18 of game "):
        look_at_everything(path)


def test_an_entry_of_a_journal_that_is_missing_is_noticed_though_others_have_lapsed(path: Path) -> None:
    store = Store(path)
    kept(store, ITEMS[0], *(presence(number) for number in range(1, 4)), *ITEMS[1:]).close()
    store._db.execute("DELETE FROM journal WHERE number = 4")
    with pytest.raises(StoreError, match="is damaged \\(entries missing in game "):
        look_at_everything(path)
    store.close()


def test_a_file_cut_short_is_damaged(path: Path) -> None:
    data = sealed(path)[:-4096]
    path.write_bytes(data)
    with pytest.raises(StoreError, match="is damaged"):
        look_at_everything(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("PRAGMA application_id = 1", "this is no file with games of mare"),
        ("PRAGMA user_version = 99", "a newer release of mare has made this file"),
        ("PRAGMA user_version = 1", "an older release of mare has made this file"),
    ],
)
def test_a_file_of_another_is_left_as_it_is(path: Path, change: str, sentence: str) -> None:
    sealed(path)
    other = sqlite3.connect(path)
    other.execute(change)
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    data = path.read_bytes()
    with pytest.raises(StoreError, match=sentence):
        Store(path)
    assert path.read_bytes() == data


def test_a_store_that_no_one_holds_any_more_is_closed(path: Path) -> None:
    store = Store(path)
    file = store._db
    del store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        file.execute("SELECT 1")


def test_what_is_no_database_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)
    path.chmod(0o600)
    with pytest.raises(StoreError, match="is damaged"):
        Store(path)
    assert path.read_bytes() == b"Dear diary, " * 1000


# Whole games


def test_a_signer_comes_back_from_its_secrets() -> None:
    chain = Chain.from_checkpoints(bytes(range(32)) * 1025)
    hand = Signer(identity(0), chain, bytes(32), ChatKey.from_seed(bytes(32)))
    back = Signer.restore(identity(0), hand.secrets())
    assert back.secrets() == hand.secrets()
    assert [back.chain.value(index) for index in (0, 5, 1 << 20)] == [chain.value(index) for index in (0, 5, 1 << 20)]
    assert back.chat.public == hand.chat.public
    for broken in (b"", hand.secrets()[:-1], b"\x93\xc0\xc0\xc0"):
        with pytest.raises(ValueError, match=r"^(the|A) "):
            Signer.restore(identity(0), broken)


@pytest.mark.parametrize("number", range(3))
def test_a_game_cut_at_any_commit_is_taken_up_there(store: Store, number: int) -> None:
    table = Table(CHARTER, number)
    table.play()
    journal = store.begin(table.charter, 1, b"secrets", "notes")
    heights = []
    for item in table.kept[1]:
        journal.append(item)
        journal.commit(PROGRESS)
        of = session(table.charter, 1)
        of.restore(store.items(only(store)))
        heights.append(of.log.height)
        record = of.record()
        if record is not None:
            assert verify_record(record, new_wager).log.height == of.log.height
    assert heights == sorted(heights)
    assert heights[-1] == table.sessions[1].log.height
