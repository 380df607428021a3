"""``mare check``: scenario files played, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import main
from core.empires.data import empires_toml

ROOT = Path(__file__).parents[2]

GOOD = "scenario: The printed start\nplay:\n  expect rome levels: trade 7\n"
BAD = "scenario: Another start\nplay:\n  # It is 7.\n  expect rome levels: trade 8\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the command runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*arguments: str) -> int:
    return main(["check", *arguments])


def test_each_scenario_has_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.scenario").write_text(GOOD + "\n" + GOOD.replace("printed", "same"))
    assert check("a.scenario") == 0
    assert capsys.readouterr().out == (
        "ok      a.scenario:1: The printed start\nok      a.scenario:5: The same start\n2 scenarios, 0 failed.\n"
    )


def test_a_scenario_that_fails_says_where_and_how(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.scenario").write_text(GOOD)
    (folder / "b.scenario").write_text(BAD)
    assert check("a.scenario", "b.scenario") == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[1:] == [
        "FAILED  b.scenario:4: Another start: expected rome levels: trade 8; found trade 7.",
        "2 scenarios, 1 failed.",
    ]
    assert err == ""


@pytest.mark.parametrize("quiet", ["-q", "--quiet"])
def test_only_failures_are_said_if_so_asked(folder: Path, capsys: pytest.CaptureFixture[str], quiet: str) -> None:
    (folder / "a.scenario").write_text(GOOD)
    (folder / "b.scenario").write_text(BAD)
    assert check(quiet, "a.scenario") == 0
    assert capsys.readouterr().out == ""
    assert check("a.scenario", "b.scenario", quiet) == 1
    assert capsys.readouterr().out.startswith("FAILED  b.scenario:4:")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "a.scenario:1: There is no scenario here"),
        (b"scenario: A\nplay:\n  rome done\n", "a.scenario:3: Expected a step"),
        (b"scenario: A\nposition:\n  round = 0\nplay:\n  rome: done\n", "a.scenario:3: round: expected a whole number"),
        (b"scenario: A\nplay:\n  rome: caf\xe9\n", "a.scenario:3: this is not UTF-8 text."),
        (b'scenario: A\nposition:\n  "\\u001b[2J" = 0\nplay:\n', "a.scenario:3: [2J: is not known here"),
        (b"scenario: A\nmap: no.toml\nplay:\n", "a.scenario:2: no.toml: No such file or directory."),
        (b"scenario: A\nmap: x.toml\nplay:\n", "a.scenario:2: x.toml:1: edition: is missing."),
        (b"scenario: A\nmap: \0\nplay:\n", "a.scenario:2: "),
    ],
)
def test_a_file_that_is_no_scenario_gets_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], text: bytes, said: str
) -> None:
    (folder / "good.scenario").write_text(GOOD)
    (folder / "a.scenario").write_bytes(text)
    (folder / "x.toml").write_text("supply = 3")
    assert check("good.scenario", "a.scenario") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mare: {said}")
    assert err.count("\n") == 1


def test_a_scenario_is_no_map(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.scenario").write_text(GOOD)
    assert check("a.scenario", "--map", "a.scenario") == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("mare: a.scenario is not a map (TOML, see docs/notation.md): line 1: ")


def test_a_file_without_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no file without end")
    assert check("/dev/zero") == 2
    assert "is longer than 4 MiB" in capsys.readouterr().err


def test_another_map_holds_for_all_that_name_none_themselves(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "maps").mkdir()
    (folder / "maps/rich.toml").write_text(empires_toml().replace("coins = 44", "coins = 70"))
    (folder / "poor.toml").write_text(empires_toml().replace("coins = 44", "coins = 60"))
    position = 'position:\n  phase = "build"\nplay:\n'
    (folder / "maps/a.scenario").write_text(
        f"scenario: Its own\nmap: rich.toml\n{position}  expect reserve: coin 70\n"
        f"scenario: The one given\n{position}  expect reserve: coin 60\n"
    )
    assert check("maps/a.scenario", "--map", "poor.toml") == 0
    assert check("maps/a.scenario") == 1
    assert "maps/a.scenario:11: The one given: expected reserve: coin 60; found coin 44." in capsys.readouterr().out


def test_the_project_s_own_scenarios_are_files_to_start_from(capsys: pytest.CaptureFixture[str]) -> None:
    scenarios = sorted(map(str, (ROOT / "tests/core/scenarios").glob("*.scenario")))
    assert check("-q", *scenarios[:3]) == 0
    assert capsys.readouterr() == ("", "")
