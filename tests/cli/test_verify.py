"""``mare verify``: good records, open ones, and everything that is none."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cli.storage.files
from cli.i18n.texts import count
from cli.main import main
from core.empires.edition import EMPIRES_EDITION
from core.empires.rules import EMPIRES
from crypto import canonical
from crypto.digest import digest
from crypto.labels import Label
from p2p.log.record import MAX_RECORD, RECORD_MAGIC, VERSION, write_record
from p2p.log.statements import Equivocation, SignedEntry
from p2p.log.steps import Kind
from tests.cli.games import sessions
from tests.p2p.tables import identity

HEAD = RECORD_MAGIC + bytes([VERSION])

Verify = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Runs ``mare verify`` on these bytes: the exit code, the output and what was complained of."""

    def run(data: bytes, *options: str) -> tuple[int, str, str]:
        file = tmp_path / "game.mare"
        file.write_bytes(data)
        status = main(["verify", str(file), *options])
        out, err = capsys.readouterr()
        return status, out.replace(str(file), "FILE"), err.replace(str(file), "FILE")

    return run


@pytest.fixture(scope="module")
def record() -> bytes:
    """The record of a finished game."""
    written = sessions()[0].record()
    assert written is not None
    return written


def rewritten(record: bytes, change: Callable[[list[Any]], None]) -> bytes:
    """The record with its parts [charter, signatures, steps, closings] changed, and a checksum that fits."""
    parts = list(canonical.decode(record[len(HEAD) : -32], max_size=MAX_RECORD))  # type: ignore[arg-type]
    change(parts)
    head = HEAD + canonical.encode(tuple(parts))
    return head + digest(Label.RECORD, head)


def cut(parts: list[Any]) -> None:
    """Leave ten steps and no closing."""
    parts[2:] = [parts[2][:10], (), (), ()]


def without_closings(number: int) -> Callable[[list[Any]], None]:
    """Leave out the last closings."""

    def change(parts: list[Any]) -> None:
        parts[3] = parts[3][: len(parts[3]) - number]

    return change


def forge(parts: list[Any]) -> None:
    """Swap the signatures of the first two entries of the first step."""
    entries, outcome = parts[2][0]
    (one, sign_one), (two, sign_two), *rest = entries
    parts[2] = ((((one, sign_two), (two, sign_one), *rest), outcome), *parts[2][1:])


def test_a_finished_game_is_told_in_a_sentence(verify: Verify, record: bytes) -> None:
    status, out, err = verify(record)
    assert (status, err) == (0, "")
    first, extent, *digests = out.splitlines()
    assert first == "FILE: finished. The last round is over; there is no winner."
    assert extent == f"  3 players, 1 round, {sessions()[0].log.height} steps; closed by every player."
    assert digests == [f"  Game {sessions()[0].charter.id.hex()}", f"  Log  {sessions()[0].log.head.hex()}"]


def test_a_finished_game_as_json(verify: Verify, record: bytes) -> None:
    status, out, _ = verify(record, "--json")
    assert status == 0
    session = sessions()[0]
    assert json.loads(out) == {
        "status": "finished",
        "step": None,
        "players": 3,
        "rounds": 1,
        "steps": session.log.height,
        "winners": [],
        "victory": "round_limit",
        "closed_by": [1, 2, 3],
        "missing": [],
        "proven": [],
        "continues": None,
        "game": session.charter.id.hex(),
        "digest": session.log.head.hex(),
    }


def test_a_missing_closing_is_named_and_a_game_that_too_few_closed_is_open(verify: Verify, record: bytes) -> None:
    status, out, _ = verify(rewritten(record, without_closings(1)))
    assert (status, "finished" in out) == (0, True)
    assert "closed by all but Bot 3." in out
    status, out, _ = verify(rewritten(record, without_closings(2)))
    assert status == 0
    assert f"FILE: open at step {sessions()[0].log.height + 1}." in out
    assert "the game is over, but only 1 player closed it." in out


