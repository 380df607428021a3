"""``mare demo``: whole games between processes."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from tests.cli.processes import PGREP, all_gone, bots_of, finish, kill, running, status_of

SHORT = ("demo", "--max-rounds", "1")

needs_pgrep = pytest.mark.skipif(not PGREP, reason="this system has no pgrep to find processes with")


def demonstrate(folder: Path, *options: str, **variables: str) -> dict[str, Any]:
    """The facts of a demonstration in which all agreed."""
    status, out, err = finish(folder, "demo", "--json", *options, env=variables)
    assert (status, err) == (0, ""), err
    facts: dict[str, Any] = json.loads(out)
    assert list(facts) == [
        "players",
        "bots",
        "processes",
        "rounds",
        "steps",
        "winners",
        "victory",
        "digests",
        "agree",
        "record",
        "seconds",
    ]
    return facts


def test_a_seed_is_one_game_of_bots_of_several_strengths_in_every_language_and_whatever_the_order_of_sets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R3: the record keeps that hands were open."""
    bots = ("--bots", "novice,steady,strong", "--nodes", "20", "--open-hands")
    same = ("--seed", "3", "--max-rounds", "1", *bots)
    one = demonstrate(tmp_path, *same, "--record", "one.mare", PYTHONHASHSEED="1")
    two = demonstrate(tmp_path, *same, "--record", "two.mare", PYTHONHASHSEED="2", MARE_LANGUAGE="ko")
    assert (one["players"], one["processes"], len(set(one["digests"])), one["agree"]) == (3, 3, 1, True)
    assert one["bots"] == ["novice", "steady", "strong"]
    for fact in ("rounds", "steps", "winners", "victory", "digests"):
        assert one[fact] == two[fact]
    record = tmp_path / "one.mare"
    assert record.read_bytes() == (tmp_path / "two.mare").read_bytes()
    assert main(["verify", str(record), "--json"]) == 0
    verified = json.loads(capsys.readouterr().out)
    assert verified["digest"] == one["digests"][0]
    assert (verified["winners"], verified["victory"]) == (one["winners"], one["victory"])
    assert main(["show", str(record), "--at", "2", "--plain"]) == 0
    assert capsys.readouterr().out.count("9 resources: ") == 3


def test_a_game_is_told_round_by_round_and_its_record_kept(tmp_path: Path) -> None:
    status, out, err = finish(tmp_path, *SHORT, "--players", "4", "--display", "short")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert sum(": process " in line for line in lines) == 4
    assert [line[:9] for line in lines if line.startswith("Round")] == ["Round 1: "]
    assert any(line.startswith("All 4 peers have the same log, ") for line in lines)
    (record,) = tmp_path.glob("*.mare")
    assert lines[-1] == f"The record is in {record.name}; check it with `mare verify {record.name}`."


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, _, err = finish(tmp_path, *SHORT, "--port", str(port))
    assert status == 1
    assert err == f"mare: Port {port} of 127.0.0.1 is in use by another program; choose another port.\n"


@needs_pgrep
def test_a_bot_that_dies_in_the_middle_ends_the_game_with_one_sentence(tmp_path: Path) -> None:
    with running(tmp_path, "demo") as demo:
        bots = bots_of(demo, 3)
        assert demo.stdout is not None
        while not demo.stdout.readline().startswith("Round 1: "):
            assert demo.poll() is None
        kill(bots[1])
        _, err = demo.communicate()
        assert demo.returncode == 1
        assert err.startswith("mare: ")
        assert "Bot 2" in err
        assert err.count("\n") == 1
        assert all_gone(bots)


@needs_pgrep
def test_ctrl_c_ends_the_bots_too(tmp_path: Path) -> None:
    with running(tmp_path, "demo") as demo:
        bots = bots_of(demo, 3)
        demo.send_signal(signal.SIGINT)
        _, err = demo.communicate()
        assert (status_of(demo), err) == (130, "mare: interrupted.\n")
        assert all_gone(bots)


@needs_pgrep
def test_bots_do_not_outlive_a_launcher_that_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, "demo") as demo:
        bots = bots_of(demo, 3)
        kill(demo.pid)
        assert all_gone(bots)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--record", "nowhere/game.mare"], "no record can be written in the folder "),
        (["--record", "."], ". is a folder; --record needs the name of a file."),
        (["--max-rounds", "-1"], "--max-rounds -1: give a number up to 1000, or 0 for no limit."),
        (["--port", "65534"], "--port 65534: the table needs 3 ports from this one on, and 65535 is the highest."),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_started(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mare: {sentence}")
    assert err.count("\n") == 1
