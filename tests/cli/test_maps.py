"""``--map``: whole games on another map and start, and everybody at the table by the same data."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from cli.empires.words import WORDS
from cli.main import main
from cli.play.seating import Seating, card_of, session_at
from cli.table_game import DEFAULT, map_of, new_game, rules_of, setup_of
from core.classic.data import classic_toml
from core.editions import EDITIONS
from core.empires.rules import standard_map
from core.empires.state import Options
from p2p.game import SetupError
from p2p.session.session import Session
from tests.cli.games import play
from tests.cli.processes import finish
from tests.p2p.tables import signer

FILE = Path(__file__).parents[1] / "core" / "scenarios" / "maps" / "two_islands.toml"
TEXT = FILE.read_text("utf-8")
ISLANDS = map_of(TEXT)
OPTIONS = Options(2, ("easterners", "westerners"), max_rounds=1)
SIGNERS = [signer(number) for number in range(2)]


def seating(map_text: str | None = TEXT) -> Seating:
    """Two peers about to play on a map."""
    return Seating(
        DEFAULT, OPTIONS, tuple(card_of(f"Bot {n}", signer, 0) for n, signer in enumerate(SIGNERS, start=1)), map_text
    )


# ---------------------------------------------------------------------- whole games


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game that bots have played on the map, in a folder where its file lies under another name."""
    folder = tmp_path_factory.mktemp("table")
    (folder / "map.toml").write_text(TEXT, "utf-8")
    options = ("--map", "map.toml", "--max-rounds", "2", "--record", "game.mare", "--json")
    status, out, err = finish(folder, "demo", *options)
    assert (status, err) == (0, "")
    facts = json.loads(out)
    assert (facts["players"], facts["agree"]) == (2, True)
    return folder / "game.mare"


def test_a_record_is_verified_with_the_map_it_was_played_on(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record), "--map", str(FILE)]) == 0
    assert ": finished. " in capsys.readouterr().out


