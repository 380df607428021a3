"""The edition at a table: its first line, processes, records, the full screen, owners' files, wrong input."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.main import main
from cli.sword.words import NOTICE
from core.sword.data import practice_toml
from tests.cli.processes import finish
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import ENTER, Terminal

SWORD = ("--edition", "sword")


def done(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What ``mare`` says when it does what it is asked to."""
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_processes_play_on_an_owner_s_file_and_whatever_shows_their_record_begins_with_what_the_edition_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, path = tmp_path / "ours.toml", tmp_path / "game.mare"
    text = practice_toml().replace("The practice file", "Our own land").replace("turns = 4", "turns = 1")
    ours.write_text(re.sub(r"victory_number = .*", "victory_number = [9]", text), "utf-8")
    table = ("--map", ours.name, "--players", "3", "--seed", "7", "--record", path.name)
    code, out, err = finish(tmp_path, "demo", *SWORD, *table)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == NOTICE
    assert "All 3 peers have the same log" in out
    given = ("--map", str(ours), str(path))
    notice, told, *_ = done(capsys, "verify", *given).splitlines()
    assert notice == NOTICE
    assert told.startswith(f"{path}: finished.")
    shown = done(capsys, "show", "--plain", *given)
    assert shown.splitlines()[0] == NOTICE
    assert "Turn 1, Reinforcements" in shown
    done(capsys, "show", "--html", str(tmp_path / "game.html"), *given)
    page = (tmp_path / "game.html").read_text("utf-8")
    assert f"<h1>The Sword of Rome</h1>\n<p>{NOTICE}</p>" in page
    assert "Kingsbridge" in page


def test_the_arena_begins_with_what_the_edition_is(capsys: pytest.CaptureFixture[str]) -> None:
    told = done(capsys, "arena", *SWORD, "--seats", "novice", "--games", "1", "--jobs", "1")
    assert told.splitlines()[0] == NOTICE


def test_a_person_plays_it_on_the_full_screen(tmp_path: Path) -> None:
    at_table = ("play", *SWORD, "--players", "4", "--empire", "gauls")
    with Terminal(tmp_path, SMALL, *at_table) as terminal:
        terminal.await_text("Which of the tied powers")
        assert "Gauls" in terminal.shown
        terminal.press(*"play gauls 1", ENTER)
        terminal.await_text("Name one of the tied powers")
        terminal.press(*"quit", ENTER, *"quit", ENTER)
        terminal.await_text("(Turn 1).")
        assert terminal.process.wait() == 0


def test_the_rules_begin_with_what_the_edition_is_and_have_the_number_of_each_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", *SWORD]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == NOTICE
    told = "\n".join(lines)
    for number in ("2.2a", "4.2", "5.4a", "5.4b", "5.6a", "5.7.1", "5.7.2", "S1", "S7"):
        assert number in told
    assert main(["rules", *SWORD, "5.5"]) == 0
    assert "attrition" in capsys.readouterr().out.lower()


# ---------------------------------------------------------------------- owners' files


def test_a_file_in_which_nothing_is_missing_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(practice_toml(), "utf-8")
    assert main(["map", "check", *SWORD, str(path)]) == 0
    assert capsys.readouterr().out == f"{NOTICE}\n{path}: nothing is missing.\n"


def test_all_that_is_missing_in_a_file_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.toml"
    text = re.sub(r"victory_number = .*\n", "", practice_toml().replace('home = "volsci"\n', ""))
    path.write_text(text, "utf-8")
    assert main(["map", "check", *SWORD, str(path)]) == 1
    told = capsys.readouterr().out
    assert "map.victory_number: is missing." in told
    assert "locations.thornwood.home: is missing: name a power, or “independents”." in told
    assert told.endswith(f"{path}: 2 faults.\n")


def test_the_first_fault_of_another_edition_s_map_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "map.toml"
    path.write_text("[map]\n", "utf-8")
    assert main(["map", "check", "--edition", "empires", str(path)]) == 1
    assert capsys.readouterr().out.endswith(f"{path}: 1 fault.\n")


# ---------------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--empire", "rome"), "there is no player 'rome' in The Sword of Rome; choose from"),
        (("--players", "6"), "“The Sword of Rome” is for 2, 3, 4, 5 players, not 6."),
        (("--display", "short"), "--display: The Sword of Rome has no such option. It has --max-rounds."),
        (("--map", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_wrong_arguments_are_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *SWORD, *arguments]) == 2
    told = capsys.readouterr().err
    assert sentence in " ".join(told.split())
    assert "Traceback" not in told


def test_a_file_that_is_no_map_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(b"[map\n\xff")
    assert main(["map", "check", *SWORD, str(path)]) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err
