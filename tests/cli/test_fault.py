"""A fault of the program itself: one sentence, an exit code of its own, and a report that gives nothing away."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from cli import crash_report
from cli.main import main
from cli.play.console_session import ConsoleSession
from cli.storage.games import look_at, named, open_store, short
from cli.storage.profile import HOME
from p2p.session.state import Phase
from tests.cli.test_main import InANursery, Raising

ANSWER = "offer gold gold coin"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize("command", [Raising(KeyError(ANSWER)), InANursery(KeyError(ANSWER))])
def test_a_fault_is_one_sentence_and_a_report_without_what_was_said(
    command: Raising, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fail", "--players", "4"], {"fail": command}) == crash_report.STATUS
    out, err = capsys.readouterr()
    (report,) = (home / crash_report.FOLDER).iterdir()
    assert (out, err.count("\n")) == ("", 1)
    assert f"mare has crashed (KeyError); a report is in {report}." in err
    assert "`mare resume` goes on" in err
    text = report.read_text("utf-8")
    assert "KeyError" in text
    assert "raise self.error" in text
    assert "Python 3" in text
    assert not any(secret in text for secret in (ANSWER, "--players"))
    assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_a_report_names_what_is_behind_a_fault(home: Path) -> None:
    error = RuntimeError(ANSWER)
    error.__cause__ = ValueError(ANSWER)
    main(["fail"], {"fail": Raising(error)})
    (report,) = (home / crash_report.FOLDER).iterdir()
    assert re.search(r"behind it: ValueError", report.read_text("utf-8"))


def test_where_no_report_can_be_written_that_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.write_bytes(b"")
    assert main(["fail"], {"fail": Raising(KeyError())}) == crash_report.STATUS
    assert "no report could be written" in capsys.readouterr().err


def test_a_fault_in_the_middle_of_a_game_leaves_the_game_to_be_resumed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken(at_console: ConsoleSession) -> str:
        raise KeyError(ANSWER)

    monkeypatch.setattr(ConsoleSession, "_ask", broken)
    monkeypatch.chdir(home.parent)
    assert main(["play", "--max-rounds", "1"]) == crash_report.STATUS
    out, err = capsys.readouterr()
    store = open_store()
    game, *_ = named(store, None)
    assert f"The game is kept: `mare resume {short(game.charter)}` goes on with it" in out
    assert err.count("\n") == 1
    journal, items = store.resume(game)
    assert look_at(game, items).phase is Phase.PLAYING
    journal.close()
    store.close()


def fault_of(error: Exception) -> BaseExceptionGroup[Exception]:
    """A fault as it comes out of a connection."""
    return ExceptionGroup("a nursery", [error])


def test_a_fault_in_a_connection_is_told_once_with_a_report(home: Path) -> None:
    told: list[str] = []
    faults = crash_report.ConnectionFaults("host", told.append)
    for _ in range(3):
        faults(fault_of(KeyError(ANSWER)))
    (report,) = (home / crash_report.FOLDER).iterdir()
    (sentence,) = told
    assert "closed a connection because of an internal error (KeyError)" in sentence
    assert str(report) in sentence
    assert ANSWER not in report.read_text("utf-8") + sentence


def test_a_peer_that_causes_faults_at_will_fills_neither_disk_nor_screen(home: Path) -> None:
    told: list[str] = []
    faults = crash_report.ConnectionFaults("host", told.append)
    for number in range(50):
        faults(fault_of(type(f"Fault{number}", (Exception,), {})()))
    assert len(told) == len(list((home / crash_report.FOLDER).iterdir())) == crash_report.MOST_REPORTS
