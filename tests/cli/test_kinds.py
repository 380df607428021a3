"""Files that are not what was wanted: every command says what they are instead, and ends with the same exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.lessons.lesson import source
from cli.main import main
from p2p.record import MAGIC
from tests.cli.chart.positions import CONTESTED
from tests.cli.games import sessions

RECORD = sessions()[0].record() or b""
READERS = ("show", "verify", "import")

WRONG = [
    (b"", "there is nothing in it, so no game either."),
    (b"# Some notes.\n\n", "there is nothing in it, so no game either."),
    (b"Dear diary,\ntoday we played.\n", "a text."),
    (b"\x89PNG\r\n\x1a\n" + bytes(50), "a picture."),
    (b"<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>", "a picture."),
    (b"<!DOCTYPE html>\n<title>A game</title>", "a web page."),
    (b"PK\x03\x04" + bytes(50), "an archive, which has to be unpacked first."),
    (b"-----BEGIN PRIVATE KEY-----\n", "a key, which `mare whoami --import` takes."),
    (MAGIC[:5], "the beginning of a record, whose rest is missing."),
    (source("6_leadership.scenario").encode(), "a scenario, which `mare check` plays."),
    (b"\xff\xfe\x00\x01", "this is n"),
]


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
@pytest.mark.parametrize(("data", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_file_without_a_game_is_called_what_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, data: bytes, said: str
) -> None:
    (folder / "FILE").write_bytes(data)
    assert f"FILE: {said}" in refusal(capsys, command, "FILE").replace(
        "this is not the record of a game but ", ""
    ).replace("this is neither the record of a game nor a position but ", "")


@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_nothing_is_made_of_an_empty_file(folder: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    (folder / "FILE").write_bytes(b"")
    assert "nothing in it" in refusal(capsys, "show", "FILE", option, "made")
    assert not (folder / "made").exists()


def test_a_position_is_no_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "FILE").write_text(CONTESTED, "utf-8")
    for command in ("verify", "import"):
        assert refusal(capsys, command, "FILE").endswith("but a position, which `mare show` shows.")
    assert refusal(capsys, "check", "FILE") == "FILE: this is no scenario but a position, which `mare show` shows."


def test_a_record_is_no_scenario(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "FILE").write_bytes(RECORD)
    assert "but the record of a game" in refusal(capsys, "check", "FILE")
    assert "but the record of a game" in refusal(capsys, "play", "--setup", "FILE")


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("length", [len(MAGIC) + 4, len(RECORD) // 2, len(RECORD) - 1])
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
        ("", "the name of a file is empty."),
        ("a\0b", "'a\\x00b' is no name of a file."),
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
