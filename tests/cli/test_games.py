"""``mare games``, ``export``, ``import``, ``forget`` and ``resume``, on games that are kept already."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cli.command import Failure
from cli.commands.games import facts
from cli.main import main
from cli.play.seating import Seating, card_of
from cli.storage.games import (
    BOT,
    FILE,
    LENT,
    MYSELF,
    Notes,
    begin,
    how_it_went_on,
    how_to_go_on,
    how_to_go_on_alone,
    look_at,
    named,
    notes_of,
    open_store,
    take_up,
)
from cli.storage.profile import HOME
from cli.table_game import DEFAULT, new_game, rules_of
from core.empires.state import Options
from crypto import canonical
from crypto.beacon import Chain
from crypto.sealing import ChatKey
from p2p.log.charter import After, Charter
from p2p.log.log import Log
from p2p.log.steps import Kind
from p2p.session.events import Progress
from p2p.session.session import Session
from p2p.session.signer import Signer
from p2p.shell.store import Store, StoredJournal, StoredRecord, checksum_of
from p2p.wire import codec
from tests.cli.games import PLAYERS, play
from tests.p2p.tables import identity, seed


@cache
def hands() -> tuple[Signer, ...]:
    """The hands of three players, whose chains can be kept."""
    return tuple(
        Signer(
            identity(number),
            Chain(seed("kept chain", number)),
            seed("kept secret", number),
            ChatKey.from_seed(seed("kept chat", number)),
        )
        for number in range(PLAYERS)
    )


@cache
def game(most: int = 1 << 30) -> tuple[Charter, list[list[bytes]], bytes]:
    """A game of one round, to its end or for so many steps: its charter, what everybody keeps of it, its record."""
    cards = tuple(card_of(name, of, 0) for name, of in zip(("Ada", "Bo", "Cy"), hands(), strict=True))
    charter = Seating(
        DEFAULT, Options(PLAYERS, ("random",) * PLAYERS, "short", max_rounds=1 + (most < 99)), cards
    ).charter()
    table = tuple(Session(charter, new_game, of) for of in hands())
    kept: list[list[bytes]] = [[] for _ in table]
    play(table, kept, most)
    record = table[0].record()
    assert record is not None
    return charter, kept, record


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A profile of its own, in an empty folder where one can write."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    store = open_store()
    yield store
    store.close()


def keep(store: Store, charter: Charter, player: int, items: list[bytes], notes: Notes) -> StoredJournal:
    journal = begin(store, charter, hands()[player], notes)
    for item in items:
        journal.append(item)
    found = look_at(next(game for game in store.games() if game.charter.id == charter.id), items)
    over = len(found.closings) == PLAYERS
    journal.commit(Progress(found.log.height, found.log.game.round(), found.awaited, over))
    return journal


def put(store: Store, most: int = 1 << 30, player: int = 0, keeper: str = MYSELF) -> str:
    """Put a game into the store; returns how it is named."""
    charter, kept, _ = game(most)
    keep(store, charter, player, kept[player], Notes(keeper, name="Bot of Ada")).close()
    return charter.id.hex()[:8]


def test_a_game_that_a_proof_has_stopped_waits_for_no_one_and_the_list_says_how_it_goes_on(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    charter, kept, _ = game(20)
    journal = keep(store, charter, 0, kept[0], Notes(MYSELF, name="Ada"))
    journal.commit(Progress(20, 1, (1,), is_finished=False, is_proven=True))
    journal.close()
    assert main(["games"]) == 0
    first, second = said(capsys).splitlines()
    name = charter.id.hex()[:8]
    assert "stopped by a proof against a player" in first
    assert second.endswith(f"Round 1, step 21; `mare resume {name}` says how it can go on")
    (facts_,) = facts(store)
    assert (facts_["status"], facts_["awaited"]) == ("stopped by a proof against a player", [])


def only_height(store: Store) -> int:
    (kept,) = store.games()
    return look_at(kept, store.items(kept)).log.height


def said(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complained(capsys: pytest.CaptureFixture[str]) -> str:
    err = capsys.readouterr().err
    assert err.startswith("mare: ")
    assert err.count("\n") == 1
    return err[len("mare: ") :]


def test_an_empty_list_says_how_to_begin(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert said(capsys) == "No games are kept here yet; `mare play` begins one.\n"


def test_a_game_is_listed_with_all_that_helps_to_choose(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(store, 12)
    assert main(["games"]) == 0
    first, second = said(capsys).splitlines()
    assert first.startswith(f"{name}  20")
    assert re.search("  open, empires, you are (Rome|Greece|Carthage)$", first)
    height = only_height(store)
    assert second.strip().startswith(f"Ada, Bo, Cy: Round 1, step {height + 1}; waits for ")


def test_the_list_says_which_empire_one_plays_as_soon_as_it_is_dealt(store: Store) -> None:
    charter, _, _ = game()
    keep(store, charter, 1, [], Notes(MYSELF, name="Bo")).close()
    assert facts(store)[0]["empire"] is None
    assert main(["forget", charter.id.hex()[:8], "--yes"]) == 0
    put(store)
    (kept,) = store.games()
    state = rules_of(look_at(kept, store.items(kept)).log.game).state
    assert facts(store)[0]["empire"] == state.board.empires[state.seats.index(charter.seats_of(0)[0])]


def test_a_game_that_several_keep_here_is_listed_once(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    for player, keeper in enumerate((BOT, MYSELF, LENT)):
        put(store, player=player, keeper=keeper)
    assert main(["games", "--json"]) == 0
    (listed,) = json.loads(said(capsys))
    assert (listed["status"], listed["players"], listed["bot"]) == ("finished", ["Ada", "Bo", "Cy"], None)
    assert [notes_of(part).keeper for part in named(store, listed["game"][:4])] == [MYSELF, LENT, BOT]


@pytest.mark.parametrize("most", [12, 1 << 30])
def test_the_record_of_a_game_is_written_however_far_it_has_come(
    store: Store, most: int, capsys: pytest.CaptureFixture[str]
) -> None:
    name = put(store, most)
    assert main(["export", name, "game.mare"]) == 0
    assert "check it with `mare verify game.mare`" in said(capsys)
    assert Path("game.mare").read_bytes() == game(most)[2]


def test_a_record_is_taken_into_the_list_and_written_out_again(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    charter, _, record = game(12)
    Path("game.mare").write_bytes(record)
    name = charter.id.hex()[:8]
    assert main(["import", "game.mare"]) == 0
    assert "you can't play on from it" in said(capsys)
    assert main(["games"]) == 0
    assert "imported, open, empires" in said(capsys)
    assert main(["export", name, "again.mare"]) == 0
    assert Path("again.mare").read_bytes() == record
    said(capsys)
    assert main(["resume", name]) == 1
    assert f"`mare continue {name}` goes on with it" in complained(capsys)
    assert main(["forget", name, "--yes"]) == 0
    assert said(capsys) == f"Deleted: the record of game {name}.\n"
    assert store.records() == []


def test_a_record_of_a_game_that_is_kept_is_not_taken(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(store, 12)
    Path("game.mare").write_bytes(game(12)[2])
    assert main(["import", "game.mare"]) == 1
    assert complained(capsys).startswith(f"game {name} is already kept here")


def test_a_game_is_forgotten_with_all_its_parts(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(store)
    put(store, player=1, keeper=BOT)
    assert main(["forget", name]) == 2
    assert complained(capsys).startswith("there is no terminal to ask at; use --yes")
    assert len(store.games()) == 2
    assert main(["forget", name, "--yes"]) == 0
    assert said(capsys) == f"Deleted: game {name} of Ada, Bo, Cy.\n"
    assert store.games() == []


def test_of_games_that_went_on_as_others_only_the_last_one_is_gone_on_with(store: Store) -> None:
    first, items, _ = game(20)
    keep(store, first, 0, items[0], Notes(MYSELF, name="Ada")).close()
    once, again = first, first
    for player in (1, 2):
        once, before = again, again
        after = After(before.id, 20, bytes(32), bytes(32), (0, 1, 2))
        again = Charter(*first.setup[:-1], first.watch, first.players, first.seats, after)
        journal = begin(store, again, hands()[player], Notes(MYSELF, name="Ada"))
    last = again.id.hex()[:8]
    for charter in (first, once):
        assert how_it_went_on(charter) == f"The game went on as {last}: `mare resume {last}` goes on there."
        assert how_to_go_on(charter) == how_it_went_on(charter)
    assert how_it_went_on(again) == ""
    assert [kept.id for kept in named(store, None)] == [again.id]
    journal.commit(Progress(30, 1, (), is_finished=True))
    assert how_it_went_on(first) == f"The game went on as {last}, and is over: `mare show {last}` replays it."
    with pytest.raises(Failure, match="there is no game to go on with"):
        named(store, None)


def test_a_game_that_is_being_played_is_neither_forgotten_nor_taken_up_nor_continued(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    charter, kept, _ = game(12)
    journal = keep(store, charter, 0, kept[0], Notes(MYSELF))
    name = charter.id.hex()[:8]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cli.commands.resume._key", lambda notes: identity(0))
        for arguments in (["resume", name], ["forget", name, "--yes"], ["continue", name]):
            assert main(arguments) == 1
            assert complained(capsys) == f"Game {name} is being played by another program on this machine.\n"
    journal.close()
    assert len(store.games()) == 1


def test_no_file_that_is_no_record_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "diary.txt").write_text("precious")
    assert main(["export", "0", "diary.txt"]) == 2
    assert complained(capsys).startswith("diary.txt already exists and is not a record; choose another file.")
    assert (tmp_path / "diary.txt").read_text() == "precious"


@pytest.mark.parametrize("command", [["export"], ["forget"]])
def test_a_game_that_is_not_here_is_one_sentence(
    home: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "ffff", *(["x.mare"] if command == ["export"] else [])]) == 2
    assert complained(capsys) == "no game here begins with 'ffff'; `mare games` lists the games that are kept.\n"


OLD = seed("the id of an old game")


def of_protocol_3(store: Store) -> str:
    """A game in the store as a release of protocol 3 kept it; returns how it is named."""
    put(store)
    fields = codec.value(game()[0])
    value = canonical.encode((3, *fields[1:5], *fields[6:]))
    [(secrets, notes)] = store._db.execute("SELECT secrets, notes FROM games").fetchall()
    checksum = checksum_of(value, secrets, notes.encode())
    store._db.execute("UPDATE games SET game = ?, charter = ?, checksum = ?", (OLD, value, checksum))
    return OLD.hex()[:8]


@pytest.mark.parametrize("command", [["resume"], ["export"], ["show"], ["verify"]])
def test_a_game_of_another_protocol_is_one_sentence_with_its_number(
    store: Store, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = of_protocol_3(store)
    assert main([*command, name, *(["x.mare"] if command == ["export"] else [])]) == 1
    assert complained(capsys) == (
        f"game {name} was begun by another release of mare, with protocol 3; this one speaks protocol 7. Go on with it"
        f" in that release, or delete it with `mare forget {name}`.\n"
    )


def test_a_game_of_another_protocol_is_listed_and_forgotten_and_hinders_no_other(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    name = of_protocol_3(store)
    other = put(store, player=1)
    assert main(["games"]) == 0
    listed = said(capsys)
    assert re.search(f"^{name} .*  of another release of mare$", listed, re.MULTILINE)
    assert other in listed
    assert main(["forget", name, "--yes"]) == 0
    assert said(capsys) == f"Deleted: game {name}, of another release of mare.\n"
    assert store.foreign() == []
    assert [part.id.hex()[:8] for part in store.games()] == [other]


def test_export_speaks_of_its_own_argument(store: Store, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "ffff", "nowhere/x.mare"]) == 2
    assert complained(capsys).endswith("choose another file with FILE.\n")
    assert main(["export", "ffff", str(home.parent)]) == 2
    assert complained(capsys).endswith("FILE needs the name of a file.\n")


def test_a_game_that_was_ended_by_agreement_is_listed_so(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    record = StoredRecord(bytes(32), "empires", ("Ada",), 0, 1, 1, is_finished=True, is_agreed=True)
    store.add_record(record, b"")
    assert main(["games"]) == 0
    assert "imported, finished by agreement, without a winner, empires" in said(capsys)


def test_a_finished_game_names_who_has_not_signed_its_end(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    charter, kept, _ = game()
    journal = keep(store, charter, 0, kept[0], Notes(MYSELF))
    (shown,) = store.games()
    journal.commit(shown.progress._replace(awaited=(1,)))
    journal.close()
    assert main(["games"]) == 0
    assert said(capsys).endswith("steps; waits for Bo\n")


def test_a_beginning_that_two_games_have_is_one_sentence(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    put(store)
    for number in range(16):
        record = StoredRecord(bytes([16 * number]) * 32, "empires", ("Ada",), 0, 1, 1, is_finished=False)
        store.add_record(record, b"")
        store.add_record(replace(record, game=bytes([16 * number + 1]) * 32), b"")
    assert main(["export", "1", "x.mare"]) == 2
    assert complained(capsys) == "2 games begin with '1'; give more of the id, as `mare games` shows it.\n"


def test_the_game_played_last_is_listed_first_and_resumed_whatever_the_clock_said(
    store: Store, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 1_000_000)
    first = put(store, 40)
    monkeypatch.setattr(time, "time", lambda: now)
    # These games share the chains of their players.
    store._db.execute("DELETE FROM chains")
    second = put(store)
    store._db.execute("UPDATE games SET finished = 0")
    assert main(["games"]) == 0
    assert re.findall("^[0-9a-f]{8}", said(capsys), re.MULTILINE) == [second, first]
    assert [game.id.hex()[:8] for game in named(store, None)] == [second]


def test_without_a_game_to_go_on_with_resume_says_so(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(store)
    assert main(["resume"]) == 1
    assert complained(capsys).startswith("there is no game to go on with")
    assert main(["resume", name]) == 1
    assert complained(capsys).startswith(
        f"game {name} is over; `mare show {name}` replays it, and `mare export {name} FILE`"
    )


def test_a_damaged_file_is_one_sentence_and_stays(store: Store, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(store)
    store.close()
    path = home / "games.db"
    data = path.read_bytes()[:-9000]
    path.write_bytes(data)
    for arguments in (["games"], ["resume"], ["play"], ["forget", "00", "--yes"]):
        assert main(arguments) == 1
        assert "is damaged" in complained(capsys)
    assert path.read_bytes() == data


def test_a_game_is_taken_up_with_its_own_key_or_the_profile_s(store: Store) -> None:
    charter, kept, _ = game(12)
    keep(store, charter, 0, kept[0], Notes(MYSELF)).close()
    taken = take_up(store, charter.id, 0, identity(0))
    assert taken.items == kept[0]
    assert taken.signer.secrets() == hands()[0].secrets()


# ---------------------------------------------------------------------- showing


def test_a_kept_game_is_shown_as_far_as_it_has_come(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(store, 12)
    height = only_height(store)
    assert main(["show", name]) == 0
    first, second, *_ = said(capsys).splitlines()
    assert first == f"game {name}: step {height} of {height}."
    assert second.startswith("  Not final: the last ")
    assert main(["show", name[:6], "--at", "0"]) == 0
    assert "The game begins." in said(capsys)


def test_a_finished_game_that_is_kept_or_was_brought_here_is_final(
    store: Store, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = put(store)
    assert main(["show", name]) == 0
    assert "not final" not in said(capsys)
    Path("game.mare").write_bytes(game()[2])
    assert main(["forget", name, "--yes"]) == 0
    assert main(["import", "game.mare"]) == 0
    said(capsys)
    assert main(["show", name]) == 0
    shown = said(capsys)
    assert shown.startswith(f"game {name}: step ")
    assert "not final" not in shown


def test_what_was_committed_to_and_not_opened_is_shown_to_no_one(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """At a height where commitments are the last step, one's own answer stands in the journal and is not shown."""
    charter, kept, _ = game()
    most = next(step.number for step in _log(charter, kept[0]).steps if step.kind is Kind.COMMITMENTS)
    name = put(store, most)
    assert main(["show", name]) == 0
    told = said(capsys)
    assert "committed to their answers." in told
    assert " offers " not in told
    assert main(["show", name, "--signed"]) == 0
    signed = said(capsys)
    assert signed.count("a commitment ") == PLAYERS
    assert "offer " not in signed