def test_without_the_map_the_record_says_which_data_it_needs(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 1
    assert capsys.readouterr().err == (
        f"mare: {record}: This program cannot verify the record: The game uses map data"
        f" {ISLANDS.digest.hex()[:8]}; this program has {standard_map().digest.hex()[:8]} of 'empires'."
        " Name the file of that map with --map, or take the release of mare that has this data.\n"
    )


def test_with_another_map_of_the_same_name_the_record_says_so_too(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(TEXT.replace("coins = 20", "coins = 21"), "utf-8")
    assert main(["verify", str(record), "--map", str(other), "--json"]) == 1
    reason = json.loads(capsys.readouterr().out)["reason"]
    assert f"map data {ISLANDS.digest.hex()[:8]}; this program has " in reason
    assert f"has {map_of(other.read_text('utf-8')).digest.hex()[:8]} of 'two_islands'." in reason


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (classic_toml(), "The map given with --map is one of the edition 'original', and the game is of 'empires'."),
        ("", "The map given with --map is not one of the edition 'empires': line 1: "),
    ],
    ids=["of another edition", "empty"],
)
def test_a_file_that_is_no_map_of_the_edition_is_refused(
    text: str, told: str, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(text, "utf-8")
    assert main(["verify", str(record), "--map", str(other)]) == 1
    assert told in capsys.readouterr().err


def test_a_record_is_verified_with_the_values_of_its_own_edition(tmp_path: Path) -> None:
    """One file has the values of both editions of 2003, and so one digest."""
    text, revised = classic_toml().replace('id = "classic"', 'id = "ours"'), EDITIONS["revised"]
    signers = [signer(number) for number in range(3)]
    cards = tuple(card_of(f"Bot {number}", of, 0) for number, of in enumerate(signers, start=1))
    options = revised.options(3, ("random",) * 3)._replace(max_rounds=2)
    table = tuple(session_at(Seating(revised, options, cards, text), of) for of in signers)
    play(table)
    (tmp_path / "map.toml").write_text(text, "utf-8")
    (tmp_path / "game.mare").write_bytes(table[0].record() or b"")
    assert main(["verify", str(tmp_path / "game.mare"), "--map", str(tmp_path / "map.toml")]) == 0


def test_a_person_plays_on_the_map_through_a_pipe(tmp_path: Path) -> None:
    options = ("--map", str(FILE), "--empire", "westerners", "--max-rounds", "1")
    status, out, err = finish(tmp_path, "play", *options, typed="board\nplace pass\n" + "1\n" * 100)
    assert (status, err) == (0, "")
    assert "You are Westerners; you hold " in out
    assert "All 2 players have the same log." in out


# ---------------------------------------------------------------------- the charter


def test_the_charter_names_the_hash_of_the_map() -> None:
    charter = seating().charter()
    assert (charter.edition, charter.data) == ("empires", ISLANDS.digest)


def test_a_bot_is_told_the_whole_map() -> None:
    told = Seating.from_json(json.loads(json.dumps(seating().to_json())))
    assert told == seating()
    assert told.map == ISLANDS


def test_who_has_other_data_refuses_the_charter() -> None:
    charter = seating().charter()
    for map_text in (None, TEXT.replace("coins = 20", "coins = 21")):
        with pytest.raises(SetupError, match=f"uses map data {ISLANDS.digest.hex()[:8]};"):
            Session(charter, partial(new_game, map_text=map_text), SIGNERS[0])


def test_who_plays_on_the_map_refuses_empires_and_is_told_what_to_leave_out() -> None:
    setup = setup_of(Options(3, ("random",) * 3))
    with pytest.raises(SetupError, match="Leave --map out: it is the map that comes with mare"):
        new_game(setup, TEXT)


def test_a_peer_plays_by_the_map_of_its_seating() -> None:
    session = session_at(seating(), SIGNERS[0])
    assert rules_of(session.log.game).state.board.map == ISLANDS


# ---------------------------------------------------------------------- the command line


@pytest.mark.parametrize("command", ["play", "demo"])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "3"], "“Two Islands” is for 2 players, not 3."),
        (["--players", "0"], "“Two Islands” is for 2 players, not 0."),
        (["--map", "none.toml"], "none.toml: No such file or directory."),
        (["--map", "bad.toml"], "bad.toml:8: supply.coins: "),
    ],
)
def test_what_the_map_does_not_have_is_one_sentence(
    command: str,
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text(TEXT.replace("coins = 20", "coins = -1"), "utf-8")
    assert main([command, "--map", str(FILE), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mare: {sentence}")
    assert err.count("\n") == 1


def test_no_key_and_no_name_of_a_file_drives_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "map\x1b[2J.toml"
    file.write_text(TEXT.replace("[empires.easterners]", '[empires."a\u202eb\u3164"]'), "utf-8")
    assert main(["play", "--map", str(file)]) == 2
    err = capsys.readouterr().err
    assert set(err) & {"\x1b", "\u202e", "\u3164"} == set()
    assert "map[2J.toml:" in err


def test_an_empire_that_the_map_does_not_have_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--map", str(FILE), "--empire", "rome"]) == 2
    assert capsys.readouterr().err == (
        "mare: there is no empire 'rome' in Two Islands; choose from easterners, westerners.\n"
    )


# ---------------------------------------------------------------------- what is shown


def test_seas_that_all_hold_triremes_are_not_said_to_be_empty() -> None:
    rules = rules_of(new_game(setup_of(OPTIONS, ISLANDS), TEXT))
    for sea in range(2):
        rules.state.seas[sea] = bytes([1, 0])
    lines = WORDS.board_lines(rules.state)
    assert "  South Sea         Easterners 1 trireme" in lines
    assert not any("Without triremes" in line for line in lines)


def test_a_sea_without_neighbours_or_shores_is_described() -> None:
    lonely = TEXT.replace("[provinces.west]", 'lake = { name = "Lake", at = [0, 0], seas = [] }\n\n[provinces.west]')
    state = rules_of(new_game(setup_of(OPTIONS, map_of(lonely)), lonely)).state
    assert WORDS.place_lines(state, "lake") == ["Lake         Borders no sea; on its shores lie no province."]
