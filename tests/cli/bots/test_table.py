"""``mare bot --engine``: a program of a player's own, at a table of people."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import main
from tests.cli.bots.programs import FIRST, program
from tests.cli.test_company import BY_ITSELF, HERE, ONE_ROUND, player, records

CRASHING = """\
for message in questions():
    if message["id"] == 2:
        print("no \\x1b[31midea", file=sys.stderr)
        sys.exit(1)
    say({"type": "answer", "id": message["id"], "action": message["answers"][0]})
"""


def test_a_program_plays_at_a_table_which_notices_nothing_of_its_failures(tmp_path: Path) -> None:
    log = tmp_path / "engine.log"
    engine = ("--engine", program(tmp_path, CRASHING), "--engine-log", str(log))
    with player(tmp_path, "ada", "host", *HERE, *ONE_ROUND, *BY_ITSELF, "--bots", "1") as host:
        invitation = host.until(r"mare://join/\S+")
        with player(tmp_path, "bo", "bot", invitation, *engine) as bot:
            bot.until(r"Test: no \[31midea")
            bot.until(r"The engine “Test” has ended with exit code 1\. Its last words: “no \[31midea”\. The autopilot")
            bot.until("The last round is over; there is no winner.")
            host.until("The record .* check it with")
            bot.until("The record .* check it with")
            assert host.end() == (0, "")
    assert records(tmp_path, "ada") == records(tmp_path, "bo")
    lines = log.read_text("utf-8").splitlines()
    assert sum('"type": "hello", "protocol": 1, "program"' in line for line in lines) == 2
    assert any('"events": [{"empire": "' in line for line in lines)
    assert any('"story": ["' in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--engine", "nothing-of-this-name"], "--engine: “nothing-of-this-name” cannot be started: No such file"),
        (["--engine", ""], "--engine: The command of an engine is empty."),
        (["--engine", "true"], "--engine: The engine “true” has ended with exit code 0."),
    ],
)
def test_a_program_that_cannot_play_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mare: {sentence}")
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = str(tmp_path / "nowhere" / "engine.log")
    assert main(["bot", "--engine", program(tmp_path, FIRST), "--engine-log", log]) == 2
    assert capsys.readouterr().err == f"mare: --engine-log {log}: No such file or directory.\n"