def _log(charter: Charter, items: list[bytes]) -> Log:
    session = Session(charter, new_game, None)
    session.restore(items)
    return session.log


@pytest.mark.parametrize(("command", "name"), [("show", "abcdef"), ("show", "zzz"), ("verify", "zzz")])
def test_of_what_may_be_a_file_or_a_game_and_is_neither_both_is_said(
    home: Path, capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    assert main([command, name]) == 2
    assert complained(capsys).startswith(f"{name}: there is no such file, and no kept game has an id that begins so")


def test_the_record_of_a_kept_game_is_checked_by_its_id(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(store)
    assert main(["verify", name[:6]]) == 0
    assert said(capsys).startswith(f"game {name}: finished. ")


def test_a_game_is_said_to_be_kept_only_while_the_disk_has_it(store: Store, home: Path) -> None:
    name, (charter, _, _) = put(store, most=12), game(12)
    assert how_to_go_on(charter).startswith(f"The game is kept: `mare resume {name}` goes on with it")
    assert how_to_go_on_alone(charter) == f"The game is kept: `mare resume {name}` goes on with it."
    # The program has the file open, and the system lets it write there for as long as it wants.
    shutil.rmtree(home)
    lost = f"The game is not kept here: {home / FILE} no longer has it."
    assert how_to_go_on_alone(charter) == lost
    assert how_to_go_on(charter) == f"{lost} If a friend has it, they can type `mare continue {name}`, and you join."


def test_who_would_resume_a_game_that_is_not_here_is_led_to_what_goes_on_with_it(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resume", "ffff"]) == 2
    assert complained(capsys) == (
        "no game here begins with 'ffff'; `mare games` lists the games that are kept. If a friend has it, they can type"
        " `mare continue ffff`, and you join.\n"
    )
    assert main(["resume", "mare://join/AQ"]) == 2
    assert complained(capsys) == "this is an invitation: `mare join` and `mare watch` take it.\n"
    assert main(["resume", "README.md"]) == 2
    assert complained(capsys).startswith("README.md: ")
    Path("game.mare").write_bytes(game()[2])
    assert main(["resume", "game.mare"]) == 1
    assert (
        complained(capsys) == "game.mare: this is a record, without keys; `mare continue game.mare` goes on with it.\n"
    )
