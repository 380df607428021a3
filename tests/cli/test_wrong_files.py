"""Files that are not what a command reads: each command says so in a sentence, at once, with the same exit code."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from time import perf_counter

import pytest

from cli.editions import view_named
from cli.lessons.lesson import lesson_files
from cli.main import main
from cli.table_game import DEFAULT
from core.editions import EDITIONS
from p2p.log.record import RECORD_MAGIC
from tests.cli.games import sessions
from tests.cli.map.positions import CONTESTED

RECORD = sessions()[0].record() or b""
READERS = ("show", "verify", "import", "continue")

WRONG = {
    "nothing": b"",
    "comments": b"# Some notes.\n\n",
    "empty lines": b"\n" * (200 << 10),
    "a text": b"Dear diary,\ntoday we played.\n",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(50),
    "a page": b"<!DOCTYPE html>\n<title>A game</title>",
    "a key": b"-----BEGIN PRIVATE KEY-----\n",
    "the first bytes of a record": RECORD_MAGIC[:5],
    "a scenario": lesson_files(DEFAULT)[0].read_bytes(),
    "UTF-16": b"\xff\xfe\x00\x01",
}

SOON = 2.0
"""Seconds in which a file of any content is refused."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MARE_HOME", str(tmp_path / "home"))
    return tmp_path


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that is refused with exit code 2; returns the sentence."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("mare: ").removesuffix("\n")


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_a_file_without_a_game_is_refused_as_such(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, data: bytes
) -> None:
    (folder / "FILE").write_bytes(data)
    missing = "neither a game's record nor a position" if command == "show" else "not the record of a game."
    assert missing in refusal(capsys, command, "FILE")


@pytest.mark.parametrize("command", [*READERS, "check"])
@pytest.mark.parametrize("begun", [b"", b"# A position.\n"], ids=["alone", "after a comment"])
def test_empty_lines_are_refused_at_once(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, begun: bytes
) -> None:
    (folder / "FILE").write_bytes(begun + b"\n" * (16 << 10))
    start = perf_counter()
    refusal(capsys, command, "FILE")
    assert perf_counter() - start < SOON


def test_the_place_is_named_where_a_position_is_no_toml(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "FILE").write_text("players = 3\nround = \n", "utf-8")
    begun = "FILE is neither a game's record nor a position (TOML, see docs/notation.md): line 2: "
    assert refusal(capsys, "show", "FILE").startswith(begun)


@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_nothing_is_made_of_an_empty_file(folder: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    (folder / "FILE").write_bytes(b"")
    assert "neither a game's record nor a position" in refusal(capsys, "show", "FILE", option, "made")
    assert not (folder / "made").exists()


def test_a_position_is_no_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "FILE").write_text(CONTESTED, "utf-8")
    for command in ("verify", "import"):
        assert "`mare show` opens positions" in refusal(capsys, command, "FILE")
    assert "This is no scenario: a scenario begins with one of “scenario:”" in refusal(capsys, "check", "FILE")


@pytest.mark.parametrize("command", READERS)
def test_an_invitation_is_no_file(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert "this is an invitation: `mare join` and `mare watch` take it." in refusal(capsys, command, "mare://join/AQ")


def test_a_record_is_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "FILE").write_bytes(RECORD)
    assert "this is not UTF-8 text." in refusal(capsys, "check", "FILE")
    assert "this is not UTF-8 text." in refusal(capsys, "play", "--map", "FILE")


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("length", [len(RECORD_MAGIC) + 4, len(RECORD) // 2, len(RECORD) - 1])
def test_a_record_of_which_a_part_is_missing_is_a_bad_one(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, length: int
) -> None:
    (folder / "FILE").write_bytes(RECORD[:length])
    assert main([command, "FILE"]) == 1
    assert capsys.readouterr().err.endswith("Have it sent again.\n")


@pytest.mark.parametrize("command", [*READERS, "check"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.x", "none.x: No such file or directory."),
        (".", ".: Is a directory."),
        ("", "the file name is empty."),
        ("a\0b", "'a\\x00b' is not a file name."),
        ("x" * 300, f"{'x' * 300}: File name too long."),
    ],
    ids=["missing", "folder", "empty", "nul", "long"],
)
def test_a_file_that_cannot_be_read_is_one_sentence(
    capsys: pytest.CaptureFixture[str], command: str, name: str, said: str
) -> None:
    assert refusal(capsys, command, name) == said


def test_what_is_wrong_with_a_record_is_said_in_the_language_in_use(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "FILE").write_bytes(RECORD[:-1])
    assert main(["--language", "hu", "verify", "FILE"]) == 1
    assert capsys.readouterr().err.startswith("mare: FILE: A feljegyzés sérült, vagy hiányzik egy része")
    assert main(["--language", "hu", "verify", "--json", "FILE"]) == 1
    assert "The record is damaged" in capsys.readouterr().out


def test_what_is_wrong_with_the_kept_games_is_said_in_the_language_in_use(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "home").mkdir()
    (folder / "home" / "games.db").write_bytes(b"junk")
    (folder / "home" / "games.db").chmod(0o600)
    assert main(["--language", "ru", "games"]) == 1
    assert "этот файл повреждён" in capsys.readouterr().err


def test_what_the_system_says_is_said_in_the_language_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, "--language", "hu", "verify", "none.x") == "none.x: Nincs ilyen fájl vagy mappa."


# ---------------------------------------------------------------------- files of other systems

STANDARD_MAPS = {
    "empires": files("core.empires.data") / "empires.toml",
    "original": files("core.classic.data") / "classic.toml",
    "revised": files("core.classic.data") / "classic.toml",
    "sword": files("core.sword.data") / "practice.toml",
}
BOM = "\N{BYTE ORDER MARK}"
ENDED = pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
MARKED = pytest.mark.parametrize("mark", ["", BOM], ids=["plain", "marked"])


def written(path: Path, text: str, end: str, mark: str) -> str:
    """Write a text with other ends of lines and perhaps a byte order mark; returns the file's name."""
    path.write_bytes((mark + text.replace("\n", end)).encode())
    return path.name


@ENDED
@MARKED
@pytest.mark.parametrize("edition", EDITIONS)
def test_positions_maps_and_scenarios_are_read_with_the_line_ends_of_any_system(
    folder: Path, capsys: pytest.CaptureFixture[str], edition: str, end: str, mark: str
) -> None:
    text = "scenario: A round\nposition:\n  round = 3\nplay:\n  expect round: 3\n"
    scenario = written(folder / "a.scenario", text, end, mark)
    assert main(["check", "--edition", edition, "--quiet", scenario]) == 0
    data = STANDARD_MAPS[edition].read_text("utf-8")
    game_map = written(folder / "map.toml", data, end, mark)
    position = written(folder / "position.toml", f'edition = "{edition}"\nround = 3\n', end, mark)
    capsys.readouterr()
    assert main(["show", "--edition", edition, "--plain", "--map", game_map, position]) == 0
    out, err = capsys.readouterr()
    assert view_named(edition).words.when(3, 0) in out
    assert err == ""


def test_a_map_that_a_scenario_names_may_end_lines_as_windows_does(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game_map = written(folder / "map.toml", STANDARD_MAPS["revised"].read_text("utf-8"), "\r\n", "")
    text = f"scenario: Windows\nmap: {game_map}\nplay:\n  expect africa legions: carthage 1\n"
    assert main(["check", "--edition", "revised", written(folder / "a.scenario", text, "\r\n", BOM)]) == 0