def test_a_game_that_goes_on_is_open(verify: Verify, record: bytes) -> None:
    status, out, _ = verify(rewritten(record, cut))
    assert status == 0
    assert out.startswith("FILE: open at step 11.\n")
    assert "Not final: the last " in out
    status, out, _ = verify(rewritten(record, cut), "--json")
    facts = json.loads(out)
    assert (facts["status"], facts["step"], facts["winners"], facts["victory"]) == ("open", 11, [], None)


def test_a_forged_entry_is_placed_and_blamed_on_no_one(verify: Verify, record: bytes) -> None:
    forged = rewritten(record, forge)
    status, out, err = verify(forged)
    assert (status, out) == (1, "")
    assert err.startswith("mare: FILE: The record is damaged or forged at step 1, seat 1: ")
    assert err.count("\n") == 1
    status, out, err = verify(forged, "--json")
    assert (status, err) == (1, "")
    refusal = json.loads(out)
    assert (refusal["status"], refusal["step"], refusal["seat"], refusal["offender"]) == ("refused", 1, 1, None)


@pytest.mark.parametrize("version", [2, VERSION + 1])
def test_a_record_of_another_version_is_one_sentence(verify: Verify, version: int) -> None:
    status, out, err = verify(RECORD_MAGIC + bytes([version]) + bytes(40))
    assert (status, out) == (1, "")
    assert err.startswith(f"mare: FILE: This is a record of version {version}; this program reads version {VERSION}.")
    assert err.count("\n") == 1


def test_a_game_of_another_release_names_both_versions(
    verify: Verify, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = replace(EMPIRES_EDITION, rules=replace(EMPIRES, engine=10**6))
    monkeypatch.setattr("cli.table_game.EDITIONS", {newer.id: newer})
    status, _, err = verify(record)
    assert status == 1
    assert f"engine {EMPIRES.engine} of the rules; this program has engine 1000000. You need mare 0.1.0." in err


class Input:
    """Standard input that holds these bytes."""

    def __init__(self, data: bytes, terminal: bool) -> None:
        self.buffer = io.BytesIO(data)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_a_record_can_come_through_a_pipe(
    record: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Input(record, terminal=False))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("standard input: finished. ")


def test_no_one_types_a_record(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Input(b"", terminal=True))
    assert main(["verify", "-"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_progress_is_shown_in_a_terminal_and_leaves_no_trace(
    verify: Verify, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(cli.storage.files, "SHOWN_EVERY", 10)
    _, _, err = verify(record)
    steps = sessions()[0].log.height
    shown = [f"\rstep {step} of {steps}\x1b[K" for step in range(10, steps, 10)]
    assert err == "".join([*shown, "\r\x1b[K"])


def test_a_proof_is_told_with_the_command_by_which_the_others_go_on(verify: Verify) -> None:
    session = sessions()[0]
    height = next(step.number for step in session.log.steps if step.kind is Kind.ACTION) - 1
    log = session.log.at_height(height)
    (slot,) = log.slots
    one, other = (SignedEntry.by(identity(log.holder(slot)), log.draft(slot, body)) for body in ("yes", "no"))
    record = write_record(log, session.signatures, {}, (Equivocation(one, other),))
    status, out, err = verify(record)
    assert (status, err) == (0, "")
    told = " ".join(out.split())
    assert f"FILE: stopped at step {height + 1}. " in told
    assert f"{count(height, 'step')}; stopped by a proof against a player. Bot" in told
    assert f"Bot {log.holder(slot) + 1} signed two versions of an entry of step {height + 1}: a cheat, " in told
    game = session.charter.id.hex()[:8]
    assert f"one of you types `mare continue {game} --from {height}`, and the others join that table." in told
    status, out, _ = verify(record, "--json")
    (proven,) = json.loads(out)["proven"]
    assert proven["player"] == log.holder(slot) + 1
